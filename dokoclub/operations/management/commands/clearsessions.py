"""Django's `manage.py clearsessions`, which also notes its success."""

from typing import Any

from django.contrib.sessions.management.commands import clearsessions

from dokoclub.operations import logs


class Command(clearsessions.Command):
    def handle(self, **options: Any) -> None:
        super().handle(**options)
        logs.log_end("clearsessions")
