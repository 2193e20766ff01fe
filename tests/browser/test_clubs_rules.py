"""The rules page on a phone: a change answers at once, in the examples."""

import pytest
from playwright.sync_api import Locator, Page, expect

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club
from tests.accounts.people import make_account
from tests.browser.conftest import NewContext, SignIn
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


def choose(page: Page, question: str, answer: str) -> None:
    page.get_by_role("group", name=question).get_by_label(answer).check()


def test_a_change_answers_at_once(rules: Page, club: Club) -> None:
    told = example(rules, "calls", "Re keine 90, 130:110")
    expect(told).to_contain_text("Kontra +5")
    choose(rules, "Gegen eine verfehlte Absage", "1 für jede abgesagte Stufe, an die Gewinner")
    expect(told).to_contain_text("Kontra +6")
    expect(told).to_contain_text("bisher: Kontra +5")
    choose(rules, "Gegen eine verfehlte Absage", "nichts")
    expect(told).not_to_contain_text("bisher")
    expect(told).to_contain_text("Kontra +5")
    assert club.rules_versions.count() == 1


def test_the_answer_stays_in_sight(rules: Page) -> None:
    """Nothing lies over the questions before there is an answer."""
    question = "Gegen eine verfehlte Absage"
    rules.get_by_role("group", name="Re und Kontra").scroll_into_view_if_needed()
    expect(rules.locator("#examples-calls")).not_to_be_in_viewport()
    choose(rules, question, "1 für jede abgesagte Stufe, an die Gewinner")
    expect(rules.locator("#examples-calls .changed").first).to_be_in_viewport(ratio=0.9)
    rules.get_by_role("group", name="Re und Kontra").scroll_into_view_if_needed()
    expect(rules.locator("#examples-calls")).to_be_in_viewport(ratio=0.9)


def covered(page: Page) -> list[str]:
    """The controls of the form of which nothing is to be seen while they have the focus."""
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
    assert covered(rules) == []


def test_tab_by_tab_the_focus_is_in_sight(rules: Page) -> None:
    hidden = []
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
    expect(rules.get_by_role("group", name="Was eine Bockrunde auslöst")).to_be_hidden()
    rules.get_by_label("Ihr spielt Bock").check()
    expect(rules.get_by_role("group", name="Was eine Bockrunde auslöst")).to_be_visible()
    expect(example(rules, "bock", "Re angesagt, 119:121").first).to_contain_text("Bock: 4 Spiele ×2")


def test_a_contradiction_is_said_before_saving(rules: Page) -> None:
    choose(rules, "Re reichen 120", "sobald Kontra angesagt ist, auch neben Re")
    expect(rules.locator("#preview")).to_contain_text("Kontra muss überall dort 121 brauchen")


def test_saved_it_stands_in_the_book(rules: Page) -> None:
    rules.get_by_label("Gegen die Alten", exact=True).fill("2")
    rules.get_by_label("Eigener Sonderpunkt 1", exact=True).fill("Dulle gefangen")
    rules.get_by_label("Punkte für eigenen Sonderpunkt 1", exact=True).fill("1")
    rules.get_by_role("button", name="Regeln speichern").click()
    expect(rules.get_by_text("Fassung 2 · Anna")).to_be_visible()
    expect(rules.get_by_text("dazu: Dulle gefangen 1")).to_be_visible()


def test_a_preset_fills_the_form(rules: Page) -> None:
    rules.get_by_label("Ausgehen von").select_option("Parlett")
    rules.get_by_role("button", name="Übernehmen").click()
    expect(example(rules, "calls", "Re keine 90, 130:110")).to_contain_text("Kontra +6")


def test_without_a_script_a_button_answers(anna: Account, club: Club, new_context: NewContext, sign_in: SignIn) -> None:
    context = new_context(java_script_enabled=False)
    sign_in(context, anna)
    page = context.new_page()
    page.goto(f"/clubs/{club.pk}/rules/edit/")
    choose(page, "Gegen eine verfehlte Absage", "1 für jede abgesagte Stufe, an die Gewinner")
    page.get_by_role("button", name="Zeigen, was sich ändert").click()
    expect(example(page, "calls", "Re keine 90, 130:110")).to_contain_text("Kontra +6")
    page.get_by_role("button", name="Regeln speichern").click()
    expect(page.get_by_text("Fassung 2 · Anna")).to_be_visible()
