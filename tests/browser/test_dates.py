"""Answers to a date on a phone: one tap, and nothing jumps."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from dokoclub.dates.models import Reply
from dokoclub.dates.services import answering, planning
from tests.browser.conftest import SignIn
from tests.browser.looks import Looks
from tests.cast import Cast
from tests.dates.papers import MAYBE, NO, YES, in_days, plan, say, wanted

pytestmark = pytest.mark.django_db(transaction=True)


def test_one_tap_on_the_page_of_the_club(page: Page, sign_in: SignIn, cast: Cast) -> None:
    one = plan(cast, in_days(6))
    sign_in(page.context, cast.dora)
    page.goto(f"/clubs/{cast.club.pk}/")
    card = page.locator(f"#date-{one.pk}")
    card.get_by_role("button", name="Dabei").tap()
    expect(card.get_by_text("1 dabei")).to_be_visible()
    expect(card.get_by_role("button", name="Dabei")).to_have_attribute("aria-pressed", "true")
    page.goto(f"/dates/{one.pk}/")
    page.evaluate("window.sameDocument = true")
    card.get_by_text("Gäste, später, Bemerkung").tap()
    card.get_by_label("Gast 1").fill("Nele")
    card.get_by_role("button", name="Speichern").tap()
    expect(card.get_by_text("2 dabei, zwei fehlen noch")).to_be_visible()
    assert page.evaluate("window.sameDocument")
    assert Reply.objects.get().guests == ["Nele"]


def test_an_answer_for_somebody_else_keeps_what_is_typed(page: Page, sign_in: SignIn, cast: Cast) -> None:
    one = plan(cast, in_days(6))
    say(cast, one, "Anna", YES)
    sign_in(page.context, cast.anna)
    page.goto(f"/dates/{one.pk}/")
    page.get_by_text("Gäste, später, Bemerkung").tap()
    page.get_by_label("Gast 1").fill("Nele")
    page.get_by_text("Für andere antworten").tap()
    page.get_by_role("group", name="Ben").get_by_role("button", name="Dabei").tap()
    expect(page.get_by_text("2 dabei, zwei fehlen noch")).to_be_visible()
    expect(page.get_by_label("Gast 1")).to_have_value("Nele")
    page.locator(f"#date-{one.pk}").get_by_role("button", name="Speichern").tap()
    expect(page.get_by_text("3 dabei, einer fehlt noch")).to_be_visible()


def test_by_a_personal_link(page: Page, cast: Cast) -> None:
    nele, one = cast.guest("Nele"), plan(cast)
    page.goto(f"/t/{answering.make_answer_link(nele, by=cast.anna).token}/")
    page.get_by_role("button", name="Vielleicht").tap()
    expect(page.get_by_text("vielleicht: Nele")).to_be_visible()
    page.get_by_role("button", name="Adresse anlegen").tap()
    expect(page.get_by_role("button", name="Adresse kopieren")).to_be_visible()
    assert Reply.objects.get().date == one


def test_every_page(looks: Looks, sign_in: SignIn, cast: Cast) -> None:
    cast.guest("Donaudampfschifffahrtskapitän Hannelore")
    one = plan(cast, place="Rindfleischetikettierungsüberwachungsaufgabenübertragung", places=3, answer_days=2)
    say(cast, one, "Anna", YES, "Nele", "Oskar", "Tante Paula", remark="mit Kuchen")
    say(cast, one, "Ben", MAYBE)
    say(cast, one, "Cleo", NO)
    moved, cancelled = plan(cast, in_days(14)), plan(cast, in_days(21), kind="tournament", note="Bring 5 € mit")
    say(cast, moved, "Anna", YES)
    planning.change_date(moved, wanted(in_days(15)), by=cast.ben)
    planning.cancel_date(cancelled, by=cast.ben)
    for name in ("Anna", "Ben"):
        answering.make_answer_link(cast.players[name], by=cast.anna)
    answering.make_calendar(cast.anna)
    link = answering.make_answer_link(cast.players["Anna"], by=cast.anna).token
    for page in looks.pages:
        sign_in(page.context, cast.anna)
    club = f"/clubs/{cast.club.pk}"
    looks.look_at(
        f"{club}/",
        f"{club}/dates/",
        f"{club}/dates/new/",
        f"{club}/dates/links/",
        f"{club}/dates/links/{cast.players['Ben'].pk}/",
        f"{club}/calendar/",
        f"/dates/{one.pk}/",
        f"/dates/{cancelled.pk}/",
        f"/dates/{one.pk}/edit/",
        f"/t/{link}/",
        f"{club}/money/method/",
    )
    assert looks.found == []
