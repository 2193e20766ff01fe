"""/evenings/…/close/ and …/reopen/, and the result in between."""

from __future__ import annotations

from uuid import uuid4

import pytest
from pytest_django import DjangoAssertNumQueries

from dokoclub.clubs.hooks import NavLink
from dokoclub.clubs.models import Membership
from dokoclub.evenings import hooks
from dokoclub.evenings.domain import opening
from dokoclub.evenings.models import Evening
from dokoclub.evenings.services import entries, evenings
from tests.cast import Cast
from tests.evenings.pages import phone, seen, url_of
from tests.evenings.papers import anna_ben, evening, solo, table, write
from tests.evenings.rows import write_entries
from tests.markup import markup


@pytest.fixture
def one(cast: Cast) -> Evening:
    """Return four games: Anna and Ben win three, Cleo a solo of 24."""
    one = evening(cast, table(cast, rules="ddv"))
    sheet = one.sheets.get()
    attribution = {"extras": {"re": {"fuchs": [{"by": cast.ids("Ben")[0], "from": cast.ids("Dora")[0]}]}}}
    write(cast, sheet, anna_ben(cast, 131, extras={"re": {"fuchs": 1}}), attribution=attribution)
    for _ in range(2):
        write(cast, sheet, anna_ben(cast, 155))
    write(cast, sheet, solo(cast, "Cleo", 160, announced={"re": "no90"}), note="Das glaubt uns keiner.")
    return one


def closed(one: Evening) -> Evening:
    return evenings.close_evening(one, by=None)


def test_it_says_what_is_still_open(cast: Cast, one: Evening) -> None:
    page = seen(phone(cast, "Ben").get(url_of(one, "close/")))
    assert "Danach ist der Zettel zu: Cleo führt mit" in page
    assert "4 Spiele" in page
    assert "Spiel 5" not in page  # no game is to come


def test_it_says_how_long_the_list_was_meant_to_be(cast: Cast) -> None:
    meant = opening.NewSheet(players=cast.four, rules=table(cast).rules, length_kind="rounds", length=5)
    page = seen(phone(cast, "Ben").get(url_of(evening(cast, meant), "close/")))
    assert "geplant: 5 Runden" in page


def test_looking_closes_nothing(cast: Cast, one: Evening) -> None:
    phone(cast, "Ben").get(url_of(one, "close/"))
    one.refresh_from_db()
    assert one.is_open


def test_it_closes_every_sheet_and_shows_the_result(cast: Cast, one: Evening) -> None:
    response = phone(cast, "Ben").post(url_of(one, "close/"))
    assert response.headers["Location"] == url_of(one)
    one.refresh_from_db()
    assert (one.is_open, one.closed_by) == (False, cast.ben)
    assert not one.sheets.filter(closed_at=None).exists()


@pytest.mark.parametrize("method", ["get", "post"])
def test_the_second_time_it_only_shows_the_result(cast: Cast, one: Evening, method: str) -> None:
    closed(one)
    response = getattr(phone(cast, "Ben"), method)(url_of(one, "close/"))
    assert response.headers["Location"] == url_of(one)
    one.refresh_from_db()
    assert one.closed_by is None


def test_the_result_ranks_and_remembers(cast: Cast, one: Evening) -> None:
    page = seen(phone(cast, "Dora").get(url_of(closed(one))))
    assert "Ergebnis Platz Name Spiele Soli Punkte 1 Cleo 4 1" in page
    assert "Höchstes Spiel" in page
    assert "Soli Name Solo Punkte Cleo Damensolo gewonnen · Spiel " in page
    assert "Füchse gefangen 1 · 1 davon Ben" in page
    assert "3 Siege hintereinander" in page


def test_the_text_to_share_is_the_same_in_words(cast: Cast, one: Evening) -> None:
    page = phone(cast, "Dora").get(url_of(closed(one)))
    text = page.content.decode().partition('id="text" translate="no">')[2].partition("</pre>")[0]
    assert text.splitlines()[0].startswith("Linde, ")
    assert "1. Cleo +" in text
    assert "4 Spiele" in text
    assert "Das beste Solo spielte Cleo in Spiel 4: 15 Punkte." in text
    assert 'data-share="#text"' in page.content.decode()
    assert "Das glaubt uns keiner." not in text


def test_an_evening_without_a_game_has_a_result_too(cast: Cast) -> None:
    page = seen(phone(cast, "Dora").get(url_of(closed(evening(cast)))))
    assert "Ergebnis" in page
    assert "Vom Abend" not in page


def test_the_way_to_the_settlement_stands_there_once_there_is_one(
    cast: Cast, one: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hooks, "evening_links", [])
    assert f"/money/{one.pk}/" not in phone(cast, "Cleo").get(url_of(closed(one))).content.decode()
    monkeypatch.setattr(hooks, "evening_links", [to_settlement])
    page = phone(cast, "Cleo").get(url_of(one)).content.decode()
    assert f'<a class="row" href="/money/{one.pk}/">' in page
    assert "Abrechnung 3 Zahlungen 4,00 €" in seen(phone(cast, "Cleo").get(url_of(one)))


def to_settlement(me: Membership, one: Evening) -> NavLink | None:
    row = NavLink("Abrechnung", f"/money/{one.pk}/", about="3 Zahlungen", amount="4,00 €")
    return row if me.may_keep_money else None


def test_owners_open_it_again_with_its_sheets(cast: Cast, one: Evening) -> None:
    closed(one)
    response = phone(cast, "Anna").post(url_of(one, "reopen/"), follow=True)
    assert "Der Abend ist wieder offen." in seen(response)
    assert one.sheets.get().is_open


def test_opened_twice_it_stays_open(cast: Cast, one: Evening) -> None:
    closed(one)
    for _ in range(2):
        assert phone(cast, "Anna").post(url_of(one, "reopen/")).status_code == 302


@pytest.mark.parametrize(("name", "shown"), [("Anna", True), ("Ben", False), ("Dora", False)])
def test_only_owners_see_the_button(cast: Cast, one: Evening, name: str, shown: bool) -> None:
    assert ("Abend wieder öffnen" in seen(phone(cast, name).get(url_of(closed(one))))) == shown


@pytest.mark.parametrize("number", [1, 3])
def test_a_long_evening_costs_no_more_queries(
    cast: Cast, number: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    """Six of them ask for earlier evenings, with which its story compares it."""
    one = evening(cast, *(table(cast, name=str(index)) for index in range(number)))
    for sheet in one.sheets.all():
        rows = [entries.NewRow(facts=anna_ben(cast), uuid=uuid4()) for _ in range(3 * number)]
        write_entries(sheet, rows, by=None)
    closed(one)
    client = phone(cast, "Anna")
    client.get(url_of(one))
    with django_assert_num_queries(20):
        client.get(url_of(one))


def test_on_a_closed_sheet_nobody_leads_but_somebody_wins(cast: Cast, one: Evening) -> None:
    ben, sheet = phone(cast, "Ben"), f"/sheets/{one.sheets.get().pk}/"
    assert "führt" in seen(ben.get(sheet))
    closed(one)
    page = seen(ben.get(sheet))
    assert "gewinnt" in page
    assert "führt" not in page


def test_a_closed_sheet_says_who_won_it_and_leads_to_the_evening(cast: Cast, one: Evening) -> None:
    """Nobody sits out of a game that will not be played."""
    ben, address = phone(cast, "Ben"), f"/sheets/{one.sheets.get().pk}/"
    assert "Zum Abend" not in markup(ben.get(address)).partition("</nav></details>")[2]
    closed(one)
    page = ben.get(address)
    assert "Cleo gewinnt +9 4 Spiele Bestes Solo: Cleo, Damensolo +15 Dieser Zettel ist abgeschlossen." in seen(page)
    assert f'<a class="button" href="{url_of(one)}">Zum Abend</a>' in page.content.decode()


def test_a_closed_sheet_on_which_nobody_has_played_names_no_winner(cast: Cast) -> None:
    one = closed(evening(cast))
    page = seen(phone(cast, "Ben").get(f"/sheets/{one.sheets.get().pk}/"))
    assert "Dieser Zettel ist abgeschlossen." in page
    assert "gewinnt" not in page


def test_nobody_sits_out_of_a_closed_sheet(cast: Cast) -> None:
    one = evening(cast, table(cast, "Anna", "Ben", "Cleo", "Dora", cast.guest("Emil").name))
    ben, address = phone(cast, "Ben"), f"/sheets/{one.sheets.get().pk}/"
    assert "setzt aus" in seen(ben.get(address))
    closed(one)
    assert "setzt aus" not in seen(ben.get(address))


def test_the_settlement_comes_before_what_is_wanted_seldom(
    cast: Cast, one: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hooks, "evening_links", [to_settlement])
    page = phone(cast, "Cleo").get(url_of(closed(one))).content.decode()
    assert page.index(f"/money/{one.pk}/") < page.index('id="highlights"') < page.index('id="text"')
