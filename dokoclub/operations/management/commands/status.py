"""Show the state of the install: `manage.py status`; the exit code 0, 1 or 2 is for monitoring."""

import sys
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.core.management.base import BaseCommand
from django.template.defaultfilters import filesizeformat
from django.utils import timezone, translation

from dokoclub.operations.status import COUNTS, DISKS, JOBS, REFUSED, Status, read_status


class Command(BaseCommand):
    help = "What the founder's page says. Ends with 0 where all is well, 1 for warnings, 2 where somebody is needed."

    def handle(self, **options: Any) -> None:
        with translation.override("en"):
            status = read_status()
            for line in _lines(status):
                self.stdout.write(line.replace("\xa0", " "))
        sys.exit(status.level)


def _lines(status: Status) -> Iterator[str]:
    yield f"dokoclub {status.version}: {('well', 'warnings', 'NOT WELL')[status.level]}"
    yield from (f"! {warning}" for warning in _complaints(status))
    yield from (f"{COUNTS[name]}: {number}" for name, number in status.counts.items())
    made = (
        f"{_moment(status.copies.made_at)}, {filesizeformat(status.copies.bytes)}" if status.copies.made_at else "none"
    )
    yield f"Newest copy: {made}; {status.copies.number} in all"
    for job in status.jobs:
        since = f", tries since: {job.failures}" if job.failures else ""
        yield f"{JOBS[job.name]}: {_moment(job.ended)}{since}{', left out here' if job.left_out else ''}"
    for disk in status.disks:
        yield f"{DISKS[disk.name]}: {'cannot be read' if disk.free is None else filesizeformat(disk.free)} free"
    if status.database_bytes is not None:
        yield f"Database: {filesizeformat(status.database_bytes)}"
    yield from (f"Slow: /{page.route}: {page.times} times, {page.longest} ms at most" for page in status.slow)
    for reason, times in status.refused.items():
        yield f"Refused uploads: {times} {REFUSED.get(reason, reason)}"
    yield from (f"Changed: {change}" for change in status.changes[:3])


def _complaints(status: Status) -> Iterator[str]:
    if not status.health["database"]:
        yield "The database does not answer."
    elif not status.health["writable"]:
        yield "The database takes nothing."
    if status.health["unapplied_migrations"]:
        yield f"Migrations to be done: {status.health['unapplied_migrations']}."
    if status.health["unknown_migrations"]:
        yield f"Migrations of a newer version, which this one would spoil: {status.health['unknown_migrations']}."
    if status.copies.is_too_old:
        yield "The newest copy is older than BACKUP_EXPECTED_HOURS."
    yield from status.health["warnings"]


def _moment(when: datetime | None) -> str:
    return f"{timezone.localtime(when):%Y-%m-%d %H:%M}" if when else "never"
