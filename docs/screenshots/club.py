"""The club of the pictures: seeded, signed in, served. Import it after Django is set up."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

from django.conf import settings
from django.core.management import call_command
from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler
from django.core.wsgi import get_wsgi_application
from django.test import Client
from django.urls import reverse

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Membership, Player
from dokoclub.demo.club import demo_club
from dokoclub.evenings.models import Evening

EVENINGS: Final = "9"
SEED: Final = "3"  # tonight is Bock, and a game with many lines was just played


class Addresses(NamedTuple):
    sheet: str  # of the evening that is being played
    result: str  # of the last closed one
    settlement: str
    table: str


def seeded() -> Club:
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    call_command("seed_demo", "--evenings", EVENINGS, "--seed", SEED, verbosity=0)
    return demo_club()


def cookie_of_anna(club: Club) -> tuple[str, str]:
    """Return name and value of the session cookie of Anna, with a new account that owns the club.
    The demo's visitor may only read.
    """
    anna = Account.objects.create_user(username="anna", display_name="Anna")
    Membership.objects.create(club=club, account=anna, owner=True)
    Player.objects.filter(club=club, name="Anna").update(account=anna)
    phone = Client()
    phone.force_login(anna, backend=settings.AUTHENTICATION_BACKENDS[0])
    return settings.SESSION_COOKIE_NAME, phone.cookies[settings.SESSION_COOKIE_NAME].value


def addresses(club: Club) -> Addresses:
    tonight = Evening.objects.get(club=club, closed_at=None)
    last = Evening.objects.filter(club=club).exclude(closed_at=None).order_by("-date")[0]
    return Addresses(
        sheet=reverse("evenings:show_sheet", args=[tonight.sheets.get().pk]),
        result=reverse("evenings:show_evening", args=[last.pk]),
        settlement=reverse("settlement:show_evening", args=[last.pk]),
        table=reverse("standings:show_league", args=[club.pk]),
    )


class Quiet(WSGIRequestHandler):
    def log_message(self, *words: object) -> None:
        """Log nothing."""


@contextmanager
def served() -> Iterator[str]:
    """Serve the club at a free port of this machine, and yield its address."""
    server = ThreadedWSGIServer(("127.0.0.1", 0), Quiet)
    server.set_app(get_wsgi_application())  # not before the static files are there
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://localhost:{server.server_port}"
    server.shutdown()
    server.server_close()
