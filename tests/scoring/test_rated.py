"""The stored sums of evenings for the rating, added up and aged, give the same as all evenings."""

from __future__ import annotations

import json
import random
from datetime import date, timedelta

import pytest

from scoring.game.game import Game
from scoring.game.score import Scorer
from scoring.league.rated import Rated, add_rated, dump_rated, load_rated, rate_games
from scoring.rating import LIST, RatedGame, Rating, Sums, add_sums, rate_players, sum_games, weigh_evenings
from scoring.rules.presets import PRESETS
from tests.scoring.club_of_luck import found_lucky_club

DAY = date(2026, 11, 20)
NAMES = tuple("ABCDEF")


def evenings_of(seed: int, number: int = 12) -> list[tuple[int, Sums]]:
    """Return one evening every five weeks."""
    club = found_lucky_club(seed, 0.6)
    return [(35 * place, sum_games(club.play_evening(40))) for place in range(number)]


def close(rating: Rating) -> object:
    return pytest.approx([*rating.theta.values(), *rating.variance.values(), *rating.offsets.values()], abs=1e-9)


def numbers(rating: Rating) -> list[float]:
    return [*rating.theta.values(), *rating.variance.values(), *rating.offsets.values()]


@pytest.mark.parametrize("half_life", [365, 90, None])
def test_sums_that_are_aged_already_age_on(half_life: float | None) -> None:
    evenings = evenings_of(1)
    some, others = evenings[:5], evenings[5:11]
    parts = [
        (some[-1][0], add_sums(some, day=some[-1][0], half_life=half_life)),
        (others[-1][0], add_sums(others, day=others[-1][0], half_life=half_life)),
        evenings[-1],
    ]
    found = rate_players(parts, day=400, half_life=half_life)

    expected = rate_players(evenings, day=400, half_life=half_life)
    assert found.scale == pytest.approx(expected.scale, abs=1e-12)
    assert numbers(found) == close(expected)


def test_what_is_added_is_not_changed() -> None:
    one, other = evenings_of(2, 2)
    before = rate_players([one], day=50)
    add_sums([one, other], day=80)
    assert rate_players([one], day=50) == before


def test_an_evening_moved_a_number_by_what_is_missing_without_it() -> None:
    evenings = evenings_of(3, 30)
    rating = rate_players(evenings, day=1100)
    members = sorted(rating.theta)
    moved = weigh_evenings(rating, members[0], members, evenings, day=1100)

    for place, told in enumerate(moved):
        rest = [one for at, one in enumerate(evenings) if at != place]
        less = rate_players(rest, day=1100, scale=rating.scale)

        def shown(found: Rating) -> float:
            return LIST * (found.theta[members[0]] - sum(found.theta[one] for one in members) / len(members))

        assert told == pytest.approx(shown(rating) - shown(less), rel=0.35, abs=0.05)
    assert max(moved) > 0.2 > -0.2 > min(moved)


def games_of(seed: int, number: int) -> list[Game]:
    dice = random.Random(seed)
    found = []
    for _ in range(number):
        four = dice.sample(NAMES, 4)
        size = dice.choice((1, 2, 2, 2))
        kind = "solo" if size == 1 else "normal"
        solo = "damen" if size == 1 else None
        re, kontra = tuple(four[:size]), tuple(four[size:])
        found.append(Game(kind=kind, solo=solo, re=re, kontra=kontra, re_augen=dice.randint(0, 240)))
    return found


def kept_of(seed: int, day: date) -> Rated:
    return rate_games(day, [(Scorer(PRESETS["hausrunde"].rules), games_of(seed, 30))])


def test_what_was_kept_is_read_again() -> None:
    months = [add_rated(kept_of(seed, DAY + timedelta(days=9 * seed)) for seed in some) for some in ((1, 2), (3, 4))]
    kept = add_rated(months)
    found = load_rated(json.loads(json.dumps(dump_rated(kept))))

    assert dump_rated(found) == dump_rated(kept)
    assert found.players == kept.players
    assert found.day == (DAY + timedelta(days=36)).toordinal()


def test_a_month_tells_what_its_evenings_tell() -> None:
    evenings = [kept_of(seed, DAY + timedelta(days=40 * seed)) for seed in range(5)]
    day = evenings[-1].day + 100
    month = add_rated([add_rated(evenings[:3]), add_rated(evenings[3:]), add_rated([])])

    expected = rate_players([(one.day, one.sums) for one in evenings], day=day)
    assert numbers(rate_players([(month.day, month.sums)], day=day)) == close(expected)
    assert month.players["A"].games == sum(one.players["A"].games for one in evenings)


def test_beside_the_sums_partners_opponents_and_points_are_counted() -> None:
    """The soloist's triple counts in the points, and not in the rating's input."""
    scorer = Scorer(PRESETS["ddv"].rules)
    normal = Game(kind="normal", re=("A", "B"), kontra=("C", "D"), re_augen=131)
    solo = Game(kind="solo", solo="damen", re=("A",), kontra=("B", "C", "E"), re_augen=131)
    found = rate_games(DAY, [(scorer, [normal, solo])])

    net = [scorer.reckoning(game, 0).net for game in (normal, solo)]
    assert net[0] is not None
    assert net[1] is not None
    anna = found.players["A"]
    assert (anna.games, anna.points) == (2, net[0] + 3 * net[1])
    assert dict(anna.partners) == {"B": 1}
    assert dict(anna.opponents) == {"B": 1, "C": 2, "D": 1, "E": 1}
    assert dict(found.players["C"].partners) == {"D": 1, "B": 1, "E": 1}
    assert found.sums == sum_games(
        [RatedGame(("A", "B"), ("C", "D"), net[0]), RatedGame(("A",), ("B", "C", "E"), net[1])]
    )


def test_nothing_was_played() -> None:
    assert add_rated([]) == Rated()
    assert load_rated(dump_rated(Rated())) == Rated()
