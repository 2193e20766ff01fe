"""Write the archive of a club: `manage.py archive CLUB --to club.zip`; CLUB is the number in its address."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import translation

from dokoclub.clubs.models import Club
from dokoclub.exports.exporters.archive_files import build_archive, write_archive
from dokoclub.exports.models import CHOICES, ArchiveState, Chosen
from dokoclub.exports.services.archives import fail_archive, finish_archive


class Command(BaseCommand):
    help = "Write the archive of a club: pages that open from a USB stick without a server, and its data."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("club", type=int, help="the number of the club, as in its address")
        target = parser.add_mutually_exclusive_group(required=True)
        target.add_argument("--to", type=Path, help="the ZIP file to write")
        target.add_argument(
            "--record", type=int, default=0, help="an archive that an owner has ordered; the server says its number"
        )
        parser.add_argument(
            "--language", choices=[key for key, _ in settings.LANGUAGES], default=settings.LANGUAGE_CODE
        )
        parser.add_argument("--whole", action="store_true", help="the document also has struck rows, ids and moments")
        for key in CHOICES:
            parser.add_argument(f"--{key}", action="store_true", help=f"include {key}")

    def handle(self, club: int, to: Path | None, record: int, language: str, **options: Any) -> None:
        found = Club.objects.filter(pk=club, deleted_at=None).first()
        if found is None:
            raise CommandError(f"There is no club {club}.")
        with translation.override(language):
            if to is None:
                make_ordered(found, record)
                return
            write_to(to, found, Chosen(**{key: options[key] for key in (*CHOICES, "whole")}))
        self.stdout.write(f"{found.name} is in {to}.")


def make_ordered(club: Club, record: int) -> None:
    """Make an archive that an owner ordered, and store it until the download."""
    archive = club.archives.filter(pk=record, state=ArchiveState.MAKING).first()
    if archive is None:
        raise CommandError(f"There is no archive {record} to be made.")
    try:
        finish_archive(archive, build_archive(club, Chosen(**dict.fromkeys(archive.contents, True))))
    except BaseException:
        fail_archive(archive)
        raise


def write_to(to: Path, club: Club, chosen: Chosen) -> None:
    unfinished = to.with_name(f"{to.name}.part")
    try:
        with unfinished.open("w+b") as file:
            write_archive(club, chosen, file)
        unfinished.replace(to)
    except OSError as wrong:
        raise CommandError(f"{to} cannot be written: {wrong.strerror}.") from None
    finally:
        unfinished.unlink(missing_ok=True)
