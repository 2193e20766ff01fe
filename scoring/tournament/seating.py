"""The plan of a tournament with drawn tables: the seats of each round, and the reunions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Final, NamedTuple

from scoring.terms import PLAYING
from scoring.tournament.designs import plan_by_lines
from scoring.tournament.places import order_by_places
from scoring.tournament.reunions import Pair, count_meetings, count_reunions, least_pairs, lower_bound
from scoring.tournament.search import Cost, Found, Start, Task, even_turns, judge_plan, search_plan
from scoring.tournament.sizes import Rounds, Tables, Who, draw_pauses, list_absent, table_sizes
from scoring.tournament.teams import plan_team_day

# People in the hall wait for the first; the others search further, each for another kind of plan.
STARTS: Final = (
    Start(100_000),
    Start(600_000, 0.45, 0.2),
    Start(600_000, 0.35, 0.15),
    Start(1_200_000),
    Start(1_200_000, 0.45, 0.2),
    Start(1_200_000, 0.45, 0.2),
)
MOST_TO_EVEN: Final = 300_000  # moves, for the turns at larger tables


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """The input of a plan; the same input always gives the same plan."""

    people: tuple[Who, ...]  # the people to seat, fill-ins too; at least four
    rounds: int  # still to plan
    seed: int
    sit_out: bool = False  # whether surplus people pause, instead of sitting at tables of five
    apart: tuple[tuple[Who, ...], ...] = ()  # teams and households: no two of one at one table
    history: Rounds = ()  # the rounds that have begun: never changed
    paused: tuple[frozenset[Who], ...] | None = None  # the pausing people of each of them; by default those at no table

    @property
    def apart_pairs(self) -> frozenset[Pair]:
        return frozenset(pair for group in self.apart for pair in combinations(sorted(group), 2))

    @property
    def seats(self) -> int:
        """Return the number of seats in each of the coming rounds."""
        return len(self.people) // PLAYING * PLAYING if self.sit_out else len(self.people)

    @property
    def is_complete(self) -> bool:
        """Return whether everybody sits in every round, so that the bound is valid."""
        return not self.history and not self.sit_out


class Plan(NamedTuple):
    rounds: Rounds  # those that were to be planned
    reunions: int  # W, with the history
    bound: int | None  # no plan has fewer; None if not everybody is there in every round
    together: tuple[Pair, ...]  # pairs that should not meet and do: no plan was found that keeps all apart


def plan_rounds(draw: Draw, starts: Sequence[Start] = STARTS) -> Plan:
    """Return the best plan of several starts; stop once none can be better. Each start by itself is reproducible.
    Raises ValueError for fewer than four people, and for no start.
    """
    team_day = _plan_of_teams(draw)
    if team_day is not None:
        return _as_plan(draw, team_day)
    known = tuple(sorted({*draw.people, *(who for tables in draw.history for table in tables for who in table)}))
    sizes = tuple(table_sizes(draw.seats))
    present = _people_by_round(draw)
    task = _task(draw, known, sizes, present)
    best = _best_of_starts(draw, task, _goal(draw, task, present), starts)
    rounds = tuple(tuple(tuple(known[who] for who in table) for table in tables) for tables in best.rounds)
    return _as_plan(draw, order_by_places(rounds, draw.history))


def _as_plan(draw: Draw, rounds: Rounds) -> Plan:
    bound = lower_bound(table_sizes(draw.seats), draw.rounds) if draw.is_complete else None
    met = count_meetings(rounds)
    together = tuple(sorted(pair for pair in draw.apart_pairs if met[pair]))
    return Plan(rounds, count_reunions((*draw.history, *rounds)), bound, together)


def _best_of_starts(draw: Draw, task: Task, goal: Cost, starts: Sequence[Start]) -> Found:
    best: Found | None = None
    for number, start in enumerate(starts):
        found = search_plan(task, _chance(draw, f"start {number}"), start, goal)
        if best is None or found.cost.growth < best.cost.growth:
            best = found
        if number == 0 and best.cost.growth > goal.growth:
            best = _or_by_lines(draw, task, best)
        if best.cost.growth <= goal.growth or (number and _sets_together(task, best)):
            break
    if best is None:
        raise ValueError("no start")
    moves = min(starts[-1].moves // 2, MOST_TO_EVEN)
    return even_turns(task, _chance(draw, "turns"), moves, best, goal)


def _sets_together(task: Task, found: Found) -> bool:
    """Return whether two meet that must not. That is worth no more than two starts: usually it is unavoidable."""
    apart = {frozenset(pair) for pair in task.apart}
    tables = (table for tables in found.rounds for table in tables) if apart else ()
    return any(frozenset(pair) in apart for table in tables for pair in combinations(table, 2))


def _or_by_lines(draw: Draw, task: Task, found: Found) -> Found:
    """Return the plan without reunions that needs no search, if there is one and it is better."""
    if not draw.is_complete:
        return found
    lines = plan_by_lines(range(task.people), draw.rounds, _chance(draw, "lines"))
    designed = judge_plan(task, lines) if lines is not None else found
    return designed if designed.cost.growth < found.cost.growth else found


def _chance(draw: Draw, purpose: str) -> Random:
    return Random(f"{draw.seed} {purpose}")  # noqa: S311  # nothing secret


def _people_by_round(draw: Draw) -> list[tuple[Who, ...]]:
    """Return the people that sit in each of the coming rounds."""
    if not draw.sit_out:
        return [draw.people] * draw.rounds
    paused = draw.paused
    if paused is None:
        paused = tuple(list_absent(draw.people, tables) for tables in draw.history)
    chance = _chance(draw, "pauses")
    pausing = draw_pauses(draw.people, paused, draw.rounds, chance)
    return [tuple(who for who in draw.people if who not in out) for out in pausing]


def _task(draw: Draw, known: Sequence[Who], sizes: tuple[int, ...], present: Iterable[Sequence[Who]]) -> Task:
    number = {who: place for place, who in enumerate(known)}
    turns = count_larger_turns(draw.history) if sizes[0] != sizes[-1] else {}
    there = frozenset(draw.people)
    return Task(
        people=len(known),
        sizes=sizes,
        present=tuple(tuple(number[who] for who in people) for people in present),
        met={(number[a], number[b]): times for (a, b), times in count_meetings(draw.history).items()},
        apart=[(number[a], number[b]) for a, b in draw.apart_pairs if a in number and b in number],
        larger=tuple(turns.get(who, 0) if who in there else 0 for who in known),
        aim=-(-_turns(sizes, draw.rounds, (turns.get(who, 0) for who in there)) // len(there)),
    )


def _turns(sizes: Sequence[int], rounds: int, before: Iterable[int]) -> int:
    """Return the total number of turns at a larger table."""
    return rounds * sum(size for size in sizes if size != sizes[-1]) + sum(before)


def count_larger_turns(rounds: Iterable[Tables]) -> dict[Who, int]:
    """Count for each person the turns at a table that is larger than another of its round."""
    turns: dict[Who, int] = {}
    for tables in rounds:
        smallest = min((len(table) for table in tables), default=0)
        for table in tables:
            for who in table if len(table) > smallest else ():
                turns[who] = turns.get(who, 0) + 1
    return turns


def _goal(draw: Draw, task: Task, present: Sequence[Collection[Who]]) -> Cost:
    """Return a cost that cannot be improved, so that the search can stop; for W, the growth that is unavoidable."""
    each_again = 0 if draw.sit_out else lower_bound(task.sizes, draw.rounds)
    with_history = sum(
        least_pairs(len(people & set(table)), len(task.sizes))
        for people in map(set, present)
        for tables in draw.history
        for table in tables
    )
    turns = _turns(task.sizes, draw.rounds, task.larger)
    return Cost(each_again + with_history, least_pairs(turns, len(draw.people)))


def _plan_of_teams(draw: Draw) -> Rounds | None:
    """Return the exact plan if there are just four teams of four and at most its four rounds."""
    teams = draw.apart
    is_day = len(teams) == PLAYING and all(len(team) == PLAYING for team in teams) and draw.rounds <= PLAYING
    members = sorted(who for team in teams for who in team)
    if not is_day or draw.history or members != sorted(draw.people):
        return None
    chance = _chance(draw, "teams")
    return plan_team_day([chance.sample(team, PLAYING) for team in chance.sample(teams, PLAYING)])[: draw.rounds]
