"""A new currency: the past stays unchanged, open amounts prevent it, and the box is converted."""

from __future__ import annotations

import re
from datetime import timedelta
from decimal import Decimal
from importlib import import_module
from io import StringIO
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.utils import timezone

from dokoclub.clubs.models import Club
from dokoclub.evenings.models import Evening
from dokoclub.evenings.services import evenings as evenings_evenings
from dokoclub.settlement.models import CashEntry, Charge, EveningMoney, Fine, Payment
from dokoclub.settlement.selectors.accounts import sums_of_accounts
from dokoclub.settlement.selectors.kitty import get_balance, get_statement, list_currencies
from dokoclub.settlement.selectors.owing import get_overview
from dokoclub.settlement.services.accounts import charge_player, take_back_charge
from dokoclub.settlement.services.dues import make_due, save_fine
from dokoclub.settlement.services.kitty import book_cash, reverse_cash
from dokoclub.settlement.services.locks import Changed, OtherCurrency
from dokoclub.settlement.services.payments import take_back_payments
from dokoclub.settlement.services.rules import change_currency, open_things
from tests.cast import Cast
from tests.evenings import papers
from tests.evenings.pages import Answer, phone, seen, url_of
from tests.settlement import purse
from tests.settlement.purse import a_key
from tests.settlement.test_accounts import pay


def book(cast: Cast, cents: int) -> CashEntry:
    facts = {"purpose": "Startgeld", "day": timezone.localdate(), "key": a_key(), "by": cast.cleo}
    return book_cash(Club.objects.get(pk=cast.club.pk), cents=cents, **facts)


def change(cast: Cast, rate: str | None = "0.9412", **facts: Any) -> list[CashEntry]:
    club = Club.objects.get(pk=cast.club.pk)
    given = {"currency": "CHF", "seen": get_balance(club), "key": a_key(), "by": cast.anna, **facts}
    made = change_currency(club, rate=Decimal(rate) if rate else None, **given)
    cast.club.refresh_from_db()
    return made


def settle(cast: Cast, evening: Evening) -> None:
    page = purse.expected(evening)
    assert page
    for said in page:
        purse.freeze(cast, evening)
        purse.pay(cast, said, evening)


def url(cast: Cast) -> str:
    return f"/clubs/{cast.club.pk}/money/currency/"


def send(cast: Cast, name: str = "Anna", **changed: str) -> Answer:
    form = {"currency": "CHF", "rate": "0,9412", "seen": str(get_balance(cast.club)), "key": str(a_key())}
    return phone(cast, name).post(url(cast), form | changed)


# The content of the box


@pytest.mark.parametrize(
    ("cents", "rate", "expected"),
    [(10_000, "0.9412", 9_412), (-333, "0.5", -167), (1, "0.5", 1), (12_345, "1", 12_345), (199, "1.0625", 211)],
)
def test_the_box_is_changed_by_two_bookings(cast: Cast, cents: int, rate: str, expected: int) -> None:
    book(cast, cents)
    out, into = change(cast, rate)
    assert (out.cents, out.currency, into.cents, into.currency) == (-cents, "EUR", expected, "CHF")
    assert (get_balance(cast.club), get_balance(cast.club, "EUR")) == (expected, 0)
    assert all(sum(sums_of_accounts(cast.club, currency).values()) == 0 for currency in ("EUR", "CHF"))
    call_command("check_ledger", stdout=StringIO())


def test_an_empty_box_needs_no_rate_and_no_booking(cast: Cast) -> None:
    assert change(cast, None) == []
    assert cast.club.currency == "CHF"


def test_the_second_time_changes_nothing(cast: Cast) -> None:
    book(cast, 500)
    key = a_key()
    first = change(cast, key=key)
    assert change(cast, key=key) == first
    assert CashEntry.objects.count() == 3


def test_a_booking_in_between_is_seen(cast: Cast) -> None:
    book(cast, 500)
    with pytest.raises(Changed):
        change(cast, seen=400)


# --- The past


def test_nothing_of_the_past_changes(cast: Cast, evening: Evening) -> None:
    """0,85 euros that were paid last week stay euros: on the evening, in the statement, in the file."""
    book(cast, 1_000)
    settle(cast, evening)
    honour = purse.evening(cast, stake=0)
    year = timezone.localdate().year
    before = seen(phone(cast, "Dora").get(url_of(evening, "settlement/")))
    change(cast)

    assert seen(phone(cast, "Dora").get(url_of(evening, "settlement/"))) == before
    assert "0,15 €" in before
    assert {payment.currency for payment in Payment.objects.all()} == {"EUR"}
    assert EveningMoney.objects.get(evening=honour).currency == "EUR", "also where nothing was paid"
    assert list_currencies(cast.club, year) == ["CHF", "EUR"]
    old = phone(cast, "Dora").get(f"/clubs/{cast.club.pk}/cash-box/{year}/?currency=EUR")
    assert "+10,00 € Stand 10,00 €" in seen(old)
    assert "CHF" not in seen(old).replace("in CHF", "")
    new = seen(phone(cast, "Dora").get(f"/clubs/{cast.club.pk}/cash-box/{year}/"))
    assert "Umgetauscht aus EUR zum Kurs 0,9412" in new
    assert "+9,41 CHF Stand 9,41 CHF" in new
    file = phone(cast, "Dora").get(f"/clubs/{cast.club.pk}/cash-box/{year}/csv/?currency=EUR").getvalue().decode()
    assert "Betrag in EUR" in file
    paid = seen(phone(cast, "Dora").get(f"/clubs/{cast.club.pk}/money/all/"))
    assert re.search("Dora → Anna [^→]*0,15 €", paid)


def test_from_now_on_all_is_in_the_new_one(cast: Cast) -> None:
    change(cast, None)
    one = purse.evening(cast)
    assert [pair.currency for pair in get_overview(cast.club).pairs] == ["CHF", "CHF"]
    settle(cast, one)
    charge_player(cast.players["Ben"], kind="fee", cents=500, purpose="Bus", day=one.date, key=a_key(), by=cast.cleo)
    book(cast, 100)
    for model in (Payment, Charge, CashEntry, EveningMoney):
        assert {row.currency for row in model.objects.all()} == {"CHF"}
    assert "5,00 CHF" in seen(phone(cast, "Dora").get(f"/clubs/{cast.club.pk}/money/accounts/"))


def test_dues_and_fines_end_with_their_currency(cast: Cast) -> None:
    save_fine(cast.club, None, name="Vergeben", cents=100, is_off=False, key=a_key())
    facts: dict[str, Any] = {"every": "month", "first": timezone.localdate() + timedelta(days=40), "last": None}
    make_due(cast.club, name="Beitrag", cents=500, key=a_key(), by=cast.cleo, **facts)
    change(cast, None)
    page = seen(phone(cast, "Dora").get(f"/clubs/{cast.club.pk}/money/dues/"))
    assert "Vergeben Gilt nicht mehr 1,00 €" in page
    assert "Beitrag Gilt nicht mehr 5,00 € jeden Monat" in page
    assert Fine.objects.get().currency == "EUR"


def test_what_was_booked_before_stands(cast: Cast, evening: Evening) -> None:
    row = book(cast, 1_000)
    settle(cast, evening)
    fee = charge_player(
        cast.players["Ben"], kind="fee", cents=500, purpose="Bus", day=evening.date, key=a_key(), by=cast.cleo
    )
    pay(cast, 500)
    out, into = change(cast)

    row.club = out.club = into.club = cast.club
    for entry in (row, out, into):
        with pytest.raises(OtherCurrency):
            reverse_cash(entry, by=cast.cleo)
    with pytest.raises(OtherCurrency):
        take_back_charge(Charge.objects.select_related("club", "entry").get(pk=fee.pk), by=cast.cleo)
    with pytest.raises(OtherCurrency):
        take_back_payments([Payment.objects.latest("pk")], by=cast.cleo)
    cleo = phone(cast, "Cleo")
    assert "wieder offen" not in seen(cleo.get(f"/clubs/{cast.club.pk}/money/all/"))
    for place in (f"cash-box/rows/{row.pk}/reverse/", f"money/charges/{fee.pk}/take-back/"):
        answer = cleo.post(f"/clubs/{cast.club.pk}/{place}")
        assert answer.status_code == 422
        assert "Die Währung hat gewechselt: Frühere Buchungen bleiben in der alten." in seen(answer)
    payment = Payment.objects.latest("pk")
    answer = cleo.post(url_of(evening, "settlement/take-back/"), {"payment": str(payment.pk)})
    assert answer.status_code == 422


def test_a_correction_of_an_old_evening_is_owed_in_its_own_currency(cast: Cast, evening: Evening) -> None:
    settle(cast, evening)
    change(cast, None)
    purse.correct(cast, evening, {"Anna": 2, "Ben": -2, "Cleo": 0, "Dora": 0})
    new = purse.evening(cast)

    pairs = [pair for pair in get_overview(cast.club).pairs if pair.currency == "EUR"]
    assert [(str(pair.payer), str(pair.receiver), pair.cents) for pair in pairs] == [("Ben", "Anna", 10)]
    page = seen(phone(cast, "Cleo").get(f"/clubs/{cast.club.pk}/money/all/"))
    assert "0,20 CHF + 0,10 €" in page
    ben, dora = cast.players["Ben"].pk, cast.players["Dora"].pk
    assert "Ben zahlt Anna −0,10 €" in seen(phone(cast, "Anna").get(f"/clubs/{cast.club.pk}/players/{ben}/erase/"))
    assert "Angaben Zahlt 0,15 CHF" in seen(phone(cast, "Anna").get(f"/clubs/{cast.club.pk}/money/players/{dora}/"))
    pair = pairs[0]
    form = {
        "one": str(cast.players["Ben"].pk),
        "other": str(cast.players["Anna"].pk),
        "stamp": pair.stamp,
        "key": str(a_key()),
    }
    assert phone(cast, "Cleo").post(f"/clubs/{cast.club.pk}/money/net/", form).status_code == 302
    assert (Payment.objects.latest("pk").cents, Payment.objects.latest("pk").currency) == (10, "EUR")
    assert len(get_overview(cast.club).pairs) == 2
    assert new.pk
    call_command("check_ledger", stdout=StringIO())


# --- While anything is open


def test_what_is_open_is_named(cast: Cast, evening: Evening) -> None:
    papers.evening(cast, stake=5)
    charge_player(
        cast.players["Ben"], kind="fee", cents=500, purpose="Bus", day=evening.date, key=a_key(), by=cast.cleo
    )
    found = open_things(cast.club, evening.date)
    assert [len(some) for some in found] == [1, 2, 1, 0]
    page = seen(phone(cast, "Anna").get(url(cast)))
    for said in ("Der Abend vom", "Dora zahlt Anna", "0,15 €", "Mitgliedskonto von Ben", "schuldet 5,00 €"):
        assert said in page
    assert "2 Zahlungen, zusammen 0,20 € Cleo zahlt Ben" in page.replace("\xa0", " ")
    assert "Währung ändern" not in page
    assert send(cast).status_code == 422
    with pytest.raises(Changed):
        change(cast, None)
    cast.club.refresh_from_db()
    assert cast.club.currency == "EUR"


def test_an_open_evening_alone_is_enough(cast: Cast) -> None:
    one = papers.evening(cast, stake=5)
    with pytest.raises(Changed):
        change(cast, None)
    evenings_evenings.close_evening(one, by=cast.ben)
    change(cast, None)


# --- The page


def test_the_owner_changes_it(cast: Cast) -> None:
    book(cast, 10_000)
    assert "freiwillig" not in seen(phone(cast, "Anna").get(f"/clubs/{cast.club.pk}/money/currency/"))
    answer = send(cast)
    assert answer.headers["Location"] == f"/clubs/{cast.club.pk}/settings/"
    cast.club.refresh_from_db()
    assert (cast.club.currency, get_balance(cast.club)) == ("CHF", 9_412)
    assert cast.club.history.first().history_user == cast.anna
    assert "Währung Schweizer Franken (CHF)" in seen(phone(cast, "Anna").get(f"/clubs/{cast.club.pk}/money/method/"))


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("rate", ""),
        ("rate", "0"),
        ("rate", "-1"),
        ("rate", "1,2,3"),
        ("rate", "5000"),
        ("rate", "viel"),
        ("currency", "DM"),
        ("currency", "EUR"),
    ],
)
def test_what_is_wrong_stands_at_its_field(cast: Cast, name: str, typed: str) -> None:
    book(cast, 500)
    answer = send(cast, **{name: typed})
    assert answer.status_code == 422
    assert f'id="id_{name}_error"' in answer.content.decode()
    assert CashEntry.objects.count() == 1


def test_a_year_of_two_currencies_is_closed_in_both(cast: Cast) -> None:
    """Its first currency ends at 0."""
    book(cast, 1_000)
    change(cast)
    year = timezone.localdate().year
    assert [get_statement(cast.club, year, one).closing for one in ("EUR", "CHF")] == [0, 941]


# Amounts from before the currency field


def test_amounts_that_are_there_keep_that_of_their_club(cast: Cast, evening: Evening) -> None:
    """They are as the migration finds them: all with the field's default."""
    book(cast, 500)
    settle(cast, evening)
    Club.objects.filter(pk=cast.club.pk).update(currency="CHF")
    import_module("dokoclub.settlement.migrations.0002_cash_year").keep_currency(apps, None)
    found = {model: {*model.objects.values_list("currency", flat=True)} for model in (CashEntry, Payment, EveningMoney)}
    assert [*found.values(), {*EveningMoney.history.values_list("currency", flat=True)}] == [{"CHF"}] * 4
    call_command("check_ledger", stdout=StringIO())
