"""Rehearse a restore of the newest backup, separate from the site: `manage.py rehearse_restore`."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from dokoclub.operations import logs
from dokoclub.operations.backup import rehearse_restore
from dokoclub.operations.copies import NOT_HERE, BackupRefused, NotHere


class Command(BaseCommand):
    help = (
        "Restore the newest backup into a scratch database, run check_ledger on it and compare the clubs that nobody "
        "changed since. The site may run. Ends with 1 where something is wrong, with 3 where it cannot be tried."
    )

    def handle(self, **options: Any) -> None:
        try:
            said = rehearse_restore()
        except NotHere as refused:
            raise CommandError(str(refused), returncode=NOT_HERE) from refused
        except BackupRefused as refused:
            raise CommandError(str(refused)) from refused
        logs.log_end("rehearse_restore")
        for sentence in said:
            self.stdout.write(sentence)
