"""Create the demo club: `manage.py seed_demo`; if it exists, nothing changes."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from dokoclub.demo.builder import build_demo


class Command(BaseCommand):
    help = "Make the demo club, which the visitor sees while DEMO=1. Changes nothing when it is there."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--anew", action="store_true", help="remove the demo club first")
        parser.add_argument(
            "--evenings",
            type=int,
            default=12,
            help="how many evenings it gets, if it has none yet; 2100 hold some 100,000 games and take a minute or two",
        )
        parser.add_argument("--seed", type=int, default=1, help="the same number gives the same games")

    def handle(self, *, anew: bool, evenings: int, seed: int, **options: Any) -> None:
        club = build_demo(evenings, seed, anew=anew)
        if options["verbosity"] > 0:
            self.stdout.write(f"The demo club is {club.name}.")
