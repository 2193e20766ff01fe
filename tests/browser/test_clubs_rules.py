"""The rules page on a phone: a change shows at once, in the examples."""

import pytest
from playwright.sync_api import Locator, Page, expect

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


def example(page: Page, chapter: str, situation: str) -> Locator:
    return page.locator(f"#examples-{chapter} li").filter(has_text=situation)


def unfold(page: Page, *groups: str) -> None:
    """Unfold by keyboard, as every browser can; all folds if none is named."""
    rows = page.locator(".chapter > details > summary")
    for row in [rows.filter(has_text=group) for group in groups] or rows.all():
        row.press("Enter")


def choose(page: Page, question: str, answer: str) -> None:
    page.get_by_role("group", name=question).get_by_label(answer).check()


def test_a_folded_group_says_how_it_stands_and_what_is_changed(rules: Page) -> None:
    row = rules.locator("#chapter-calls").locator("xpath=..")
    expect(rules.get_by_role("group", name="Gegen eine verfehlte Absage")).to_be_hidden()
    expect(row).to_contain_text("Re oder Kontra: +2 · jede Absage: +1")
    expect(row).not_to_contain_text("anders")
    unfold(rules, "Ansagen und Absagen")
    choose(rules, "Gegen eine verfehlte Absage", "nichts")
    expect(row).to_contain_text("1 anders")
    expect(rules.locator("#otherwise-against")).to_contain_text("DDV-Turnierspielregeln: 1 je Stufe")
    choose(rules, "Gegen eine verfehlte Absage", "1 je Stufe, ab 120 Augen")
    expect(row).not_to_contain_text("anders")
    expect(rules.locator("#otherwise-against")).to_be_hidden()


def test_what_is_wrong_is_seen_though_it_was_folded_away(rules: Page) -> None:
    unfold(rules, "Ansagen und Absagen")
    rules.get_by_label("Punkte für eine Absage", exact=True).fill("99")
    unfold(rules, "Ansagen und Absagen")  # and gone
    expect(rules.get_by_label("Punkte für eine Absage", exact=True)).to_be_hidden()
    rules.get_by_role("button", name="Regeln speichern").click()
    expect(rules.get_by_label("Punkte für eine Absage", exact=True)).to_be_visible()
    expect(rules.get_by_role("group", name="Re gewinnt mit 120")).to_be_hidden()


def test_the_index_of_a_laptop_unfolds(rules: Page) -> None:
    rules.set_viewport_size({"width": 1280, "height": 800})
    rules.reload()
    rules.get_by_role("navigation", name="Auf dieser Seite").get_by_role("link", name="Der Zettel").click()
    expect(rules.get_by_role("group", name="Schreibweise")).to_be_visible()


@pytest.mark.parametrize("size", [(320, 640), (1280, 800)])
def test_unfolded_it_fits_and_axe_finds_nothing(rules: Page, size: tuple[int, int]) -> None:
    rules.set_viewport_size({"width": size[0], "height": size[1]})
    unfold(rules)
    assert [*too_wide(rules), *violations(rules)] == []


def test_a_change_answers_at_once(rules: Page, club: Club) -> None:
    unfold(rules, "Ansagen und Absagen")
    told = example(rules, "calls", "Re keine 90, 130:110")
    expect(told).to_contain_text("Kontra +5")
    choose(rules, "Gegen eine verfehlte Absage", "1 je abgesagter Stufe, für die Gewinner")
    expect(told).to_contain_text("Kontra +6")
    expect(told).to_contain_text("bisher: Kontra +5")
    choose(rules, "Gegen eine verfehlte Absage", "nichts")
    expect(told).not_to_contain_text("bisher")
    expect(told).to_contain_text("Kontra +5")
    assert club.rules_versions.count() == 1


def test_the_answer_stays_in_sight(rules: Page) -> None:
    """Nothing covers the questions before there is an answer."""
    unfold(rules, "Ansagen und Absagen")
    question = "Gegen eine verfehlte Absage"
    rules.get_by_role("group", name="Re und Kontra").scroll_into_view_if_needed()
    expect(rules.locator("#examples-calls")).not_to_be_in_viewport()
    choose(rules, question, "1 je abgesagter Stufe, für die Gewinner")
    expect(rules.locator("#examples-calls .changed").first).to_be_in_viewport(ratio=0.9)
    rules.get_by_role("group", name="Re und Kontra").scroll_into_view_if_needed()
    expect(rules.locator("#examples-calls")).to_be_in_viewport(ratio=0.9)


def covered(page: Page) -> list[str]:
    """List the controls of the form that are completely covered while they have the focus."""
    return list(
        page.evaluate(
            """() => [...document.querySelectorAll("form.rules :is(input, select, button, a)")].filter((one) => {
                if (one.type === "hidden" || !one.checkVisibility()) return false;
                one.focus();
                const box = one.getBoundingClientRect();
                const x = box.left + box.width / 2;
                const at = [box.top + 3, box.top + box.height / 2, box.bottom - 3];
                return !at.some((y) => one.contains(document.elementFromPoint(x, y)));
            }).map((one) => one.name)"""
        )
    )


@pytest.mark.parametrize("size", [(360, 640), (360, 720), (390, 844), (1280, 800)])
def test_the_answer_never_hides_what_has_the_focus(rules: Page, size: tuple[int, int]) -> None:
    rules.set_viewport_size({"width": size[0], "height": size[1]})
    unfold(rules)
    assert covered(rules) == []


def test_tab_by_tab_the_focus_is_in_sight(rules: Page) -> None:
    hidden = []
    unfold(rules)
    rules.get_by_role("button", name="Übernehmen").focus()
    for _press in range(30):
        rules.keyboard.press("Tab")
        name, seen = rules.evaluate(
            """() => {
                const one = document.activeElement, box = one.getBoundingClientRect();
                const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
                return [one.name || one.textContent, one.contains(top)];
            }"""
        )
        hidden += [] if seen else [name]
    assert hidden == []


def test_bock_unfolds_and_answers(rules: Page) -> None:
    unfold(rules, "Bockrunden")
    expect(rules.get_by_role("group", name="Auslöser einer Bockrunde")).to_be_hidden()
    rules.get_by_label("Ihr spielt Bock").check()
    expect(rules.get_by_role("group", name="Auslöser einer Bockrunde")).to_be_visible()
    expect(example(rules, "bock", "Re angesagt, 119:121").first).to_contain_text("Bock: 4 Spiele ×2")


def test_a_contradiction_is_said_before_saving(rules: Page) -> None:
    unfold(rules, "Gewinnen")
    choose(rules, "Re gewinnt mit 120", "sobald Kontra angesagt hat, auch neben Re")
    expect(rules.locator("#preview")).to_contain_text(
        "Wo Re 120 reichen, stell Kontra auf 121; sonst gewinnen bei 120:120 beide."
    )


def test_saved_it_stands_in_the_book(rules: Page) -> None:
    unfold(rules, "Sonderpunkte")
    rules.get_by_label("Gegen die Alten", exact=True).fill("2")
    rules.get_by_label("Eigener Sonderpunkt 1", exact=True).fill("Dulle gefangen")
    rules.get_by_label("Punkte für eigenen Sonderpunkt 1", exact=True).fill("1")
    rules.get_by_role("button", name="Regeln speichern").click()
    expect(rules.get_by_text("Fassung 2 · Anna")).to_be_visible()
    expect(rules.get_by_text("dazu: Dulle gefangen 1")).to_be_visible()


def test_a_preset_fills_the_form(rules: Page) -> None:
    rules.get_by_label("Ausgehen von").select_option("Parlett")
    rules.get_by_role("button", name="Übernehmen").click()
    unfold(rules, "Ansagen und Absagen")
    expect(example(rules, "calls", "Re keine 90, 130:110")).to_contain_text("Kontra +6")


def test_without_a_script_a_button_answers(anna: Account, club: Club, new_context: NewContext, sign_in: SignIn) -> None:
    context = new_context(java_script_enabled=False)
    sign_in(context, anna)
    page = context.new_page()
    page.goto(f"/clubs/{club.pk}/rules/edit/")
    unfold(page, "Ansagen und Absagen")
    choose(page, "Gegen eine verfehlte Absage", "1 je abgesagter Stufe, für die Gewinner")
    page.get_by_role("button", name="Änderungen zeigen").click()
    expect(example(page, "calls", "Re keine 90, 130:110")).to_contain_text("Kontra +6")
    page.get_by_role("button", name="Regeln speichern").click()
    expect(page.get_by_text("Fassung 2 · Anna")).to_be_visible()
