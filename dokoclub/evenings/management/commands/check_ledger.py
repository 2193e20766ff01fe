"""`manage.py check_ledger` works everything out again from the facts, and names the first difference.

Later apps check what they keep: settings.CHECK_LEDGER.
"""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.module_loading import import_string

from dokoclub.evenings.ledger.check import check


class Command(BaseCommand):
    help = "Recompute all numbers, points, seats and results from the facts. Fails at the first difference."

    def handle(self, **options: Any) -> None:
        games = sheets = 0
        for sheet, wrong in check():
            if wrong:
                raise CommandError(
                    f"Sheet {sheet.pk} of the club {sheet.evening.club_id}, {sheet.evening.date}: {wrong[0]}."
                )
            sheets += 1
            games += sheet.games
        for path in settings.CHECK_LEDGER:
            for problem in import_string(path)():
                raise CommandError(f"{problem}.")
        self.stdout.write(f"All is right: {sheets} sheets with {games} games.")
