"""Remove clubs and other data deleted long enough ago: `manage.py purge`; run it once a day."""

from typing import Any

from django.core.management.base import BaseCommand

from dokoclub.clubs import hooks
from dokoclub.clubs.services.clubs import purge_clubs


class Command(BaseCommand):
    help = "Remove clubs that were deleted more than 30 days ago, with everything in them."

    def handle(self, **options: Any) -> None:
        removed = purge_clubs()
        self.stdout.write(f"Clubs removed: {removed}.")
        for what, purge in hooks.purges:
            self.stdout.write(f"{what} removed: {purge()}.")
        for after_purge in hooks.after_purge:
            after_purge()
