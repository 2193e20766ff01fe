"""Series of tournaments: the best rounds, the mean a round in 24 months, match-days of teams."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import date, timedelta
from fractions import Fraction
from uuid import uuid4

import pytest
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from dokoclub.evenings.models.evening import date_of_play
from dokoclub.tournaments.models import Entrant, RoundTable, Series, Tournament
from dokoclub.tournaments.selectors.lists import rank_tournaments
from dokoclub.tournaments.selectors.prizes import Slip
from dokoclub.tournaments.services import founding, seating
from dokoclub.tournaments.services import people as people_services
from dokoclub.tournaments.services import rounds as rounds_services
from dokoclub.tournaments.services import tables as tables_services
from dokoclub.tournaments.services.founding import SeriesFacts
from scoring.tournament.series import Played, days_since, rank_series, series_rules
from tests.cast import Cast, signed_in
from tests.pages import seen
from tests.tournaments import papers

A_DAY = date(2026, 3, 7)


def ranked(rounds: Mapping[int, list[int]], score: str = "sum", **rules: object) -> list[tuple[int, int | None]]:
    """Return players with their ranks; `rounds`: the points of each, round by round."""
    played = [
        Played(player, number, A_DAY, points) for player, some in rounds.items() for number, points in enumerate(some)
    ]
    return [(row.player, row.rank) for row in rank_series(played, series_rules(score, **rules)).rows]  # type: ignore[arg-type]


def test_what_ranks() -> None:
    rounds = {1: [10, -4, 20], 2: [12], 3: [9, 9, 9]}
    assert ranked(rounds) == [(3, 1), (1, 2), (2, 3)]
    assert ranked(rounds, "mean_round") == [(2, 1), (3, 2), (1, 3)]
    assert ranked(rounds, counting="best", counting_rounds=2) == [(1, 1), (3, 2), (2, 3)]
    assert ranked(rounds, counting="strike", counting_rounds=1) == [(1, 1), (3, 2), (2, 3)]
    assert ranked(rounds, "mean_round", minimum=3) == [(3, 1), (1, 2), (2, None)]


def test_a_mean_is_exact() -> None:
    rows = rank_series(
        [Played(1, number, A_DAY, points) for number, points in enumerate((1, 0, 0))], series_rules("mean_round")
    ).rows
    assert rows[0].score == Fraction(1, 3)


def test_solos_won_break_a_tie_then_games_won() -> None:
    played = [Played(1, 1, A_DAY, 5, won=9), Played(2, 1, A_DAY, 5, solos_won=1), Played(3, 1, A_DAY, 5, won=9)]
    assert [(row.player, row.rank) for row in rank_series(played, series_rules("sum")).rows] == [
        (2, 1),
        (1, 2),
        (3, 2),
    ]


@pytest.mark.parametrize(
    ("today", "months", "since"),
    [
        (date(2027, 3, 28), 24, date(2025, 3, 29)),
        (date(2028, 2, 29), 24, date(2026, 3, 1)),
        (date(2028, 2, 29), 48, date(2024, 3, 1)),
        (date(2026, 12, 31), 6, date(2026, 7, 1)),
        (date(2026, 1, 15), 1, date(2025, 12, 16)),
    ],
)
def test_a_window_of_months(today: date, months: int, since: date) -> None:
    assert days_since(today, months) == since


def held(cast: Cast, day: date, points: Mapping[str, int], **facts: object) -> Tournament:
    """Hold a finished round of eight: those four at one table scored so, the others 0."""
    one = papers.with_people(cast, 8, rounds=1, day=day, seating="by_hand", name=f"Turnier {day:%d.%m.}", **facts)
    seating.plan_seating(one)
    rounds_services.start_round(one, 1, by=cast.anna)
    tables = RoundTable.objects.filter(round__tournament=one).select_related("round__tournament")
    for table in tables:
        people = [place.entrant for place in table.places.select_related("entrant__player")]
        slips = {entrant.number: Slip(points.get(entrant.player.name, 0)) for entrant in people}
        rest = -sum(slip.points for slip in slips.values())
        last = next(entrant.number for entrant in people if entrant.player.name not in points)
        slips[last] = Slip(rest)
        tables_services.hand_in_paper(table, slips, games=24, by=cast.anna)
        tables_services.sign_table(table)
    return rounds_services.end_tournament(one, by=cast.anna)


def gathered(cast: Cast, tournaments: list[Tournament], months: int | None = None, **rules: object) -> Series:
    made = series_rules("sum", **rules)  # type: ignore[arg-type]
    facts = SeriesFacts("Rangliste", made, months, [one.pk for one in tournaments])
    return founding.found_series(cast.club, facts, key=uuid4(), by=cast.anna)


def points_of(series: Series) -> dict[str, int]:
    table = rank_tournaments(series)
    return {table.players[row.player].name: row.points for row in table.rows if row.points}


def test_rounds_of_all_its_tournaments_count_once_these_have_ended(cast: Cast) -> None:
    today = date_of_play()
    first = held(cast, today - timedelta(days=40), {"Anna": 10})
    second = held(cast, today - timedelta(days=3), {"Anna": 5})
    series = gathered(cast, [first, second])
    assert points_of(series)["Anna"] == 15
    rounds_services.resume_tournament(second, by=cast.anna)
    assert points_of(series)["Anna"] == 10
    founding.change_series(series, SeriesFacts("Jahr", series.parsed, 1, [first.pk]), by=cast.anna)
    assert points_of(series) == {}  # a month back it was not played yet


def test_who_fills_in_or_is_disqualified_is_not_in_the_list(cast: Cast) -> None:
    one = held(cast, date_of_play(), {"Anna": 10})
    series = gathered(cast, [one])
    Entrant.objects.filter(tournament=one, player__name="Anna").update(disqualified=True)
    Entrant.objects.filter(tournament=one, player__name="Ben").update(fill_in=True)
    names = {player.name for player in rank_tournaments(series).players.values()}
    assert names == {*papers.names_of(8)} - {"Anna", "Ben"}


def test_match_days_of_four_teams_have_a_table(cast: Cast) -> None:
    one = papers.found(cast, rounds=1, name="Spieltag")
    listed = [people_services.Listed(name, f"T{number % 4 + 1}") for number, name in enumerate(papers.names_of(16))]
    people_services.enter_entrants(one, [], listed, by=cast.anna)
    seating.plan_seating(one)
    rounds_services.start_round(one, 1, by=cast.anna)
    for table in RoundTable.objects.filter(round__tournament=one).select_related("round__tournament"):
        by_team = {place.entrant.team_id: place.entrant for place in table.places.select_related("entrant__team")}
        people = [by_team[team] for team in sorted(by_team, key=lambda team: team or 0)]
        slips = {entrant.number: Slip(points) for entrant, points in zip(people, (28, 10, -5, -33), strict=True)}
        tables_services.hand_in_paper(table, slips, games=24, by=cast.anna)
        tables_services.sign_table(table)
    rounds_services.end_tournament(one, by=cast.anna)
    found = [(row.team, row.match_points, row.points) for row in rank_tournaments(gathered(cast, [one])).teams]
    assert found == [
        (f"T{5 - worth}", Fraction(worth), points) for worth, points in ((4, 112), (3, 40), (2, -20), (1, -132))
    ]


def test_the_list_can_be_had_as_a_file(cast: Cast) -> None:
    series = gathered(cast, [held(cast, date_of_play(), {"Anna": 10, "Ben": 4})])
    client = signed_in(cast.dora)
    page = client.get(reverse("tournaments:show_series", args=[series.pk])).content.decode()

    def told(ending: str) -> str:
        url = reverse("exports:export_series", args=[series.pk, ending])
        assert f'href="{url}" download' in page
        return b"".join(client.get(url).streaming_content).decode("utf-8-sig")  # type: ignore[attr-defined]

    head, first, *_ = told("csv").splitlines()
    assert head == "Platz;Name;Runden;Zählt;Punkte"
    assert first == "1;Anna;1;10;10"
    found = json.loads(told("json"))
    assert found["standing"][1] == {"rank": 2, "name": "Ben", "rounds": 1, "score": "4", "points": 4}
    assert found["rounds"][0]["tournament"] == f"Turnier {date_of_play():%d.%m.}"
    assert "teams" not in found


def test_an_empty_one_says_what_comes_next(cast: Cast) -> None:
    """Without a tournament the form asks for none, and the list leads to the place to choose them."""
    owner = signed_in(cast.anna)
    new = reverse("tournaments:found_series", args=[cast.club.pk])
    form = owner.get(new)
    assert "Noch keine Turniere; später hier wählbar." in seen(form)
    assert 'name="tournaments"' not in form.content.decode()
    typed = {"key": uuid4(), "name": "Rangliste", "score": "mean_round", "counting": "all"}
    founded = owner.post(new, typed, follow=True)
    edit = f"{founded.redirect_chain[-1][0]}edit/"
    page = founded.content.decode()
    assert "Zu dieser Serie gehört noch kein Turnier" in page
    assert f'<a class="button primary" href="{edit}">Turniere auswählen</a>' in page
    one = papers.found(cast, name="Nikolaus")
    owner.post(edit, {**typed, "tournaments": [one.pk]})
    text = seen(owner.get(founded.redirect_chain[-1][0]))
    assert "Rangliste Noch ist kein Turnier dieser Serie zu Ende Turnier So wird gewertet" in text
    assert re.search(r"Turniere Nikolaus .* · ", text)


def test_its_pages(cast: Cast, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    one = held(cast, date_of_play(), {"Anna": 10, "Ben": 4})
    owner = signed_in(cast.anna)
    new = reverse("tournaments:found_series", args=[cast.club.pk])
    typed = {"key": uuid4(), "name": "Rangliste", "tournaments": [one.pk], "score": "sum", "counting": "best"}
    refused = owner.post(new, typed)
    assert refused.status_code == 422
    assert "Gib die Zahl der Runden an." in seen(refused)
    page = owner.post(new, {**typed, "counting_rounds": 6, "months": 24, "minimum": 1}, follow=True)
    text = seen(page)
    assert "Die besten 6 Runden zählen. Turniere der letzten 24 Monate zählen." in text
    url = page.redirect_chain[-1][0]
    reader = signed_in(cast.dora)
    anna = cast.players["Anna"].pk
    assert f"Anna Turnier Runde Punkte {one.name} 1 +10" in seen(reader.get(f"{url}?player={anna}"))
    with django_assert_num_queries(6):
        reader.get(url)
    assert "Rangliste 1 Turnier" in seen(reader.get(reverse("tournaments:list_tournaments", args=[cast.club.pk])))
    owner.post(f"{url}edit/", {**typed, "counting": "all", "name": "Jahresliste"})
    assert "Jahresliste" in seen(reader.get(url))
    owner.post(f"{url}delete/")
    assert reader.get(url).status_code == 404
    assert Tournament.objects.filter(pk=one.pk, series=None).exists()
