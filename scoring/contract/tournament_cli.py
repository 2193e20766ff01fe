"""The lines of `seating`, `ranking` and `prizes`: read, checked, answered. rules.md 6.
Keys with a default are optional; an unknown key is a problem, so that no misspelling goes unnoticed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeAlias, TypeGuard

from scoring.rules.values import AnyOf, OneOf, Whole
from scoring.terms import PLAYING, TABLE_SIZES, Problem, say
from scoring.tournament.prizes import (
    DEFAULT_UNIT,
    award_prizes,
    rank_problems,
    share_pool,
    share_problems,
)
from scoring.tournament.ranking import (
    DEFAULT_TIE_BREAKS,
    RANK_BY,
    SCALES,
    TIE_BREAKS,
    RankRules,
    Result,
    rank_entrants,
)
from scoring.tournament.seating import Draw, plan_rounds
from scoring.tournament.sizes import (
    FEWEST_ENTRANTS,
    MOST_ENTRANTS,
    MOST_ROUNDS,
    MOST_TABLES,
    UNEVEN,
    number_fill_ins,
)

Line: TypeAlias = dict[str, Any]
Check: TypeAlias = Callable[[object], Iterator[Problem]]

MOST_GROUPS: Final = 1_000  # to be kept apart
MOST_FILL_INS: Final = PLAYING - 1
MOST_POINTS: Final = 1_000_000  # of a round
MOST_GAMES: Final = 1_000  # of a round: solos and games won
MOST_POOL: Final = 1_000_000_000  # cents
MOST_UNIT: Final = 1_000_000
LARGEST_SEED: Final = 2**63 - 1
LIST: Final = say("This must be a list.")
OBJECT: Final = say("This must be an object.")


def answer_seating(line: Line) -> Line | list[Problem]:
    """Return the answer to a line of `seating`, without its id; or all its problems."""
    found = list(_seating_problems(line))
    if found:
        return found
    draw = _read_draw(line)
    plan = plan_rounds(draw)
    if plan.together:
        names = ", ".join(f"{one} – {other}" for one, other in plan.together)
        return [Problem("apart", say("No plan keeps these apart: {names}."), {"names": names})]
    bound = None if line.get("out") else plan.bound
    return {"rounds": plan.rounds, "reunions": plan.reunions, "bound": bound}


def answer_ranking(line: Line) -> Line | list[Problem]:
    """Return the answer to a line of `ranking`, without its id; or all its problems."""
    found = list(_ranking_problems(line))
    if found:
        return found
    rules = RankRules(
        rank_by=line.get("rank_by", RANK_BY[0]),
        scale=line.get("scale", SCALES[0]),
        tie_breaks=tuple(line.get("tie_breaks", DEFAULT_TIE_BREAKS)),
        seed=line.get("seed"),
    )
    rounds = [[_read_table(table) for table in tables] for tables in line["rounds"]]
    rows = rank_entrants(rounds, rules, unranked=frozenset(line.get("unranked", ())))
    return {"ranking": [[row.who, row.rank] for row in rows]}


def answer_prizes(line: Line) -> Line | list[Problem]:
    """Return the answer to a line of `prizes`, without its id; or all its problems."""
    found = list(_prize_problems(line))
    if found:
        return found
    unit = line.get("unit", DEFAULT_UNIT)
    prizes = share_pool(line["pool"], line["places"], unit=unit, shares=line.get("shares"))
    return {"prizes": award_prizes(prizes, line["ranks"])}


def _check_keys(line: Line, needed: Mapping[str, Check], optional: Mapping[str, Check]) -> Iterator[Problem]:
    for key, check in needed.items():
        yield from check(line.get(key))
    for key, check in optional.items():
        if key in line:
            yield from check(line[key])
    for key in line:
        if key not in needed and key not in optional and key != "id":
            yield Problem(key, say("There is no such key in this line."))


def _whole(field: str, low: int, high: int) -> Check:
    return lambda value: Whole(low, high).problems(field, value)


def _is_whole(value: object, low: int, high: int) -> TypeGuard[int]:
    return type(value) is int and low <= value <= high


# --- seating --------------------------------------------------------------------------------------------------------


def _seating_problems(line: Line) -> Iterator[Problem]:
    entrants = line.get("entrants")
    known = entrants if _is_whole(entrants, FEWEST_ENTRANTS, MOST_ENTRANTS) else MOST_ENTRANTS
    needed = {
        "entrants": _whole("entrants", FEWEST_ENTRANTS, MOST_ENTRANTS),
        "rounds": _whole("rounds", 1, MOST_ROUNDS),
        "seed": _whole("seed", 0, LARGEST_SEED),
    }
    optional: dict[str, Check] = {
        "uneven": lambda value: OneOf(UNEVEN).problems("uneven", value),
        "apart": lambda value: _apart_problems(value, known),
        "history": lambda value: _history_problems(value, known + MOST_FILL_INS),
        "out": lambda value: _number_problems("out", value, known),
    }
    found = list(_check_keys(line, needed, optional))
    yield from found or _problems_together(line)


def _problems_together(line: Line) -> Iterator[Problem]:
    """List problems of keys that are right by themselves but not together."""
    held = len(line.get("history", ()))
    if held + line["rounds"] > MOST_ROUNDS:
        yield Problem("rounds", say("There can be {most} rounds, those of the history too."), {"most": MOST_ROUNDS})
    out = set(line.get("out", ()))
    left = line["entrants"] - len(out)
    if left < PLAYING:
        yield Problem("out", say("Fewer than four are left."))
        return
    tables = -(-left // PLAYING) if line.get("uneven") == "fill_ins" else left // PLAYING
    for index, group in enumerate(line.get("apart", ())):
        there = sorted(set(group) - out)
        if len(there) > tables:
            names = ", ".join(map(str, there))
            yield Problem(
                f"apart[{index}]",
                say("So many cannot be kept apart at {tables} tables: {names}."),
                {"tables": tables, "names": names},
            )


def _number_problems(field: str, value: object, highest: int, *, fewest: int = 0) -> Iterator[Problem]:
    """Check a list of people by their numbers, nobody twice."""
    if not isinstance(value, list):
        yield Problem(field, LIST)
    elif not all(_is_whole(who, 1, highest) for who in value):
        yield Problem(
            field, say("This list can hold only whole numbers from {low} to {high}."), {"low": 1, "high": highest}
        )
    elif len(set(value)) < len(value):
        yield Problem(field, say("Each person once in this list."))
    elif len(value) < fewest:
        yield Problem(field, say("There must be {fewest} or more in this list."), {"fewest": fewest})


def _list_problems(
    field: str, value: object, most: int, check: Callable[[str, Any], Iterator[Problem]]
) -> Iterator[Problem]:
    """Check a list of at most `most` entries, each of them under its own field."""
    if not isinstance(value, list):
        yield Problem(field, LIST)
    elif len(value) > most:
        yield Problem(field, say("At most {most} in this list."), {"most": most})
    else:
        for index, entry in enumerate(value):
            yield from check(f"{field}[{index}]", entry)


def _apart_problems(value: object, known: int) -> Iterator[Problem]:
    return _list_problems(
        "apart", value, MOST_GROUPS, lambda field, group: _number_problems(field, group, known, fewest=2)
    )


def _history_problems(value: object, known: int) -> Iterator[Problem]:
    def check_round(field: str, tables: object) -> Iterator[Problem]:
        found = list(_list_problems(field, tables, MOST_TABLES, check_table))
        yield from found or _twice_problems(field, tables)

    def check_table(field: str, table: object) -> Iterator[Problem]:
        found = list(_number_problems(field, table, known))
        yield from found or _size_problems(field, table)

    return _list_problems("history", value, MOST_ROUNDS, check_round)


def _twice_problems(field: str, tables: Any) -> Iterator[Problem]:
    """Report people at two tables of a round; `tables` can be read."""
    seen: set[object] = set()
    for table in tables:
        for who in table:
            if who in seen:
                yield Problem(field, say("{player} sits at two tables of this round."), {"player": who})
            seen.add(who)


def _size_problems(field: str, table: Any) -> Iterator[Problem]:
    if len(table) not in TABLE_SIZES:
        yield Problem(
            field, say("A table has {low} to {high} people."), {"low": TABLE_SIZES[0], "high": TABLE_SIZES[-1]}
        )


def _read_draw(line: Line) -> Draw:
    entrants, out = line["entrants"], frozenset(line.get("out", ()))
    people = tuple(who for who in range(1, entrants + 1) if who not in out)
    if line.get("uneven") == "fill_ins":
        people += number_fill_ins(entrants, len(people))
    return Draw(
        people=people,
        rounds=line["rounds"],
        seed=line["seed"],
        sit_out=line.get("uneven") == "sit_out",
        apart=tuple(
            left for group in line.get("apart", ()) if len(left := tuple(w for w in group if w not in out)) > 1
        ),
        history=tuple(tuple(tuple(table) for table in tables) for tables in line.get("history", ())),
    )


# --- ranking --------------------------------------------------------------------------------------------------------


def _ranking_problems(line: Line) -> Iterator[Problem]:
    needed: dict[str, Check] = {"rounds": _rounds_problems}
    optional: dict[str, Check] = {
        "rank_by": lambda value: OneOf(RANK_BY).problems("rank_by", value),
        "scale": lambda value: OneOf(SCALES).problems("scale", value),
        "tie_breaks": lambda value: AnyOf(TIE_BREAKS).problems("tie_breaks", value),
        "unranked": lambda value: _name_problems("unranked", value),
        "seed": _whole("seed", 0, LARGEST_SEED),
    }
    found = list(_check_keys(line, needed, optional))
    yield from found
    if not found and "lot" in line.get("tie_breaks", ()) and "seed" not in line:
        yield Problem("seed", say("A lot is drawn from a seed."))


def _name_problems(field: str, value: object) -> Iterator[Problem]:
    if not isinstance(value, list):
        yield Problem(field, LIST)
    elif not all(isinstance(name, str) and name for name in value):
        yield Problem(field, say("Enter a name with at least one character."))
    elif len(set(value)) < len(value):
        yield Problem(field, say("Each person once in this list."))


def _rounds_problems(value: object) -> Iterator[Problem]:
    def check_round(field: str, tables: object) -> Iterator[Problem]:
        found = list(_list_problems(field, tables, MOST_TABLES, _table_problems))
        yield from found or _twice_problems(field, [table["points"] for table in tables])  # type: ignore[attr-defined]

    return _list_problems("rounds", value, MOST_ROUNDS, check_round)


def _table_problems(field: str, table: object) -> Iterator[Problem]:
    if not isinstance(table, dict):
        yield Problem(field, OBJECT)
        return
    points = table.get("points")
    yield from _amount_problems(f"{field}.points", points, (-MOST_POINTS, MOST_POINTS))
    if isinstance(points, dict):
        yield from _size_problems(f"{field}.points", points)
    for key in table:
        if key in ("solos", "won"):
            yield from _amount_problems(f"{field}.{key}", table[key], (0, MOST_GAMES), points)
        elif key != "points":
            yield Problem(f"{field}.{key}", say("There is no such key in this line."))


def _amount_problems(field: str, value: object, ends: tuple[int, int], table: object = None) -> Iterator[Problem]:
    """Check whole numbers by name, all of them names of the `table`."""
    if not isinstance(value, dict):
        yield Problem(field, OBJECT)
        return
    for name, amount in value.items():
        if not name:
            yield Problem(field, say("Enter a name with at least one character."))
        elif isinstance(table, dict) and name not in table:
            yield Problem(f"{field}.{name}", say("{player} does not sit at the table."), {"player": name})
        else:
            yield from Whole(*ends).problems(f"{field}.{name}", amount)


def _read_table(table: Mapping[str, Mapping[str, int]]) -> dict[str, Result]:
    solos, won = table.get("solos", {}), table.get("won", {})
    return {who: Result(points, solos.get(who, 0), won.get(who, 0)) for who, points in table["points"].items()}


# --- prizes ---------------------------------------------------------------------------------------------------------


def _prize_problems(line: Line) -> Iterator[Problem]:
    needed: dict[str, Check] = {
        "pool": _whole("pool", 0, MOST_POOL),
        "places": _whole("places", 1, MOST_ENTRANTS),
        "ranks": _ranks_problems,
    }
    optional: dict[str, Check] = {"unit": _whole("unit", 1, MOST_UNIT), "shares": _shares_problems}
    found = list(_check_keys(line, needed, optional))
    yield from found
    if not found:
        yield from rank_problems(line["ranks"])
        if line.get("shares") is not None:
            yield from share_problems(line["shares"], line["places"])


def _ranks_problems(value: object) -> Iterator[Problem]:
    ranks = Whole(1, MOST_ENTRANTS, nullable=True)
    return _list_problems("ranks", value, MOST_ENTRANTS, lambda field, rank: ranks.problems(field, rank))


def _shares_problems(value: object) -> Iterator[Problem]:
    if value is None:
        return iter(())
    percent = Whole(0, 100)
    return _list_problems("shares", value, MOST_ENTRANTS, lambda field, share: percent.problems(field, share))


ANSWERS: Final[Mapping[str, Callable[[Line], Line | list[Problem]]]] = {
    "seating": answer_seating,
    "ranking": answer_ranking,
    "prizes": answer_prizes,
}
