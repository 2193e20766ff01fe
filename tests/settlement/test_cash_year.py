"""A closed year of the kitty, which never changes again."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from dokoclub.accounts.services.erasure import erase_account
from dokoclub.clubs.services.members import erase_player
from dokoclub.settlement.models import CashClosing, CashEntry, CashKind, EveningMoney, Payment
from dokoclub.settlement.selectors.kitty import get_balance, get_statement, year_to_close, years_to_close
from dokoclub.settlement.services import payments
from dokoclub.settlement.services.kitty import book_cash, close_year, reverse_cash
from dokoclub.settlement.services.locks import Changed, NotToClose, OpenedBefore
from tests.cast import Cast
from tests.clock import NOW
from tests.evenings.pages import field, phone, seen
from tests.settlement import purse
from tests.settlement.purse import a_key
from tests.settlement.test_clearing import clear, pay_pair
from tests.settlement.test_kitty import paid, put
from tests.settlement.test_kitty_page import typed, url

THIS = timezone.localdate(NOW).year  # the tests' year; they were collected before
LAST, BEFORE = THIS - 1, THIS - 2
JUNE = date(LAST, 6, 1)


def close(cast: Cast, year: int = LAST, **more: Any) -> CashClosing:
    seen_ = get_statement(cast.club, year).closing
    facts = {"seen": seen_, "counted": None, "books_difference": False, "key": a_key(), "by": cast.cleo, **more}
    return close_year(cast.club, year, **facts)


def said(cast: Cast, year: int = LAST) -> str:
    """Return the printed year, without the parts that only a treasurer sees."""
    return seen(phone(cast, "Dora").get(url(cast, f"{year}/")))


def numbers(cast: Cast) -> list[int]:
    return list(CashEntry.objects.filter(club=cast.club).order_by("pk").values_list("number", flat=True))


def test_rows_are_numbered_as_they_were_booked(cast: Cast) -> None:
    put(cast, 500)
    reverse_cash(put(cast, 300, day=JUNE), by=cast.cleo)
    put(cast, 100, day=date(BEFORE, 1, 1))
    assert numbers(cast) == [1, 2, 3, 4]


def test_what_was_there_before_is_no_income(cast: Cast) -> None:
    put(cast, 133_456, "Kassensturz", JUNE, kind=CashKind.OPENING)
    put(cast, 500, day=JUNE)
    found = get_statement(cast.club, LAST)
    assert (found.opening, found.began, found.came_in, found.went_out, found.closing) == (0, 133_456, 500, 0, 133_956)
    assert "Übertrag 0,00 € Anfangsbestand 1.334,56 € Einnahmen +5,00 €" in said(cast)


def test_there_is_one_opening_balance(cast: Cast) -> None:
    first = put(cast, 1000, kind=CashKind.OPENING)
    with pytest.raises(OpenedBefore):
        put(cast, 2000, kind=CashKind.OPENING)
    reverse_cash(first, by=cast.cleo)
    put(cast, 2000, kind=CashKind.OPENING)
    assert get_statement(cast.club, THIS).began == get_balance(cast.club) == 2000


def test_the_page_books_it_once_and_says_so(cast: Cast) -> None:
    cleo = phone(cast, "Cleo")
    assert "Anfangsbestand buchen" in seen(cleo.get(url(cast)))
    assert cleo.post(url(cast, "book/"), typed(way="opening")).status_code == 302
    again = cleo.post(url(cast, "book/"), typed(way="opening"))
    assert (again.status_code, CashEntry.objects.count()) == (422, 1)
    assert "Ein Anfangsbestand ist schon gebucht" in seen(again)


def test_a_closed_year_stays_as_it_was_printed(cast: Cast) -> None:
    """Regression: a deposit dated into a printed year changed that year, and the opening balance of the next."""
    entry = put(cast, 1000, "Startgeld", JUNE)
    payment = paid(cast, 240, at=datetime(LAST, 7, 1, 20, tzinfo=UTC))
    closed = close(cast)
    before, now = said(cast), get_statement(cast.club, LAST)

    late = put(cast, 77, "Vergessen", JUNE)
    earlier = put(cast, 33, "Noch früher", date(BEFORE, 3, 1))
    reverse_cash(entry, by=cast.cleo)
    payments.take_back_payments([payment], by=cast.cleo)

    assert (late.counts_on, earlier.counts_on) == (date(THIS, 1, 1), date(THIS, 1, 1))
    after = get_statement(cast.club, LAST)
    assert (
        (after.closing, len(after.rows)) == (now.closing, len(now.rows)) == (closed.closing, closed.rows) == (1240, 2)
    )
    assert said(cast) == before
    assert get_statement(cast.club, THIS).opening == 1240
    assert get_balance(cast.club) == get_statement(cast.club, THIS).closing == 110
    assert f"nachgebucht, gehört zum 1. Juni {LAST}" in said(cast, THIS)
    call_command("check_ledger")


def test_the_treasurer_is_told_where_it_counts(cast: Cast) -> None:
    put(cast, 1000, day=JUNE)
    close(cast)
    cleo = phone(cast, "Cleo")
    cleo.post(url(cast, "book/"), typed(day=JUNE.isoformat()))
    assert f"{LAST} ist abgeschlossen; es zählt in {THIS}" in seen(cleo.get(url(cast)))


def test_an_evening_that_gets_another_day_changes_no_closed_year(cast: Cast) -> None:
    purse.rules(cast, method="per_point_loss")
    evening = purse.evening(cast, day=date(LAST, 5, 4))
    purse.freeze(cast, evening)
    payment = purse.pay(cast, "Dora pays box 0.15", evening)
    Payment.objects.filter(pk=payment.pk).update(made_at=datetime(LAST, 5, 4, 20, tzinfo=UTC))
    close(cast)
    before = said(cast)
    EveningMoney.objects.update(day=date(LAST, 8, 8))
    assert said(cast) == before


def test_erasing_changes_the_name_alone(cast: Cast) -> None:
    put(cast, 1000, "Spende", JUNE, player=cast.players["Dora"], by=cast.cleo)
    paid(cast, 240, at=datetime(LAST, 7, 1, 20, tzinfo=UTC), name="Dora")
    close(cast)
    page = f"/clubs/{cast.club.pk}/cash-box/{LAST}/"
    before = seen(phone(cast, "Ben").get(page))
    erase_player(cast.players["Dora"], by=cast.anna)
    after = seen(phone(cast, "Ben").get(page))
    assert after == before.replace("Dora", "Ehemaliges Mitglied 1")
    assert "Dora: Spende" in before
    call_command("check_ledger")


def test_whoever_closed_it_may_be_erased(cast: Cast) -> None:
    put(cast, 1000, day=JUNE)
    close(cast)
    erase_account(cast.cleo)
    assert "Endbestand 10,00 €" in said(cast)


def test_years_are_closed_one_after_the_other_and_once_they_are_over(cast: Cast) -> None:
    assert year_to_close(cast.club) is None
    put(cast, 1000, day=date(BEFORE, 3, 1))
    assert year_to_close(cast.club) == BEFORE
    for year in (LAST, THIS, THIS + 1):
        with pytest.raises(NotToClose):
            close(cast, year)
    first = close(cast, BEFORE)
    assert close(cast, BEFORE) == first
    close(cast, LAST)
    assert year_to_close(cast.club) is None


def test_years_in_which_nothing_moved_are_closed_with_the_next_one(cast: Cast) -> None:
    put(cast, 1000, day=date(THIS - 5, 3, 1))
    close(cast, THIS - 5)
    assert list(years_to_close(cast.club)) == [THIS - 4, THIS - 3, BEFORE, LAST]
    paid(cast, 500, at=datetime(BEFORE, 6, 1, tzinfo=UTC))
    assert list(years_to_close(cast.club)) == [THIS - 4, THIS - 3, BEFORE]
    with pytest.raises(NotToClose):
        close(cast, LAST)

    shown = seen(phone(cast, "Cleo").get(url(cast, f"{BEFORE}/close/")))
    assert f"{THIS - 4}, {THIS - 3} (ohne Buchungen) werden mit abgeschlossen." in shown
    for _ in range(2):
        assert close(cast, BEFORE, counted=1400).opening == 1000
    rows = CashClosing.objects.order_by("year").values_list("year", "opening", "came_in", "counted")
    assert list(rows) == [
        (THIS - 5, 0, 1000, None),
        (THIS - 4, 1000, 0, None),
        (THIS - 3, 1000, 0, None),
        (BEFORE, 1000, 500, 1400),
    ]
    assert put(cast, 5, day=date(THIS - 3, 6, 1)).counts_on == date(LAST, 1, 1)
    call_command("check_ledger")


def test_a_year_before_all_rows_has_nothing_to_close(cast: Cast) -> None:
    put(cast, 1000, day=JUNE)
    assert "vor der ersten Buchung" in seen(phone(cast, "Cleo").get(url(cast, f"{THIS - 9}/close/")))


def test_a_year_that_changed_meanwhile_is_looked_at_again(cast: Cast) -> None:
    put(cast, 1000, day=JUNE)
    with pytest.raises(Changed):
        close(cast, seen=900)
    assert not CashClosing.objects.exists()


def test_what_was_counted_is_kept_and_may_be_booked(cast: Cast) -> None:
    put(cast, 1000, day=date(BEFORE, 6, 1))
    kept = close(cast, BEFORE, counted=990)
    assert (kept.closing, kept.counted, kept.difference) == (1000, 990, -10)
    booked = close(cast, LAST, counted=990, books_difference=True)
    assert (booked.closing, booked.difference) == (990, 0)
    entry = CashEntry.objects.get(kind=CashKind.DIFFERENCE)
    assert (entry.cents, entry.day, entry.counts_on) == (-10, date(LAST, 12, 31), date(LAST, 12, 31))
    assert get_balance(cast.club) == 990


def test_it_is_closed_by_a_form_that_says_what_it_comes_to(cast: Cast) -> None:
    put(cast, 1000, "Startgeld", JUNE)
    cleo = phone(cast, "Cleo")
    page = url(cast, f"{LAST}/close/")
    assert f"Kassenjahr {LAST} abschließen" in seen(cleo.get(url(cast)))
    assert page in cleo.get(url(cast, f"{LAST}/")).content.decode()
    shown = cleo.get(page)
    assert "Endbestand 10,00 €" in seen(shown)
    answer = {name: field(shown, name)[0] for name in ("key", "seen")}

    wrong = cleo.post(page, {**answer, "counted": "zehn"})
    assert (wrong.status_code, CashClosing.objects.count()) == (422, 0)
    put(cast, 5, "Nachtrag", JUNE)
    late = cleo.post(page, {**answer, "counted": "9,90"})
    assert late.status_code == 422
    assert "Inzwischen hat jemand gebucht" in seen(late)
    assert field(late, "seen") == ["1005"]
    for _ in range(2):
        done = cleo.post(page, {**answer, "seen": "1005", "counted": "9,90", "books_difference": "on"})
        assert done.headers["Location"] == url(cast, f"{LAST}/audit/")
    assert CashClosing.objects.get().closing == 990


def test_a_year_that_runs_is_not_offered(cast: Cast) -> None:
    put(cast, 1000)
    cleo = phone(cast, "Cleo")
    page = url(cast, f"{THIS}/close/")
    assert "sobald es vorbei ist" in seen(cleo.get(page))
    assert cleo.post(page, {"key": str(a_key()), "seen": "1000"}).status_code == 422
    assert not CashClosing.objects.exists()


def test_the_auditors_find_every_row_with_its_voucher(cast: Cast) -> None:
    put(cast, 5000, "Kassensturz", date(LAST, 1, 1), kind=CashKind.OPENING)
    put(cast, -1250, "Karten", JUNE)
    put(cast, -250, "karten ", JUNE)
    paid(cast, 240, at=datetime(LAST, 7, 1, 20, tzinfo=UTC))
    dora: Client = phone(cast, "Dora")
    assert "Jahr noch offen" in seen(dora.get(url(cast, f"{LAST}/audit/")))
    close(cast, counted=3700)
    page = seen(dora.get(url(cast, f"{LAST}/audit/")))
    assert "Gezählt 37,00 € Differenz −0,40 €" in page
    assert "Nach Zweck Abende +2,40 € Karten −15,00 € Summe −12,60 €" in page
    assert f"Nr. 2 1.6. 1. Juni {LAST} Karten −12,50 €" in page
    assert f"Abend 1.7. 1. Juli {LAST} Ben +2,40 €" in page
    assert "Unterschriften" in page


def test_in_a_closed_year_nothing_is_offered_to_be_reversed(cast: Cast) -> None:
    reverse_cash(put(cast, -1250, "Karten", JUNE), by=cast.cleo)
    put(cast, 500, "Startgeld", JUNE)
    cleo: Client = phone(cast, "Cleo")
    assert "Stornieren Startgeld" in seen(cleo.get(url(cast, f"{LAST}/")))
    close(cast)
    page = seen(cleo.get(url(cast, f"{LAST}/")))
    assert "Startgeld" in page
    assert "Stornieren" not in page


def test_what_was_reversed_is_marked_for_the_auditors(cast: Cast) -> None:
    reverse_cash(put(cast, -1250, "Karten"), by=cast.cleo)
    assert "Karten storniert −12,50 €" in seen(phone(cast, "Dora").get(url(cast, f"{THIS}/audit/")))


def test_an_opening_balance_alone_is_a_row_and_no_purpose(cast: Cast) -> None:
    put(cast, 5000, "Kassensturz", JUNE, kind=CashKind.OPENING)
    page = seen(phone(cast, "Dora").get(url(cast, f"{LAST}/audit/")))
    assert "Nach Zweck In diesem Jahr kam nichts herein und ging nichts hinaus." in page
    assert f"Nr. 1 1.6. 1. Juni {LAST} Kassensturz +50,00 €" in page


def test_a_payment_of_a_clearing_has_that_for_a_voucher(cast: Cast) -> None:
    purse.rules(cast, method="per_point_loss")
    purse.evening(cast)
    clear(cast)
    pay_pair(cast, "Dora", None)
    page = seen(phone(cast, "Dora").get(url(cast, f"{THIS}/audit/")))
    assert "Beleg Zweck Betrag Geprüft Gesamtabrechnung" in page
    assert "Dora für die Gesamtabrechnung vom" in page


def test_the_ledger_notices_a_closed_year_that_was_changed(cast: Cast) -> None:
    put(cast, 1000, day=JUNE)
    close(cast)
    call_command("check_ledger")
    CashEntry.objects.update(cents=999)
    with pytest.raises(CommandError, match=f"The year {LAST} of the kitty"):
        call_command("check_ledger")


def test_the_ledger_notices_a_number_that_is_missing(cast: Cast) -> None:
    put(cast, 1000)
    CashEntry.objects.update(number=2)
    with pytest.raises(CommandError, match="lacks the number 1"):
        call_command("check_ledger")


def test_the_same_key_writes_once_after_a_closing_too(cast: Cast) -> None:
    key = a_key()
    entry = put(cast, 1000, day=JUNE, key=key)
    close(cast)
    again = book_cash(cast.club, cents=1000, purpose="Karten", day=JUNE, key=key, by=cast.cleo)
    assert (again, CashEntry.objects.count()) == (entry, 1)
