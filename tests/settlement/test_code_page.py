"""The GiroCode of a payment: only for the debtor, only while the debt is open, only where an IBAN is stored."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client

from dokoclub.clubs.services.members import leave_club
from dokoclub.evenings.models import Evening
from dokoclub.settlement.models import EveningMoney, Transfer
from dokoclub.settlement.selectors.open_transfers import TransferKey
from dokoclub.settlement.selectors.owing import get_overview
from dokoclub.settlement.services import payments
from dokoclub.settlement.services.kitty import save_bank_account
from dokoclub.settlement.services.payments import net_two
from tests.cast import Cast
from tests.evenings.pages import phone, seen
from tests.settlement import purse
from tests.settlement.decoder import read_qr
from tests.settlement.purse import a_key

IBAN = "DE89370400440532013000"
SHOWN = "DE89 3704 0044 0532 0130 00"
NOTHING = "QR-Code zum Bezahlen"
NO_CODE = f"{NOTHING} Du hast nichts zu zahlen"


@pytest.fixture
def owed(cast: Cast) -> Evening:
    """Return a debt of 15 cents from Dora to Anna, who has stored her IBAN."""
    save_bank_account(cast.anna, holder="Anna Müller", iban=IBAN)
    return purse.evening(cast, day=date(2025, 3, 12))


@pytest.fixture
def dora(cast: Cast) -> Client:
    return phone(cast, "Dora")


def url(cast: Cast, receiver: str = "Anna") -> str:
    return f"/clubs/{cast.club.pk}/money/players/{cast.players[receiver].pk}/code/"


def one(cast: Cast, evening: Evening, cents: int = 15, payer: str = "Dora") -> str:
    said = TransferKey("points", 0, 0, cast.players[payer].pk, cast.players["Anna"].pk, cents)
    return f"/evenings/{evening.pk}/settlement/code/?seen={said}"


def test_a_banking_app_reads_what_is_owed(cast: Cast, dora: Client, owed: Evening) -> None:
    purse.evening(cast, day=date(2025, 3, 19))
    page = dora.get(url(cast))
    [text] = read_qr(page.content.decode())
    assert text.split("\n") == [
        "BCD",
        "002",
        "1",
        "SCT",
        "",
        "Anna Müller",
        IBAN,
        "EUR0.3",
        "",
        "",
        "Linde, Abrechnung 12. März 2025, 19. März 2025",
    ]
    assert f"Empfänger Anna Müller IBAN {SHOWN} Betrag 0,30 €" in seen(page)
    assert page.headers["Cache-Control"] == "private, no-store"


def test_a_single_transfer_has_its_own_code(cast: Cast, dora: Client, owed: Evening) -> None:
    purse.evening(cast, day=date(2025, 3, 19))
    for _ in ("not kept yet", "kept as a row"):
        [text] = read_qr(dora.get(one(cast, owed)).content.decode())
        assert text.split("\n")[5:8] == ["Anna Müller", IBAN, "EUR0.15"]
        purse.freeze(cast, owed)
    other = purse.evening(cast, day=date(2025, 3, 26))
    for address in (one(cast, owed, cents=16), one(cast, other, cents=30), f"/evenings/{owed.pk}/settlement/code/"):
        assert NO_CODE in seen(dora.get(address))


@pytest.mark.parametrize("name", ["Anna", "Ben", "Cleo"])
def test_nobody_else_sees_it_not_even_the_treasurer(cast: Cast, owed: Evening, name: str) -> None:
    for address in (url(cast), one(cast, owed)):
        page = phone(cast, name).get(address)
        assert NO_CODE in seen(page)
        assert "3704" not in page.content.decode()


def test_outside_the_club_there_is_no_page(cast: Cast, owed: Evening) -> None:
    for address in (url(cast), one(cast, owed)):
        assert phone(cast, "Stranger").get(address).status_code == 404
    leave_club(cast.club.memberships.get(account=cast.dora))
    assert phone(cast, "Dora").get(url(cast)).status_code == 404


def test_once_it_is_paid_it_is_gone(cast: Cast, dora: Client, owed: Evening) -> None:
    two = (cast.players["Anna"].pk, cast.players["Dora"].pk)
    pair = get_overview(cast.club).between(*two)
    assert pair is not None
    payment = net_two(cast.club, *two, stamp=pair.stamp, key=a_key(), by=cast.cleo)
    for address in (url(cast), one(cast, owed)):
        assert NO_CODE in seen(dora.get(address))
    payments.take_back_payments([payment], by=cast.cleo)
    assert SHOWN in seen(dora.get(url(cast)))


def test_who_gets_more_than_he_owes_needs_no_code(cast: Cast, dora: Client, owed: Evening) -> None:
    purse.evening(cast, {"Anna": -9, "Ben": 0, "Cleo": 0, "Dora": 9})
    assert NO_CODE in seen(dora.get(url(cast)))


def test_without_an_iban_or_in_francs_there_is_none(cast: Cast, dora: Client, owed: Evening) -> None:
    assert f"{NOTHING} Ben hat keine IBAN hinterlegt Zahl bar, oder bitte Ben" in seen(
        phone(cast, "Cleo").get(url(cast, "Ben"))
    )
    EveningMoney.objects.filter(evening=owed).update(currency="CHF")
    for address in (url(cast), one(cast, owed)):
        assert f"{NOTHING} Ein solcher Code zahlt nur Euro Zahl bar." in seen(dora.get(address))
    assert "QR-Code" not in seen(dora.get(f"/clubs/{cast.club.pk}/money/"))


def test_without_a_code_the_way_back_is_where_one_came_from(cast: Cast, owed: Evening) -> None:
    cleo = phone(cast, "Cleo")
    assert "Abrechnung" in seen(cleo.get(one(cast, owed)))
    assert "Offene Zahlungen" in seen(cleo.get(url(cast)))


def test_the_way_there_is_shown_to_who_owes_alone(cast: Cast, dora: Client, owed: Evening) -> None:
    overviews = (f"/clubs/{cast.club.pk}/money/", f"/clubs/{cast.club.pk}/money/players/{cast.players['Anna'].pk}/")
    for page in overviews:
        assert f'href="{url(cast)}"' in dora.get(page).content.decode()
        for name in ("Anna", "Ben", "Cleo"):
            assert "/code/" not in phone(cast, name).get(page).content.decode(), name
    settlement = f"/evenings/{owed.pk}/settlement/"
    assert f'href="{one(cast, owed)}"' in dora.get(settlement).content.decode()
    assert "/code/" not in phone(cast, "Cleo").get(settlement).content.decode()


def test_the_iban_is_on_no_other_page(cast: Cast, dora: Client, owed: Evening) -> None:
    purse.freeze(cast, owed)
    club = f"/clubs/{cast.club.pk}/"
    pages = [
        "/account/sign-in/",
        f"{club}players/{cast.players['Anna'].pk}/details/",
        f"{club}players/{cast.players['Dora'].pk}/details/",
        club,
        f"{club}money/",
        f"{club}money/players/{cast.players['Anna'].pk}/",
        f"{club}cash-box/",
        f"{club}cash-box/2025/csv/",
        f"{club}money/payments.csv",
        f"{club}money/open.csv",
        f"{club}money/accounts/accounts.csv",
        f"{club}players/",
        f"{club}members/",
        f"/evenings/{owed.pk}/settlement/",
        f"/evenings/{owed.pk}/",
    ]
    for name in ("Dora", "Cleo", "Anna"):
        for page in pages:
            answer = phone(cast, name).get(page)
            assert answer.status_code == 200, page
            assert "3704" not in answer.getvalue().decode().replace(" ", ""), (name, page)
    assert Transfer.objects.open().count() == 2
