"""A player joins by an invitation during the evening: the owner hears of it at the sheet, and then both write."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Membership
from dokoclub.clubs.services import members
from tests.browser.conftest import NewContext, OpenPhone, SignIn
from tests.browser.phone import Phone
from tests.cast import Cast
from tests.evenings.papers import sheet as new_sheet

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_newcomer_writes_as_soon_as_the_owner_has_confirmed(
    open_phone: OpenPhone, new_context: NewContext, sign_in: SignIn, cast: Cast
) -> None:
    emil = cast.guest("Emil")
    sheet = new_sheet(cast, "Anna", "Ben", "Cleo", "Emil")
    account = Account.objects.create_user("gustav")
    membership = Membership.objects.create(club=cast.club, account=account)
    anna = open_phone(sheet, "Anna", small=True)
    anna.tap("Re-Partei", "Anna")
    context = new_context()
    sign_in(context, account)
    page = context.new_page()
    page.goto(f"/sheets/{sheet.pk}/")
    expect(page.get_by_role("table", name="Spielzettel")).to_be_visible()
    expect(page.get_by_role("button", name="Speichern")).to_have_count(0)

    members.claim_player(membership, emil)
    told = anna.page.get_by_role("link", name="gustav wartet auf Bestätigung")
    expect(told).to_be_visible()
    expect(anna.group("Re-Partei").get_by_role("button", pressed=True)).to_have_count(1)  # nothing else has moved
    told.tap()
    anna.page.get_by_role("button", name="Ja").first.tap()
    anna.page.get_by_text("gustav spielt jetzt als Emil").first.wait_for()
    anna.page.goto(anna.address)
    expect(told).to_be_hidden()

    gustav = Phone.__new__(Phone)
    gustav.page, gustav.taps, gustav.address = page, 0, anna.address
    expect(gustav.button("Speichern")).to_be_visible()
    gustav.game(["Anna", "Emil"], 131)
    gustav.save(1)
