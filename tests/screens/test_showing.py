"""What stands on a screen: all tables by one request, light while nothing changes, and nothing that is not for all."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path
from typing import Final
from uuid import uuid4

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from dokoclub.clubs.models import Player
from dokoclub.core.static_files import strip_script
from dokoclub.evenings.models import Evening
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.evenings.services.evenings import close_evening, revoke_secret_link
from dokoclub.screens.models import Scene, ScreenLink
from dokoclub.screens.services import choose_scene, end_screen
from dokoclub.standings.models.periods import month_around
from dokoclub.standings.services.closings import close_month
from dokoclub.standings.services.league import change_league
from dokoclub.tournaments.models import RoundTable, Tournament
from dokoclub.tournaments.selectors.prizes import Slip
from dokoclub.tournaments.services import rounds, tables
from scoring.league.rules import StandingsRules
from tests.cast import Cast
from tests.pages import seen
from tests.screens import papers
from tests.standings.papers import change, results

pytestmark = pytest.mark.django_db
LONG_AGO: Final = date(2025, 10, 16)
SCRIPT: Final = Path(settings.BASE_DIR) / "static" / "js" / "pages" / "television.js"
NEWER: Final = re.compile(
    r"\?\.|\?\?|\|\|=|&&=|\.\.\.|catch \{|\bimport\b|\bexport\b|\.at\(|replaceAll|\.flat|#\w+;|\d_\d|matchAll"
)


def shown(link: ScreenLink) -> str:
    return seen(Client().get(papers.address(link)))


def version_in(page: str) -> str:
    found = re.search(r'data-version="(\w+)"', page)
    assert found
    return found[1]


def scenes_in(link: ScreenLink) -> list[str]:
    return re.findall(r'data-page="(\w+-\d+|nothing)"', Client().get(papers.address(link)).content.decode())


def hand_in(one: Tournament, number: int, cast: Cast) -> None:
    """All tables of a round, from paper, and signed: each first place wins 3, each second loses 3."""
    for table in RoundTable.objects.filter(round__tournament=one, round__number=number).select_related(
        "round__tournament"
    ):
        starts = [place.entrant.number for place in table.places.select_related("entrant")]
        slips = {start: Slip((3, -3, 0, 0, 0)[place]) for place, start in enumerate(starts)}
        tables.hand_in_paper(table, slips, games=24, by=cast.anna)
        tables.sign_table(table)


# --- An evening -------------------------------------------------------------------------------------------------------


def test_all_tables_of_an_evening(cast: Cast) -> None:
    evening = papers.evening_of(cast, 8)
    Player.objects.filter(pk=cast.players["Anna"].pk).update(name="Anna Schmidt")
    Evening.objects.filter(pk=evening.pk).update(stake=5)
    link = papers.screen(cast, evening=evening)
    page = shown(link)
    assert "Tisch 1 Spiel 2 A♣" not in page  # letters and suits are drawn, not written
    assert "Tisch 1 Spiel 2 Anna +1 Ben gibt +1 Cleo −1 Dora −1 1 · Anna und Ben +1" in page
    assert "Tisch 2 Spiel 1" in page
    assert "Punktestand 1 Anna +1 1 Ben +1" in page
    assert "Mitlesen" in page
    assert "Schmidt" not in page
    assert "€" not in page
    assert scenes_in(link) == ["tables-1", "standing-1", "follow-1"]
    answer = Client().get(papers.address(link))
    assert (answer.headers["X-Robots-Tag"], answer.headers["Referrer-Policy"]) == ("noindex, nofollow", "no-referrer")


def test_a_list_says_how_long_it_is_and_what_is_left_of_bock(cast: Cast) -> None:
    evening = papers.evening_of(cast, 8, rules="hausrunde", length=24)
    papers.play(cast, evening.sheets.order_by("pk")[0], hearts_trick=True)
    page = shown(papers.screen(cast, evening=evening))
    assert "Tisch 1 Spiel 3 von 24 · Bock ×2, noch 4" in page


def test_the_only_sheet_of_an_evening_stands_there_large(cast: Cast) -> None:
    evening = papers.evening_of(cast, 4)
    for _ in range(11):
        papers.play(cast, evening.sheets.get())
    link = papers.screen(cast, evening=evening)
    page = shown(link)
    assert scenes_in(link) == ["sheet-1"]
    assert "Anna Ben Cleo Dora +12 +12 −12 −12 12 Re +12 Re +12 −12 −12 11 Re +11" in page
    assert "5 Re +5" in page  # eight games, with names and totals ten rows
    assert "4 Re +4" not in page
    assert "Spiel 13 Anna gibt Pflichtsolo offen: alle 12 · Anna und Ben +1" in page


def test_who_climbed_in_the_last_four_games_of_a_table_has_an_arrow(cast: Cast) -> None:
    evening = papers.evening_of(cast, 8)
    first = evening.sheets.order_by("pk")[0]
    papers.play(cast, first)
    for _ in range(4):
        papers.play(cast, first, augen=90)
    page = Client().get(papers.address(papers.screen(cast, evening=evening))).content.decode()
    assert "Pfeile: letzte vier Spiele an jedem Tisch" in page
    assert re.search(r'<b>1</b><i class="up">2</i><i [^>]*><svg>.{1,60}</svg></i><span>Cleo</span>', page)
    assert re.search(r'<i class="down">2</i><i [^>]*><svg>.{1,60}</svg></i><span>Anna</span>', page)


def test_a_closed_evening_shows_its_result(cast: Cast) -> None:
    evening = papers.evening_of(cast, 8)
    link = papers.screen(cast, evening=evening)
    close_evening(evening, by=cast.anna)
    assert scenes_in(link) == ["result-1", "follow-1"]
    assert "Anna und Ben gewinnen 1 Anna +1" in shown(link)


def test_one_scene_can_be_fixed(cast: Cast) -> None:
    link = papers.screen(cast, evening=papers.evening_of(cast, 8))
    choose_scene(link, Scene.STANDING, light=True)
    assert scenes_in(link) == ["standing-1"]
    assert 'data-theme="light"' in Client().get(papers.address(link)).content.decode()
    choose_scene(link, Scene.RESULT, light=False)  # which is not there yet
    assert scenes_in(link) == ["tables-1", "standing-1", "follow-1"]
    assert 'data-theme="dark"' in Client().get(papers.address(link)).content.decode()


def test_the_code_to_read_along_goes_with_its_link(cast: Cast) -> None:
    evening = papers.evening_of(cast, 8)
    link = papers.screen(cast, evening=evening)
    revoke_secret_link(evening.secret_links.get())
    assert scenes_in(link) == ["tables-1", "standing-1"]


# --- A tournament and the league --------------------------------------------------------------------------------------


def test_a_tournament_from_its_draw_to_its_result(cast: Cast) -> None:
    one = papers.tournament_of(cast, 9, started=False)
    link = papers.screen(cast, tournament=one)
    assert scenes_in(link) == ["seating-1", "follow-1"]
    assert "Sitze in Runde 1 Friederike-Wilhelmine 1 Tisch" in shown(link)

    rounds.start_round(one, 1, by=cast.anna)
    assert scenes_in(link) == ["clock-1", "tables-1", "follow-1"]  # nobody is ahead of anybody yet
    page = shown(link)
    assert "Runde 1 von 2" in page
    assert "noch 2 Tische spielen" in page
    assert "Tisch 1 Spiel 1 von 30" in page

    hand_in(one, 1, cast)
    assert scenes_in(link) == ["seating-1", "standing-1", "follow-1"]
    assert "Sitze in Runde 2" in shown(link)

    rounds.start_round(one, 2, by=cast.anna)
    assert "Pfeile: seit der Runde davor" not in shown(link)  # nobody has moved yet
    hand_in(one, 2, cast)
    assert "Pfeile: seit der Runde davor" in shown(link)
    Tournament.objects.filter(pk=one.pk).update(extra=10_000)
    rounds.end_tournament(Tournament.objects.get(pk=one.pk), by=cast.anna)
    assert scenes_in(link) == ["result-1", "follow-1"]
    assert "€" not in shown(link)
    assert '<li class="wins"><b>1</b>' in Client().get(papers.address(link)).content.decode()


def test_before_anything_is_drawn_it_begins_soon(cast: Cast) -> None:
    one = papers.tournament_of(cast, 8, started=False)
    one.played.all().delete()
    link = papers.screen(cast, tournament=one)
    revoke_secret_link(one.links.get())
    assert scenes_in(link) == ["nothing"]
    assert "Gleich geht es los." in shown(link)


def test_the_league_as_it_stands_and_as_it_was_closed(cast: Cast) -> None:
    one = results(cast, LONG_AGO, {"Anna": 30, "Ben": 10, "Cleo": -10, "Dora": -30})
    close_month(cast.club, month_around(LONG_AGO), key=uuid4(), expected=0, by=cast.anna)
    change(one, cast.players["Anna"], 32)
    link = papers.screen(cast)
    assert "Linde Oktober 2025 Monatstabelle, abgeschlossen Spiele Punkte 1 Anna 4 +30" in shown(link)
    papers.evening_of(cast, 4)
    assert f"Linde {month_around(date_of_play())} Monatstabelle Spiele Punkte 1 Anna 1 +1" in shown(link)


def test_who_has_no_rank_stands_below_the_reason_and_everybody_is_a_card(cast: Cast) -> None:
    """Without it somebody with more points would stand below somebody with fewer, and nobody knew why."""
    few = StandingsRules(minimum=2)
    change_league(cast.club, few, few)
    results(cast, LONG_AGO, {"Anna": 30, "Ben": 10, "Cleo": -10, "Dora": -30})
    results(cast, LONG_AGO, {"Anna": -20, "Ben": 10, "Dora": 10})
    link = papers.screen(cast)
    assert re.search(r"3 Dora 8 −20 Noch nicht gewertet: 1 Abend fehlt – Cleo 4 −10", shown(link))
    page = Client().get(papers.address(link)).content.decode()
    assert '<li class="apart">Noch nicht gewertet' in page
    assert re.search(r'<i class="pc[^>]*><svg>.{1,60}</svg></i><span>Cleo</span>', page)


def test_what_stands_below_a_heading_goes_on_below_it_in_the_second_list(cast: Cast) -> None:
    """Defect: on the right nobody knew why there is no rank."""
    change_league(cast.club, StandingsRules(minimum=2), StandingsRules(minimum=2))
    papers.evening_of(cast, 12)
    page = Client().get(papers.address(papers.screen(cast))).content.decode()
    lists = re.findall(r'<ol class="list">(.*?)</ol>', page, flags=re.DOTALL)
    assert len(lists) == 2
    assert all('<li class="apart' in one.partition("</li>")[0] for one in lists)
    assert max(one.count("<li") for one in lists) <= 10


def test_a_card_is_the_one_that_he_has_everywhere(cast: Cast) -> None:
    """Defect: called "Rike" on a screen, Friederike had the card of an R."""
    evening = papers.evening_of(cast, 8)
    Player.objects.filter(pk=cast.players["Anna"].pk).update(name="Friederike", short_name="Rike")
    for link in (papers.screen(cast), papers.screen(cast, evening=evening)):
        page = Client().get(papers.address(link)).content.decode()
        assert re.search(r'data-letters="F"[^>]*>(?:(?!</li>).)*<span>Rike</span>', page, flags=re.DOTALL)


@pytest.mark.parametrize(("people", "rows"), [(4, 5), (7, 9), (12, 10)])
def test_few_rows_are_high_enough_to_fill_the_picture(cast: Cast, people: int, rows: int) -> None:
    """Headings of those without a rank are rows, too."""
    papers.evening_of(cast, people)
    page = Client().get(papers.address(papers.screen(cast))).content.decode()
    assert re.findall(r"columns rows-(\d+)\">", page)[:1] == [str(rows)]


# --- How light it is --------------------------------------------------------------------------------------------------


def test_one_question_for_all_tables_costs_one_query_while_nothing_changes(
    cast: Cast, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    evening = papers.evening_of(cast, 40)
    link = papers.screen(cast, evening=evening)
    television = Client()
    version = version_in(television.get(papers.address(link)).content.decode())
    url = papers.address(link, "follow_screen")
    with django_assert_num_queries(1):
        nothing_new = television.get(url, {"version": version})
    assert (nothing_new.status_code, nothing_new.content) == (204, b"")
    assert nothing_new.headers["ETag"] == f'"{version}"'
    assert television.get(url, headers={"If-None-Match": f'W/"{version}"'}).status_code == 304

    papers.play(cast, evening.sheets.order_by("-pk")[0])
    answer = television.get(url, {"version": version})
    assert answer.status_code == 200
    assert version_in(answer.content.decode()) != version
    assert "<html" not in answer.content.decode()


@pytest.mark.parametrize("what", ["evening", "sheet", "tournament", "between", "ended", "league", "closed"])
def test_a_new_picture_costs_five_queries_at_most(
    cast: Cast, what: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    link = some_screen(cast, what)
    with django_assert_max_num_queries(5):
        assert Client().get(papers.address(link)).status_code == 200


def some_screen(cast: Cast, what: str) -> ScreenLink:
    if what in ("evening", "sheet"):
        return papers.screen(cast, evening=papers.evening_of(cast, 40 if what == "evening" else 5))
    if what in ("league", "closed"):
        results(cast, LONG_AGO, {"Anna": 30, "Ben": 10, "Cleo": -10, "Dora": -30})
        if what == "closed":
            close_month(cast.club, month_around(LONG_AGO), key=uuid4(), expected=0, by=cast.anna)
        return papers.screen(cast)
    one = papers.tournament_of(cast, 40)
    if what != "tournament":
        hand_in(one, 1, cast)
    if what == "ended":
        rounds.start_round(one, 2, by=cast.anna)
        hand_in(one, 2, cast)
        rounds.end_tournament(Tournament.objects.get(pk=one.pk), by=cast.anna)
    return papers.screen(cast, tournament=Tournament.objects.get(pk=one.pk))


@pytest.mark.django_db(transaction=True)  # inside one nothing is kept
def test_it_is_printed_once_for_all_screens(cast: Cast, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    link = papers.screen(cast, evening=papers.evening_of(cast, 40))
    Client().get(papers.address(link))
    with django_assert_num_queries(1):
        Client().get(papers.address(link))


def test_the_page_of_the_largest_championship_is_light(cast: Cast) -> None:
    """168 people (tournaments.md 2), before and in the second round; letters of any other script aside."""
    one = papers.tournament_of(cast, 168, name="Hannelore")
    link = papers.screen(cast, tournament=one)
    sizes = [len(Client().get(papers.address(link)).content)]
    hand_in(one, 1, cast)
    sizes.append(len(Client().get(papers.address(link)).content))
    assert max(sizes) <= 40_000


def test_its_script_is_small_and_for_old_televisions() -> None:
    script = SCRIPT.read_text(encoding="utf-8")
    assert len(script.encode()) <= 6_000
    code = strip_script(script)
    assert NEWER.findall(re.sub(r'"[^"]*"', '""', code)) == []
    assert (
        "type="
        not in (Path(settings.BASE_DIR) / "templates/screens/show_screen.html")
        .read_text()
        .partition("<script defer")[2]
        .partition(">")[0]
    )


# --- What opens nothing -----------------------------------------------------------------------------------------------


def test_a_link_that_is_none_opens_nothing(cast: Cast) -> None:
    evening = papers.evening_of(cast, 8)
    link = papers.screen(cast, evening=evening)
    other = papers.screen(cast)
    of_phones = evening.secret_links.get().token
    wrong = ["17-abc", f"{'9' * 30}-x", of_phones, f"{link.pk}-{other.token.partition('-')[2]}"]
    for token in wrong:
        assert [Client().get(f"/tv/{token}/{more}").status_code for more in ("", "follow/")] == [404, 404]


def test_a_revoked_one_opens_nothing_at_once(cast: Cast) -> None:
    link = papers.screen(cast, evening=papers.evening_of(cast, 8))
    version = version_in(Client().get(papers.address(link)).content.decode())
    end_screen(link)
    answer = Client().get(papers.address(link, "follow_screen"), {"version": version})
    assert answer.status_code == 404
    assert "Tisch 1" not in answer.content.decode()
    assert Client().get(papers.address(link)).status_code == 404


def test_so_do_those_of_what_is_deleted_or_long_ago(cast: Cast) -> None:
    evening, one = papers.evening_of(cast, 8), papers.tournament_of(cast, 8)
    of_evening, of_tournament = papers.screen(cast, evening=evening), papers.screen(cast, tournament=one)
    of_league = papers.screen(cast)
    long_ago = timezone.localdate().replace(year=timezone.localdate().year - 1, day=1)
    Evening.objects.filter(pk=evening.pk).update(date=long_ago)
    Tournament.objects.filter(pk=one.pk).update(day=long_ago)
    links = (of_evening, of_tournament, of_league)
    assert [Client().get(papers.address(link)).status_code for link in links] == [404, 404, 200]
    Evening.objects.filter(pk=evening.pk).update(date=timezone.localdate(), deleted_at=timezone.now())
    type(cast.club).objects.filter(pk=cast.club.pk).update(deleted_at=timezone.now())
    assert [Client().get(papers.address(link)).status_code for link in links] == [404, 404, 404]
