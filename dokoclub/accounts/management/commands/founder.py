"""Show the install's founder (`manage.py founder`), or hand this over to another account (`founder NAME`)."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from dokoclub.accounts.models import Account
from dokoclub.accounts.services.registration import make_founder


class Command(BaseCommand):
    help = "Who sees the page about this install: who made the first account, or whom this command names."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", nargs="?", help="the sign-in name of who is to be it from now on")

    def handle(self, *, name: str | None, **options: Any) -> None:
        if name is not None:
            try:
                make_founder(Account.objects.real().get(username=Account.normalize_username(name), is_active=True))
            except Account.DoesNotExist:
                raise CommandError(f"Nobody signs in as {name}.") from None
        founder = Account.objects.filter(is_founder=True).first()
        self.stdout.write(founder.username if founder else "Nobody: name one, `founder NAME`.")
