"""The findings of the statistics: true, the unusual ones first, at most one of a player, and none of few games."""

from __future__ import annotations

import random
from collections import Counter
from datetime import date
from typing import Any

import pytest

from scoring.game.played import Place
from scoring.league.counters import AnnouncementCount, Share
from scoring.league.findings import FEWEST, LAST, MOST, Finding, find_remarkable
from scoring.league.statistics import Comeback, Highest, OfClub, OfPlayer, Series, Statistics
from scoring.terms import Party

PEOPLE = tuple("1234567")


def player(games: int = 40, won: int = 20, **more: Any) -> OfPlayer:
    return OfPlayer(all=Share(games=games, won=won), **more)


def club(games: int = 100, kontra: int = 45, **more: Any) -> OfClub:
    won: Counter[Party | None] = Counter({Party.RE: games - kontra, Party.KONTRA: kontra})
    values = more.pop("values", Counter({1: games // 2, 3: games - games // 2}))
    return OfClub(games=games, won=won, values=values, **more)


def usual(**people: OfPlayer) -> Statistics:
    everybody = {one: player() for one in PEOPLE} | {name.removeprefix("p"): mine for name, mine in people.items()}
    return Statistics(club=club(), players=everybody)


def found(now: Statistics, past: Statistics | None = None, known: tuple[str, ...] = PEOPLE) -> dict[str, Finding]:
    return {one.key: one for one in find_remarkable(now, past or usual(), known)}


def test_what_is_as_always_still_gives_three() -> None:
    now = usual()
    now.club.solos["damen"] = Share(games=10, won=5)
    shown = found(now, usual())
    assert set(shown) == {"alone", "parties", "wins"}
    assert shown["alone"].figure["values"] == {"number": 10, "games": 100}


def test_shares_that_are_equal_are_equal() -> None:
    """Fractions with rounding made the usual share a little larger than itself."""
    for games in range(FEWEST, 120):
        for won in range(1, games):
            now = Statistics(club=club(games, won), players={one: player(games, won) for one in PEOPLE})
            assert {"parties", "wins"} <= set(found(now, now)), (won, games)


@pytest.mark.parametrize("games", [0, FEWEST - 1])
def test_few_games_say_nothing(games: int) -> None:
    now = Statistics(club=club(games, 0), players={"1": player(games, games, wins=Series(longest=games))})
    assert found(now) == {}


def test_a_series_is_as_rare_as_the_players_wins_make_it() -> None:
    one = found(usual(p1=player(wins=Series(longest=11))))["series"]
    assert one.figure["values"]["number"] == 11
    assert one.players == ("1",)
    often = usual(p1=player(won=36))  # to win eleven times in a row is nothing for this player
    again = found(usual(p1=player(won=36, wins=Series(longest=11))), often)
    assert "series" not in again or again["series"].surprise < 1 < one.surprise


def test_the_strongest_and_the_weakest_pair() -> None:
    strong, weak = Share(games=20, won=16, points=80), Share(games=20, won=4, points=-80)
    shown = found(usual(p1=player(with_partner={"2": strong}), p3=player(with_partner={"4": weak})))
    assert shown["strong"].figure["values"]["points"] == "+4"
    assert (shown["strong"].players, shown["weak"].players) == (("1", "2"), ("3", "4"))


def test_an_evening_won_from_behind() -> None:
    evening = Comeback(behind=20, points=12, games=16, place=Place(1, date(2026, 11, 13), 1))
    shown = found(usual(p1=player(comeback=evening)))
    assert shown["comeback"].figure["values"] == {"number": 20}
    assert shown["comeback"].players == ("1",)
    less = found(usual(p1=player(comeback=evening._replace(behind=21)), p2=player(comeback=evening)))
    assert less["comeback"].players == ("1",)
    assert "comeback" not in found(usual(p1=player(comeback=evening._replace(games=FEWEST - 1))))
    small = found(usual(p1=player(comeback=evening._replace(behind=1, points=1))))
    assert "comeback" not in small, "anybody is behind once in an evening"


def test_a_pair_of_few_games_is_none() -> None:
    share = Share(games=FEWEST - 1, won=FEWEST - 1, points=200)
    assert not {"strong", "weak"} & set(found(usual(p1=player(with_partner={"2": share}))))


def test_a_party_that_wins_more_than_it_used_to() -> None:
    now = Statistics(club=club(100, 70), players=usual().players)
    assert found(now)["parties"].line["say"] == "games were won by Kontra"
    assert found(now)["parties"].figure["values"] == {"number": 70, "games": 100}
    assert found(now, now)["parties"].surprise == 0


def test_solos_calls_and_foxes_are_compared_with_the_club() -> None:
    past = usual()
    past.club.solos["damen"] = Share(games=100, won=50)
    past.club.announced["re"] = AnnouncementCount(made=100, kept=60)
    for mine in past.players.values():
        mine.lost["fuchs"] = 2
    now = usual(
        p1=player(alone=Share(games=12, won=12)),
        p2=player(announced={"re": AnnouncementCount(made=20, kept=20)}),
        p3=player(lost=Counter(fuchs=12)),
    )
    shown = found(now, past)
    assert shown["solos"].figure["values"] == {"number": 12, "games": 12}
    assert shown["calls"].figure["values"] == {"number": 20, "games": 20}
    assert shown["foxes"].figure["values"] == {"number": 12}


def test_the_most_expensive_game() -> None:
    place = Place(evening=1, day=date(2026, 11, 20), sheet=1)
    now, past = usual(), Statistics(club=club(10_000, 4_500, values=Counter({1: 9_999, 40: 1})), players={})
    now.club.highest.append(Highest(40, place, ("1", "2")))
    assert found(now, past)["dearest"].figure["values"] == {"number": 40}
    assert found(now, past)["dearest"].line["say"] == "the most expensive game: {names}"
    now.club.highest.append(Highest(40, place, ("3", "4")))
    assert found(now, past)["dearest"].line["values"] == {"times": 2}


def test_the_others_win_less_than_who_is_named_for_it() -> None:
    shown = found(usual(p3=player(won=31)))
    assert (shown["wins"].players, shown["wins"].figure["values"]) == (("3",), {"number": 31, "games": 40})


def test_guests_are_not_named() -> None:
    shown = found(usual(p1=player(wins=Series(longest=15))), known=PEOPLE[1:])
    assert not [one for one in shown.values() if "1" in one.players]


def test_three_the_most_unusual_first_and_one_of_a_player() -> None:
    dice = random.Random("findings")
    for _ in range(300):
        people = {
            f"p{one}": player(
                games := dice.randint(10, 60),
                dice.randint(1, games),
                wins=Series(longest=dice.randint(0, 14)),
                alone=Share(games=dice.randint(0, 20), won=dice.randint(0, 10)),
                lost=Counter(fuchs=dice.randint(0, 20)),
                with_partner={
                    other: Share(games=dice.randint(0, 40), won=5, points=dice.randint(-200, 200)) for other in PEOPLE
                },
            )
            for one in PEOPLE
        }
        shown = find_remarkable(
            Statistics(club=club(100, dice.randint(0, 100)), players=usual(**people).players), usual(), PEOPLE
        )
        assert len(shown) == MOST
        for some in ([one for one in shown if one.key not in LAST], [one for one in shown if one.key in LAST]):
            assert [one.surprise for one in some] == sorted((one.surprise for one in some), reverse=True)
        assert [one.key in LAST for one in shown] == sorted(one.key in LAST for one in shown)
        named = [name for one in shown for name in one.players]
        assert len(named) == len(set(named))
        assert len({one.key for one in shown}) == len(shown)
