"""Stored rows: without the contract's defaults, so that the same row is always written the same way.
Facts are a row of the command-line contract (rules.md 6); the site has the ids of players, as texts, for names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final, TypeAlias, assert_never

from scoring.contract import membership
from scoring.contract.reading import CALLS, read_row
from scoring.game.game import Game
from scoring.game.payments import Payment
from scoring.game.rows import ByHand, Penalty, PointsByHand, Redeal, Row, Sums, Table
from scoring.game.sheet import Line
from scoring.rules.kinds import KINDS
from scoring.rules.rules import Rules
from scoring.terms import Party, Player, Problem, get_call_key, say
from scoring.text import clean_line

Json: TypeAlias = dict[str, Any]

MOST_ROWS: Final = 999
TOO_MANY_ROWS: Final = say("A sheet has at most {most} rows: start another.")
LONGEST_NOTE: Final = 200
TOO_LONG: Final = {
    "note": say("The note has more than {most} characters."),
    "reason": say("The reason has more than {most} characters."),
}
HIGHEST_POINTS: Final = 100_000  # of one row; a column holds thousands of such rows
_TICKS: Final = ("hearts_trick", "bock_by_hand", "step_only")


def parse_row(facts: object, rules: Rules | None) -> Row | list[Problem]:
    """Return the row in `facts`, or all its problems, by field.
    Solos and Armut that these rules do not offer are read all the same; Bock levels are computed, never read. Without
    `rules`, facts that depend on them are not checked.
    """
    if not isinstance(facts, dict):
        return [Problem("", say("This must be an object."))]
    found: list[Problem] = []
    row = read_row({key: value for key, value in facts.items() if key != "bock"}, rules, found)
    return found if row is None or found else row[0]


def load_row(facts: Json, rules: Rules) -> Row:
    """Return the row of stored facts, which were checked when they were written: the same as `parse_row`, but fast.
    `manage.py check_ledger` compares the two.
    """
    if facts["kind"] not in KINDS:
        row = parse_row(facts, rules)
        if isinstance(row, list):
            raise ValueError([str(problem) for problem in row])
        return row
    announced, extras = facts.get("announced", {}), facts.get("extras", {})
    no_tricks = facts.get("no_tricks")
    return Game(
        kind=facts["kind"],
        re=tuple(facts["re"]),
        kontra=tuple(facts["kontra"]),
        re_augen=facts["re_points"],
        solo=facts.get("solo"),
        duty=facts.get("duty"),
        no_tricks=no_tricks and Party(no_tricks),
        re_call=CALLS[Party.RE][announced.get("re")],
        kontra_call=CALLS[Party.KONTRA][announced.get("kontra")],
        re_extras=tuple(extras.get("re", {}).items()),
        kontra_extras=tuple(extras.get("kontra", {}).items()),
        hearts_trick=facts.get("hearts_trick", False),
        bock_by_hand=facts.get("bock_by_hand", False),
        step_only=facts.get("step_only", False),
        sitting_out=tuple(facts.get("sitting_out", ())),
        raises=facts.get("raises", 0),
        offender=facts.get("offender"),
        married=facts.get("married"),
        payments=tuple(Payment(one["key"], one["by"]) for one in facts.get("payments", ())),
    )


def with_owing(row: Row, attribution: Json) -> Row:
    """Return a change of table with the newcomers that owe a Pflichtsolo (rules.md 1.14).
    The contract has no key for them.
    """
    if isinstance(row, Table) and attribution.get("owing"):
        return Table(players=row.players, dealer=row.dealer, owing=frozenset(attribution["owing"]))
    return row


def store_row(row: Row) -> Json:
    """Return `row` as it is stored."""
    match row:
        case Game():
            return _game(row)
        case ByHand():
            facts = {"kind": "manual", "players": [*row.players], "winners": [*row.winners], "value": row.value}
            return facts | _unless(sitting_out=[*row.sitting_out], payments=_paid(row.payments))
        case PointsByHand():
            facts = {"kind": "manual", "points": dict(row.points)}
            return facts | _unless(sitting_out=[*row.sitting_out], imported=row.imported)
        case Penalty():
            return {"kind": "penalty", "points": dict(row.points)} | _unless(reason=row.reason, solo_of=row.solo_of)
        case Redeal():
            return {"kind": "redeal"} | _unless(reason=row.reason, by=row.by)
        case Table():
            return {"kind": "table", "players": [*row.players]} | _unless(dealer=row.dealer)
        case Sums():
            raise ValueError(row)  # see scoring.contract.legacy_rows
        case never:
            assert_never(never)


def _game(game: Game) -> Json:
    by_party = ((Party.RE, game.re_call, game.re_extras), (Party.KONTRA, game.kontra_call, game.kontra_extras))
    return {
        "kind": game.kind,
        "re": [*game.re],
        "kontra": [*game.kontra],
        "re_points": game.re_augen,
    } | _unless(
        solo=game.solo,
        duty=game.duty,
        no_tricks=game.no_tricks and str(game.no_tricks),
        announced={str(party): get_call_key(party, call) for party, call, _ in by_party if call},
        extras={str(party): counts for party, _, extras in by_party if (counts := _counted(extras))},
        **{tick: getattr(game, tick) for tick in _TICKS},
        sitting_out=[*game.sitting_out],
        raises=game.raises,
        offender=game.offender,
        married=game.married,
        payments=_paid(game.payments),
    )


def _paid(payments: Iterable[Payment]) -> list[Json]:
    return [{"key": payment.key, "by": payment.by} for payment in payments]


def _counted(extras: Iterable[tuple[str, int]]) -> dict[str, int]:
    return {key: count for key, count in extras if count}


def _unless(**optional: Any) -> Json:
    """Return the values that differ from the contract's defaults."""
    return {key: value for key, value in optional.items() if value}


def with_clean_reason(row: Row) -> Row:
    """Clean the note of penalty points."""
    return replace(row, reason=clean_line(row.reason)) if isinstance(row, Penalty) else row


def length_problems(field: str, text: str) -> Iterator[Problem]:
    """Check the length of a cleaned note, or of the cleaned reason of a penalty."""
    if len(text) > LONGEST_NOTE:
        yield Problem(field, TOO_LONG[field], {"most": LONGEST_NOTE})


def find_strangers(table: Sequence[Player], facts: Sequence[Json]) -> list[tuple[int, Problem]]:
    """List players in these rows that do not sit at the table then, by the place of the row (from 0).
    `table`: the players before these rows. A list with strangers cannot be replayed.
    """
    return [_by_place(problem) for problem in membership.row_problems(table, facts)]


def _by_place(problem: Problem) -> tuple[int, Problem]:
    """Convert the field: `games[3].re` is `re` at place 3."""
    games, _, field = problem.field.partition(".")
    return int(games.removeprefix("games[").partition("]")[0]), problem._replace(field=field)


def find_large(rows: Sequence[Row], lines: Sequence[Line]) -> list[tuple[int, Problem]]:
    """List numbers that are too large, by the place of the row."""
    pairs = enumerate(zip(rows, lines, strict=True))
    return [(place, problem) for place, (row, line) in pairs for problem in point_problems(row, line)]


def point_problems(row: Row, line: Line) -> Iterator[Problem]:
    """List numbers that no table has ever written, and no column holds."""
    points = [*line.score.scores.values(), *line.score.balance.values(), sum(line.score.balance.values())]
    if any(abs(number) > HIGHEST_POINTS for number in points):
        field = "extras" if isinstance(row, Game) else "value" if isinstance(row, ByHand) else "points"
        yield Problem(field, say("Enter a smaller number."))
