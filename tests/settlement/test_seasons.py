"""A season's entry fee, and the payout to the best from the kitty at its end."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dokoclub.evenings.models import Evening
from dokoclub.settlement.models import CashEntry, Charge
from dokoclub.settlement.selectors.accounts import sums_of_accounts
from dokoclub.settlement.selectors.kitty import get_balance
from dokoclub.settlement.services.kitty import book_cash, reverse_cash
from scoring.money.payouts import pay_ranks
from tests.cast import Cast
from tests.evenings.pages import Answer, field, phone, seen
from tests.scoring.money_paper import laws
from tests.settlement.purse import a_key

# --- By ranks


@pytest.mark.parametrize(
    ("pot", "ranks", "shares", "expected"),
    [
        (10_000, [1, 2, 3], [60, 40], [6_000, 4_000, 0]),
        (10_000, [1, 1, 3], [60, 40], [5_000, 5_000, 0]),
        (10_000, [1, 2, 2, 4], [50, 30, 20], [5_000, 2_500, 2_500, 0]),
        (100, [1, 1, 1], [1], [34, 33, 33]),
        (100, [1], [60, 40], [100]),
        (100, [], [60, 40], []),
    ],
)
def test_ranks_are_paid(pot: int, ranks: list[int], shares: list[int], expected: list[int]) -> None:
    assert pay_ranks(pot, ranks, shares) == expected


@laws
@given(
    st.integers(1, 100_000),
    st.lists(st.integers(-5, 5), min_size=1, max_size=9),
    st.lists(st.integers(0, 9), min_size=1, max_size=5),
)
def test_all_of_it_is_paid_and_equal_ranks_are_a_cent_apart_at_most(
    pot: int, points: list[int], shares: list[int]
) -> None:
    points.sort(reverse=True)
    shares[0] += 1
    ranks = [1 + sum(other > mine for other in points) for mine in points]
    paid = pay_ranks(pot, ranks, shares)
    assert sum(paid) == pot
    for rank in ranks:
        alike = [cents for cents, other in zip(paid, ranks, strict=True) if other == rank]
        assert max(alike) - min(alike) <= 1


# --- The entry fee


def fee(cast: Cast, name: str = "Cleo", **changed: Any) -> Answer:
    form = {
        "amount": "10,00",
        "purpose": "Startgeld 2026",
        "day": str(date(2026, 1, 6)),
        "players": cast.ids("Anna", "Ben"),
        "key": str(a_key()),
    }
    return phone(cast, name).post(f"/clubs/{cast.club.pk}/money/entry-fee/", form | changed)


def test_all_who_take_part_owe_it_once(cast: Cast) -> None:
    key = str(a_key())
    for _ in range(2):
        assert fee(cast, key=key).status_code == 302
    assert list(Charge.objects.order_by("player__name").values_list("player__name", "cents", "purpose", "kind")) == [
        ("Anna", 1000, "Startgeld 2026", "fee"),
        ("Ben", 1000, "Startgeld 2026", "fee"),
    ]
    assert (
        "Dieses Formular ist schon mit anderem Inhalt gespeichert. Schick es noch einmal ab, um "
        "auch das hier zu speichern."
    ) in seen(fee(cast, key=key, players=cast.ids("Dora")))
    assert Charge.objects.count() == 2
    assert sum(sums_of_accounts(cast.club).values()) == 0


def test_guests_are_folded_until_one_is_ticked(cast: Cast) -> None:
    guest = cast.guest("Tante Paula")
    page = phone(cast, "Cleo").get(f"/clubs/{cast.club.pk}/money/entry-fee/")
    assert "Dora 1 Gast Tante Paula" in seen(page)
    assert '<details class="more">' in page.content.decode()
    again = fee(cast, amount="", players=[str(guest.pk)]).content.decode()
    assert '<details class="more" open>' in again


@pytest.mark.parametrize(
    ("name", "typed"), [("amount", "0"), ("amount", ""), ("purpose", ""), ("players", []), ("day", "x")]
)
def test_what_is_wrong_with_a_fee_stands_at_its_field(cast: Cast, name: str, typed: Any) -> None:
    response = fee(cast, **{name: typed})
    assert response.status_code == 422
    assert f'id="id_{name}_error"' in response.content.decode()
    assert not Charge.objects.exists()


# --- The payout


@pytest.fixture
def filled(cast: Cast, evening: Evening) -> Evening:
    """Return a box with 100 euros, and Anna +3, Ben +1, Cleo −1, Dora −3."""
    book_cash(cast.club, cents=10_000, purpose="Startgeld", day=evening.date, key=a_key(), by=cast.cleo)
    return evening


def payout(cast: Cast, evening: Evening, **changed: Any) -> Answer:
    form = {"period": str(evening.date.year), "amount": "100", "shares": "60; 40", "key": str(a_key()), "stamp": ""}
    return phone(cast, "Cleo").post(f"/clubs/{cast.club.pk}/money/payout/", form | changed)


def test_an_empty_box_pays_nobody(cast: Cast) -> None:
    page = seen(phone(cast, "Cleo").get(f"/clubs/{cast.club.pk}/money/payout/"))
    assert "Die Kasse ist leer" in page
    assert "Auszahlungen zeigen" not in page


def test_shares_are_typed_rank_by_rank(cast: Cast, filled: Evening) -> None:
    asked = phone(cast, "Cleo").get(f"/clubs/{cast.club.pk}/money/payout/")
    assert "Platz 1 Platz 2 Platz 3" in seen(asked)
    typed = {"shares_1": "75", "shares_2": "25", "shares_3": ""}
    form = {"period": str(filled.date.year), "amount": "100", "key": str(a_key()), "stamp": ""}
    shown = phone(cast, "Cleo").post(f"/clubs/{cast.club.pk}/money/payout/", form | typed)
    assert "1. Anna 75,00 € 2. Ben 25,00 €" in seen(shown)
    assert field(shown, "shares") == ["75; 25"], "the second press sends what was seen"


def test_the_best_get_what_the_page_has_shown(cast: Cast, filled: Evening) -> None:
    shown = payout(cast, filled)
    assert "1. Anna 60,00 € 2. Ben 40,00 €" in seen(shown)
    assert CashEntry.objects.count() == 1, "nothing is booked before it was seen"

    stamp, key = field(shown, "stamp")[0], field(shown, "key")[0]
    for _ in range(2):
        assert payout(cast, filled, stamp=stamp, key=key).status_code == 302
    year = filled.date.year
    assert list(CashEntry.objects.order_by("pk").values_list("player__name", "cents", "purpose"))[1:] == [
        ("Anna", -6000, f"{year}, Platz 1"),
        ("Ben", -4000, f"{year}, Platz 2"),
    ]
    assert get_balance(cast.club) == 0
    assert sum(sums_of_accounts(cast.club).values()) == 0


@pytest.mark.parametrize("what", ["amount", "period"])
def test_a_payout_that_was_made_is_not_made_otherwise(cast: Cast, filled: Evening, what: str) -> None:
    shown = payout(cast, filled)
    form = {"stamp": field(shown, "stamp")[0], "key": field(shown, "key")[0]}
    assert payout(cast, filled, **form).status_code == 302
    changed = {"amount": "50", "period": str(filled.date.year - 1)}[what]
    assert (
        "Dieses Formular ist schon mit anderem Inhalt gespeichert. Schick es noch einmal ab, um "
        "auch das hier zu speichern."
    ) in seen(payout(cast, filled, **form, **{what: changed}))
    assert CashEntry.objects.count() == 3


def test_another_table_than_the_one_that_was_seen_is_not_paid(cast: Cast, filled: Evening) -> None:
    response = payout(cast, filled, stamp="0123456789abcdef")
    assert "Das Ergebnis hat sich geändert. Prüfe noch einmal." in seen(response)
    assert CashEntry.objects.count() == 1


def test_a_time_remembers_its_payout(cast: Cast, filled: Evening) -> None:
    first, second = payout(cast, filled, amount="60"), payout(cast, filled, amount="40")
    assert "Schon ausgezahlt für diese Zeit:" not in seen(second)
    paid = payout(cast, filled, amount="60", stamp=field(first, "stamp")[0], key=field(first, "key")[0])
    assert paid.status_code == 302
    late = payout(cast, filled, amount="40", stamp=field(second, "stamp")[0], key=field(second, "key")[0])
    assert late.status_code == 200, "in another tab, where nothing had been paid yet"
    assert re.search("Schon ausgezahlt für diese Zeit: \\d+\\. \\w+: 60,00 €", seen(late))
    assert CashEntry.objects.count() == 3
    for row in CashEntry.objects.exclude(table_first=None):
        reverse_cash(row, by=cast.cleo)
    assert "Schon ausgezahlt für diese Zeit:" not in seen(payout(cast, filled, amount="40"))


@pytest.mark.parametrize(
    ("name", "typed", "said"),
    [
        ("amount", "100,01", "So viel ist nicht in der Kasse."),
        ("shares", "0; 40", "Gib für den ersten Platz etwas an."),
        ("shares", "viel", "Beträge hintereinander, z. B. 0,50 0,50 1,00 oder 2 × 0,50; 1,00."),
        ("period", "season-7", "Bitte eine gültige Auswahl treffen."),
    ],
)
def test_what_is_wrong_with_a_payout_stands_at_its_field(
    cast: Cast, filled: Evening, name: str, typed: str, said: str
) -> None:
    response = payout(cast, filled, **{name: typed})
    assert response.status_code == 422
    assert said in seen(response)
    assert CashEntry.objects.count() == 1
