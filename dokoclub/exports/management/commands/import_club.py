"""Import a club from another install's file: `manage.py import_club FILE --owner NAME`."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from uuid import uuid4

from django.core.management.base import BaseCommand, CommandError

from dokoclub.accounts.models import Account
from dokoclub.exports.club_file.reading import InvalidClubFile
from dokoclub.exports.presenters import format_missing_rules
from dokoclub.exports.selectors.imports import count_sheets_without_rules
from dokoclub.exports.services.club_file import found_from_file


class Command(BaseCommand):
    help = "Found a club from its JSON file; nothing is written where anything is wrong with it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--owner", required=True, help="the sign-in name of the account that will own the club")

    def handle(self, file: Path, owner: str, **options: Any) -> None:
        account = Account.objects.real().filter(username=Account.normalize_username(owner)).first()
        if account is None:
            raise CommandError(f"Nobody signs in as {owner}.")
        try:
            content = file.open("rb")
        except OSError as wrong:
            raise CommandError(f"{file} cannot be read: {wrong.strerror}.") from None
        with content:
            try:
                club = found_from_file(content, key=uuid4(), by=account)
            except InvalidClubFile as refusal:
                raise CommandError("\n".join(map(str, refusal.problems))) from None
        self.stdout.write(f"{club.name} is here; {account} owns it.")
        if number := count_sheets_without_rules(club):
            self.stdout.write(format_missing_rules(number))
