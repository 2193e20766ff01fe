"""Backup of PostgreSQL databases: copying, checking and restoring with PostgreSQL's own programs."""

import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

from django.apps import apps
from django.conf import settings
from django.db import DatabaseError, OperationalError, connection, transaction
from django.db.backends.postgresql.client import DatabaseClient

from dokoclub.operations import copies
from dokoclub.operations.copies import BackupRefused, NotHere, Unreachable
from dokoclub.operations.schema import SOMEBODY, TOUCH, Written

SUFFIX: str = ".pgdump"
MAGIC: bytes = copies.POSTGRESQL
ACCOUNTS: Final = re.compile(
    r"^COPY \S*accounts_account \((?P<columns>.*?)\) FROM stdin;\n(?P<rows>.*?)^\\\.$", re.MULTILINE | re.DOTALL
)
LOCK_NOT_AVAILABLE: Final = "55P03"
TABLE: Final = re.compile(r" TABLE (\S+) (\S+) ")  # in the table of contents of a copy
MIGRATION: Final = re.compile(r"^\d+\t(\w+)\t(\w+)\t", re.MULTILINE)


def dump_database(target: Path) -> None:
    _run("pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={target}", reach=True)
    target.chmod(0o600)


def check_copy(copy: Path) -> None:
    """Read every byte of the copy, which detects a truncated one."""
    try:
        _run("pg_restore", f"--file={os.devnull}", str(copy))
    except BackupRefused as wrong:
        if "not installed" in str(wrong):
            raise
        raise BackupRefused(f"{copy.name} is damaged or was cut off: {str(wrong).rpartition('error: ')[2]}.") from wrong


def applied_migrations(copy: Path) -> set[tuple[str, str]]:
    text = _run("pg_restore", "--data-only", "--table=django_migrations", "--file=-", str(copy))
    found = set(MIGRATION.findall(text))
    if not any(app == "accounts" for app, _name in found):
        raise BackupRefused(f"{copy.name} is no database of dokoclub.")
    return found


def load_copy(copy: Path) -> None:
    """Load a copy, all or nothing: one transaction that first drops the tables and functions of the replaced database.

    `pg_restore --clean` drops only objects in the copy, and fails if tables of a newer version refer to them.
    """
    listed = {name for _schema, name in TABLE.findall(_run("pg_restore", "--list", str(copy)))}
    script = "".join(f"{statement};\n" for statement in _drop_statements(listed))
    options = ("--single-transaction", "--quiet", "--no-psqlrc", "--set=ON_ERROR_STOP=1", "--output=/dev/null")
    with ExitStack() as stack:
        said = stack.enter_context(tempfile.TemporaryFile())
        reading = _command("pg_restore", "--no-owner", "--no-privileges", "--file=-", str(copy))
        writing = _command("psql", *options, "--file=-", reach=True)
        source = stack.enter_context(_start(reading, stdout=subprocess.PIPE, stderr=said))
        target = stack.enter_context(_start(writing, stdin=subprocess.PIPE, stderr=said))
        assert source.stdout  # noqa: S101
        assert target.stdin  # noqa: S101
        with suppress(BrokenPipeError):  # psql has reported an error and exited
            target.stdin.write(script.encode())
            shutil.copyfileobj(source.stdout, target.stdin)
        if source.wait():
            target.kill()  # without the end of input, nothing is committed
        with suppress(BrokenPipeError):
            target.stdin.close()
        if target.wait() or source.returncode:
            said.seek(0)
            errors = [line for line in said.read().decode(errors="replace").splitlines() if "ERROR" in line]
            raise BackupRefused(
                f"{copy.name} cannot be restored: {' '.join(errors) or 'pg_restore or psql has ended early'}"
            )


def _drop_statements(listed: set[str]) -> Iterator[str]:
    """Yield statements to drop objects made here by any version of dokoclub, and those that the copy creates."""
    ours = {"django", *(config.label for config in apps.get_app_configs())}
    with connection.cursor() as cursor:
        tables = connection.introspection.table_names(cursor)
        if "django_migrations" in tables:
            cursor.execute("SELECT DISTINCT app FROM django_migrations")
            ours |= {app for (app,) in cursor.fetchall()}
        quote = connection.ops.quote_name
        for table in tables:
            if table in listed or table.startswith(tuple(f"{app}_" for app in ours)):
                yield f"DROP TABLE {quote(table)} CASCADE"
        cursor.execute(
            "SELECT oid::regprocedure::text FROM pg_proc"
            " WHERE pronamespace = current_schema()::regnamespace AND starts_with(proname, 'dokoclub_')"
        )
        for (function,) in cursor.fetchall():
            yield f"DROP FUNCTION {function} CASCADE"
    connection.close()  # it must not lock dropped objects


def is_in_use() -> bool:
    return bool(connection.introspection.table_names())


def check_present(advice: str, *, seconds: float | None = 1) -> None:
    """Check that the server answers and the database is ours; PostgreSQL checks its pages itself."""
    try:
        tables = connection.introspection.table_names()
    except OperationalError as wrong:
        raise Unreachable(f"The database cannot be reached: {str(wrong).strip()}") from wrong
    if tables and not {"django_migrations", "accounts_account"} & {*tables}:
        raise BackupRefused(f"The database {connection.settings_dict['NAME']} is none of dokoclub: see DATABASE_URL.")
    if settings.PGBOUNCER and not _ends_waiting():
        raise BackupRefused(
            "PgBouncer lets a save wait for a lock without end: connect_query='SET lock_timeout = 10000' is missing in"
            " its [databases] (docs/operations.md, Several machines)."
        )


def save_damaged_log() -> None:
    """Do nothing: the server takes care of its own log."""


def _ends_waiting() -> bool:
    """Return True if a lock timeout is set; settings do this, except through a pool, which ignores clients."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('lock_timeout')")
        return bool(cursor.fetchone()[0] != "0")


def holds_people(copy: Path | None = None) -> bool:
    """Return True if the database, or a copy of it, contains people."""
    if copy is not None:
        return any(not name.startswith("*demo") for name in _names_in(copy))
    try:
        with connection.cursor() as cursor:
            cursor.execute(SOMEBODY)
            return cursor.fetchone() is not None
    except DatabaseError:  # there is no such table yet
        return False


def _names_in(copy: Path) -> Iterator[str]:
    """Yield the names of the accounts in a copy."""
    text = _run("pg_restore", "--data-only", "--table=accounts_account", "--file=-", str(copy))
    if found := ACCOUNTS.search(text):
        place = found["columns"].split(", ").index("username")
        yield from (row.split("\t")[place] for row in found["rows"].splitlines())


def try_write() -> Written:
    """Probe by writing existing values."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL lock_timeout = '1s'")
            cursor.execute(TOUCH)
    except OperationalError as wrong:
        is_locked = getattr(wrong.__cause__, "sqlstate", None) == LOCK_NOT_AVAILABLE
        return Written.BUSY if is_locked else Written.NO
    except DatabaseError:
        return Written.NO
    return Written.YES


def move_damaged(target: Path) -> None:
    """Do nothing: a database that cannot be copied is for the server to repair."""


@contextmanager
def lend_scratch(folder: Path, name: str) -> Iterator[str]:
    """Yield an empty database like ours, dropped afterwards. Raises NotHere without the right to create one."""
    if not _may_create():
        raise NotHere("No restore was rehearsed: the role may not create a database (ALTER ROLE … CREATEDB allows it).")
    prefix = f"{connection.settings_dict['NAME'][:30]}_rehearsal_"
    _drop_abandoned(prefix)
    scratch = f"{prefix}{int(time.time())}_{os.getpid()}"
    _create(scratch)
    try:
        yield scratch
    finally:
        _drop(scratch)


def _may_create() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user")
        return bool(cursor.fetchone()[0])


def _create(scratch: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_encoding_to_char(encoding), datcollate, datctype FROM pg_database"
            " WHERE datname = current_database()"
        )
        encoding, collate, ctype = cursor.fetchone()
        words = f"CREATE DATABASE {connection.ops.quote_name(scratch)} TEMPLATE template0"
        cursor.execute(f"{words} ENCODING %s LC_COLLATE %s LC_CTYPE %s", [encoding, collate, ctype])


def _drop(scratch: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"DROP DATABASE IF EXISTS {connection.ops.quote_name(scratch)}")


def _drop_abandoned(prefix: str) -> None:
    """Drop databases of rehearsals killed more than an hour ago."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT datname FROM pg_database WHERE starts_with(datname, %s)", [prefix])
        names = [name for (name,) in cursor.fetchall()]
    for name in names:
        begun = name.removeprefix(prefix).partition("_")[0]
        if begun.isdecimal() and int(begun) < time.time() - 60 * 60:
            with suppress(DatabaseError):  # somebody is connected to it
                _drop(name)


def _direct() -> dict[str, Any]:
    """Return settings that bypass PgBouncer: pg_dump changes its session, which the next client would inherit."""
    return {
        **(settings.DATABASE if settings.PGBOUNCER else connection.settings_dict),
        "NAME": connection.settings_dict["NAME"],
    }


class Command(NamedTuple):
    words: list[str]
    environment: dict[str, str]


def _command(program: str, *arguments: str, reach: bool = False) -> Command:
    """Build a command of PostgreSQL; `reach`: with access to our database, and its password kept secret."""
    words, environment = [program, *arguments], os.environ.copy()
    if reach:
        client, variables = DatabaseClient.settings_to_cmd_args_env(_direct(), [])
        words += [*client[1:-1], f"--dbname={client[-1]}"]
        environment |= variables or {}
    return Command(words, environment)


def _start(command: Command, **pipes: Any) -> "subprocess.Popen[bytes]":
    try:
        return subprocess.Popen(command.words, env=command.environment, **pipes)  # noqa: S603
    except FileNotFoundError:
        raise _missing(command) from None


def _missing(command: Command) -> BackupRefused:
    return BackupRefused(f"{command.words[0]} is not installed (Debian: apt-get install postgresql-client).")


def _run(program: str, *arguments: str, reach: bool = False) -> str:
    command = _command(program, *arguments, reach=reach)
    try:
        done = subprocess.run(  # noqa: S603
            command.words, env=command.environment, capture_output=True, text=True, check=False
        )
    except FileNotFoundError:
        raise _missing(command) from None
    if done.returncode:
        raise BackupRefused(f"{program}: {done.stderr.strip()}")
    return done.stdout
