"""Cached pages are never wrong: after any write by anybody, every page equals a freshly rendered one.

Two processes take turns: each has cached its last pages, and hears of a change only from the database. DOKO_WALKS:
how many walks.
"""

from __future__ import annotations

import os
import random
import re
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar
from uuid import uuid4

import pytest
from django.core.cache import caches
from django.core.exceptions import ValidationError
from django.db.models import Model, QuerySet
from django.test import Client
from django.urls import reverse

from dokoclub.accounts.services.registration import change_profile
from dokoclub.clubs.models import Club, Membership, Player
from dokoclub.clubs.services.clubs import rename_club
from dokoclub.evenings.domain import sheet_state
from dokoclub.evenings.models import Evening, PlayerMerge, Sheet
from dokoclub.evenings.services import errors
from dokoclub.evenings.services import evenings as evenings_services
from dokoclub.evenings.services import people as people_services
from dokoclub.evenings.services.evenings import change_style
from dokoclub.settlement.models import Payment, Transfer
from dokoclub.settlement.selectors import live
from dokoclub.settlement.services.freezing import unfreeze_evening
from dokoclub.settlement.services.kitty import forget_bank_account, save_bank_account
from dokoclub.settlement.services.locks import Changed, Frozen, StillOpen
from dokoclub.settlement.services.payments import pay_transfer, take_back_payments
from dokoclub.settlement.services.rules import change_club_money, change_evening_money, excuse_player
from scoring.money.methods import MoneyRules
from tests.cast import Cast
from tests.evenings import papers
from tests.evenings.pages import phone
from tests.evenings.rows import amend_entry, restore_entry, strike_entry
from tests.once import Once

pytestmark = pytest.mark.django_db(transaction=True)

READERS = ("Anna", "Cleo", "Dora")
WALKS = int(os.environ.get("DOKO_WALKS", "2"))
STEPS = 30
REFUSED = (errors.Closed, errors.Impossible, errors.Conflict, StillOpen, Changed, Frozen, ValidationError)
Row = TypeVar("Row", bound=Model)
# Renewed for each page, and no part of its content.
MASKED = re.compile(
    r'name="csrfmiddlewaretoken" value="[^"]*"|name="key" value="[^"]*"|value="[0-9a-f-]{36}"|\?seal=[^"]*'
)


@pytest.fixture
def cast(kept_cast: Once[Cast], transactional_db: None) -> Cast:
    return kept_cast.anew()


class Walk:
    """Random steps of people in one club."""

    def __init__(self, cast: Cast, seed: int) -> None:
        self.cast, self.dice = cast, random.Random(seed)

    def one_of(self, rows: QuerySet[Row]) -> Row | None:
        found = list(rows.order_by("pk"))
        return self.dice.choice(found) if found else None

    def sheet(self) -> Sheet | None:
        return self.one_of(Sheet.objects.filter(closed_at=None, evening__closed_at=None, evening__deleted_at=None))

    def evening(self) -> Evening | None:
        return self.one_of(Evening.objects.filter(deleted_at=None))

    def step(self) -> str:
        action = self.dice.choices(STEPS_BY_WEIGHT, WEIGHTS)[0]
        try:
            action(self)
        except REFUSED as refused:
            return f"{action.__name__}: {type(refused).__name__}"
        return action.__name__

    def open_evening(self) -> None:
        if Evening.objects.count() < 4:
            papers.evening(self.cast, stake=self.dice.choice([0, 5]))

    def write(self) -> None:
        if sheet := self.sheet():
            facts = papers.anna_ben(self.cast, self.dice.randint(60, 200))
            kinds = [facts, papers.solo(self.cast, "Ben", 130), {"kind": "redeal"}]
            sheet = Sheet.objects.select_related("evening__club__version").get(pk=sheet.pk)
            papers.write(self.cast, sheet, self.dice.choices(kinds, [8, 1, 1])[0])

    def amend(self) -> None:
        sheet = self.sheet()
        if sheet and (entry := self.one_of(sheet.entries.filter(kind="normal"))):
            facts = papers.anna_ben(self.cast, self.dice.randint(60, 200))
            amend_entry(entry, facts, by=self.cast.ben)

    def strike(self) -> None:
        sheet = self.sheet()
        if sheet and (entry := self.one_of(sheet.entries.all())):
            change = restore_entry if entry.is_struck else strike_entry
            change(entry, by=self.cast.ben)

    def close(self) -> None:
        if evening := self.evening():
            change = evenings_services.close_evening if evening.is_open else evenings_services.reopen_evening
            change(evening, by=self.cast.anna)

    def delete(self) -> None:
        if gone := Evening.objects.exclude(deleted_at=None).first():
            evenings_services.take_back_evening(gone, by=self.cast.anna)
        elif evening := self.evening():
            evenings_services.delete_evening(evening, typed=evening.date, by=self.cast.anna)

    def pay(self) -> None:
        if payment := Payment.objects.filter(taken_back_at=None).first():
            take_back_payments([payment], by=self.cast.cleo)
        elif transfer := self.one_of(Transfer.objects.all()):
            pay_transfer(transfer, by=self.cast.cleo)

    def let_go(self) -> None:
        if evening := self.one_of(Evening.objects.exclude(closed_at=None).exclude(money=None)):
            unfreeze_evening(evening, by=self.cast.cleo)

    def excuse(self) -> None:
        if evening := self.evening():
            excuse_player(
                evening, self.dice.choice(self.cast.four), excused=self.dice.random() < 0.5, by=self.cast.cleo
            )

    def settle_otherwise(self) -> None:
        rules = MoneyRules(
            method=self.dice.choice(["players", "gap_to_winner"]), stake=5, absent=self.dice.choice([0, 200])
        )
        if self.dice.random() < 0.5:
            change_club_money(self.cast.club, rules, by=self.cast.anna)
        elif evening := self.evening():
            change_evening_money(evening, rules, stake=self.dice.choice([5, 10]), by=self.cast.anna)

    def rename_player(self) -> None:
        player = self.dice.choice(self.cast.four)
        Player.objects.filter(pk=player.pk).update(name=f"{player.name[0]}{self.dice.randint(0, 999)}", short_name="")

    def rename_club(self) -> None:
        rename_club(Club.objects.get(pk=self.cast.club.pk), name=f"L{uuid4()}", by=self.cast.anna)

    def rename_account(self) -> None:
        change_profile(self.cast.ben, display_name=f"Ben {self.dice.randint(0, 999)}", email="")

    def restyle(self) -> None:
        large, ranked = self.dice.choice(["total", "game"]), self.dice.choice(["scores", "balance"])
        change_style(self.cast.club, ranked_by=ranked, large=large, full_names=self.dice.random() < 0.5)

    def give_rights(self) -> None:
        rights = {"scorer": self.dice.random() < 0.5, "treasurer": self.dice.random() < 0.5}
        Membership.objects.filter(account=self.cast.dora).update(**rights)

    def keep_bank(self) -> None:
        if self.dice.random() < 0.5:
            save_bank_account(self.cast.anna, holder="Anna", iban="DE89370400440532013000")
        else:
            forget_bank_account(self.cast.anna)

    def merge(self) -> None:
        if merge := PlayerMerge.objects.active().first():
            people_services.take_back_merge(merge, by=self.cast.anna)
        else:
            people_services.merge_players(
                self.cast.players["Anna"], self.cast.guest(f"E{uuid4().hex[:6]}"), by=self.cast.anna
            )


WEIGHED: dict[Callable[[Walk], None], int] = {
    Walk.open_evening: 3,
    Walk.write: 14,
    Walk.amend: 5,
    Walk.strike: 4,
    Walk.close: 3,
    Walk.delete: 1,
    Walk.pay: 3,
    Walk.let_go: 1,
    Walk.excuse: 2,
    Walk.settle_otherwise: 2,
    Walk.rename_player: 2,
    Walk.rename_club: 1,
    Walk.rename_account: 1,
    Walk.restyle: 2,
    Walk.give_rights: 2,
    Walk.keep_bank: 2,
    Walk.merge: 1,
}
STEPS_BY_WEIGHT, WEIGHTS = list(WEIGHED), list(WEIGHED.values())


class Processes:
    """The caches of two processes, each separate."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.monkeypatch: pytest.MonkeyPatch = monkeypatch
        self.folds: dict[str, OrderedDict[int, Any]] = {}
        self.lines: dict[str, dict[int, Any]] = {}

    @contextmanager
    def run(self, name: str) -> Iterator[None]:
        with self.monkeypatch.context() as patch:
            patch.setattr(sheet_state, "_CACHE", self.folds.setdefault(name, OrderedDict()))
            patch.setattr(live, "_REMEMBERED", self.lines.setdefault(name, {}))
            patch.setattr(caches["kept"], "key_prefix", name)
            yield


def addresses(cast: Cast) -> list[str]:
    club = cast.club.pk
    money = [reverse("settlement:show_overview", args=[club])]
    people = [reverse("settlement:show_person", args=[club, player.pk]) for player in cast.four[:2]]
    evenings = Evening.objects.filter(deleted_at=None).order_by("pk")
    of_evenings = [
        reverse(view, args=[evening.pk])
        for evening in evenings
        for view in ("evenings:show_evening", "settlement:show_evening")
    ]
    sheets = Sheet.objects.filter(evening__in=evenings).order_by("pk")
    of_sheets = [reverse("evenings:show_sheet", kwargs={"sheet_id": sheet.pk}) for sheet in sheets]
    return [reverse("clubs:show_club", args=[club]), *money, *people, *of_evenings, *of_sheets]


def shown(client: Client, address: str) -> str:
    return MASKED.sub("", client.get(address).content.decode())


@pytest.mark.parametrize("seed", range(1, WALKS + 1))
def test_every_page_is_as_if_nothing_were_kept(cast: Cast, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    processes, walk = Processes(monkeypatch), Walk(cast, seed)
    phones = {name: phone(cast, name) for name in READERS}
    papers.evening(cast, stake=5)
    done = []
    for number in range(STEPS):
        with processes.run(walk.dice.choice("ab")):
            done.append(walk.step())
        reader, process = walk.dice.choice(READERS), walk.dice.choice("ab")
        for address in walk.dice.sample(pages := addresses(cast), min(3, len(pages))):
            with processes.run(process):
                kept = shown(phones[reader], address)
            with processes.run(f"new-{number}-{address}"):
                fresh = shown(phones[reader], address)
            assert kept == fresh, (done, reader, address)
