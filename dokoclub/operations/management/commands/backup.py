"""Copy the database into BACKUP_DIR and delete the oldest copies: `manage.py backup`."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from dokoclub.operations import logs
from dokoclub.operations.backup import back_up
from dokoclub.operations.copies import BackupRefused


class Command(BaseCommand):
    help = "Copy the database into BACKUP_DIR, check the copy, keep the newest BACKUPS_KEPT. The site may run."

    def handle(self, **options: Any) -> None:
        try:
            copy = back_up()
        except BackupRefused as refused:
            raise CommandError(str(refused)) from refused
        logs.log_end("backup")
        self.stdout.write(str(copy))
