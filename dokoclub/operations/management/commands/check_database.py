"""Read every page of the database and check it: `manage.py check_database`."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from dokoclub.operations import backup, logs
from dokoclub.operations.copies import BackupRefused
from dokoclub.operations.startup import advise_restore


class Command(BaseCommand):
    help = "Read the whole database; fails where a page is damaged. PostgreSQL does that by itself."

    def handle(self, **options: Any) -> None:
        try:
            backup.choose_engine().check_present(advise_restore(), seconds=None)
        except BackupRefused as refused:
            raise CommandError(str(refused)) from refused
        logs.log_end("check_database")
        self.stdout.write("The database is whole.")
