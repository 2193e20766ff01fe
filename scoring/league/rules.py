"""Rules of a club's league table: checked, frozen, to and from JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from scoring.league.counters import Counts
from scoring.rules import stored
from scoring.rules.values import AnyOf, Flag, OneOf, Whole
from scoring.terms import Problem, say

VERSION: Final = 1
ADDED: Final[stored.Added] = {}  # see rules.ADDED; never change a line that has been released

# Tie-breakers, over all evenings (a struck evening loses its points, not its games). After them: shared rank.
TIES: Final[Mapping[str, Callable[[Counts], int]]] = {
    "won": lambda counts: counts.won,
    "solos_won": lambda counts: counts.solos_won,
}
EVENINGS: Final = Whole(1, 1000, nullable=True)
COUNTING: Final[Mapping[str, tuple[str, ...]]] = {  # with the fields of StandingsRules that each needs
    "all": (),
    "best": ("counting_evenings",),
    "strike": ("counting_evenings", "absence_strikes"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsRules:
    """Rules of the ranking. The defaults: add everything up, the better score is first."""

    score: str = "sum"  # or the mean a game, or an evening
    ranked_by: str = "scores"  # as the sheet writes (rules.md 1.15), or zero-sum points
    counting: str = "all"  # the best N evenings alone, or all but M struck ones (Streichergebnisse)
    counting_evenings: int | None = None  # that N or M
    absence_strikes: bool = False  # an evening missed uses up one of the M
    minimum: int | None = None  # attendance, as a number or in per cent of the evenings held
    minimum_unit: str = "evenings"
    below_minimum: str = "unranked"  # or after all others, or with a score of 0
    guests_ranked: bool = False
    ties: tuple[str, ...] = ("won", "solos_won")  # asked in this order

    def points(self, counts: Counts) -> int:
        """Return the points that rank."""
        return counts.balance if self.ranked_by == "balance" else counts.scores

    def summed_points(self, counts: Counts) -> int:
        """Return those of them without a known game: a mean per game leaves them out."""
        return counts.summed_balance if self.ranked_by == "balance" else counts.summed_scores

    def required(self, held: int) -> int:
        """Return the fewest evenings that reach the minimum when `held` took place."""
        if self.minimum is None:
            return 0
        return self.minimum if self.minimum_unit == "evenings" else -(-self.minimum * held // 100)


PARAMETERS: Final[stored.Known] = {
    "score": OneOf(("sum", "mean_game", "mean_evening")),
    "ranked_by": OneOf(("scores", "balance")),
    "counting": OneOf(tuple(COUNTING), needs=COUNTING),
    "counting_evenings": EVENINGS,
    "absence_strikes": Flag(),
    "minimum": EVENINGS,
    "minimum_unit": OneOf(("evenings", "percent")),
    "below_minimum": OneOf(("unranked", "last", "zero")),
    "guests_ranked": Flag(),
    "ties": AnyOf(tuple(TIES)),
}


def find_problems(parameters: object, evenings: int | None = None) -> list[Problem]:
    """List everything wrong with a complete set of parameters; `evenings`: how many the season has, if known."""
    found = stored.value_problems(parameters, PARAMETERS)
    if isinstance(parameters, dict):
        wrong = {problem.field for problem in found}
        found.extend(_counting_problems(parameters, wrong, evenings))
        found.extend(_minimum_problems(parameters, wrong, evenings))
    return found


def from_json(parameters: object, evenings: int | None = None) -> StandingsRules | list[Problem]:
    return find_problems(parameters, evenings) or stored.build_rules(StandingsRules, parameters)


def store_standings_rules(rules: StandingsRules) -> dict[str, Any]:
    """Return the rules as stored with a season: the parameters and the version of their meaning."""
    return {"version": VERSION, **stored.plain_parameters(rules)}


def restore_standings_rules(
    kept: object, *, version: int = VERSION, added: stored.Added = ADDED
) -> StandingsRules | list[Problem]:
    """Read rules that `store_standings_rules` wrote, today or long ago; `version` and `added` are there for tests."""
    parameters = stored.upgrade_stored(kept, version, added)
    return parameters if isinstance(parameters, list) else from_json(parameters)


def _counting_problems(given: Mapping[str, Any], wrong: set[str], evenings: int | None) -> Iterator[Problem]:
    field = "counting_evenings"
    if not wrong.isdisjoint({"counting", field}) or given["counting"] == "all":
        return
    number = given[field]
    if number is None:
        yield Problem(field, say("Enter the number of evenings."))
    elif evenings is None:
        return
    elif given["counting"] == "best" and number > evenings:
        yield _more_than_all(field, evenings)
    elif given["counting"] == "strike" and number >= evenings:
        yield Problem(field, say("Strike fewer than all evenings ({evenings})."), {"evenings": evenings})


def _minimum_problems(given: Mapping[str, Any], wrong: set[str], evenings: int | None) -> Iterator[Problem]:
    if not wrong.isdisjoint({"minimum", "minimum_unit"}) or given["minimum"] is None:
        return
    number = given["minimum"]
    if given["minimum_unit"] == "percent":
        if number > 100:
            yield Problem("minimum", say("Enter at most 100 percent of the evenings."))
    elif evenings is not None and number > evenings:
        yield _more_than_all("minimum", evenings)


def _more_than_all(field: str, evenings: int) -> Problem:
    return Problem(field, say("More than all evenings ({evenings}): enter fewer."), {"evenings": evenings})
