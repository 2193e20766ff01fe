"""`manage.py serve` brings the install up to date and becomes its server: what both need is read once."""

import sys
from importlib import import_module
from multiprocessing import get_context
from typing import Any

from django.conf import settings
from django.core.management import execute_from_command_line
from django.core.management.base import BaseCommand

from dokoclub import server


class Command(BaseCommand):
    help = "Bring the install up to date (`prepare`) and serve it."
    requires_system_checks = []  # `prepare` says what is wrong with an install; `make check` what is with the code

    def handle(self, **options: Any) -> None:
        server.refuse_taken_port(settings.HOST, settings.PORT)
        preparing = get_context("fork").Process(target=prepare_apart)
        preparing.start()
        import_module(settings.ROOT_URLCONF)  # all views and forms, on another core meanwhile
        preparing.join()
        if preparing.exitcode:
            sys.exit(1)
        server.serve_site()


def prepare_apart() -> None:
    """In a process of its own: no connection, thread or lock of it may reach those that serve."""
    execute_from_command_line([sys.argv[0], "prepare"])
