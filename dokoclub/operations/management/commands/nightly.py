"""Run due daily jobs: `manage.py nightly`; the server calls it by itself."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from dokoclub.operations import scheduler


class Command(BaseCommand):
    help = (
        "Do what is due of the daily work: check_database, purge, clearsessions, backup, rehearse_restore, and "
        "send_backup. What was done in the last 24 hours is left alone. The log says how it went."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--lock", type=int, help="the number of an open file, by which the server hands its lock on"
        )

    def handle(self, lock: int | None, **options: Any) -> None:
        held = scheduler.take_lock() if lock is None else scheduler.adopt_lock(lock)
        if held is None:
            raise CommandError("Another process is at it.")
        try:
            with held:
                failed = scheduler.do_jobs(scheduler.list_due())
        except KeyboardInterrupt:  # the server was stopped at its terminal
            raise CommandError("Interrupted; what is left is done later.") from None
        if failed:
            raise CommandError(f"Not everything ended well: {', '.join(failed)}.")
