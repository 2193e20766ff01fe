"""Table sizes, fill-ins, pauses and numbers of games. TSR 10.1."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from random import Random
from typing import Final, TypeAlias

from scoring.terms import PLAYING

Who: TypeAlias = int  # a start number; those who fill in are numbered after the entrants
Tables: TypeAlias = tuple[tuple[Who, ...], ...]  # people in the order of their places, larger tables first
Rounds: TypeAlias = tuple[Tables, ...]

UNEVEN: Final = ("fives", "fill_ins", "sit_out")
FEWEST_ENTRANTS: Final = 8  # fewer play an evening
MOST_ENTRANTS: Final = 400
MOST_ROUNDS: Final = 12
MOST_TABLES: Final = 100
DEFAULT_GAMES: Final = 24
DEFAULT_ROUNDS: Final = 3
DEFAULT_MINUTES: Final = 100


def table_sizes(people: int) -> list[int]:
    """Return the table sizes: fours, and fives for people left over; only 6, 7 and 11 people need a larger one.
    Raises ValueError for fewer than four.
    """
    tables = people // PLAYING
    if not tables:
        raise ValueError(people)
    smallest, larger = divmod(people, tables)
    return [smallest + 1] * larger + [smallest] * (tables - larger)


def games_at_table(games: int, people: int) -> int:
    """Return how many games let everybody at the table play `games` of them: 24 at four are 30 at five."""
    return -(-games * people // PLAYING)


def fill_ins_needed(people: int) -> int:
    """Return how many must fill in so that all tables are fours."""
    return -people % PLAYING


def number_fill_ins(entrants: int, present: int) -> tuple[Who, ...]:
    """Return the numbers after the entrants, for fill-ins that complete the tables of those `present`."""
    return tuple(range(entrants + 1, entrants + 1 + fill_ins_needed(present)))


def list_absent(people: Collection[Who], tables: Tables) -> frozenset[Who]:
    """Return the people that sat at no table of a round."""
    return frozenset(people) - {who for table in tables for who in table}


def choose_pausing(ranked: Sequence[Who], paused: Sequence[Collection[Who]]) -> frozenset[Who]:
    """Return the people that sit out the next round: the last of `ranked` (best first) with the fewest pauses.
    `paused`: the pausing people of each round so far. Nobody pauses in two consecutive rounds while another could.
    """
    count = Counter(who for round_ in paused for who in round_)
    last = paused[-1] if paused else ()
    from_last = ranked[::-1]
    order = sorted(from_last, key=lambda who: (count[who], who in last))
    return frozenset(order[: len(ranked) % PLAYING])


def draw_pauses(
    people: Sequence[Who], paused: Sequence[Collection[Who]], rounds: int, chance: Random
) -> list[frozenset[Who]]:
    """Draw the people that sit out in each of the coming rounds, by lot among the fewest pauses."""
    known = list(paused)
    for _ in range(rounds):
        known.append(choose_pausing(chance.sample(people, len(people)), known))
    return [frozenset(round_) for round_ in known[len(paused) :]]
