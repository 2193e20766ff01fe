"""Print a systemd service: `manage.py unit`."""

from typing import Any

from django.core.management.base import BaseCommand

from dokoclub.operations.systemd import write_unit


class Command(BaseCommand):
    help = "Print a systemd unit for this install, with limits: manage.py unit > /etc/systemd/system/dokoclub.service"

    def handle(self, **options: Any) -> None:
        self.stdout.write(write_unit(), ending="")
