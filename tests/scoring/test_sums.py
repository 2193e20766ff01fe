"""Counts made piece by piece, stored and added up equal a single count of everything."""

from __future__ import annotations

import json
import random
from collections import Counter
from datetime import date, timedelta

import pytest

from scoring.game.played import Noted, Place, Played, played_games
from scoring.game.score import Scorer
from scoring.league.attendance import MOST_STEPS, Course, Grain, OneEvening, compute_attendance, get_course
from scoring.league.statistics import Series, count_statistics
from scoring.league.sums import Names, Sums, add_up, dump_sums, load_sums
from scoring.rules.presets import PRESETS
from tests.scoring.paper import rows
from tests.scoring.test_statistics import random_rows

FIRST = date(2024, 2, 28)


def stored(sums: Sums) -> Sums:
    return load_sums(json.loads(json.dumps(dump_sums(sums))))


def lists_of(seed: int, number: int) -> list[list[Played]]:
    """Return lists of games of a few people, one after the other; some are empty."""
    chance, scorer = random.Random(seed), Scorer(PRESETS["hausrunde"].rules)
    found = []
    for sheet in range(number):
        written = random_rows(chance, chance.choice((0, 1, 3, 12)))
        noted = [Noted(row) for row in rows(scorer.rules, *written)]
        place = Place(sheet, FIRST + timedelta(days=sheet), sheet)
        found.append(list(played_games(scorer, 4, noted, place)))
    return found


@pytest.mark.parametrize("seed", range(20))
def test_games_in_pieces_are_the_games(seed: int) -> None:
    chance, lists = random.Random(seed), lists_of(seed, 12)
    pieces: list[list[Played]] = [[]]
    for games in lists:
        pieces[-1] += games
        if chance.random() < 0.5:
            pieces.append([])
    added = add_up(stored(Sums(counted=count_statistics(games))) for games in pieces)

    assert added.counted == count_statistics(game for games in lists for game in games)
    assert stored(added) == added


def test_what_is_added_stays_as_it_was() -> None:
    """A tally may be added to several others."""
    one, other = (Sums(counted=count_statistics(games)) for games in lists_of(3, 12)[-2:])
    before = dump_sums(one), dump_sums(other)
    add_up([add_up([one, other]), other])

    assert (dump_sums(one), dump_sums(other)) == before


@pytest.mark.parametrize("seed", range(200))
def test_a_series_goes_on_over_the_end_of_a_piece(seed: int) -> None:
    chance = random.Random(seed)
    flags = [chance.random() < 0.7 for _ in range(chance.randrange(12))]
    places = [Place(number, FIRST, number) for number in range(len(flags))]
    whole, pieces, piece = Series(), Series(), Series()
    for flag, place in zip(flags, places, strict=True):
        whole.add(flag, place)
        piece.add(flag, place)
        if chance.random() < 0.4:
            pieces.follow(piece)
            piece = Series()
    pieces.follow(piece)

    assert pieces == whole


def evenings_of(seed: int, number: int) -> dict[int, tuple[OneEvening, ...]]:
    """Return evenings by player; nobody comes each time, and some days have two evenings."""
    chance, day = random.Random(seed), FIRST
    found: dict[int, list[OneEvening]] = {player: [] for player in range(5)}
    for evening in range(number):
        day += timedelta(days=chance.choice((0, 7, 7, 14, 40)))
        for player in chance.sample(range(5), 3):
            games = chance.choice((0, 12, 24))
            found[player].append(OneEvening(evening, day, games, games, chance.randint(-5, 5)))
    return {player: tuple(mine) for player, mine in found.items() if mine}


@pytest.mark.parametrize("number", [1, 20, MOST_STEPS, MOST_STEPS + 1, 400])
@pytest.mark.parametrize("seed", range(3))
def test_evenings_in_pieces_are_the_evenings(seed: int, number: int) -> None:
    chance, evenings = random.Random(seed), evenings_of(seed, number)
    ends = sorted({number, *(chance.randrange(number) for _ in range(6))})
    pieces = []
    for begin, end in zip([0, *ends], ends, strict=False):
        some = {player: tuple(one for one in mine if begin <= one.evening < end) for player, mine in evenings.items()}
        some = {player: mine for player, mine in some.items() if mine}
        attendance = {player: compute_attendance(mine) for player, mine in some.items()}
        pieces.append(stored(Sums(attendance=attendance, course=get_course(some))))
    added = add_up(pieces)

    assert added.attendance == {player: compute_attendance(mine) for player, mine in evenings.items()}
    assert added.course == get_course(evenings)
    assert len(added.course.steps) <= MOST_STEPS


@pytest.mark.parametrize(
    ("weeks", "grain"), [(60, Grain.EVENING), (61, Grain.MONTH), (270, Grain.QUARTER), (800, Grain.YEAR)]
)
def test_a_course_has_no_more_steps_than_can_be_seen(weeks: int, grain: Grain) -> None:
    played = tuple(OneEvening(week, date(2000, 1, 7) + timedelta(weeks=week), 24, 24, 1) for week in range(weeks))
    course = get_course({7: played})

    assert (course.grain, len(course.steps) <= MOST_STEPS) == (grain, True)
    assert sum(stretch.points for stretch in course.players[7].values()) == weeks
    assert course.steps[0].day == played[0].day


def test_nothing_adds_up_to_nothing() -> None:
    assert add_up([]) == add_up([Sums(), stored(Sums())]) == Sums()
    assert Course() == get_course({})


def test_names_that_every_sheet_says() -> None:
    names = Names()
    names.add([("dulle", "Dulle", False), ("karlchen", "Karlchen", True)])
    names.add([("dulle", "Dolle", False), ("karlchen", "Karlchen", True)])
    added = stored(Sums(names=names, redeals=Counter({None: 2, "misdeal": 1})))

    assert added.names.all == [("karlchen", "Karlchen", True)]
    assert added.names.any["dulle"] == ("dulle", "Dolle", False)
    assert add_up([added, added, Sums()]).names == added.names
    assert add_up([added, added]).redeals == {None: 4, "misdeal": 2}
