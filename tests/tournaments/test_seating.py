"""The seating: drawn, by standing, as a ladder, by hand; and refusals, with names."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse

from dokoclub.tournaments.models import Place, Tournament
from dokoclub.tournaments.selectors.day import read_day
from dokoclub.tournaments.services import founding, people, rounds, seating
from dokoclub.tournaments.services.people import Listed
from tests.cast import Cast, signed_in
from tests.pages import seen
from tests.tournaments import papers


def url_of(name: str, one: Tournament, *gaps: Any) -> str:
    return reverse(f"tournaments:{name}", args=[one.pk, *gaps])


def plan_of(one: Tournament) -> list[list[tuple[int, ...]]]:
    return [list(found.plan) for found in read_day(one).rounds]


def test_all_rounds_are_drawn_without_reunions(cast: Cast) -> None:
    one = papers.directed(cast, 16, rounds=4)
    page = seen(signed_in(cast.dora).post(url_of("plan_seating", one), follow=True))
    assert "Niemand sitzt zweimal mit derselben Person am Tisch." in page
    assert "Nummer der Auslosung (nachprüfbar): 7" in page
    assert [len(tables) for tables in plan_of(one)] == [4, 4, 4, 4]
    assert {who for table in plan_of(one)[3] for who in table} == set(range(1, 17))


def test_the_same_seed_draws_the_same_again(cast: Cast) -> None:
    one, other = (papers.with_people(cast, 17) for _ in range(2))
    for tournament in (one, other):
        seating.plan_seating(tournament)
    first = plan_of(one)
    assert first == plan_of(other)
    seating.plan_seating(one)
    assert plan_of(one) == first
    assert [len(table) for table in first[0]] == [5, 4, 4, 4]
    founding.change_tournament(one, {"seed": 8}, by=cast.anna)
    seating.plan_seating(one)
    assert plan_of(one) != first


def test_fewer_than_eight_play_an_evening(cast: Cast) -> None:
    one = papers.directed(cast, 7)
    page = seen(signed_in(cast.dora).post(url_of("plan_seating", one), follow=True))
    assert "Unter 8 Leuten: Spielt einen Abend statt eines Turniers." in page


def test_fill_ins_complete_the_tables(cast: Cast) -> None:
    one = papers.with_people(cast, 17, uneven="fill_ins")
    with pytest.raises(ValidationError, match="fehlen 3 Springer"):
        seating.plan_seating(one)
    listed = [Listed(f"Springer {number}") for number in range(1, 5)]
    people.enter_entrants(one, [], listed, fill_in=True, by=cast.anna)
    seating.plan_seating(one)
    tables = plan_of(one)[0]
    assert [len(table) for table in tables] == [4] * 5
    assert {who for table in tables for who in table} == set(range(1, 21))


def test_those_left_over_pause_in_turn(cast: Cast) -> None:
    one = papers.with_people(cast, 9, uneven="sit_out", rounds=3)
    seating.plan_seating(one)
    paused = [found.round.paused for found in read_day(one).rounds]
    assert [len(round_) for round_ in paused] == [1, 1, 1]
    assert len({number for round_ in paused for number in round_}) == 3


def test_teams_and_households_are_kept_apart(cast: Cast) -> None:
    one = papers.found(cast, rounds=3)
    listed = [Listed(name, team=f"Team {number % 4}") for number, name in enumerate(papers.names_of(16))]
    people.enter_entrants(one, [], listed, by=cast.anna)
    seating.plan_seating(one)
    team = {entrant.number: entrant.team_id for entrant in one.entrants.all()}
    for tables in plan_of(one):
        assert all(len({team[who] for who in table}) == 4 for table in tables)
    assert read_day(one).reunions == 0


def test_more_of_a_team_than_tables_are_refused_with_names(cast: Cast) -> None:
    one = papers.with_people(cast, 8)
    for entrant in one.entrants.all()[:3]:
        people.change_entrant(entrant, {"apart": "Linde 4"}, by=cast.anna)
    with pytest.raises(
        ValidationError, match="Es gibt 2 Tische, also können diese nicht alle getrennt sitzen: Anna, Ben, Cleo"
    ):
        seating.plan_seating(one)


def test_a_worse_plan_is_searched_further(cast: Cast) -> None:
    one = papers.directed(cast, 20, rounds=6)
    seating.plan_seating(one)
    before = read_day(one).reunions
    page = signed_in(cast.dora).post(url_of("search_further", one), follow=True).content.decode()
    assert "Plan" in page
    assert read_day(one).reunions <= before
    one.refresh_from_db()
    assert one.searched == 2


def test_by_hand_two_change_places(cast: Cast) -> None:
    one = papers.directed(cast, 9, seating="by_hand", uneven="sit_out")
    seating.plan_seating(one)
    first, second = plan_of(one)[0]
    dora = signed_in(cast.dora)
    page = dora.post(url_of("swap_people", one, 1), {"people": [first[0], second[3]]}, follow=True)
    assert "Tippe zwei Namen an, und sie tauschen die Sitze." in seen(page)
    assert plan_of(one)[0] == [(second[3], *first[1:]), (*second[:3], first[0])]
    seating.swap_people(one.played.get(), first[1], first[2])
    assert plan_of(one)[0][0] == (second[3], first[2], first[1], first[3])
    (pausing,) = one.played.get().paused
    seating.swap_people(one.played.get(), pausing, second[3])
    assert plan_of(one)[0][0][0] == pausing
    assert one.played.get().paused == [second[3]]
    wrong = dora.post(url_of("swap_people", one, 1), {"people": [first[1]]})
    assert (wrong.status_code, "Tippe zwei Namen an." in seen(wrong)) == (422, True)
    assert re.findall(r'value="(\d+)" checked', wrong.content.decode()) == [str(first[1])]  # still tapped


def hand_in_all(one: Tournament, points: dict[int, int]) -> None:
    """Hand in the totals of the running round, by start number."""
    for place in Place.objects.filter(table__round__tournament=one, points=None).select_related("entrant", "table"):
        Place.objects.filter(pk=place.pk).update(points=points[place.entrant.number])
        now = place.table.round.started_at
        place.table.source, place.table.handed_in_at, place.table.confirmed_at = "paper", now, now
        place.table.save()


def test_by_standing_the_best_sit_at_table_one(cast: Cast) -> None:
    one = papers.directed(cast, 16, seating="standing", avoid="never", rounds=2)
    seating.plan_seating(one)
    rounds.start_round(one, 1, by=cast.anna)
    with pytest.raises(ValidationError, match="Bestätige zuerst"):
        seating.plan_seating(one)
    hand_in_all(one, {number: 20 - number for number in range(1, 17)})
    seating.plan_seating(one)
    assert [sorted(table) for table in plan_of(one)[1]] == [
        [1, 2, 3, 4],
        [5, 6, 7, 8],
        [9, 10, 11, 12],
        [13, 14, 15, 16],
    ]


def test_by_standing_those_who_met_are_parted(cast: Cast) -> None:
    one = papers.with_people(cast, 16, seating="standing", rounds=2)
    seating.plan_seating(one)
    rounds.start_round(one, 1, by=cast.anna)
    hand_in_all(one, {number: 20 - number for number in range(1, 17)})
    seating.plan_seating(one)
    assert read_day(one).reunions == 0


def test_the_ladder_moves_everybody(cast: Cast) -> None:
    one = papers.with_people(cast, 16, seating="ladder", rounds=2)
    seating.plan_seating(one)
    rounds.start_round(one, 1, by=cast.anna)
    hand_in_all(one, {number: 20 - number for number in range(1, 17)})
    first = plan_of(one)[0]
    seating.plan_seating(one)
    second = plan_of(one)[1]
    for number, table in enumerate(first):
        for place, who in enumerate(sorted(table)):
            assert who in second[(number + place) % 4]


def test_too_few_tables_for_a_ladder_are_told_before_the_first_round(cast: Cast) -> None:
    one = papers.with_people(cast, 17, seating="ladder", rounds=2)
    with pytest.raises(ValidationError, match="mindestens 5 Tische"):
        seating.plan_seating(one)
    founding.change_tournament(one, {"rounds": 1}, by=cast.anna)
    seating.plan_seating(one)
    assert len(plan_of(one)[0]) == 4


def test_a_ladder_needs_as_many_as_before(cast: Cast) -> None:
    one = papers.with_people(cast, 16, seating="ladder", rounds=2)
    seating.plan_seating(one)
    rounds.start_round(one, 1, by=cast.anna)
    hand_in_all(one, dict.fromkeys(range(1, 17), 0))
    people.withdraw_entrant(one.entrants.get(number=1), by=cast.anna)
    with pytest.raises(ValidationError, match="wieder 16 Spieler; jetzt sind 15 da"):
        seating.plan_seating(one)
    people.enter_entrants(one, [], [Listed("Nora")], by=cast.anna)
    seating.plan_seating(one)
    assert 17 in {who for table in plan_of(one)[1] for who in table}


def test_who_withdraws_or_comes_late_changes_what_has_not_begun(cast: Cast) -> None:
    one = papers.directed(cast, 16, rounds=3)
    seating.plan_seating(one)
    rounds.start_round(one, 1, by=cast.anna)
    first = plan_of(one)[0]
    people.withdraw_entrant(one.entrants.get(number=3), by=cast.anna)
    people.enter_entrants(one, [], [Listed("Nora"), Listed("Otto")], by=cast.anna)
    page = seen(signed_in(cast.dora).get(url_of("show_tournament", one)))
    assert "Leute sind gekommen oder gegangen: Lose die Runde neu aus." in page
    with pytest.raises(ValidationError, match=r"Leute sind gekommen oder gegangen: Lose die Runde neu aus."):
        rounds.start_round(one, 2, by=cast.anna)
    seating.plan_seating(one)
    plans = plan_of(one)
    assert plans[0] == first
    assert {who for table in plans[1] for who in table} == {*range(1, 19)} - {3}
    assert read_day(one).bound is None
