"""Recreate the demo club: `manage.py reset_demo`; done every night with DEMO_RESET=1."""

from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from dokoclub.operations import logs
from dokoclub.operations.copies import NOT_HERE


class Command(BaseCommand):
    help = "Forget everything that visitors wrote in the demo club. Only where DEMO_RESET=1 lets them write."

    def handle(self, **options: Any) -> None:
        if not settings.DEMO_RESET:
            raise CommandError("DEMO_RESET is not set.", returncode=NOT_HERE)
        call_command("seed_demo", "--anew", verbosity=0)
        logs.log_end(logs.DEMO)
        self.stdout.write("The demo club is as new.")
