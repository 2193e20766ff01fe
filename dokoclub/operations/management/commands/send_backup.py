"""`manage.py send_backup` gives the newest copy to BACKUP_COMMAND; the nights call it behind their copy."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from dokoclub.operations import notes
from dokoclub.operations.leaving import send_newest
from dokoclub.operations.refusal import NOT_HERE, NotHere, Refused


class Command(BaseCommand):
    help = "Give the newest copy, encrypted where BACKUP_ENCRYPT says so, to BACKUP_COMMAND."

    def handle(self, **options: Any) -> None:
        try:
            sent = send_newest()
        except NotHere as refused:
            raise CommandError(str(refused), returncode=NOT_HERE) from refused
        except Refused as refused:
            raise CommandError(str(refused)) from refused
        notes.note_ended("send_backup")
        self.stdout.write(f"Sent: {sent}.")
