"""/sheets/…/fine/: a fine by a tap from the sheet."""

from __future__ import annotations

from typing import Any

import pytest

from dokoclub.evenings.models import Sheet
from dokoclub.settlement.models import Charge, Fine
from dokoclub.settlement.selectors.accounts import get_standing
from dokoclub.settlement.services.accounts import pay_all_open
from dokoclub.settlement.services.dues import save_fine
from tests.cast import Cast
from tests.evenings import papers
from tests.evenings.pages import phone, seen
from tests.settlement.purse import a_key


@pytest.fixture
def sheet(cast: Cast) -> Sheet:
    return papers.sheet(cast)


@pytest.fixture
def late(cast: Cast) -> Fine:
    return save_fine(cast.club, None, name="Zu spät", cents=250, key=a_key())


def typed(cast: Cast, listed: Fine, **more: Any) -> dict[str, Any]:
    return {"player": cast.players["Dora"].pk, "fine": listed.pk, "reason": "Bahn", "key": str(a_key()), **more}


def test_scorer_and_treasurer_charge_it(cast: Cast, sheet: Sheet, late: Fine) -> None:
    url = f"/sheets/{sheet.pk}/fine/"
    sent = typed(cast, late)
    for name in ("Ben", "Cleo", "Anna"):
        assert "Zu spät: 2,50 €" in seen(phone(cast, name).get(url))
        assert phone(cast, name).post(url, sent).headers["Location"] == f"/sheets/{sheet.pk}/", name
    charge = Charge.objects.get()
    assert (charge.player, charge.kind, charge.cents, charge.purpose, charge.reason, charge.day, charge.evening) == (
        cast.players["Dora"],
        "fine",
        250,
        "Zu spät",
        "Bahn",
        sheet.evening.date,
        sheet.evening,
    )
    other = phone(cast, "Ben").post(url, {**sent, "player": cast.players["Anna"].pk})
    assert (other.status_code, Charge.objects.count()) == (422, 1)


def test_nobody_else_does(cast: Cast, sheet: Sheet, late: Fine) -> None:
    url = f"/sheets/{sheet.pk}/fine/"
    for name, status in (("Dora", 403), ("Stranger", 404)):
        assert phone(cast, name).get(url).status_code == status
        assert phone(cast, name).post(url, typed(cast, late)).status_code == status
    assert phone(cast, "Ben").post("/sheets/987654/fine/", typed(cast, late)).status_code == 404
    assert not Charge.objects.exists()


def test_those_at_the_table_come_first(cast: Cast, sheet: Sheet, late: Fine) -> None:
    cast.guest("Aaron")
    page = seen(phone(cast, "Ben").get(f"/sheets/{sheet.pk}/fine/"))
    assert page.index("Dora") < page.index("Aaron")


@pytest.mark.parametrize("wrong", [{"player": "987654"}, {"player": "x"}, {"fine": "987654"}, {"fine": ""}])
def test_what_is_not_there_is_refused(cast: Cast, sheet: Sheet, late: Fine, wrong: dict[str, Any]) -> None:
    assert phone(cast, "Ben").post(f"/sheets/{sheet.pk}/fine/", typed(cast, late, **wrong)).status_code == 422
    assert not Charge.objects.exists()


def test_without_a_list_the_page_says_who_writes_it(cast: Cast, sheet: Sheet) -> None:
    page = seen(phone(cast, "Ben").get(f"/sheets/{sheet.pk}/fine/"))
    assert "Der Kassenwart legt die Strafen fest." in page


def test_the_way_to_it_stands_in_the_menu_of_the_sheet(cast: Cast, sheet: Sheet) -> None:
    """This also holds if the page was stored for a reader with other rights."""
    way = f'<a href="/sheets/{sheet.pk}/fine/">Strafe</a>'
    for name, has in (("Dora", False), ("Cleo", True), ("Ben", True), ("Dora", False)):
        assert (way in phone(cast, name).get(f"/sheets/{sheet.pk}/").content.decode()) is has, name


def fined(cast: Cast, sheet: Sheet, late: Fine) -> tuple[Charge, str]:
    phone(cast, "Ben").post(f"/sheets/{sheet.pk}/fine/", typed(cast, late))
    charge = Charge.objects.get()
    return charge, f"/sheets/{sheet.pk}/fine/{charge.pk}/take-back/"


def test_who_wrote_the_wrong_one_takes_it_back_there_by_a_booking(cast: Cast, sheet: Sheet, late: Fine) -> None:
    charge, url = fined(cast, sheet, late)
    listed = seen(phone(cast, "Ben").get(f"/sheets/{sheet.pk}/fine/"))
    assert "An diesem Abend gebucht Dora: Zu spät (Bahn)" in listed
    assert "Dora" in seen(phone(cast, "Ben").get(url))
    for _ in range(2):
        assert phone(cast, "Ben").post(url).headers["Location"] == f"/sheets/{sheet.pk}/fine/"
    back = Charge.objects.get(reverses=charge)
    assert (back.cents, back.made_by, back.evening) == (-250, cast.ben, sheet.evening)
    assert "An diesem Abend gebucht" not in seen(phone(cast, "Ben").get(f"/sheets/{sheet.pk}/fine/"))


def test_what_was_paid_is_taken_back_by_the_treasurer_alone(cast: Cast, sheet: Sheet, late: Fine) -> None:
    charge, url = fined(cast, sheet, late)
    pay_all_open(charge.player, stamp=get_standing(charge.player).stamp, key=a_key(), by=cast.cleo)
    assert "An diesem Abend gebucht" not in seen(phone(cast, "Ben").get(f"/sheets/{sheet.pk}/fine/"))
    assert "kann es nur der Kassenwart" in seen(phone(cast, "Ben").get(url))
    assert phone(cast, "Ben").post(url).status_code == 422
    assert not Charge.objects.filter(reverses=charge).exists()
    phone(cast, "Cleo").post(f"/clubs/{cast.club.pk}/money/charges/{charge.pk}/take-back/")
    assert Charge.objects.filter(reverses=charge).exists()


def test_nobody_else_takes_it_back_and_nothing_else_is_taken_back_there(cast: Cast, sheet: Sheet, late: Fine) -> None:
    charge, url = fined(cast, sheet, late)
    for name, status in (("Dora", 403), ("Stranger", 404)):
        assert phone(cast, name).get(url).status_code == status
        assert phone(cast, name).post(url).status_code == status
    Charge.objects.filter(pk=charge.pk).update(kind="fee")
    assert phone(cast, "Ben").post(url).status_code == 404
    Charge.objects.filter(pk=charge.pk).update(kind="fine", evening=None)
    assert phone(cast, "Ben").post(url).status_code == 404
    assert not Charge.objects.filter(reverses=charge).exists()
