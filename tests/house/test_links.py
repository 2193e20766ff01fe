"""No page shows a link or a form that leads nowhere: what a role may not open is not offered to it.

Everybody reads all pages that they may read, of a club that has one of everything, and follows the links there. A form
that the table of access (access_table.py) does not allow is sent: what it writes is taken back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any, Final, NamedTuple
from urllib.parse import urljoin, urlsplit

import pytest
from django.db import transaction
from django.test import Client
from django.test.utils import override_settings
from django.urls import Resolver404, resolve
from pytest_django import DjangoDbBlocker

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Membership
from tests.cast import account, make_cast, make_player
from tests.house.access_rule import May
from tests.house.access_table import ACCESS_RULES
from tests.house.asking import GAPS, HANDLERS, ask, cookies_of, url_of
from tests.house.forms import Form, find_forms
from tests.house.test_foreign_ids import fill
from tests.once import taken_back
from tests.settlement import purse

RIGHTS: Final = {
    "ben": {May.ANYBODY, May.ACCOUNT, May.READ, May.SCORE},
    "cleo": {May.ANYBODY, May.ACCOUNT, May.READ, May.MONEY},
    "dora": {May.ANYBODY, May.ACCOUNT, May.READ},
    "left": {May.ANYBODY, May.ACCOUNT},
    "nobody": {May.ANYBODY},
}  # an owner may do everything there, and test_foreign_ids.py sends all forms of hers
DEAD: Final = (403, 404, 405)
OF_A_VIEW: Final = 1  # links that are tapped beside those to pages that were read

pytestmark = pytest.mark.django_db


class Site(NamedTuple):
    cookies: dict[str, str]  # by role
    addresses: list[str]


@pytest.fixture(scope="module")
def site(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("links")
    with taken_back(django_db_blocker), override_settings(DATA_DIR=folder, REGISTRATION="open"):
        cast = make_cast()
        people: dict[str, Account] = {name.lower(): person for name, person in cast.accounts.items()}
        people["left"] = account("Left")
        make_player(cast.club, "Left", people["left"])
        purse.evening(cast)
        filled, pen = fill(cast)
        Membership.objects.filter(account=people["left"]).delete()
        cookies = {role: cookies_of(person) for role, person in people.items()} | {"nobody": ""}
        yield Site(cookies, [*dict.fromkeys(addresses_of(filled, pen))])


def addresses_of(filled: list[dict[str, Any]], pen: str) -> Iterator[str]:
    """All pages: those of an open evening, of a settled one, and of the links to them."""
    for name, rule in ACCESS_RULES.items():
        if name.startswith("style:"):
            continue  # the gallery shows pages of clubs that do not exist
        if not rule.methods or "GET" in rule.methods:
            varied = filled[1:3] if {"evening_id", "sheet_id"} & {*GAPS[name]} else filled[1:2]
            yield from (url_of(name, {**one, "pen": pen}) for one in varied)


class Links(HTMLParser):
    """The addresses to which a page leads, as somebody sees and taps them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        if tag == "a" and "href" in has:
            self.found.append(has["href"])
        if tag == "form" and has.get("method", "get").lower() == "get" and has.get("action"):
            self.found.append(has["action"])
        if has.get("hx-get"):
            self.found.append(has["hx-get"])


def view_of(address: str) -> str:
    try:
        return resolve(urlsplit(address).path).view_name
    except Resolver404:
        return f"no view: {address}"


class Visitor:
    """Somebody who reads all pages, taps all links and sends all forms; notes what leads nowhere."""

    def __init__(self, cookies: str, rights: set[May], addresses: list[str]) -> None:
        self.cookies = cookies
        self.rights = rights
        self.addresses = addresses
        self.statuses: dict[str, int] = {}
        self.tapped: Counter[str] = Counter()
        self.sent: set[str] = set()
        self.dead: list[str] = []

    def read_all(self) -> None:
        for address in self.addresses:
            answer = ask(self.cookies, "GET", address)
            self.statuses[address] = answer.status_code
            if answer.status_code == 200 and answer.headers["Content-Type"].startswith("text/html"):
                page: str = answer.content.decode()  # type: ignore[attr-defined]
                for target in links_on(page, address):
                    self.tap(address, target)
                for form in find_forms(page, address):
                    self.send(address, form)

    def tap(self, address: str, target: str) -> None:
        if target not in self.statuses:
            view = view_of(target)
            if self.tapped[view] >= OF_A_VIEW:
                return
            self.tapped[view] += 1
            self.statuses[target] = ask(self.cookies, "GET", target).status_code
        self.note(self.statuses[target], f"{address} -> {target}")

    def send(self, address: str, form: Form) -> None:
        """Send what the table of access does not allow: its line may say more than its row."""
        view = view_of(form.action)
        rule = ACCESS_RULES.get(view)
        if view not in self.sent and rule is not None and rule.may not in self.rights:
            self.sent.add(view)
            self.note(send(self.cookies, form.action, form.fill()), f"{address} sends to {form.action}")

    def note(self, status: int, what: str) -> None:
        if status in DEAD:
            self.dead.append(f"{status}: {what}")


def links_on(page: str, address: str) -> Iterator[str]:
    for link in Links(page).found:
        parts = urlsplit(urljoin(f"http://testserver{address}", link))
        if parts.netloc == "testserver" and not link.startswith("#") and not parts.path.startswith("/static/"):
            yield parts.path + (f"?{parts.query}" if parts.query else "")


@pytest.mark.walk
@pytest.mark.parametrize("role", RIGHTS)
def test_no_link_and_no_form_leads_nowhere(role: str, site: Site) -> None:
    visitor = Visitor(site.cookies[role], RIGHTS[role], site.addresses)
    visitor.read_all()
    print(f"{role}: {len(visitor.statuses)} addresses")
    assert "\n".join(dict.fromkeys(visitor.dead)) == ""
    assert len(visitor.statuses) > len(ACCESS_RULES) / 2


def send(cookies: str, action: str, pairs: list[tuple[str, str]]) -> int:
    client = Client(raise_request_exception=False, headers={"Cookie": cookies} if cookies else None)
    client.handler = HANDLERS[False]
    data: dict[str, list[str]] = {}
    for name, value in pairs:
        data.setdefault(name, []).append(value)
    with transaction.atomic():
        status = client.post(action, data).status_code
        transaction.set_rollback(True)
    return status
