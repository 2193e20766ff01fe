"""The cached amounts of unsettled evenings in a process are never older than the database."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from dokoclub.clubs.models import Club, Player
from dokoclub.clubs.selectors import everybody_in
from dokoclub.evenings.models import Evening
from dokoclub.evenings.services import evenings as evenings_evenings
from dokoclub.evenings.services import people
from dokoclub.settlement.selectors import live
from dokoclub.settlement.selectors.open_transfers import OpenLine
from dokoclub.settlement.services import rules
from scoring.money.methods import MoneyRules
from tests.cast import Cast
from tests.settlement import purse

pytestmark = pytest.mark.django_db(transaction=True)

Change = Callable[[Cast, Evening], object]


def ask(cast: Cast) -> list[OpenLine]:
    return list(live.live_lines(Club.objects.select_related("version").get(pk=cast.club.pk)))


def merge(cast: Cast, _evening: Evening) -> object:
    return people.merge_players(cast.guest("Frida"), cast.players["Emil"], by=cast.anna)


def move(cast: Cast, evening: Evening) -> object:
    return evenings_evenings.change_evening(
        evening, day=date(2025, 4, 1), place="", club_evening=True, stake=10, by=cast.anna
    )


CHANGES: dict[str, Change] = {
    "another game": lambda cast, evening: purse.correct(cast, evening, {"Anna": -9, "Ben": 3, "Cleo": 3, "Dora": 3}),
    "another stake and day": move,
    "other rules of the club": lambda cast, _evening: purse.rules(cast, method="gap_to_winner", stake=5),
    "other rules of the evening": lambda cast, evening: rules.change_evening_money(
        evening, MoneyRules(method="gap_to_winner"), stake=7, by=cast.cleo
    ),
    "somebody is excused": lambda cast, evening: rules.excuse_player(
        evening, cast.players["Emil"], excused=True, by=cast.cleo
    ),
    "two are merged": merge,
    "frozen": purse.freeze,
    "opened again": lambda cast, evening: evenings_evenings.reopen_evening(evening, by=cast.anna),
    "deleted": purse.delete,
}


@pytest.mark.parametrize("name", CHANGES)
def test_what_has_changed_is_worked_out_anew(cast: Cast, name: str) -> None:
    Player.objects.filter(pk=cast.guest("Emil").pk).update(guest=False)
    purse.rules(cast, method="players", stake=5, absent=200)
    first, _second = purse.evening(cast, day=date(2025, 3, 12)), purse.evening(cast, day=date(2025, 3, 19))
    before = ask(cast)
    CHANGES[name](cast, first)
    after = ask(cast)
    live._REMEMBERED.clear()
    assert after == ask(cast)
    assert after != before


def test_only_what_has_changed_is(cast: Cast) -> None:
    for day in range(1, 4):
        purse.evening(cast, day=date(2025, 3, day))
    with CaptureQueriesContext(connection) as at_first:
        before = ask(cast)
    with CaptureQueriesContext(connection) as again:
        assert ask(cast) == before
    assert len(again) == 2
    assert len(at_first) == 7


def test_nothing_is_remembered_of_what_may_be_taken_back(cast: Cast) -> None:
    purse.evening(cast, day=date(2025, 3, 12))
    before = ask(cast)
    with transaction.atomic():
        purse.rules(cast, method="gap_to_winner", stake=5)
        assert ask(cast) != before
        transaction.set_rollback(True)
    assert ask(cast) == before


def test_players_read_before_a_change_are_not_remembered_after_it(cast: Cast) -> None:
    """Two are merged while a page is made: the next page names the one who is left."""
    Player.objects.filter(pk=cast.guest("Emil").pk).update(guest=False)
    purse.rules(cast, method="players", stake=5, absent=200)
    evening = purse.evening(cast, day=date(2025, 3, 12))
    page = Club.objects.select_related("version").get(pk=cast.club.pk)
    page.read = {}
    everybody_in(page)
    merge(cast, evening)
    list(live.live_lines(page))
    after = ask(cast)
    live._REMEMBERED.clear()
    assert after == ask(cast)
