"""A settled evening that was reopened: its amounts may still change, so none of them can be marked as paid."""

from __future__ import annotations

import pytest

from dokoclub.evenings.models import Evening
from dokoclub.evenings.services import evenings as evenings_evenings
from dokoclub.settlement.models import Payment, Transfer
from dokoclub.settlement.selectors.owing import get_overview
from dokoclub.settlement.services import locks, payments, rules
from tests.cast import Cast, make_player
from tests.evenings.pages import phone, seen, url_of
from tests.settlement import purse
from tests.settlement.purse import frozen, pay


@pytest.fixture
def payment(cast: Cast, evening: Evening) -> Payment:
    """Return Dora's payment to Anna, after which the evening is reopened."""
    purse.freeze(cast, evening)
    payment = pay(cast, "Dora pays Anna 0.15", evening)
    evenings_evenings.reopen_evening(evening, by=cast.anna)
    return payment


@pytest.mark.parametrize("action", ["pay", "pay-all", "freeze", "let-go"])
def test_nothing_is_marked_on_its_page(cast: Cast, evening: Evening, payment: Payment, action: str) -> None:
    owed = f"points-0-0-{cast.players['Cleo'].pk}-{cast.players['Ben'].pk}-5"
    answer = phone(cast, "Cleo").post(url_of(evening, f"settlement/{action}/"), {"seen": owed})

    assert answer.status_code == 422
    assert "Der Abend läuft noch: erst beenden." in seen(answer)
    assert frozen(evening) == ["Cleo pays Ben 0.05", "Dora pays Anna 0.15 paid"]


def test_no_single_transfer_is_marked(cast: Cast, payment: Payment) -> None:
    with pytest.raises(locks.StillOpen):
        payments.pay_transfer(Transfer.objects.open().get(), by=cast.cleo)


def test_no_payment_is_taken_back(cast: Cast, evening: Evening, payment: Payment) -> None:
    client = phone(cast, "Cleo")
    of_evening = client.post(url_of(evening, "settlement/take-back/"), {"payment": payment.pk})
    of_club = client.post(f"/clubs/{cast.club.pk}/money/payments/{payment.pk}/take-back/")

    assert (of_evening.status_code, of_club.status_code) == (422, 422)
    assert "Ein bezahlter Abend ist wieder offen: erst beenden." in seen(of_club)
    payment.refresh_from_db()
    assert payment.stands


def test_it_is_not_netted_until_it_is_closed(cast: Cast, evening: Evening, payment: Payment) -> None:
    assert get_overview(cast.club).pairs == ()
    evenings_evenings.close_evening(evening, by=cast.ben)
    assert [pair.cents for pair in get_overview(cast.club).pairs] == [5]


def test_deleted_while_it_is_open_what_was_paid_is_owed_back(cast: Cast, evening: Evening, payment: Payment) -> None:
    purse.delete(cast, evening)
    assert [(pair.cents, pair.lines[0].evening) for pair in get_overview(cast.club).pairs] == [(15, None)]
    payments.take_back_payments([payment], by=cast.cleo)
    assert get_overview(cast.club).pairs == ()


def test_an_excuse_waits_for_its_end(cast: Cast) -> None:
    purse.rules(cast, absent=200)
    emil = make_player(cast.club, "Emil")
    evening = purse.evening(cast)
    purse.freeze(cast, evening)
    pay(cast, "Emil pays box 2.00", evening)
    evenings_evenings.reopen_evening(evening, by=cast.anna)
    rules.excuse_player(evening, emil, excused=True, by=cast.cleo)
    assert frozen(evening, correction=1) == []

    evenings_evenings.close_evening(evening, by=cast.ben)
    assert frozen(evening, correction=1) == ["box pays Emil 2.00"]
