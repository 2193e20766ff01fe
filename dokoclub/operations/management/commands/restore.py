"""Replace the database by a backup: `manage.py restore FILE`."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from dokoclub.operations import backup
from dokoclub.operations.copies import BackupRefused


class Command(BaseCommand):
    help = "Put a backup in the place of the database. The replaced one is kept beside the backups."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help='the backup, or "newest"')
        parser.add_argument("--yes", action="store_true", help="replace the present database without asking")

    def handle(self, **options: Any) -> None:
        try:
            copy = backup.copy_to_restore() if str(options["file"]) == "newest" else options["file"]
            if backup.holds_anything() and not options["yes"]:
                raise BackupRefused(f"There is a database already. To replace it by {copy.name}, say --yes.")
            kept = backup.restore_copy(copy)
        except BackupRefused as refused:
            raise CommandError(str(refused)) from refused
        self.stdout.write(f"Restored {copy}.")
        if kept:
            self.stdout.write(f"The replaced database is kept as {kept}.")
