"""Results from tournament tables count on the evening and in its league, too: there is one result."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db.models import Sum
from django.test import Client
from django.urls import reverse

from dokoclub.evenings.domain.ledger_check import compare_sheet
from dokoclub.evenings.models import Evening, Result, Sheet
from dokoclub.evenings.selectors.evenings import evening_page, result_page
from dokoclub.evenings.selectors.glances import evenings_of_year
from dokoclub.evenings.services.evenings import change_evening
from dokoclub.evenings.services.sheets import reopen_sheet
from dokoclub.tournaments.models import RoundTable, Source, Tournament
from dokoclub.tournaments.selectors.day import read_day
from dokoclub.tournaments.selectors.prizes import Slip
from dokoclub.tournaments.services import rounds, tables
from dokoclub.tournaments.services import slips as slips_services
from dokoclub.tournaments.services.checking import check_tournaments
from tests.cast import Cast, signed_in
from tests.pages import seen
from tests.screens import papers
from tests.tournaments.papers import started
from tests.tournaments.tables import play, table_of


def evening_of(one: Tournament) -> Evening:
    one.refresh_from_db()
    assert one.evening is not None
    return one.evening


def counted(one: Tournament) -> dict[str, int]:
    """Return the result of the evening, and so of the league."""
    rows = Result.objects.filter(sheet__evening=one.evening_id).values_list("player__name")
    return dict(rows.annotate(points=Sum("balance")))


def ranked(one: Tournament) -> dict[str, int]:
    """Return the result of the tournament, all rounds together."""
    day = read_day(one)
    return {day.entrants[row.who].player.name: row.points for row in day.ranking}


def type_totals(cast: Cast, table: RoundTable, *points: int, games: int = 24) -> None:
    numbers = [place.entrant.number for place in table.places.select_related("entrant").order_by("number")]
    slips = {who: Slip(each) for who, each in zip(numbers, points, strict=True)}
    tables.hand_in_paper(table, slips, games=games, by=cast.dora)


def tables_of(one: Tournament) -> Iterator[RoundTable]:
    yield from RoundTable.objects.filter(round__tournament=one).select_related("round__tournament", "sheet")


def is_right(one: Tournament) -> bool:
    """Check that there is one result, and a ledger that follows from its facts."""
    assert counted(one) == ranked(one)
    assert [text for sheet in Sheet.objects.filter(evening=one.evening_id) for text in compare_sheet(sheet)] == []
    assert list(check_tournaments()) == []
    call_command("check_ledger", stdout=StringIO())
    return True


def test_typed_totals_count_in_the_league(cast: Cast) -> None:
    one = started(cast, rounds=1, in_league=True)
    for table in tables_of(one):
        type_totals(cast, table, 9, 12, -6, -15)
        tables.sign_table(table)
    assert is_right(one)
    rounds.end_tournament(one, by=cast.anna)
    best = read_day(one).ranking[0]
    assert best.points == 12
    assert evening_page(evening_of(one)).ranking[0].points == 12
    page = seen(signed_in(cast.anna).get(reverse("standings:show_table", args=[cast.club.pk, "all"])))
    assert "+12" in page
    listed = seen(signed_in(cast.anna).get(reverse("evenings:list_evenings", args=[cast.club.pk])))
    assert "+12" in listed
    assert "48 Spiele" in listed


def test_games_and_totals_are_not_added_up(cast: Cast) -> None:
    one = started(cast, rounds=1)
    table = table_of(one)
    play(cast, table)
    type_totals(cast, table, 18, -6, -4, -8)
    assert sorted(counted(one).values()) == [-8, -6, -4, 0, 0, 0, 0, 18]
    assert not Sheet.objects.get(round_table=table).is_open
    type_totals(cast, table, 20, -8, -4, -8)
    assert sorted(counted(one).values()) == [-8, -8, -4, 0, 0, 0, 0, 20]
    assert is_right(one)
    tables.give_back(table, by=cast.dora)
    sheet = Sheet.objects.get(round_table=table)
    assert (sheet.is_open, sheet.games) == (True, 1)
    assert sorted(counted(one).values()) == [-1, -1, 0, 0, 0, 0, 1, 1]
    play(cast, table_of(one))
    tables.hand_in_sheet(table_of(one), by=cast.dora)
    assert is_right(one)


def test_a_corrected_slip_corrects_the_league(cast: Cast) -> None:
    one = started(cast, rounds=1)
    for table in tables_of(one):
        type_totals(cast, table, 18, -6, -4, -8)
        tables.sign_table(table)
    rounds.end_tournament(one, by=cast.anna)
    table = table_of(one)
    slips = slips_services.get_slips(table)
    first, last = min(slips), max(slips)
    slips[first] = slips[first]._replace(points=slips[first].points + 3)
    slips[last] = slips[last]._replace(points=slips[last].points - 3)
    tables.correct_table(table, slips, source=Source.PAPER, reason="Verschrieben", by=cast.dora)
    assert is_right(one)
    rounds.resume_tournament(one, by=cast.anna)
    assert is_right(one)


def test_a_penalty_after_handing_in_counts_and_games_stay(cast: Cast) -> None:
    one = started(cast, rounds=1)
    table = table_of(one)
    play(cast, table)
    tables.hand_in_sheet(table, by=cast.dora)
    start = min(slips_services.get_slips(table))
    for points in (5, 2):
        slips = slips_services.slips_with_penalty(table, start, points)
        tables.correct_table(table, slips, source=Source.SHEET, reason="Zu spät", by=cast.dora)
        assert is_right(one)
    sheet = Sheet.objects.get(round_table=table)
    assert sheet.games == 1
    assert sum(counted(one).values()) == -7
    assert slips_services.slips_on_sheet(table_of(one), sheet) == slips_services.get_slips(table)


def test_the_referees_penalty_on_the_sheet_counts_once(cast: Cast) -> None:
    one = started(cast, rounds=1)
    table = table_of(one)
    play(cast, table)
    start = min(slips_services.get_slips(table))
    tables.note_penalty(table, start, 10, "Bedient", uuid=uuid4(), by=cast.ben)
    type_totals(cast, table, 18, -6, -4, -8)
    assert is_right(one)
    assert sum(counted(one).values()) == -10


def test_what_the_director_leaves_out_does_not_count(cast: Cast) -> None:
    one = started(cast, rounds=1)
    table = table_of(one)
    play(cast, table)
    tables.hand_in_sheet(table, by=cast.dora)
    sheet = Sheet.objects.get(round_table=table)
    reopen_sheet(sheet, by=cast.anna)
    play(cast, table_of(one))
    tables.leave_sheet(table_of(one), by=cast.dora)
    assert is_right(one)


def test_five_at_a_table_and_somebody_who_filled_in(cast: Cast) -> None:
    one = started(cast, 9, rounds=1)
    for table in tables_of(one):
        points = [3] * (table.places.count() - 1)
        type_totals(cast, table, *points, -sum(points))
    assert is_right(one)


@pytest.mark.parametrize("points", [(0, 0, 0, 0), (1, 1, -1, -1)])
def test_totals_that_say_what_the_games_say(cast: Cast, points: tuple[int, ...]) -> None:
    one = started(cast, rounds=1)
    table = table_of(one)
    play(cast, table)
    type_totals(cast, table, *points)
    assert is_right(one)


def test_a_table_without_a_sheet_gets_one_for_its_totals(cast: Cast) -> None:
    one = started(cast, rounds=1)
    table = table_of(one)
    assert table.sheet is not None
    table.sheet.delete()
    table = table_of(one)
    type_totals(cast, table, 18, -6, -4, -8)
    assert is_right(one)


def test_totals_of_an_older_version_count_after_the_update(cast: Cast) -> None:
    one = started(cast, rounds=1)
    table = table_of(one)
    play(cast, table)
    for place, points in zip(table.places.order_by("number"), (18, -6, -4, -8), strict=True):
        place.points = points
        place.save()
    RoundTable.objects.filter(pk=table.pk).update(source=Source.PAPER, games=24, handed_in_at=one.made_at)
    assert list(check_tournaments()) != []
    for _time in range(2):
        call_command("repost", older=True, stdout=StringIO())
    assert is_right(one)
    assert RoundTable.objects.get(pk=table.pk).source == Source.PAPER


def test_a_tie_that_the_tournament_breaks_has_one_winner_everywhere(cast: Cast) -> None:
    one = started(cast, rounds=1, tie_breaks=["solos"])
    for table in tables_of(one):
        numbers = [place.entrant.number for place in table.places.select_related("entrant").order_by("number")]
        points = zip(numbers, (12, 0, -4, -8), strict=True)
        slips = {who: Slip(each, won=9, solos_won=table.number) for who, each in points}
        tables.hand_in_paper(table, slips, games=24, by=cast.dora)
        tables.sign_table(table)
    rounds.end_tournament(one, by=cast.anna)
    day = read_day(one)
    (winner,) = [day.entrants[row.who].player for row in day.ranking if row.rank == 1]
    page = result_page(evening_of(one))
    assert [place.player for place in page.ranking if place.rank == 1] == [winner]
    (glance,) = evenings_of_year(cast.club, evening_of(one).date.year)
    assert (glance.winners, glance.best) == ((winner,), 12)
    assert page.ranking[1].rank == 2
    link = papers.screen(cast, evening=evening_of(one))
    assert f"{winner.name} gewinnt 1 {winner.name} +12" in seen(Client().get(papers.address(link)))


def test_the_day_of_its_evening_is_its_day(cast: Cast) -> None:
    one = started(cast, rounds=1)
    evening, day = evening_of(one), one.day - timedelta(days=3)
    change_evening(evening, day=day, place="Linde", club_evening=True, stake=0, by=cast.anna)
    version = one.version
    one.refresh_from_db()
    assert (one.day, one.version > version) == (day, True)
