"""`manage.py check_ledger` recomputes everything from the facts and reports every difference.

Later apps check their own data: evenings.hooks.check_ledger.
"""

from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from dokoclub.evenings import hooks
from dokoclub.evenings.domain.ledger_check import check_sheets, report_breaks

MOST_NAMED: Final = 100  # differences in one message


class Command(BaseCommand):
    help = (
        "Recompute all numbers, points, seats and results from the facts. Names each sheet that differs, goes on with "
        "the others, and ends with 1 if there was any."
    )

    def handle(self, **options: Any) -> None:
        games = sheets = 0
        problems: list[str] = []
        for sheet, wrong in check_sheets():
            if wrong:
                place = f"Sheet {sheet.pk} of the club {sheet.evening.club_id}, {sheet.evening.date}"
                problems.append(f"{place}: {wrong[0]}.")
            else:
                games += sheet.games
            sheets += 1
        for check_app in hooks.check_ledger:
            problems += [f"{problem}." for problem in report_breaks(check_app.__name__, check_app())]
        if problems:
            more = len(problems) - MOST_NAMED
            raise CommandError("\n".join([*problems[:MOST_NAMED], *([f"And {more} more."] if more > 0 else [])]))
        self.stdout.write(f"All is right: {sheets} sheets with {games} games.")
