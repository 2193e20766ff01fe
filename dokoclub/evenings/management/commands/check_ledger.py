"""`manage.py check_ledger` works everything out again from the facts, and names the first difference.

Later apps check what they keep: evenings.hooks.check_ledger.
"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from dokoclub.evenings import hooks
from dokoclub.evenings.ledger.check import check_sheets


class Command(BaseCommand):
    help = "Recompute all numbers, points, seats and results from the facts. Fails at the first difference."

    def handle(self, **options: Any) -> None:
        games = sheets = 0
        for sheet, wrong in check_sheets():
            if wrong:
                raise CommandError(
                    f"Sheet {sheet.pk} of the club {sheet.evening.club_id}, {sheet.evening.date}: {wrong[0]}."
                )
            sheets += 1
            games += sheet.games
        for check_app in hooks.check_ledger:
            for problem in check_app():
                raise CommandError(f"{problem}.")
        self.stdout.write(f"All is right: {sheets} sheets with {games} games.")
