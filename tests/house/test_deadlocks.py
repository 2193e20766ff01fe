"""Ten people of one club at once, each on a random walk over its forms and sheets: PostgreSQL never deadlocks.

Longer: `DOKO_WALK_STEPS=3000 make test-postgres ARGS="-n0 -s -k test_nobody_deadlocks"`.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from threading import Thread
from typing import Any, Final
from urllib.parse import urljoin, urlsplit
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.urls import Resolver404, resolve

from dokoclub.accounts.models import Account
from dokoclub.evenings.domain.ledger_check import compare_sheet
from dokoclub.evenings.models import Sheet
from tests.cast import Cast, signed_in
from tests.evenings import sending
from tests.evenings.views import url
from tests.house.asking import cookies_of
from tests.house.forms import Form, Pairs, find_forms
from tests.house.test_foreign_ids import fill, find_all_forms
from tests.once import Once

STEPS: Final = int(os.environ.get("DOKO_WALK_STEPS", "60"))  # of each walker
WALKERS: Final = 10
# Forms that would end the walk for everybody; and uploads, which have no files here.
NOT_SENT: Final = (
    "account_",
    "accounts:",
    "clubs:delete_club",
    "clubs:edit_member",
    "clubs:erase_player",
    "clubs:found_club",
    "clubs:hand_over_club",
    "clubs:leave_club",
    "clubs:remove_member",
    "exports:",
    "ui:",
)

pytestmark = pytest.mark.django_db(transaction=True)


@dataclass
class Walker:
    """One person, and the forms to choose from. `seen` counts the answers by view and status."""

    cast: Cast
    account: Account
    forms: list[Form]
    dice: Random
    seen: Counter[tuple[str, int]] = field(default_factory=Counter)
    failed: list[str] = field(default_factory=list)

    def walk(self) -> None:
        client = signed_in(self.account)
        client.raise_request_exception = False
        try:
            for _ in range(STEPS):
                if self.dice.random() < 0.3:
                    self._save_game(client)
                else:
                    self._send_form(client)
        except Exception as raised:  # the test tells of it
            self.failed.append(repr(raised))
        finally:
            connection.close()

    def _send_form(self, client: Client) -> None:
        """Send one of the forms; sometimes open the page behind it, and send one of its forms as well."""
        form = self.dice.choice(self.forms)
        answer = self._note(client.post(form.action, self._fields(form)), form.action)
        if answer.status_code != 302 or self.dice.random() < 0.7:
            return
        address = urljoin(form.action, answer["Location"])
        page = self._note(client.get(address), address)
        if page.status_code == 200 and page.headers["Content-Type"].startswith("text/html"):
            found = [one for one in find_forms(page.content.decode(), address) if is_sent(one)]
            if found:
                form = self.dice.choice(found)
                self._note(client.post(form.action, self._fields(form)), form.action)

    def _fields(self, form: Form) -> dict[str, list[str]]:
        """Fill the form in by chance; a hidden key is a new one, so that the form is not taken for a copy."""
        pairs: Pairs = form.fill(press=self.dice.random() < 0.8)
        could = {one.name: one for one in form.fields if one.kind in ("select", "radio", "checkbox")}
        data: dict[str, list[str]] = {}
        for name, value in pairs:
            choices = could[name].could if name in could and self.dice.random() < 0.4 else []
            data.setdefault(name, []).append(self.dice.choice(choices) if choices else value)
        if "key" in data:
            data["key"] = [str(uuid4())]
        return data

    def _save_game(self, client: Client) -> None:
        """Send a phone's batch of one game to an open sheet of the club."""
        sheets = Sheet.objects.filter(evening__club=self.cast.club, closed_at=None, evening__deleted_at=None)
        if (sheet := sheets.order_by("?").first()) is not None:
            re_party = self.dice.sample(["Anna", "Ben", "Cleo", "Dora"], 2)
            game = sending.game(self.cast, *re_party, re_augen=self.dice.choice((90, 121, 155)))
            batch = sending.batch(sheet, game)
            self._note(sending.send(client, sheet, batch), url("send_ops", sheet))

    def _note(self, answer: Any, address: str) -> Any:
        try:
            view = resolve(urlsplit(address).path).view_name
        except Resolver404:
            view = address
        self.seen[view, answer.status_code] += 1
        if answer.status_code >= 500:
            self.failed.append(f"{view} answered {answer.status_code}")
        return answer


def is_sent(form: Form) -> bool:
    try:
        view = resolve(urlsplit(form.action).path).view_name
    except Resolver404:
        return False
    return not view.startswith(NOT_SENT)


def deadlocks() -> int:
    """Return how many deadlocks this database has counted so far."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")
        return int(cursor.fetchone()[0])


@pytest.mark.promise("deadlocks")
def test_nobody_deadlocks(kept_cast: Once[Cast], transactional_db: None) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one writer at a time")
    cast = kept_cast.anew()
    filled, _pen = fill(cast)
    forms = [form for form in find_all_forms(cookies_of(cast.anna), filled) if is_sent(form)]
    before = deadlocks()
    people = (cast.anna, cast.anna, cast.anna, cast.ben, cast.cleo)
    walkers = [Walker(cast, people[number % len(people)], forms, Random(number)) for number in range(WALKERS)]

    threads = [Thread(target=walker.walk, daemon=True) for walker in walkers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=120 + 10 * STEPS)

    seen = sum((walker.seen for walker in walkers), Counter[tuple[str, int]]())
    written = sum(number for (_view, status), number in seen.items() if status in (200, 302))
    for (view, status), number in sorted(seen.items()):
        print(f"{number:6} {status} {view}")
    print(f"{sum(seen.values())} requests, {deadlocks() - before} deadlocks")
    assert not any(thread.is_alive() for thread in threads)
    assert sorted({failure for walker in walkers for failure in walker.failed}) == []
    assert deadlocks() == before
    assert [problem for sheet in Sheet.objects.all() for problem in compare_sheet(sheet)] == []
    assert written > WALKERS
