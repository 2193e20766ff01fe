"""Import of season tables: each row holds the points of a whole evening, for any number of players."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from scoring.tables import points
from scoring.tables.checks import wrong_ends
from scoring.tables.columns import Columns
from scoring.tables.grid import get_rows
from scoring.tables.lines import ParsedLine
from scoring.tables.notes import FALLS_SHORT, Note
from scoring.tables.points import Values
from scoring.tables.sheet import OldSheet
from scoring.terms import PLAYING, say

FEWEST: Final = 2  # players
_FEWEST_ROWS: Final = 2
_MARGINS: Final = {2: 1.5, 3: 1.35}  # by number of rows: less than one table of totals in 200 is missed
_MARGIN: Final = 1.2
_FEWEST_STANDING: Final = 5  # rows
_SURE: Final = 1.6  # totals are so many times as large as the steps between them
_SURE_IF_STAYING: Final = 1.1  # the same if many stay
_RARELY: Final = 20
_OFTEN: Final = 8  # one number in so many is that above it
EITHER_WAY: Final = say(
    "Each row is read as what one evening gave, but may be the standing after it: look at the sums."
)
MOST: Final = 40
_MOST_GAMES: Final = 500  # games of an evening


def looks_like_evenings(columns: Columns, lines: Sequence[ParsedLine]) -> bool:
    """Return True if the rows are evenings: each has its own day, or most have more scoring players than a game."""
    rows = [line for line in lines if not line.label]
    if len(rows) < _FEWEST_ROWS:
        return False
    days = [line.day for line in rows if line.day is not None]
    if len(set(days)) == len(rows):
        return True
    if 2 * _count_games(rows) > len(rows):
        return False
    crowded = sum(sum(1 for value in line.values if value) > PLAYING for line in rows)
    games = sum(points.looks_like_a_game(line.values) for line in rows)
    return 2 * crowded > len(rows) or (columns.of_evenings and 2 * games < len(rows))


def _count_games(rows: Sequence[ParsedLine]) -> int:
    """Count the rows that are games as steps of running totals, which may begin at 0 where the day changes."""
    begins = [after.day != before.day for before, after in pairwise(rows)]
    return sum(
        points.looks_like_a_game(step) or (is_first and points.looks_like_a_game(line.values))
        for step, line, is_first in zip(_steps(rows), rows, [False, *begins], strict=True)
    )


def _steps(rows: Sequence[ParsedLine]) -> list[Values]:
    return list(points.points_by_game([line.values for line in rows]))


class Season(NamedTuple):
    """The rows of evenings. `kind`: EVENING, or STANDING if each row holds the running total of all evenings."""

    rows: list[ParsedLine]
    kind: str
    is_doubtful: bool


def find_season(lines: Sequence[ParsedLine], kind: str) -> Season:
    """Return the evenings of a table; a standing is converted to points per evening. `kind`: empty to detect."""
    rows = [line for line in lines if not line.label]
    doubtful = False
    if not kind:
        ends = [line.values for line in lines if line.label == "end"]
        runs = any(end == rows[-1].values for end in ends) if len(rows) > 1 else False
        sums = points.sum_points([line.values for line in rows])
        adds_up = any([value or 0 for value in end] == sums for end in ends)
        told = "" if runs or adds_up else _detect_by_gaps(rows) or _detect_by_growth(rows)
        doubtful = not (runs or adds_up or told or _are_games(rows)) and _grows(rows)
        kind = points.STANDING if runs else told or points.EVENING
    if kind == points.STANDING:
        # A player with an unchanged standing was most likely absent: the standing stays the same for absent players.
        gave = [[points_then or None for points_then in step] for step in _steps(rows)]
        rows = [line._replace(values=values) for line, values in zip(rows, gave, strict=True)]
    return Season(rows, kind, doubtful)


def _detect_by_gaps(rows: Sequence[ParsedLine]) -> str:
    """Return EVENING or STANDING if only one reading of empty cells makes every row sum to 0, else nothing."""
    written, standing = [], []
    before = [0] * len(rows[0].values) if rows else []
    for line in rows:
        before = [then if value is None else value for then, value in zip(before, line.values, strict=True)]
        written.append(sum(value or 0 for value in line.values))
        standing.append(sum(before))
    if any(written) == any(standing):
        return ""
    return points.STANDING if any(written) else points.EVENING


def _detect_by_growth(rows: Sequence[ParsedLine]) -> str:
    """Return STANDING if numbers stay or grow as no results of evenings do, else nothing.

    Who is absent keeps a total, and falls back to 0 in a list of results.
    """
    pairs = [(above or 0, value or 0) for before, line in pairwise(rows) for above, value in _pairs(before, line)]
    stays = sum(above == value != 0 for above, value in pairs)
    falls = sum(above != 0 == value for above, value in pairs)
    size, steps = sum(abs(value) for _, value in pairs), sum(abs(value - above) for above, value in pairs)
    if len(rows) < _FEWEST_STANDING or _RARELY * falls > len(pairs):
        return ""
    often_stays = stays > falls * _OFTEN and _OFTEN * stays > sum(value != 0 for _, value in pairs)
    return points.STANDING if size > steps * (_SURE_IF_STAYING if often_stays else _SURE) else ""


def _are_games(rows: Sequence[ParsedLine]) -> bool:
    """Return True if every row looks like a game, as it is written only: no standing does, nor do equal rows."""
    steps = _steps(rows)[1:]
    telling = steps if len(rows) <= _FEWEST_ROWS else [step for step in steps if any(step)]
    return all(points.looks_like_a_game(line.values) for line in rows) and not (
        telling and all(map(points.looks_like_a_game, telling))
    )


def _grows(rows: Sequence[ParsedLine]) -> bool:
    """Return True if the numbers may be running totals: nearly as large as the steps between them, or often the same.

    The fewer rows there are, the less their size tells.
    """
    if len(rows) < _FEWEST_ROWS:
        return False
    written = [value for line in rows[1:] for value in line.values]
    stays = [value and value == above for before, line in pairwise(rows) for above, value in _pairs(before, line)]
    if _OFTEN * sum(map(bool, stays)) > sum(1 for value in written if value):
        return True
    size = sum(abs(value or 0) for value in written)
    return size * _MARGINS.get(len(rows), _MARGIN) > sum(abs(value or 0) for step in _steps(rows)[1:] for value in step)


def _pairs(before: ParsedLine, line: ParsedLine) -> Iterator[tuple[int | None, int | None]]:
    return zip(before.values, line.values, strict=True)


def read_evenings(
    title: str, place: str, columns: Columns, lines: Sequence[ParsedLine], kind: str = ""
) -> Iterator[OldSheet]:
    """Yield one evening per row. Rows of totals are checked, but not imported."""
    season = find_season(lines, kind)
    rows = season.rows
    wrong = list(wrong_ends(columns, lines, points.sum_points([line.values for line in rows])))
    written = {line.row: line.values for line in lines}
    absent_is_told = any(value is None for line in rows for value in line.values)
    for number, line in enumerate(rows, start=1):
        here = [index for index, value in enumerate(line.values) if value is not None]
        sheet = OldSheet(
            title if len(rows) == 1 else f"{title} · {number}",
            day=line.day,
            names=[columns.names[index] for index in here],
            games=[(line.row, [line.values[index] for index in here])],
            kind=points.EVENING,
            place=get_rows(place, line.row),
            played=line.games,
        )
        sheet.problems += _problems(sheet, line)
        sheet.oddities += _oddities(sheet, line, absent_is_told=absent_is_told)
        sheet.oddities += _unchanged(columns, line, written[line.row])
        if number == 1 and season.is_doubtful:
            sheet.problems.append(Note(EITHER_WAY))
        if number == len(rows):
            sheet.oddities += wrong
        yield sheet


def _problems(sheet: OldSheet, line: ParsedLine) -> Iterator[Note]:
    number = len(sheet.names)
    if number < FEWEST:
        yield Note(say("Only {number} players have points in this row."), line.row, values={"number": number})
    if number > MOST:
        text = say("{number} players have points in this row: at most {most} can.")
        yield Note(text, line.row, values={"number": number, "most": MOST})
    if line.games is not None and not 1 <= line.games <= _MOST_GAMES:
        yield Note(say("{number}: enter a whole number of games."), line.row, values={"number": line.games})


def _oddities(sheet: OldSheet, line: ParsedLine, *, absent_is_told: bool) -> Iterator[Note]:
    _, values = sheet.games[0]
    if total := sum(value or 0 for value in values):
        yield Note(FALLS_SHORT, line.row, values={"total": total})
    if not absent_is_told and 0 in values and len(values) > PLAYING:
        names = ", ".join(name for name, value in zip(sheet.names, values, strict=True) if value == 0)
        yield Note(say("Read as present, with 0 points: {names}."), line.row, values={"names": names})


def _unchanged(columns: Columns, line: ParsedLine, written: Values) -> Iterator[Note]:
    """Note unchanged players in a standing: they were absent, or scored nothing."""
    pairs = zip(columns.names, line.values, written, strict=True)
    names = ", ".join(name for name, gave, stood in pairs if gave is None and stood is not None)
    if names:
        yield Note(
            say("Read as absent, because the standing is unchanged: {names}."), line.row, values={"names": names}
        )
