"""Members' accounts, dues, fines, the closed year and the budget, on a phone and on a laptop."""

from __future__ import annotations

import re
from datetime import date

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from dokoclub.settlement.models import CashKind
from dokoclub.settlement.services.accounts import spend_for_club
from dokoclub.settlement.services.dues import except_player, make_due, save_fine
from dokoclub.settlement.services.kitty import save_budget_line, save_club_bank
from tests.browser.conftest import SignIn
from tests.browser.looks import Looks
from tests.cast import Cast
from tests.evenings import papers
from tests.settlement.purse import a_key
from tests.settlement.test_accounts import charge, pay
from tests.settlement.test_cash_year import LAST, close
from tests.settlement.test_kitty import put

pytestmark = pytest.mark.django_db(transaction=True)

LONG = "Rindfleischetikettierungsüberwachungsaufgabenübertragung"


def fill(cast: Cast) -> list[str]:
    """Fill every page at its widest, and return the addresses."""
    put(cast, 9_999_999, "Was in der Kasse war, als wir sie übernommen haben", date(LAST, 1, 1), kind=CashKind.OPENING)
    put(cast, -5_000_000, LONG, date(LAST, 6, 1), player=cast.players["Cleo"])
    close(cast, counted=4_999_900)
    put(cast, 100, "Vergessen", date(LAST, 7, 1))
    save_budget_line(cast.club, LAST + 1, purpose=LONG, cents=-9_999_999)
    save_club_bank(cast.club, holder="Runde Linde", iban="DE89370400440532013000", by=cast.cleo)
    fine = save_fine(cast.club, None, name="Zu spät und ohne Kuchen gekommen", cents=9_999_999, key=a_key())
    first = timezone.localdate().replace(day=1)
    due = make_due(
        cast.club, name="Beitrag", cents=500, every="month", first=first, last=None, key=a_key(), by=cast.cleo
    )
    except_player(due, cast.players["Dora"], cents=0, first=first, last=None)
    one = charge(cast, 9_999_999, LONG, name="Cleo", reason="weil es so sein musste, und noch viel mehr", kind="fine")
    charge(cast, 250, "Vergeben", name="Cleo")
    charge(cast, 250, "Vergeben", name="Ben")
    pay(cast, 100, name="Cleo")
    pay(cast, 700, name="Dora")
    spend_for_club(cast.players["Anna"], cents=1250, purpose="Karten", day=first, key=a_key(), by=cast.cleo)
    sheet = papers.sheet(cast)
    club, cleo = f"/clubs/{cast.club.pk}", cast.players["Cleo"].pk
    return [
        f"{club}/cash-box/",
        f"{club}/cash-box/{LAST}/",
        f"{club}/cash-box/{LAST}/audit/",
        f"{club}/cash-box/{LAST + 1}/close/",
        f"{club}/cash-box/{LAST + 1}/budget/",
        f"{club}/cash-box/book/",
        f"{club}/money/accounts/",
        f"{club}/money/accounts/{cleo}/",
        f"{club}/money/accounts/{cleo}/book/",
        f"{club}/money/charges/{one.pk}/take-back/",
        f"{club}/money/dues/",
        f"{club}/money/dues/new/",
        f"{club}/money/dues/{due.pk}/",
        f"{club}/money/fines/{fine.pk}/",
        f"{club}/money/club-bank/",
        f"{club}/money/club-code/",
        f"/sheets/{sheet.pk}/fine/",
        f"{club}/",
        f"{club}/files/",
        f"{club}/money/",
    ]


def test_everything_fits(looks: Looks, sign_in: SignIn, cast: Cast) -> None:
    addresses = fill(cast)
    for page in looks.pages:
        sign_in(page.context, cast.cleo)
    looks.look_at(*addresses)
    assert looks.found == []


def test_before_somebody_is_erased(looks: Looks, sign_in: SignIn, cast: Cast) -> None:
    fill(cast)
    cleo = f"/clubs/{cast.club.pk}/players/{cast.players['Cleo'].pk}/"
    for page in looks.pages:
        sign_in(page.context, cast.anna)
    looks.look_at(cleo, f"{cleo}erase/")
    assert looks.found == []
    expect(looks.wide.get_by_text("Geld ist noch offen. Bitte zuerst abrechnen:")).to_be_visible()


def test_a_fine_from_the_sheet_is_paid_by_a_tap(page: Page, sign_in: SignIn, cast: Cast) -> None:
    save_fine(cast.club, None, name="Zu spät", cents=250, key=a_key())
    sheet = papers.sheet(cast)
    sign_in(page.context, cast.anna)
    page.goto(f"/sheets/{sheet.pk}/fine/")
    page.get_by_label("Wer?").select_option("Dora")
    page.get_by_label("Zu spät: 2,50").check()
    page.get_by_role("button", name="Strafe buchen").tap()
    expect(page.get_by_text("Dora: Zu spät, 2,50")).to_be_visible()
    page.goto(f"/clubs/{cast.club.pk}/money/accounts/")
    page.get_by_role("button", name=re.compile("als bezahlt markieren.*Dora")).tap()
    expect(page.get_by_text("Dora: als bezahlt gebucht.")).to_be_visible()
    expect(page.get_by_text("Niemand schuldet der Kasse etwas")).to_be_visible()
