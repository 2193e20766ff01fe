"""The rules on a phone: found by a word, changed one question at a time, read and printed on one sheet."""

import re

import pytest
from playwright.sync_api import Page, expect

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club
from tests.accounts.people import make_account
from tests.browser.conftest import NewContext, SignIn
from tests.browser.looks import too_wide, violations
from tests.cast import make_club

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def anna() -> Account:
    return make_account("anna", "Anna")


@pytest.fixture
def club(anna: Account) -> Club:
    return make_club("Linde", anna)


@pytest.fixture
def rules(page: Page, anna: Account, club: Club, sign_in: SignIn) -> Page:
    sign_in(page.context, anna)
    page.goto(f"/clubs/{club.pk}/rules/edit/")
    return page


def test_a_rule_is_found_while_its_word_is_typed(rules: Page) -> None:
    rules.get_by_role("searchbox", name="Regel suchen").fill("Stuhlbein")
    rules.get_by_role("link", name="Weitere Rufe").click()
    expect(rules.get_by_role("heading", level=1)).to_have_text("Weitere Rufe")


def test_a_chapter_unfolds_by_keyboard(rules: Page) -> None:
    question = rules.get_by_role("link", name=re.compile("Verfehlte Absage|verfehlte Absage"))
    expect(question).to_be_hidden()
    rules.locator(".more > summary").nth(1).press("Enter")
    expect(question).to_be_visible()


def test_a_change_answers_at_once_and_saving_returns(rules: Page, club: Club) -> None:
    rules.goto(f"{rules.url}against/")
    effects = rules.locator("#effects")
    expect(effects).to_contain_text("Kontra +5")
    rules.get_by_role("radio", name="1 je abgesagter Stufe").check()
    expect(effects).to_contain_text("Kontra +6")
    expect(effects).to_contain_text("bisher: Kontra +5")
    rules.get_by_label("nichts").check()
    expect(effects.get_by_role("list").first).not_to_contain_text("bisher")
    assert club.rules_versions.count() == 1
    rules.get_by_role("radio", name="nichts").check()
    rules.get_by_role("button", name="Speichern", exact=True).click()
    expect(rules.get_by_text("Fassung 2")).to_be_visible()
    expect(rules.get_by_role("heading", level=1)).to_have_text("Regeln ändern")


def test_a_contradiction_is_said_before_saving(rules: Page) -> None:
    rules.goto(f"{rules.url}re_needs_120/")
    rules.get_by_label(re.compile("sobald Kontra angesagt")).check()
    expect(rules.locator("#effects")).to_contain_text("Kontra")
    expect(rules.locator("#effects")).to_contain_text("121")


@pytest.mark.parametrize(
    "path", ["", "?q=solo", "extras/", "by_kind/", "call_cards/", "bock.triggers/", "questions/", "preset/"]
)
@pytest.mark.parametrize("size", [(320, 640), (1280, 800)])
def test_it_fits_and_axe_finds_nothing(rules: Page, path: str, size: tuple[int, int]) -> None:
    rules.set_viewport_size({"width": size[0], "height": size[1]})
    rules.goto(f"{rules.url}{path}")
    assert [*too_wide(rules), *violations(rules)] == []


def test_the_rules_print_on_one_page_of_a5(rules: Page, club: Club) -> None:
    rules.goto(f"/clubs/{club.pk}/rules/")
    assert [*too_wide(rules), *violations(rules)] == []
    printed = rules.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1
    width, height = map(float, re.findall(rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", printed)[0])
    assert (round(width / 72 * 25.4), round(height / 72 * 25.4)) == (148, 210)


def test_without_a_script_all_of_it_works(anna: Account, club: Club, new_context: NewContext, sign_in: SignIn) -> None:
    context = new_context(java_script_enabled=False)
    sign_in(context, anna)
    page = context.new_page()
    page.goto(f"/clubs/{club.pk}/rules/edit/")
    page.get_by_role("searchbox").fill("Feigheit")
    page.get_by_role("button", name="Suchen").click()
    page.get_by_role("link", name="Feigheit").click()
    page.get_by_label("Feigheit").fill("3")
    page.get_by_role("button", name="Speichern", exact=True).click()
    expect(page.get_by_text("Fassung 2")).to_be_visible()
    assert club.rules_versions.latest("number").parsed.feigheit == 3
