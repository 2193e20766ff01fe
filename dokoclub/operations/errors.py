"""Errors of backups: a copy was not made, or not restored."""

from typing import Final

NOT_HERE: Final = 3  # exit code of a command for NotHere


class BackupRefused(Exception):
    """The action was refused and changed nothing; the message tells the operator why."""


class NotHere(BackupRefused):
    """This install does not support it; nothing is wrong with the copy."""


class Unreachable(BackupRefused):
    """The database does not answer; it may do so later."""
