"""What cannot be on this sheet? All problems at once, each at its field."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final
from uuid import UUID

from django.core.exceptions import ValidationError

from dokoclub.clubs.models import Player
from dokoclub.evenings.ledger import attribution as attributions
from dokoclub.evenings.ledger import facts
from dokoclub.evenings.ledger.folded import Folded
from dokoclub.evenings.models import Entry, Sheet
from dokoclub.evenings.models.entry import LONGEST_NOTE
from dokoclub.look.names import clean_line
from scoring.contract import membership
from scoring.game.game import Game
from scoring.game.rows import Penalty, Row, Table
from scoring.game.sheet import Line
from scoring.rules.rules import Rules
from scoring.terms import Problem, say

MOST_ROWS: Final = 999
HIGHEST_POINTS: Final = 100_000  # of one row; a column holds thousands of such rows


def read_row(
    raw: object, attribution: dict[str, Any], note: str, sheet: Sheet, table: Sequence[str]
) -> Row | list[Problem]:
    """The row that a form hands in, or everything that is wrong with it by itself and at this `table`.

    Costs a query where somebody joins.
    """
    rules = sheet.parsed
    row = facts.parse_row(raw, rules)
    if isinstance(row, list):
        return [*row, *text_problems("note", note)]
    newcomers = set(row.players) - set(table) if isinstance(row, Table) else set()
    found = [*problems_beside(row, rules, attribution, note, newcomers), *stranger_problems(sheet, newcomers)]
    return found or facts.with_owing(row, attribution)


def problems_beside(
    row: Row, rules: Rules, attribution: dict[str, Any], note: str, newcomers: Collection[str]
) -> list[Problem]:
    """What cannot be kept of all that is said beside the facts of `row`."""
    return [
        *attributions.check_attribution(attribution, row, rules, newcomers),
        *text_problems("note", note),
        *(text_problems("reason", row.reason) if isinstance(row, Penalty) else ()),
    ]


def text_problems(field: str, text: str) -> Iterator[Problem]:
    if len(text) > LONGEST_NOTE:
        yield Problem(field, say("This text has more than {most} characters."), {"most": LONGEST_NOTE})
    try:
        clean_line(text)
    except ValidationError:
        yield Problem(field, say("This text contains characters that cannot be seen."))


def stranger_problems(sheet: Sheet, newcomers: Collection[str]) -> Iterator[Problem]:
    """Who sits down must belong to the club now."""
    if not newcomers:
        return
    here = (
        Player.objects.present()
        .filter(club=sheet.evening.club_id, pk__in=read_ids(newcomers))
        .values_list("pk", flat=True)
    )
    known = {str(pk) for pk in here}
    for player in newcomers:
        if player not in known:
            yield Problem("players", say("Only players of the club sit at its tables."))


def read_ids(players: Iterable[str]) -> list[int]:
    """The numbers among what claims to be players: such as a database can hold."""
    return [int(player) for player in players if player.isascii() and player.isdecimal() and len(player) < 19]


def list_problems(after: Folded, places: Mapping[UUID, str], *, since: int = 0) -> list[Problem]:
    """What is wrong with the list, from the row with index `since` on; what stands before has not changed.

    `places`: where the problems of the rows at hand go, by uuid ("": as is).
    """
    if len(after.rows) > MOST_ROWS:
        return [Problem("", say("A sheet has at most {most} rows: open another one."), {"most": MOST_ROWS})]
    found = []
    rows = list(zip(after.entries, after.rows, strict=True))[since:]
    raw = [facts.store_row(row) if entry.uuid in places else entry.facts for entry, row in rows]
    for problem in membership.row_problems(after.players_before(since), raw):
        place, _, field = problem.field.partition(".")
        entry, _ = rows[int(place[len("games[") : -1])]
        found.append(_at_home(problem._replace(field=field), entry, places))
    if found:
        return found
    return [
        _at_home(problem, entry, places)
        for (entry, row), line in zip(rows, after.lines[since:], strict=True)
        for problem in point_problems(row, line)
    ]


def _at_home(problem: Problem, entry: Entry, places: Mapping[UUID, str]) -> Problem:
    """`rows[4].re` for the game with the number 4, unless the row is at hand."""
    place = places.get(entry.uuid, f"rows[{entry.number or entry.kind}]")
    return problem.under(place) if place else problem


def point_problems(row: Row, line: Line) -> Iterator[Problem]:
    """Numbers that no table has ever written, and no column holds."""
    points = [*line.score.scores.values(), *line.score.balance.values(), sum(line.score.balance.values())]
    if any(abs(number) > HIGHEST_POINTS for number in points):
        field = "extras" if isinstance(row, Game) else "value" if hasattr(row, "value") else "points"
        yield Problem(field, say("This number is too large."))


def with_names(problems: Iterable[Problem]) -> list[Problem]:
    """The same with names instead of ids in their sentences. One query, if there is any name."""
    found = list(problems)
    named = {str(problem.values["player"]) for problem in found if "player" in problem.values}
    names = {str(pk): player.name for pk, player in Player.objects.in_bulk(read_ids(named)).items()} if named else {}
    return [
        problem._replace(values={**problem.values, "player": names.get(str(problem.values["player"]), "?")})
        if "player" in problem.values
        else problem
        for problem in found
    ]
