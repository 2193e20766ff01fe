"""Clubs' settlement methods, another currency, and everything cleared at once, on a phone and on a laptop."""

from __future__ import annotations

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from dokoclub.clubs.models import Club
from dokoclub.settlement.selectors.payments import get_preview
from dokoclub.settlement.services.payments import clear_all_open
from tests.browser.conftest import SignIn
from tests.browser.looks import Looks
from tests.cast import Cast
from tests.settlement import purse
from tests.settlement.purse import a_key
from tests.settlement.test_kitty import put

pytestmark = pytest.mark.django_db(transaction=True)


def fill(cast: Cast) -> list[str]:
    """Fill every page at its widest, and return the addresses."""
    Club.objects.filter(pk=cast.club.pk).update(currency="CHF")
    cast.club.refresh_from_db()
    put(cast, 9_000_000, "Startgeld", timezone.localdate())
    purse.rules(
        cast, method="by_place", places=(0, 33_333, 66_666, 99_999), pot="best", rounding=5, cap=90_000, rest="box"
    )
    evening = purse.evening(cast)
    purse.evening(cast, {"Anna": -9, "Ben": 9, "Cleo": 0, "Dora": 0})
    first = clear_all_open(
        cast.club, through_others=True, stamp=get_preview(cast.club).stamp, key=a_key(), by=cast.cleo
    )
    purse.evening(cast, {"Anna": 0, "Ben": 0, "Cleo": 4, "Dora": -4})
    club = f"/clubs/{cast.club.pk}"
    return [
        f"{club}/money/method/",
        f"/evenings/{evening.pk}/settlement/",
        f"{club}/money/",
        f"{club}/money/clear/",
        f"{club}/money/clearings/{first.pk}/",
        f"{club}/money/currency/",
        f"{club}/money/entry-fee/",
        f"{club}/money/payout/",
    ]


def test_everything_fits(looks: Looks, sign_in: SignIn, cast: Cast) -> None:
    addresses = fill(cast)
    for page in looks.pages:
        sign_in(page.context, cast.anna)
    looks.look_at(*addresses)
    assert looks.found == []


def test_a_method_asks_for_what_it_needs(page: Page, sign_in: SignIn, cast: Cast) -> None:
    sign_in(page.context, cast.anna)
    page.goto(f"/clubs/{cast.club.pk}/money/method/")
    expect(page.get_by_label("Preis je verlorenem Spiel")).to_be_hidden()
    page.get_by_text("Andere Arten").click()
    page.get_by_label("Nach verlorenem Spiel").check()
    expect(page.get_by_label("Preis je verlorenem Spiel")).to_have_value("3 × 0,50; 2 × 1,00; 2,00")
    expect(page.get_by_label("Cent pro Punkt", exact=True)).to_be_hidden()
    page.get_by_role("button", name="Speichern").tap()
    expect(page.get_by_text("Nach verlorenem Spiel · 1–3: 0,50")).to_be_visible()
