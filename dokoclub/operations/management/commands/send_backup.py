"""Pass the newest copy to BACKUP_COMMAND: `manage.py send_backup`; done every night after the copy."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from dokoclub.operations import logs
from dokoclub.operations.copies import NOT_HERE, BackupRefused, NotHere
from dokoclub.operations.offsite_backup import send_newest


class Command(BaseCommand):
    help = "Give the newest copy, encrypted where BACKUP_ENCRYPT says so, to BACKUP_COMMAND."

    def handle(self, **options: Any) -> None:
        try:
            sent = send_newest()
        except NotHere as refused:
            raise CommandError(str(refused), returncode=NOT_HERE) from refused
        except BackupRefused as refused:
            raise CommandError(str(refused)) from refused
        logs.log_end("send_backup")
        self.stdout.write(f"Sent: {sent}.")
