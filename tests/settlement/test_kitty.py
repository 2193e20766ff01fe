"""The kitty: income and expenses, by hand and by payments, and the result of a year."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.utils import timezone

from dokoclub.clubs.models import Club
from dokoclub.clubs.services.clubs import delete_club
from dokoclub.settlement.models import CashEntry, CashKind, Payment
from dokoclub.settlement.selectors.kitty import (
    CashRow,
    get_balance,
    get_statement,
    last_rows,
    list_years,
    stored_about,
)
from dokoclub.settlement.services import payments
from dokoclub.settlement.services.kitty import book_cash, reverse_cash
from tests.cast import Cast
from tests.settlement import purse
from tests.settlement.purse import a_key

TODAY = timezone.localdate
MARCH = date(2025, 3, 12)


def put(cast: Cast, cents: int, purpose: str = "Karten", day: date | None = None, **more: Any) -> CashEntry:
    facts = {"key": a_key(), "by": cast.cleo, **more}
    return book_cash(cast.club, cents=cents, purpose=purpose, day=day or TODAY(), **facts)


def paid(cast: Cast, cents: int, *, to_box: bool = True, at: datetime | None = None, name: str = "Ben") -> Payment:
    """Return a payment between a player and the kitty."""
    player = cast.players[name]
    return Payment.objects.create(
        club=cast.club,
        payer=player if to_box else None,
        receiver=None if to_box else player,
        cents=cents,
        made_at=at or timezone.now(),
        made_by=cast.cleo,
    )


def written(rows: list[CashRow]) -> list[tuple[int, int]]:
    """Return the cents and the balance after them."""
    return [(row.cents, row.balance) for row in rows]


def test_deposits_withdrawals_and_payments_make_the_balance(cast: Cast) -> None:
    put(cast, 5000, "Anfang")
    put(cast, -1250, "Karten")
    paid(cast, 240)
    paid(cast, 100, to_box=False, name="Anna")
    payments.take_back_payments([paid(cast, 999)], by=cast.cleo)
    payments.take_back_payments([paid(cast, 777, to_box=False)], by=cast.cleo)
    assert get_balance(cast.club) == 5000 - 1250 + 240 - 100


def test_a_payment_among_players_is_none_of_its_business(cast: Cast) -> None:
    Payment.objects.create(club=cast.club, payer=cast.players["Ben"], receiver=cast.players["Anna"], cents=300)
    assert (get_balance(cast.club), last_rows(cast.club)) == (0, [])


def test_another_club_has_its_own(cast: Cast) -> None:
    put(cast, 5000)
    other = cast.stranger.memberships.get().club
    assert (get_balance(other), last_rows(other), get_statement(other, TODAY().year).rows) == (0, [], [])


@pytest.mark.promise("money-once")
def test_a_row_is_reversed_once_and_stays(cast: Cast) -> None:
    entry = put(cast, 500, "Startgeld", MARCH)
    reversing = reverse_cash(entry, by=cast.anna)
    assert reverse_cash(entry, by=cast.cleo) == reversing
    assert (reversing.cents, reversing.day, reversing.written_by) == (-500, TODAY(), cast.anna)
    assert (get_balance(cast.club), CashEntry.objects.count()) == (0, 2)


def test_what_reverses_is_not_reversed(cast: Cast) -> None:
    reversing = reverse_cash(put(cast, 500), by=cast.cleo)
    assert reverse_cash(reversing, by=cast.cleo) == reversing
    assert CashEntry.objects.count() == 2


@pytest.mark.parametrize("wrong", [{"cents": 0}, {"cents": 10_000_000}, {"purpose": ""}])
def test_the_database_refuses_nonsense(cast: Cast, wrong: dict[str, Any]) -> None:
    facts = {
        "club": cast.club,
        "cents": 500,
        "purpose": "Karten",
        "day": MARCH,
        "counts_on": MARCH,
        "number": 1,
        **wrong,
    }
    with pytest.raises(IntegrityError), transaction.atomic():
        CashEntry.objects.create(**facts)


def test_a_year_leads_from_its_opening_to_its_closing_balance(cast: Cast) -> None:
    put(cast, 5000, "Anfang", date(2024, 12, 31))
    put(cast, -1250, "Karten", MARCH)
    put(cast, 700, "Startgeld", date(2025, 12, 31))
    put(cast, 100, "Später", date(2026, 1, 1))
    paid(cast, 240, at=datetime(2025, 5, 1, 20, tzinfo=UTC))
    found = get_statement(cast.club, 2025)
    assert (found.opening, found.came_in, found.went_out, found.closing) == (5000, 940, -1250, 4690)
    assert written(list(found.rows)) == [(-1250, 3750), (240, 3990), (700, 4690)]
    assert get_statement(cast.club, 2026).opening == 4690
    assert get_statement(cast.club, 2023).closing == 0


def test_the_year_ends_at_midnight_at_the_table(cast: Cast) -> None:
    """At half past midnight in Berlin it is still the old year in Greenwich."""
    paid(cast, 240, at=datetime(2025, 12, 31, 23, 30, tzinfo=UTC))
    assert get_statement(cast.club, 2025).rows == []
    assert [row.day for row in get_statement(cast.club, 2026).rows] == [date(2026, 1, 1)]


def test_reversing_leaves_a_printed_year_as_it_was(cast: Cast) -> None:
    entry = put(cast, 700, "Startgeld", date(2024, 3, 12))
    payment = paid(cast, 240, at=datetime(2024, 5, 1, 20, tzinfo=UTC))
    before = get_statement(cast.club, 2024)
    reverse_cash(entry, by=cast.cleo)
    payments.take_back_payments([payment], by=cast.cleo)
    after, this_year = get_statement(cast.club, 2024), get_statement(cast.club, TODAY().year)
    assert (after.came_in, after.closing) == (before.came_in, before.closing) == (940, 940)
    assert (this_year.opening, this_year.closing) == (940, 0)
    assert sorted(row.cents for row in this_year.rows) == [-700, -240]


def test_what_was_reversed_in_the_same_year_counts_on_neither_side(cast: Cast) -> None:
    reverse_cash(put(cast, 700), by=cast.cleo)
    reverse_cash(put(cast, -300), by=cast.cleo)
    payments.take_back_payments([paid(cast, 999)], by=cast.cleo)
    found = get_statement(cast.club, TODAY().year)
    assert (found.came_in, found.went_out, found.closing, len(found.rows)) == (0, 0, 0, 6)
    assert sorted((row.is_reversed, row.is_reversal) for row in found.rows) == [(False, True)] * 3 + [(True, False)] * 3


def test_the_last_rows_are_those_of_the_statement(cast: Cast) -> None:
    for number in range(1, 9):
        put(cast, number * 100, day=date(2025, 1, number))
        paid(cast, number, at=datetime(2025, 1, number, 20, tzinfo=UTC))
    payments.take_back_payments([paid(cast, 50, at=datetime(2025, 1, 1, 12, tzinfo=UTC))], by=cast.cleo)
    everything = [*get_statement(cast.club, 2025).rows, *get_statement(cast.club, TODAY().year).rows]
    assert written(last_rows(cast.club)) == written(everything)[:-11:-1]
    assert last_rows(cast.club)[0].balance == get_balance(cast.club)


def test_a_netting_that_cancels_out_is_no_row(cast: Cast) -> None:
    paid(cast, 0)
    assert (last_rows(cast.club), list_years(cast.club)) == ([], [TODAY().year])


def test_there_is_a_statement_for_every_year_since_the_first_row(cast: Cast) -> None:
    assert list_years(cast.club) == [TODAY().year]
    put(cast, 100, day=date(TODAY().year - 2, 6, 1))
    assert list_years(cast.club) == [TODAY().year, TODAY().year - 1, TODAY().year - 2]
    paid(cast, 1, at=datetime(TODAY().year - 3, 6, 1, tzinfo=UTC))
    assert list_years(cast.club)[-1] == TODAY().year - 3


def test_what_an_evening_pays_into_it_names_the_evening(cast: Cast) -> None:
    purse.rules(cast, method="per_point_loss")
    evening = purse.evening(cast)
    purse.freeze(cast, evening)
    purse.pay(cast, "Dora pays box 0.15", evening)
    [row] = last_rows(cast.club)
    assert (row.cents, row.player, row.evenings) == (15, cast.players["Dora"], (evening.date,))


def test_who_booked_finds_it_in_what_is_stored_about_him(cast: Cast) -> None:
    put(cast, 500, "Startgeld", MARCH)
    _key, [row] = stored_about(cast.cleo)
    assert (row["club__name"], row["day"], row["cents"], row["purpose"]) == ("Linde", MARCH, 500, "Startgeld")
    assert stored_about(cast.anna) == ("cash_box_rows_booked", [])


def test_it_goes_with_its_club_for_good(cast: Cast) -> None:
    reverse_cash(put(cast, 500), by=cast.cleo)
    paid(cast, 100)
    delete_club(cast.club, typed="Linde", by=cast.anna)
    Club.objects.filter(pk=cast.club.pk).update(deleted_at=timezone.now() - timedelta(days=31))
    call_command("purge", verbosity=0)
    assert (CashEntry.objects.count(), Payment.objects.count()) == (0, 0)


def test_vouchers_of_one_moment_stand_in_the_order_of_their_numbers(cast: Cast) -> None:
    CashEntry.objects.bulk_create(
        CashEntry(club=cast.club, number=number, cents=100, purpose="Beitrag", day=TODAY(), counts_on=TODAY())
        for number in (3, 1, 2)
    )
    CashEntry.objects.update(written_at=timezone.now())
    assert [row.number for row in last_rows(cast.club)] == [3, 2, 1]


def test_no_service_books_what_the_form_refuses(cast: Cast) -> None:
    """It books neither on a future day, nor on one before the opening balance, which includes it already."""
    with pytest.raises(ValidationError, match="Wähle einen Tag bis heute"):
        put(cast, 500, day=TODAY() + timedelta(days=1))
    put(cast, 5000, "Anfang", day=MARCH, kind=CashKind.OPENING)
    with pytest.raises(ValidationError, match=r"enthalten: Wähle einen späteren Tag."):
        put(cast, 500, day=MARCH - timedelta(days=1))
    assert get_balance(cast.club) == 5000
