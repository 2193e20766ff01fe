"""The IBAN of the club: stored by the treasurer, shown to debtors."""

from __future__ import annotations

import json

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from dokoclub.clubs.models import Club
from dokoclub.exports.club_file.writing import club_file
from dokoclub.settlement.models import ClubBank
from dokoclub.settlement.services.kitty import save_club_bank
from tests.accounts.people import PASSWORD
from tests.cast import Cast
from tests.evenings.pages import phone, seen
from tests.settlement.decoder import read_qr
from tests.settlement.test_accounts import charge, pay

IBAN = "DE89370400440532013000"
SHOWN = "DE89 3704 0044 0532 0130 00"
NOTHING = "QR-Code zum Bezahlen"
NO_CODE = f"{NOTHING} Du hast nichts zu zahlen Offene Zahlungen"


@pytest.fixture
def ben(cast: Cast) -> Client:
    return phone(cast, "Ben")


def url(cast: Cast, page: str) -> str:
    return f"/clubs/{cast.club.pk}/money/{page}/"


def store(cast: Cast) -> None:
    save_club_bank(cast.club, holder="Runde Linde", iban=IBAN, by=cast.cleo)


def test_owner_and_treasurer_store_it(cast: Cast) -> None:
    for name in ("Cleo", "Anna"):
        client = phone(cast, name)
        assert client.post(url(cast, "club-bank"), {"holder": "Linde", "iban": SHOWN}).status_code == 302
        assert SHOWN in client.get(url(cast, "club-bank")).content.decode()
    assert f"Hinterlegt von {cast.anna.display_name}" in seen(phone(cast, "Cleo").get(url(cast, "club-bank")))
    wrong = phone(cast, "Cleo").post(url(cast, "club-bank"), {"holder": "Linde", "iban": "DE00"})
    assert wrong.status_code == 422
    with pytest.raises(ValidationError):
        save_club_bank(cast.club, holder="Linde", iban="DE00", by=cast.cleo)


def test_whoever_has_a_password_proves_first_who_he_is(cast: Cast) -> None:
    cast.cleo.set_password(PASSWORD)
    cast.cleo.save()
    answer = phone(cast, "Cleo").post(url(cast, "club-bank"), {"holder": "Linde", "iban": SHOWN})
    assert answer.headers["Location"].startswith("/account/prove/")
    assert not ClubBank.objects.exists()


def test_a_banking_app_reads_what_is_owed(cast: Cast, ben: Client) -> None:
    store(cast)
    charge(cast, 500, "Beitrag Mai 2026")
    charge(cast, 250, "Vergeben")
    pay(cast, 100)
    [text] = read_qr(ben.get(url(cast, "club-code")).content.decode())
    lines = text.split("\n")
    assert (lines[5], lines[6], lines[7]) == ("Runde Linde", IBAN, "EUR6.5")
    assert lines[-1] == "Linde, Ben: Beitrag Mai 2026, Vergeben"
    assert "QR-Code" in seen(ben.get(f"/clubs/{cast.club.pk}/money/accounts/{cast.players['Ben'].pk}/"))


def test_what_does_not_fit_into_a_code_is_counted(cast: Cast, ben: Client) -> None:
    store(cast)
    for month in range(1, 9):
        charge(cast, 500, f"Monatsbeitrag {month}/2026")
    page = ben.get(url(cast, "club-code"))
    [text] = read_qr(page.content.decode())
    assert text.split("\n")[-1] == "Linde, Ben: 8 Posten"
    assert "Linde, Ben: 8 Posten" in seen(page)
    assert len(text.encode()) <= 331


def test_nobody_sees_it_who_owes_nothing(cast: Cast, ben: Client) -> None:
    charge(cast, 500)
    assert f"{NOTHING} Der Club hat noch keine IBAN Zahl bar, oder bitte den Kassenwart" in seen(
        ben.get(url(cast, "club-code"))
    )
    store(cast)
    for name in ("Dora", "Cleo"):
        assert f"{NOTHING} Du hast nichts zu zahlen" in seen(phone(cast, name).get(url(cast, "club-code"))), name
    pay(cast, 500)
    assert NO_CODE in seen(ben.get(url(cast, "club-code")))


def test_a_code_is_in_euros(cast: Cast, ben: Client) -> None:
    store(cast)
    charge(cast, 500)
    Club.objects.filter(pk=cast.club.pk).update(currency="CHF")
    assert f"{NOTHING} Ein solcher Code zahlt nur Euro" in seen(ben.get(url(cast, "club-code")))


def test_removed_it_is_gone(cast: Cast) -> None:
    store(cast)
    for _ in range(2):
        assert phone(cast, "Cleo").post(url(cast, "club-bank/remove")).status_code == 302
    assert not ClubBank.objects.exists()


def test_it_is_in_no_file_and_on_no_page_of_others(cast: Cast) -> None:
    store(cast)
    charge(cast, 500)
    written = "".join(club_file(cast.club))
    assert json.loads(written)["parts"]["money"]["charges"]
    assert IBAN not in written
    for page in ("accounts", "dues", f"accounts/{cast.players['Ben'].pk}"):
        assert "DE89" not in phone(cast, "Dora").get(url(cast, page)).content.decode(), page
