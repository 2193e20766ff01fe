"""Open payments of all evenings, the kitty and the GiroCode, on a phone."""

import re
from datetime import date

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from dokoclub.settlement.models import Payment
from dokoclub.settlement.services.kitty import save_bank_account
from tests.browser.conftest import SignIn
from tests.browser.looks import Looks
from tests.cast import Cast
from tests.settlement import purse
from tests.settlement.test_kitty import put

pytestmark = pytest.mark.django_db(transaction=True)

IBAN = "DE89370400440532013000"


def opened(page: Page, sign_in: SignIn, cast: Cast, name: str, address: str) -> Page:
    sign_in(page.context, cast.accounts[name])
    page.goto(address)
    return page


def test_the_treasurer_works_off_the_list_in_place(page: Page, sign_in: SignIn, cast: Cast) -> None:
    for day in (12, 19):
        purse.evening(cast, day=date(2025, 3, day))
    opened(page, sign_in, cast, "Cleo", f"/clubs/{cast.club.pk}/money/all/")
    page.evaluate("window.sameDocument = true")
    mark = page.get_by_role("button", name=re.compile("Dora zahlt Anna 0,30.€: als bezahlt markieren"))
    assert max(box["height"] for one in page.locator(".payment:visible").all() if (box := one.bounding_box())) <= 64
    mark.tap()
    expect(page.get_by_text(re.compile("Dora → Anna 0,30.€ bezahlt"))).to_be_visible()
    expect(page.get_by_text("Dora zahlt Anna")).to_have_count(0)
    page.get_by_role("button", name="Rückgängig").tap()
    expect(mark).to_be_visible()
    assert page.evaluate("window.sameDocument")
    payment = Payment.objects.get()
    assert (payment.cents, payment.stands, payment.settles.count()) == (30, False, 2)


def test_who_owes_copies_the_iban_beside_the_code(
    page: Page, context: BrowserContext, sign_in: SignIn, cast: Cast
) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    save_bank_account(cast.anna, holder="Anna Müller", iban=IBAN)
    purse.evening(cast, day=date(2025, 3, 12))
    opened(page, sign_in, cast, "Dora", f"/clubs/{cast.club.pk}/")
    page.goto(f"/clubs/{cast.club.pk}/money/")
    page.get_by_role("link", name=re.compile("QR-Code zum Bezahlen")).tap()
    expect(page.get_by_role("img", name=re.compile("GiroCode"))).to_be_visible()
    page.get_by_role("button", name="IBAN kopieren").tap()
    expect(page.get_by_text("Kopiert")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == "DE89 3704 0044 0532 0130 00"


def test_a_year_folds_by_months_and_is_printed_whole(page: Page, sign_in: SignIn, cast: Cast) -> None:
    for number in range(7):
        put(cast, 200, f"Startgeld {number}", date(2025, 3, 1 + number))
        put(cast, -50, f"Karten {number}", date(2025, 5, 1 + number))
    opened(page, sign_in, cast, "Dora", f"/clubs/{cast.club.pk}/cash-box/2025/")
    expect(page.get_by_text("Startgeld 3")).to_be_hidden()
    page.locator(".month > summary", has_text="März").tap()
    expect(page.get_by_text("Startgeld 3")).to_be_visible()
    expect(page.get_by_text("Karten 3")).to_be_hidden()
    height = "(month) => month.offsetHeight"
    folded = page.locator(".month:not([open])")
    assert folded.evaluate(height) < 80
    page.emulate_media(media="print")
    assert folded.evaluate(height) > 200, "seven rows and their head, below its sum"


def test_every_page(looks: Looks, sign_in: SignIn, cast: Cast) -> None:
    save_bank_account(cast.anna, holder="Anna Müller", iban=IBAN)
    save_bank_account(cast.cleo, holder="Cleo " + "Donaudampfschifffahrtskapitän" * 2, iban=IBAN)
    for day in (12, 19):
        purse.evening(cast, {"Anna": 3, "Ben": 1, "Cleo": -4, "Dora": 0}, day=date(2025, 3, day))
    entry = put(cast, 9_999_999, "Was in der Kasse war, als wir sie übernommen haben, mit allem", date(2025, 1, 1))
    put(cast, -5_000_000, "Rindfleischetikettierungsüberwachungsaufgabenübertragung", date(2025, 1, 2))
    for page in looks.pages:
        sign_in(page.context, cast.cleo)
    club = f"/clubs/{cast.club.pk}"
    looks.look_at(
        f"{club}/money/",
        f"{club}/money/all/",
        f"{club}/money/players/{cast.players['Cleo'].pk}/",
        f"{club}/money/players/{cast.players['Anna'].pk}/code/",
        f"{club}/money/players/{cast.players['Dora'].pk}/code/",
        f"{club}/cash-box/",
        f"{club}/cash-box/2025/",
        f"{club}/cash-box/book/",
        f"{club}/cash-box/rows/{entry.pk}/reverse/",
        "/account/bank/",
    )
    assert looks.found == []
