"""A running round: sheets for all tables, the clock, and a phone's view."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from dokoclub.evenings.models import Evening
from dokoclub.evenings.services.evenings import close_evening
from dokoclub.evenings.services.sheets import open_sheets
from dokoclub.tournaments.models import RoundTable, Tournament
from dokoclub.tournaments.services import founding, rounds, seating
from tests.cast import Cast, signed_in
from tests.evenings import papers as evening_papers
from tests.pages import seen
from tests.tournaments import papers
from tests.tournaments.papers import started


def url_of(name: str, one: Tournament, *gaps: Any) -> str:
    return reverse(f"tournaments:{name}", args=[one.pk, *gaps])


def test_every_table_gets_its_sheet(cast: Cast) -> None:
    one = papers.directed(cast, 9, games=24)
    seating.plan_seating(one)
    page = seen(signed_in(cast.dora).post(url_of("start_round", one, 1), follow=True))
    assert "Runde 1 läuft: Jeder Tisch hat seinen Zettel." in page
    assert "Tisch 1 Spiel 1 von 30" in page
    one.refresh_from_db()
    assert one.state == "running"
    evening = Evening.objects.get()
    assert one.evening == evening
    assert (evening.date, evening.club_evening, int(evening.stake)) == (papers.A_DAY, False, 0)
    for table in RoundTable.objects.filter(round__number=1).select_related("sheet"):
        assert table.sheet is not None
        places = [str(place.entrant.player_id) for place in table.places.select_related("entrant")]
        assert (table.sheet.players, str(table.sheet.first_dealer_id)) == (places, places[0])
        assert (table.sheet.round, table.sheet.table, table.sheet.length) == (1, str(table.number), 24)


def test_started_twice_it_runs_once(cast: Cast) -> None:
    one = started(cast)
    rounds.start_round(one, 1, by=cast.anna)
    assert Evening.objects.get().sheets.count() == 2


def test_the_next_round_is_on_the_same_evening(cast: Cast) -> None:
    one = started(cast)
    rounds.start_round(one, 2, by=cast.anna)
    assert [*Evening.objects.get().sheets.values_list("round", "table")] == [(1, "1"), (1, "2"), (2, "1"), (2, "2")]
    with pytest.raises(ValidationError, match=r"Lose diese Runde zuerst aus."):
        rounds.start_round(one, 4, by=cast.anna)


def test_where_the_evening_is_closed_no_round_begins(cast: Cast) -> None:
    one = started(cast)
    close_evening(Evening.objects.get(), by=cast.anna)
    with pytest.raises(ValidationError, match="Der Abend des Turniers ist beendet"):
        rounds.start_round(one, 2, by=cast.anna)


def test_tables_that_somebody_else_opened_are_told(cast: Cast) -> None:
    one = started(cast)
    sheet = RoundTable.objects.filter(round__tournament=one, round__number=2, number=1)
    seated = [place.entrant.player for place in sheet.get().places.select_related("entrant__player")]
    cast.players.update({player.name: player for player in seated})
    table = evening_papers.table(cast, *(player.name for player in reversed(seated)))
    open_sheets(Evening.objects.get(), [table], in_round=2, by=cast.ben)
    with pytest.raises(ValidationError, match="Jemand hat Tische dieser Runde am Abend selbst geöffnet"):
        rounds.start_round(one, 2, by=cast.anna)


def test_who_left_the_club_is_named(cast: Cast) -> None:
    one = papers.with_people(cast, 8)
    seating.plan_seating(one)
    player = one.entrants.get(number=5).player
    player.left_at, player.active = timezone.now(), False
    player.save()
    with pytest.raises(ValidationError, match="Elif"):
        rounds.start_round(one, 1, by=cast.anna)
    assert not Evening.objects.exists()


def test_the_standing_is_live(cast: Cast) -> None:
    one = started(cast)
    table = RoundTable.objects.filter(round__number=1).first()
    assert table is not None
    assert table.sheet is not None
    four = [place.entrant.player.name for place in table.places.select_related("entrant__player")]
    for name in four:
        cast.players[name] = one.entrants.get(player__name=name).player
    evening_papers.write(cast, table.sheet, evening_papers.game(cast, four[:2], four[2:], 131))
    page = seen(signed_in(cast.dora).get(url_of("show_tournament", one)))
    assert f"1 {four[0]} +1 +1" in page
    assert "Spiel 2 von 24" in page


def test_the_clock_runs_on_the_server_and_is_set_back(cast: Cast) -> None:
    one = started(cast, minutes=100)
    first = one.played.get(number=1)
    table = RoundTable.objects.filter(round=first)[0]
    assert first.started_at is not None
    assert table.ends_at(one.minutes) == first.started_at + timedelta(minutes=100)
    page = seen(signed_in(cast.dora).post(url_of("grant_minutes", one, 1), {"minutes": "5"}, follow=True))
    assert "bis " in page
    assert [*RoundTable.objects.filter(round=first).values_list("minutes_more", flat=True)] == [5, 5]
    rounds.grant_minutes(first, 3, table=2)
    assert [*RoundTable.objects.filter(round=first).values_list("minutes_more", flat=True)] == [5, 8]
    wrong = signed_in(cast.dora).post(url_of("grant_minutes", one, 1), {"minutes": "0"}, follow=True)
    assert "Das Formular kam unvollständig an." in wrong.content.decode()


def test_what_decides_stays_once_it_has_begun(cast: Cast) -> None:
    one = started(cast)
    founding.change_tournament(one, {"rank_by": "mean_round", "name": "Anders", "rounds": 2}, by=cast.anna)
    one.refresh_from_db()
    assert (one.rank_by, one.name, one.rounds) == ("points", "Anders", 2)
    assert one.played.count() == 2
    with pytest.raises(ValidationError, match="Das Turnier hat begonnen"):
        founding.delete_tournament(one)


def test_the_pages_cost_the_same_for_many_tables(cast: Cast, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    client = signed_in(cast.dora)
    for number in (8, 24):
        one = started(cast, number)
        table = RoundTable.objects.filter(round__tournament=one)[0]
        for url, queries in (
            (url_of("show_tournament", one), 12),
            (url_of("show_round", one, 1), 11),
            (url_of("show_table", one, 1, table.number), 12),
        ):
            client.get(url)
            with django_assert_num_queries(queries):
                assert client.get(url).status_code == 200
