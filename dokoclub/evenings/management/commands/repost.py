"""`manage.py repost` rewrites derived data that does not match the facts.

After an update `prepare` and `restore` do this for sheets computed by an older version, so that a new counter covers
them.
"""

from argparse import ArgumentParser
from collections import Counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from dokoclub.clubs.models import Club
from dokoclub.evenings.services.posting import Reposted, follow_reposting, repost_sheets


class Command(BaseCommand):
    help = "Work out points, seats and results again from the facts, and write those that differ. Harmless to repeat."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--club", type=int, metavar="N", help="only the sheets of this club, by its number")
        parser.add_argument("--older", action="store_true", help="only sheets that an older version counted")

    def handle(self, **options: Any) -> None:
        club = Club.objects.filter(pk=options["club"]).first()
        if options["club"] is not None and club is None:
            raise CommandError(f"There is no club {options['club']}.")
        done: Counter[Reposted] = Counter()
        for sheet, outcome in repost_sheets(club, older=options["older"]):
            if options["older"] and not done:
                self.stdout.write("Sheets that an older version counted are counted again now …")
                self.stdout.flush()
            done[outcome] += 1
            if outcome is Reposted.UNREADABLE:
                self.stderr.write(f"The facts of sheet {sheet.pk} cannot be read; check_ledger tells more.")
        follow_reposting()
        if options["verbosity"]:
            self.stdout.write(f"{done[Reposted.CHANGED]} of {done.total()} sheets were posted again.")
