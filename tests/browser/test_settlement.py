"""On a phone: from closing an evening to "all paid", with one tap a payment; in place, and back again."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, expect

from dokoclub.evenings.models import Evening
from dokoclub.settlement.models import Payment, Transfer
from scoring.text import LONGEST_NAME
from tests.browser.conftest import Readers, SignIn
from tests.browser.looks import enlarge_text, too_wide
from tests.cast import Cast, make_cast
from tests.settlement import purse
from tests.settlement.purse import freeze

pytestmark = pytest.mark.django_db(transaction=True)


class Thumb:
    """A thumb that counts its taps."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def tap(self, role: str, name: str) -> None:
        self.page.get_by_role(role, name=name).tap()  # type: ignore[arg-type]
        self.taps += 1


@pytest.fixture
def cast(live_server: object) -> Cast:
    return make_cast()


@pytest.fixture
def page(context: BrowserContext, cast: Cast, sign_in: SignIn) -> Page:
    """Return Anna's phone: she owns the club, so she may close and book."""
    sign_in(context, cast.anna)
    return context.new_page()


def close(page: Page, evening: Evening) -> Thumb:
    """Close the evening, up to the list of payments: two taps."""
    page.goto(f"/evenings/{evening.pk}/close/")
    thumb = Thumb(page)
    thumb.tap("button", "Spielabend beenden")
    thumb.tap("link", "Abrechnung")
    page.wait_for_url("**/settlement/")
    return thumb


def test_from_closing_to_all_paid_one_by_one(page: Page, cast: Cast) -> None:
    evening = purse.evening(cast, {"Anna": 7, "Ben": 4, "Cleo": -5, "Dora": -6}, closed=False)
    thumb = close(page, evening)
    for said in ("Cleo zahlt Ben 0,20 €", "Cleo zahlt Anna 0,05 €", "Dora zahlt Anna 0,30 €"):
        thumb.tap("button", f"{said}: als bezahlt markieren")
        expect(page.get_by_role("button", name=f"{said}: wieder offen")).to_be_focused()

    expect(page.get_by_role("button", name="Alles bezahlt")).to_have_count(0)
    transfers = Transfer.objects.count()
    assert (Transfer.objects.paid().count(), transfers) == (3, 3)
    assert thumb.taps <= transfers + 2


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_the_sum_counts_to_what_is_left(page: Page, cast: Cast, motion: str) -> None:
    """Until it stands as the server says; with motion switched off it stands at once."""
    evening = purse.evening(cast, {"Anna": 7, "Ben": 4, "Cleo": -5, "Dora": -6}, closed=False)
    page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
    thumb = close(page, evening)
    expect(page.locator(".hero")).to_have_text("0,55 €")
    page.evaluate("""() => {
      window.seen = new Set();
      new MutationObserver(() => seen.add(document.querySelector(".hero")?.textContent))
        .observe(document.querySelector("main"), { childList: true, subtree: true, characterData: true });
    }""")
    thumb.tap("button", "Dora zahlt Anna 0,30 €: als bezahlt markieren")
    expect(page.locator(".hero")).to_have_text("0,25 €")
    assert page.evaluate("[...seen].filter(Boolean).every((one) => /^0,[2-5]\\d\\s€$/.test(one))")
    assert (page.evaluate("[...seen].filter(Boolean).length") > 1) is (motion == "no-preference")


def test_from_closing_to_all_paid_at_once(page: Page, cast: Cast) -> None:
    evening = purse.evening(cast, closed=False)
    thumb = close(page, evening)
    thumb.tap("button", "Alles bezahlt")
    expect(page.get_by_text("Alles bezahlt.")).to_be_visible()

    assert not Transfer.objects.open().exists()
    assert thumb.taps == 3 <= Transfer.objects.count() + 2


def test_a_payment_is_taken_back_where_it_stands(page: Page, cast: Cast) -> None:
    evening = purse.evening(cast)
    page.goto(f"/evenings/{evening.pk}/settlement/")
    page.get_by_role("button", name="Dora zahlt Anna 0,15 €: als bezahlt markieren").tap()
    page.get_by_role("button", name="Dora zahlt Anna 0,15 €: wieder offen").tap()
    expect(page.get_by_role("button", name="Dora zahlt Anna 0,15 €: als bezahlt markieren")).to_be_visible()

    assert [payment.stands for payment in Payment.objects.all()] == [False]


def test_why_is_unfolded_and_the_page_is_accessible(page: Page, cast: Cast) -> None:
    evening = purse.evening(cast)
    freeze(cast, evening)
    purse.correct(cast, evening, {"Anna": -2, "Ben": 2, "Cleo": 2, "Dora": -2})
    page.goto(f"/evenings/{evening.pk}/settlement/")
    page.locator("summary").filter(has_text="Warum").tap()
    page.locator("summary").filter(has_text="So kommt es zustande").tap()

    expect(page.get_by_text("Dora: −3 × 0,05 € pro Punkt = −0,15 €")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert Axe().run(page).response["violations"] == []


def test_where_nothing_can_copy_the_text_unfolds_and_is_marked(page: Page, cast: Cast) -> None:
    page.add_init_script("delete Navigator.prototype.clipboard; delete Navigator.prototype.share")
    page.goto(f"/evenings/{purse.evening(cast).pk}/settlement/")
    expect(page.locator("#text")).to_be_hidden()
    page.get_by_role("button", name="Abrechnung teilen").tap()

    expect(page.locator("#text")).to_be_visible()
    assert "Dora zahlt Anna 0,15" in page.evaluate("getSelection().toString()")


def test_the_explanation_follows_the_stake(page: Page, cast: Cast) -> None:
    purse.evening(cast)
    page.goto(f"/clubs/{cast.club.pk}/money/method/")
    page.get_by_label("Cent pro Punkt", exact=True).fill("50")
    page.get_by_label("Cent pro Punkt", exact=True).blur()

    expect(page.locator("#effects")).to_contain_text("Dora zahlt Anna 1,50 €")
    page.get_by_text("Andere Arten").click()
    page.get_by_label("Nur Pauschalen").check()
    expect(page.get_by_label("Cent pro Punkt", exact=True)).to_be_hidden()
    assert Axe().run(page).response["violations"] == []


@pytest.mark.parametrize("locale", ["de-DE", "en-GB"])
def test_no_page_is_too_wide_with_the_longest_names_and_text_twice_as_large(
    readers: Readers, cast: Cast, locale: str
) -> None:
    for number, player in enumerate(cast.four):
        player.name = str(number) + "W" * (LONGEST_NAME - 1)
        player.save()
    evening = purse.evening(cast, {"Anna": 4000, "Ben": 1, "Cleo": -1, "Dora": -4000}, stake=10_000)
    freeze(cast, evening)
    purse.correct(cast, evening, {"Anna": -2, "Ben": 2, "Cleo": 2, "Dora": -2})
    found = []
    for page in readers(cast.anna, locale):
        for larger in (False, True):
            if larger:
                enlarge_text(page)
            for address in (f"/evenings/{evening.pk}/settlement/", f"/clubs/{cast.club.pk}/money/method/"):
                page.goto(address)
                found += too_wide(page)
    assert found == []


def test_what_a_method_does_not_need_is_not_asked(page: Page, cast: Cast) -> None:
    page.goto(f"/clubs/{cast.club.pk}/money/method/")
    fields = {name: page.locator(f"[name={name}]").first for name in ("stake", "scope", "cash_box_share", "present")}
    for part in page.locator(".chapter summary, fieldset summary").all():
        part.press("Enter")
    for method, asked in (
        ("Unter den Spielern", ["stake", "scope", "present"]),
        ("Minuspunkte für Kasse und Gewinner", ["stake", "scope", "cash_box_share", "present"]),
        ("Nur Pauschalen", ["present"]),
        ("Ohne Geld", []),
    ):
        page.get_by_label(method, exact=True).check()
        assert [name for name, field in fields.items() if field.is_visible()] == asked


def test_how_many_evenings_is_asked_where_not_all_count(page: Page, cast: Cast) -> None:
    """It is the number in the season and in each month."""
    page.goto(f"/clubs/{cast.club.pk}/league/rules/")
    for part in page.locator(".chapter summary").all():
        part.press("Enter")
    names = [prefix + name for prefix in ("", "month_") for name in ("counting_evenings", "absence_strikes")]
    for season, months, asked in (
        ("all", "all", []),
        ("best", "all", names[:1]),
        ("strike", "best", names[:3]),
        ("all", "strike", names[2:]),
    ):
        page.locator("[name=counting]").select_option(season)
        page.locator("[name=month_counting]").select_option(months)
        assert [name for name in names if page.locator(f"[name={name}]").is_visible()] == asked


def test_a_folded_part_never_says_what_is_kept_once_it_was_changed(page: Page, cast: Cast) -> None:
    page.goto(f"/clubs/{cast.club.pk}/league/rules/")
    row = page.locator(".chapter summary").filter(has_text="Wertung")
    expect(row).to_contain_text("Summe der Punkte · ohne Gäste")
    row.press("Enter")
    page.get_by_label("Schnitt pro Spiel").check()
    row.press("Enter")
    expect(page.get_by_label("Schnitt pro Spiel")).to_be_hidden()
    expect(row).to_contain_text("geändert, noch nicht gespeichert")
    expect(row).not_to_contain_text("Summe der Punkte")
