"""`manage.py serve` brings the install up to date and becomes its server: what both need is read once.

`gunicorn -c python:dokoclub.server dokoclub.wsgi` serves alike, without bringing anything up to date.
"""

import sys
from importlib import import_module
from multiprocessing import get_context
from typing import Any

from django.conf import settings
from django.core.management import execute_from_command_line
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Bring the install up to date (`prepare`) and serve it."
    requires_system_checks = []  # `prepare` says what is wrong with an install; `make check` what is with the code

    def handle(self, **options: Any) -> None:
        preparing = get_context("fork").Process(target=prepare_apart)
        preparing.start()
        import_module(settings.ROOT_URLCONF)  # all views and forms, on another core meanwhile
        preparing.join()
        if preparing.exitcode:
            sys.exit(1)
        serve_here()


def prepare_apart() -> None:
    """In a process of its own: no connection, thread or lock of it may reach those that serve."""
    execute_from_command_line([sys.argv[0], "prepare"])


def serve_here() -> None:
    """Never returns."""
    from gunicorn.app.base import BaseApplication

    from dokoclub import server

    class Site(BaseApplication):  # type: ignore[misc]  # gunicorn has no types
        app_uri = "dokoclub.wsgi"

        def load_config(self) -> None:
            for name in self.cfg.settings.keys() & vars(server).keys():
                self.cfg.set(name, getattr(server, name))
            self.cfg.set("on_starting", lambda _: None)  # what it would ask, `prepare` has asked

        def load(self) -> Any:
            from dokoclub.wsgi import application

            return application

    Site().run()
