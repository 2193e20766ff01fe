"""Prepare the install and become its server: `manage.py serve`; code used by both is loaded only once."""

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
    requires_system_checks = []  # `prepare` checks the install; `make check` checks the code

    def handle(self, **options: Any) -> None:
        server.refuse_taken_port(settings.HOST, settings.PORT)
        preparing = get_context("fork").Process(target=prepare_apart)
        preparing.start()
        import_module(settings.ROOT_URLCONF)  # loads all views and forms, on another core meanwhile
        preparing.join()
        if preparing.exitcode:
            sys.exit(1)
        server.serve_site()


def prepare_apart() -> None:
    """Run `prepare` in its own process: its connections, threads and locks must not reach the servers."""
    execute_from_command_line([sys.argv[0], "prepare"])
