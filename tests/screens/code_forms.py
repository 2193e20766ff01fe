"""Make and type codes in tests: those of a pen, a link to read, an invitation and a login link."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import time_machine
from django.test import Client
from django.utils import timezone

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Invitation, Membership
from dokoclub.clubs.services.invitations import invite_player
from dokoclub.evenings.models import Evening, Sheet
from dokoclub.evenings.services.evenings import create_scoring_link, make_secret_link
from dokoclub.screens.models import SIGNS
from tests.cast import Cast, signed_in
from tests.pages import seen

WRONG = "Dieser Code gilt nicht oder nicht mehr. Lass dir einen neuen geben."
TOO_MANY = "Zu viele falsche Codes. Versuch es später noch einmal."
HERE = "203.0.113.1"


@contextmanager
def later(**time: float) -> Iterator[None]:
    with time_machine.travel(timezone.now() + timedelta(**time)):
        yield


def phone(address: str = HERE) -> Client:
    return Client(REMOTE_ADDR=address)


def type_in(code: str, client: Client | None = None) -> tuple[int, str]:
    """The status, and where it leads or what it says."""
    answer = (client or phone()).post("/c/", {"code": code})
    return answer.status_code, answer.headers.get("Location") or seen(answer)


def tap(code: str, client: Client | None = None, key: str = "a-key") -> tuple[int, str]:
    """The same of the button on the page that says what the code gives."""
    answer = (client or phone()).post("/c/", {"code": code, "form_id": key})
    return answer.status_code, answer.headers.get("Location") or seen(answer)


def wrong(code: str, number: int) -> str:
    """A code that nobody made."""
    place = SIGNS.index(code[-1])
    return code[:-2] + SIGNS[(SIGNS.index(code[-2]) + 1 + number // 27) % 28] + SIGNS[(place + number) % 28]


def shown(page: str) -> str:
    """The code on the page of its maker; "" where there is none."""
    found = re.search(r"\b([2-9A-Y]{3})-([2-9A-Y]{3}) .*Öffnet bis", page)
    return "".join(found.groups()) if found else ""


def last_sheet(evening: Evening) -> Sheet:
    return Sheet.objects.select_related("evening__club").get(evening=evening, table="1")


def write_code(cast: Cast, evening: Evening, by: Account | None = None) -> str:
    """Ben shows the pen of table 1 and makes its code."""
    sheet, ben = last_sheet(evening), signed_in(by or cast.ben)
    create_scoring_link(sheet)
    return shown(seen(ben.post(f"/sheets/{sheet.pk}/pen/code/", follow=True)))


def read_code(cast: Cast, evening: Evening) -> str:
    link = make_secret_link(evening, by=cast.ben)
    url = f"/evenings/{evening.pk}/links/{link.pk}/code/"
    return shown(seen(signed_in(cast.ben).post(url, follow=True)))


def invitation_of(cast: Cast, token: str = "t" * 43, **more: Any) -> Invitation:
    asked: dict[str, Any] = {"player": None, "scorer": False, "treasurer": False, "single_use": False} | more
    until = timezone.now() + timedelta(days=14)
    return invite_player(cast.club, token=token, expires_at=until, by=cast.anna, **asked)


def join_code(cast: Cast, token: str = "t" * 43, most: int = 7) -> str:
    url = f"/clubs/{cast.club.pk}/invitations/link/{token}/code/"
    return shown(seen(signed_in(cast.anna).post(url, {"most": most}, follow=True)))


def sign_in_code(cast: Cast) -> str:
    member = Membership.objects.get(club=cast.club, account=cast.dora)
    return shown(seen(signed_in(cast.anna).post(f"/clubs/{cast.club.pk}/members/{member.pk}/login-link/")))
