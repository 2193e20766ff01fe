"""Write the archive of a club: `manage.py archive CLUB --to club.zip`; CLUB is the number in its address."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import translation

from dokoclub.clubs.models import Club
from dokoclub.exports.exporters.archive_files import write_archive
from dokoclub.exports.models import CHOICES, Chosen


class Command(BaseCommand):
    help = "Write the archive of a club: pages that open from a USB stick without a server, and its data."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("club", type=int, help="the number of the club, as in its address")
        parser.add_argument("--to", type=Path, required=True, help="the ZIP file to write")
        parser.add_argument(
            "--language", choices=[key for key, _ in settings.LANGUAGES], default=settings.LANGUAGE_CODE
        )
        parser.add_argument("--whole", action="store_true", help="the document also has struck rows, ids and moments")
        for key in CHOICES:
            parser.add_argument(f"--{key}", action="store_true", help=f"include {key}")

    def handle(self, club: int, to: Path, language: str, **options: Any) -> None:
        found = Club.objects.filter(pk=club, deleted_at=None).first()
        if found is None:
            raise CommandError(f"There is no club {club}.")
        chosen = Chosen(**{key: options[key] for key in (*CHOICES, "whole")})
        unfinished = to.with_name(f"{to.name}.part")
        try:
            with translation.override(language), unfinished.open("w+b") as file:
                write_archive(found, chosen, file)
            unfinished.replace(to)
        except OSError as wrong:
            raise CommandError(f"{to} cannot be written: {wrong.strerror}.") from None
        finally:
            unfinished.unlink(missing_ok=True)
        self.stdout.write(f"{found.name} is in {to}.")
