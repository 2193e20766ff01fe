"""Checks over all stored money: `check_ledger`, the data about a person, the demo club, the usual stake."""

from __future__ import annotations

from decimal import Decimal
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db.models import Sum

from dokoclub.clubs.models import Club
from dokoclub.clubs.services.members import erase_player
from dokoclub.evenings.models import Evening, Result
from dokoclub.evenings.selectors.starting import suggest_start
from dokoclub.settlement.models import EveningMoney, Payment, SettledList, Transfer
from dokoclub.settlement.selectors.live import settle_live
from dokoclub.settlement.selectors.personal_data import stored_about, stored_about_player
from tests.cast import Cast
from tests.evenings.papers import check_ledger as check
from tests.settlement import purse
from tests.settlement.purse import correct, freeze, frozen, pay


@pytest.fixture
def corrected(cast: Cast, evening: Evening) -> Evening:
    """Return a frozen evening, a payment, a change, and another evening that is deleted."""
    freeze(cast, evening)
    pay(cast, "Dora pays Anna 0.15", evening)
    correct(cast, evening, {"Anna": -2, "Ben": 2, "Cleo": 2, "Dora": -2})
    other = purse.evening(cast)
    freeze(cast, other)
    pay(cast, "Cleo pays Ben 0.05", other)
    purse.delete(cast, other)
    return evening


def test_what_stands_is_what_is_right(corrected: Evening) -> None:
    assert check().startswith("All is right: 2 sheets")


def test_a_missing_cent_is_found(corrected: Evening) -> None:
    row = Transfer.objects.filter(list__money__evening=corrected, list__correction=1)[0]
    Transfer.objects.filter(pk=row.pk).update(cents=row.cents + 1)
    with pytest.raises(CommandError, match=r"The points of .* lacks -?1 cents"):
        check()


def test_points_that_are_put_right_again_owe_nothing_more(corrected: Evening) -> None:
    before = list(Transfer.objects.order_by("pk").values())
    Result.objects.filter(player__name="Anna").update(scores=99, balance=99)
    out = StringIO()
    call_command("repost", stdout=out)

    assert out.getvalue() == "2 of 2 sheets were posted again.\n"
    assert list(Transfer.objects.order_by("pk").values()) == before
    assert check().startswith("All is right: 2 sheets")


@pytest.mark.parametrize("cents", [14, 16])
def test_a_payment_of_something_else_is_found(corrected: Evening, cents: int) -> None:
    Payment.objects.filter(receiver__name="Anna").update(cents=cents)
    with pytest.raises(CommandError, match=f"is one of {cents} cents for transfers of 15"):
        check()


def test_a_payment_that_was_taken_back_settles_nothing(corrected: Evening) -> None:
    Payment.objects.filter(receiver__name="Anna").update(taken_back_at=corrected.opened_at)
    with pytest.raises(CommandError, match="was taken back, and yet it settles 1 transfers"):
        check()


def test_a_player_is_told_what_he_owed(cast: Cast, corrected: Evening) -> None:
    key, rows = stored_about_player(cast.players["Dora"])
    assert key == "payments"
    assert [(row["from"], row["to"], row["cents"], row["paid_at"] is not None) for row in rows] == [
        ("Dora", "Anna", 15, True),
        ("Dora", "Cleo", 10, False),
    ]


def test_an_account_is_told_what_it_booked(cast: Cast, corrected: Evening) -> None:
    key, found = stored_about(cast.cleo)
    assert key == "payments"
    counts: dict[str, Any] = {name: len(rows) for name, rows in found.items()}
    assert counts == {"transfers": 4, "marked_as_paid": 2, "taken_back": 0, "evenings_settled": 2, "clearings": 0}


def test_a_new_evening_begins_with_the_stake_of_the_club(cast: Cast, evening: Evening) -> None:
    def stake() -> Decimal | int:
        return suggest_start(Club.objects.get(pk=cast.club.pk)).stake

    assert stake() == 5
    purse.rules(cast, stake=20)
    assert stake() == 20
    purse.rules(cast, method="none")
    assert stake() == 0


def test_the_demo_club_has_paid_most_of_it(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its oldest evenings, possibly thousands, were played for honour."""
    monkeypatch.setattr("dokoclub.demo.evenings.FOR_MONEY", 7)
    call_command("seed_demo", evenings=9, seed=1, verbosity=0)
    club = Club.objects.get(name="Doppelkopfrunde Linde")
    monies = EveningMoney.objects.frozen().filter(club=club)

    assert monies.count() == 5
    oldest = Evening.objects.filter(club=club).earliest("date")
    assert (oldest.stake, settle_live(oldest).rules.method) == (Decimal(), "none")
    assert SettledList.objects.filter(money__in=monies, correction=1).count() >= 1
    paid = Transfer.objects.paid().aggregate(cents=Sum("cents"))["cents"]
    owed = Transfer.objects.open().aggregate(cents=Sum("cents"))["cents"]
    assert 0 < owed < paid
    assert check().startswith("All is right")


def test_erased_a_player_keeps_what_he_owed(cast: Cast, evening: Evening) -> None:
    freeze(cast, evening)
    erase_player(cast.players["Dora"], by=cast.anna)
    assert frozen(evening) == ["Cleo pays Ben 0.05", "Ehemaliges Mitglied 1 pays Anna 0.15"]
