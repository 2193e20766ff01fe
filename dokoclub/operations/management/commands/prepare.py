"""Prepare an install before the server starts, and show its address: `manage.py prepare`."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from io import StringIO
from pathlib import Path
from typing import Any

import segno
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connections

from dokoclub.core.static_files import collect_static
from dokoclub.environment import is_only_here
from dokoclub.operations import backup
from dokoclub.operations.copies import BackupRefused
from dokoclub.operations.schema import create_tables
from dokoclub.operations.startup import hold_start, refuse_wrong_start, wait_for_database
from dokoclub.operations.status import count_unapplied
from dokoclub.webpush import load_key


class Command(BaseCommand):
    help = "Migrate, collect static files, and print the address and, on a new install, the code of the first account."

    def handle(self, **options: Any) -> None:
        try:
            wait_for_database(lambda text: self.stderr.write(text))
            with hold_start():
                if lost := refuse_wrong_start():
                    self.stderr.write(lost)
                self.announce_upgrade()
                prepare_install()
        except BackupRefused as refused:
            raise CommandError(str(refused)) from refused
        except DatabaseError as wrong:
            raise CommandError(f"The database could not be prepared: {wrong}") from wrong
        self.stdout.write("\ndokoclub: " + " or ".join(find_addresses()))
        if is_for_phones() and not settings.HTTPS:
            self.stdout.write("This is for a home network: on the internet a web server with https stands in front.")
        first = StringIO()
        call_command("first_account", stdout=first)
        code = first.getvalue().strip()
        begin = f"{settings.PUBLIC_URL}/?code={code}" if code else settings.PUBLIC_URL
        if is_for_phones():
            self.stdout.write(qr_code(begin))
        if code:
            self.stdout.write(f"The first account needs this code: {code}\nThis address brings it along: {begin}")
        self.stdout.flush()

    def announce_upgrade(self) -> None:
        """Explain the delay: the first start of a new version may take a minute."""
        missing = count_unapplied() if backup.choose_engine().is_in_use() else 0
        if missing:
            self.stdout.write(f"The database is of an older version: {missing} migrations are done now …")
            self.stdout.flush()


def prepare_install() -> None:
    make_private(settings.DATABASES["default"])
    with ThreadPoolExecutor(1) as beside:  # compressing files and creating tables are independent
        collected = beside.submit(collect_static)
        create_tables(connections["default"])
        for name, arguments in settings.BEFORE_START:
            call_command(name, *arguments)
    if settings.PUSH_CONTACT:
        load_key(Path(settings.DATA_DIR))  # browsers need its public half; it is created once
    collected.result()


def make_private(database: dict[str, Any]) -> None:
    """Make SQLite's files private: by default, and in older versions with its copies, every user could read them."""
    if "sqlite" in database["ENGINE"]:
        file = Path(database["NAME"])
        file.touch(mode=0o600)
        for path in (
            *file.parent.glob(f"{file.name}*"),
            *backup.list_copies(),
            *backup.list_copies(backup.BEFORE_RESTORE),
        ):
            if path.is_file() and path.stat().st_mode & 0o077:
                with suppress(PermissionError):  # owned by another user
                    path.chmod(0o600)


def find_addresses() -> list[str]:
    """List the addresses; passkeys need the first, because they are bound to a name, never to a number."""
    both = [settings.PUBLIC_URL, settings.PUBLIC_URL.replace("localhost", "127.0.0.1")]
    return both[:1] if is_for_phones() else [*dict.fromkeys(both)]


def is_for_phones() -> bool:
    return not is_only_here(str(settings.PUBLIC_ADDRESS.hostname))


def qr_code(address: str) -> str:
    drawn = StringIO()
    segno.make(address, micro=False).terminal(drawn, compact=True)
    return drawn.getvalue()
