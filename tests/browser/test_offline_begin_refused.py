"""An evening that began offline and is refused: the questions, the messages, and the parts that can be saved."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from dokoclub.clubs.models import Club, Membership, Player
from dokoclub.evenings.models import Evening, Sheet
from dokoclub.evenings.services.evenings import create_scoring_link, revoke_pen
from dokoclub.exports.importers.own_files import read_lists
from dokoclub.exports.importers.unpacking import Budget
from tests import clock
from tests.browser.begun_here import BEGUN, BegunPhone, in_cellar, play
from tests.browser.conftest import NewContext
from tests.browser.looks import violations
from tests.cast import Cast
from tests.evenings import papers

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def context(bens_context: BrowserContext) -> BrowserContext:
    return bens_context


@pytest.fixture
def phone(context: BrowserContext, cast: Cast) -> BegunPhone:
    """Return a phone with the page for a new evening open, and no network any more."""
    return in_cellar(context, cast)


def test_a_guest_whose_name_is_taken_by_now_gets_another(phone: BegunPhone, cast: Cast) -> None:
    phone.begins(dealer="Emil", guests=["Emil"])
    play(phone, 2)
    cast.guest("Emil")
    phone.comes_back()
    expect(phone.band).to_contain_text("Einige dieser Namen kennt der Club schon. 2 Spiele warten auf diesem Handy.")
    assert violations(phone.page) == []
    phone.press("Wer sind die Gäste?")
    expect(phone.page.get_by_label("Name des Gastes")).to_have_value("Emil")
    phone.press("Übernehmen")
    expect(phone.page.get_by_text("Dieselbe Person oder jemand anderes? Wähle aus.")).to_be_visible()
    phone.page.get_by_label("Jemand anderes").check()
    phone.press("Übernehmen")
    expect(phone.page.get_by_label("Name des Gastes")).to_be_focused()
    expect(phone.page.get_by_text("Gib der anderen Person einen anderen Namen.")).to_be_visible()
    phone.page.get_by_label("Name des Gastes").fill("Emil aus Köln")
    phone.press("Übernehmen")
    phone.goes_on()
    assert Sheet.objects.get().entries.count() == 2
    assert Player.objects.filter(name="Emil aus Köln", guest=True).count() == 1


def test_a_refusal_of_the_old_name_that_comes_late_asks_nothing_again(phone: BegunPhone, cast: Cast) -> None:
    """It was on its way when somebody said who the guest is."""
    phone.begins(dealer="Emil", guests=["Emil"])
    cast.guest("Emil")
    phone.comes_back()
    phone.press("Wer sind die Gäste?")
    held: list[Route] = []
    phone.page.route(BEGUN, lambda route: held.append(route), times=1)
    with phone.page.expect_request(BEGUN):
        phone.page.evaluate(
            "import('/static/js/outbox/client.js').then((phone) => void phone.call('send', { anyway: true }))"
        )
    phone.page.get_by_label("Jemand anderes").check()
    phone.page.get_by_label("Name des Gastes").fill("Emil aus Köln")
    phone.press("Übernehmen")
    expect(phone.band).not_to_contain_text("kennt der Club schon")
    for route in held:
        route.continue_()
    phone.goes_on()
    assert Player.objects.filter(name="Emil aus Köln", guest=True).count() == 1


def test_who_may_not_write_any_more_keeps_a_file(phone: BegunPhone, cast: Cast) -> None:
    phone.begins(dealer="Anna")
    play(phone, 2)
    Membership.objects.filter(account=cast.ben, club=cast.club).update(scorer=False)
    phone.comes_back()
    expect(phone.band).to_contain_text("Du darfst in diesem Club keinen Abend mehr starten. 2 Spiele warten")
    expect(phone.band).to_contain_text("Ein Inhaber des Clubs liest sie unter „Alte Zettel importieren“ ein.")
    with phone.page.expect_download() as waited:
        phone.press("Als Datei sichern")
    [sheet] = read_lists("doppelkopf.json", waited.value.path().read_bytes(), Budget())
    assert sheet.problems == []
    assert sheet.line
    assert len(sheet.line["rows"]) == 2
    assert not Evening.objects.exists()


def test_a_club_that_is_gone_meanwhile(phone: BegunPhone, cast: Cast) -> None:
    phone.begins(dealer="Anna")
    play(phone, 1)
    Membership.objects.filter(account=cast.ben).delete()
    phone.comes_back()
    expect(phone.band).to_contain_text("Du darfst in diesem Club keinen Abend mehr starten.")
    assert Club.objects.filter(pk=cast.club.pk).exists()


def test_somebody_at_the_table_who_has_left_the_club(phone: BegunPhone, cast: Cast) -> None:
    """Other names for guests do not help, and are not offered. The page names the remedy."""
    phone.begins(dealer="Anna")
    play(phone, 1)
    dora = Player.objects.filter(name="Dora")
    dora.update(left_at=clock.NOW, active=False)
    phone.comes_back()
    expect(phone.band).to_contain_text("Dora gehört nicht mehr zum Club. 1 Spiel wartet auf diesem Handy.")
    expect(phone.band).to_contain_text(
        "Gesendet wird, sobald alle wieder im Club sind. Oder sichere die Spiele als Datei: Ein "
        "Inhaber liest sie unter „Alte Zettel importieren“ ein."
    )
    expect(phone.band.get_by_role("button")).to_have_text(["Als Datei sichern"])
    assert violations(phone.page) == []
    dora.update(left_at=None, active=True)
    phone.page.reload()
    phone.goes_on()
    assert Sheet.objects.get().entries.count() == 1


def test_what_waits_for_a_pen_that_is_gone_can_be_saved(new_context: NewContext, cast: Cast) -> None:
    sheet = papers.sheet(cast)
    page: Page = new_context().new_page()
    page.goto(f"/pen/{create_scoring_link(sheet)}/")
    phone = BegunPhone(page)
    phone.is_up()
    page.route("**/ops/", lambda route: route.abort())
    phone.writes(1, ["Anna", "Ben"], 155)
    revoke_pen(sheet)
    page.reload()
    page.get_by_role("link", name="Ansehen").tap()
    expect(page.get_by_text("Auf diesem Handy wartet 1 Spiel von dem Schreiblink.")).to_be_visible()
    with page.expect_download() as waited:
        page.get_by_role("button", name="Als Datei sichern").tap()
    assert '"games"' in waited.value.path().read_text()
