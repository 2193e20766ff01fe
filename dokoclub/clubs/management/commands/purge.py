"""`manage.py purge` removes for good what was deleted long enough ago; run it once a day."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils.module_loading import import_string

from dokoclub.clubs.services.clubs import purge_clubs


class Command(BaseCommand):
    help = "Remove clubs that were deleted more than 30 days ago, with everything in them."

    def handle(self, **options: Any) -> None:
        removed = purge_clubs()
        self.stdout.write(f"Clubs removed: {removed}.")
        for what, path in settings.PURGE:
            self.stdout.write(f"{what} removed: {import_string(path)()}.")
