"""`manage.py clearsessions` is Django's; here it notes that it was done."""

from typing import Any

from django.contrib.sessions.management.commands import clearsessions

from dokoclub.operations import logs


class Command(clearsessions.Command):
    def handle(self, **options: Any) -> None:
        super().handle(**options)
        logs.note_ended("clearsessions")
