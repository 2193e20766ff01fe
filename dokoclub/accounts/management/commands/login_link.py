"""Print a link that signs an account in once, within the hour: `manage.py login_link NAME`."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse

from dokoclub.accounts.models import Account
from dokoclub.accounts.services.sign_ins import NotAllowed, create_login_link


class Command(BaseCommand):
    help = "Print a link that lets somebody who is locked out sign in once, within the hour."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="the sign-in name")

    def handle(self, *, name: str, **options: Any) -> None:
        try:
            account = Account.objects.get(username=Account.normalize_username(name))
            token = create_login_link(account)
        except Account.DoesNotExist:
            raise CommandError(f"Nobody signs in as {name}. There are: {_names()}.") from None
        except NotAllowed as refused:
            raise CommandError(str(refused)) from None
        self.stdout.write(settings.PUBLIC_URL + reverse("accounts:use_login_link", args=[token]))


def _names() -> str:
    return ", ".join(Account.objects.real().order_by("username").values_list("username", flat=True)) or "no accounts"
