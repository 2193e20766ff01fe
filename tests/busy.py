"""What Django raises where another writer does not let SQLite go in time."""

import sqlite3

from django.db import OperationalError


def make_busy() -> OperationalError:
    cause = sqlite3.OperationalError("database is locked")
    cause.sqlite_errorcode = sqlite3.SQLITE_BUSY
    error = OperationalError("database is locked")
    error.__cause__ = cause
    return error
