"""Reading of files into old sheets: games with points by player, with every problem by row and column."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Final, NamedTuple

from scoring.tables import columns as headings
from scoring.tables import points
from scoring.tables.cells import day_in
from scoring.tables.checks import note_misfits, sums_as_games, without_total, wrong_ends
from scoring.tables.columns import Columns
from scoring.tables.evenings import looks_like_evenings, read_evenings
from scoring.tables.grid import Grid, get_rows
from scoring.tables.lines import ParsedLine, heading_day, read_lines, split_grid, split_tables
from scoring.tables.notes import Note
from scoring.tables.own_tables import refuse_own_table
from scoring.tables.questions import (
    DAYS,
    NOTATIONS,
    ORDERS,
    RESTART_OR_NOT,
    WHO_PLAYS,
    block_until_answered,
    find_answer,
    find_question,
    infer_notation,
    list_offered,
    offer_answers,
)
from scoring.tables.sheet import (
    LONGEST_TABLE,
    OldSheet,
    at_the_table,
    format_nameless,
    format_table,
    join_days,
)
from scoring.terms import say

NO_GAMES: Final = say("There are no games in it.")
MOST_NOTES: Final = 200  # per sheet; with more, the cause lies elsewhere


@dataclass(frozen=True)
class Options:
    """How to read files, as chosen by the user; empty values are detected."""

    separator: str = ""
    encoding: str = ""
    points: str = ""  # "running", "game", "evening" or "stand"
    players: int | None = None
    double: bool = False  # doubles all points, so that half points become whole
    columns: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # by table shape: roles by column index
    day_order: str = ""  # "dmy" or "mdy"
    notation: str = "zero_sum"  # the club's notation of points, from its rules
    written: str = ""  # the notation of these points, if somebody said it
    left_out: Sequence[str] = ()  # places of rows and sheets, see `grid.PLACE`
    names: Mapping[str, Sequence[str]] = field(default_factory=dict)  # by table shape: above columns without any
    answers: Mapping[str, str] = field(default_factory=dict)  # by `questions.get_key`: what was answered about tables

    @property
    def factor(self) -> int:
        return 2 if self.double else 1

    @property
    def sign(self) -> int:
        """Return 1 or -1 if only plus or only minus points are written, else 0."""
        return next(sign for sign, notation in NOTATIONS.items() if notation == (self.written or self.notation))

    def with_answer(self, answer: str) -> "Options":
        """Return the options by which an answer to a question reads."""
        if answer in NOTATIONS.values():
            return replace(self, written=answer)
        return replace(self, day_order=answer) if answer in ORDERS else replace(self, points=answer)

    def roles_in(self, grid: Grid) -> dict[int, str]:
        """Return the chosen roles of this table's columns, by index."""
        heading = headings.find_heading(grid) if self.columns else None
        said = self.columns.get(headings.format_shape(grid, heading), {}) if heading is not None else {}
        return {int(index): role for index, role in said.items()}


class Source(NamedTuple):
    """A sheet of a file and its place among all sheets."""

    grid: Grid
    place: str
    # instead of rows: a list with full game facts, or the reason why nothing could be read
    known: OldSheet | None = None


def read_source(source: Source, options: Options) -> list[OldSheet]:
    """Read one or more evenings; an unreadable sheet becomes one with its problems."""
    if source.known is not None:
        return [source.known]
    if (note := refuse_own_table(source.grid)) is not None:
        return [OldSheet(source.grid.title, problems=[note], place=source.place)]
    parts = split_grid(source.grid)
    by_title = _day_of_title(source.grid) if not _has_dated_headings(source.grid) else None
    found = [_part(part, source, options, by_title) for part in parts]
    sheets = [sheet for some in found for sheet in some]
    if len(sheets) > 1:
        for number, sheet in enumerate(sheets, start=1):
            sheet.title = f"{source.grid.title} · {number}"
    elif sheets:
        sheets[0].place = source.place
    if sheets:
        sheets[0].oddities[:0] = source.grid.notes
    join_days(sheets)
    return sheets


def leave_empty_out(found: Sequence[tuple[Source, list[OldSheet]]]) -> list[tuple[Source, list[OldSheet]]]:
    """Drop workbook tabs without games, and note them on the first remaining sheet."""
    empty = [source for source, sheets in found if source.grid.tab and all(map(_is_empty, sheets))]
    kept = [(source, sheets) for source, sheets in found if source not in empty]
    first = next((sheets[0] for _, sheets in kept if sheets), None)
    if empty and first is not None:
        names = ", ".join(source.grid.tab for source in empty)
        first.oddities.insert(0, Note(say("Left out, because no games stand there: {names}."), values={"names": names}))
        return kept
    return list(found)


def _is_empty(sheet: OldSheet) -> bool:
    return [note.text for note in sheet.problems] in ([NO_GAMES], [headings.NO_HEADING])


def _day_of_title(grid: Grid) -> date | None:
    return (day_in(grid.tab, elsewhere=grid.title) if grid.tab else None) or day_in(grid.title)


def _has_dated_headings(grid: Grid) -> bool:
    """Return True if several lists give their own day: then a list without one does not get the file's day."""
    return sum(heading_day(cells, _titles(grid)) is not None for _, cells in grid.rows) > 1


def _titles(grid: Grid) -> str:
    return f"{grid.tab} {grid.title}"


def _part(grid: Grid, source: Source, options: Options, by_title: date | None) -> list[OldSheet]:
    """Read a part of a sheet; what its numbers leave open is read as answered for tables of its shape."""
    sheets = list(_read_part(grid, source, options, by_title))
    while (table := sheets[0].table) and (answer := find_answer(table, options.answers)):
        answered = options.with_answer(answer)
        if answered == options:
            break
        options = answered
        sheets = list(_read_part(grid, source, options, by_title))
    return sheets


def _read_part(grid: Grid, source: Source, options: Options, by_title: date | None) -> Iterator[OldSheet]:
    """Yield the evenings of a part. `by_title`: the day in the name of the file or sheet."""
    nameless = format_nameless(grid) if headings.find_heading(grid) is None else None
    if nameless and (names := options.names.get(nameless["shape"])):
        grid = replace(grid, rows=[(0, list(names)), *grid.rows])
    columns = _find_columns(grid, options)
    table = format_table(grid, columns, options.roles_in(grid)) or nameless
    if not isinstance(columns, Columns):
        yield OldSheet(grid.title, problems=columns, place=source.place, table=table)
        return
    sheets = _read_columns(grid, source, options, by_title, columns)
    sheets[0].table = table
    sheets[0].oddities[:0] = [Note(WHO_PLAYS)] if columns.others else []
    asked = find_question(sheets, columns, None if options.written else options.sign) if table else ""
    if table is not None and asked:
        read = {
            one: _read_columns(grid, source, options.with_answer(one), by_title) for one in list_offered(asked, columns)
        }
        days = headings.list_days(grid, columns) if asked == DAYS else ()
        table |= {"asks": asked, "answers": offer_answers(read, asked, days)}
    if not asked and not options.written:
        infer_notation(sheets, columns, options.sign)
    yield from block_until_answered(sheets, columns, asked, source.place)


def _find_columns(grid: Grid, options: Options) -> Columns | list[Note]:
    roles, order = options.roles_in(grid), options.day_order
    return headings.find_columns(grid, players=options.players, roles=roles, sign=options.sign, day_order=order)


def _read_columns(
    grid: Grid, source: Source, options: Options, by_title: date | None, columns: Columns | None = None
) -> list[OldSheet]:
    found = columns or _find_columns(grid, options)
    sheets = list(_sheets(grid, source, options, found, by_title)) if isinstance(found, Columns) else []
    for sheet in sheets:
        sheet.notation = options.written
    return sheets


def _sheets(
    grid: Grid, source: Source, options: Options, columns: Columns, by_title: date | None
) -> Iterator[OldSheet]:
    above = [" ".join(cells) for _, cells in grid.rows[: columns.heading]]
    elsewhere = " ".join([*above, _titles(grid)])
    whole = OldSheet(grid.title, names=columns.names, place=source.place)
    lines, is_season = _lines(grid, columns, options, elsewhere, whole.problems)
    if not whole.problems and not any(not line.label for line in lines):
        whole.problems.append(Note(NO_GAMES))
    if whole.problems:
        del whole.problems[MOST_NOTES:]
        yield whole
        return
    if is_season:
        sheets = list(read_evenings(grid.title, source.place, columns, lines, options.points))
        note_misfits(sheets, columns, lines)
        yield from sheets
        return
    day = _day_above(grid, columns, elsewhere)
    yield from _evenings(grid, source, columns, lines, options, day, by_title)


def _lines(
    grid: Grid, columns: Columns, options: Options, elsewhere: str, problems: list[Note]
) -> tuple[list[ParsedLine], bool]:
    """Return the rows, and True if each is a whole evening: then empty cells mean absence and are no problem."""

    def read(*, gaps: bool) -> list[ParsedLine]:
        return list(read_lines(grid, columns, problems, factor=options.factor, elsewhere=elsewhere, gaps=gaps))

    if options.points in points.OF_EVENINGS:
        return read(gaps=True), True
    lines = read(gaps=False)
    if options.points or not looks_like_evenings(columns, lines):
        return lines, False
    problems.clear()
    return read(gaps=True), True


def _day_above(grid: Grid, columns: Columns, elsewhere: str) -> date | None:
    """Return the last day above the headings, as in `Doppelkopf am 12.3.2021`."""
    rows = (heading_day(cells, elsewhere) for _, cells in reversed(grid.rows[: columns.heading]))
    return next(filter(None, rows), None)


# --- From numbers to evenings -----------------------------------------------------------------------------------------


def _evenings(
    grid: Grid,
    source: Source,
    columns: Columns,
    lines: Sequence[ParsedLine],
    options: Options,
    above: date | None,
    by_title: date | None,
) -> Iterator[OldSheet]:
    """Yield one evening per day, and a new one after repeated headings or a day."""
    whole = [part for group in _grouped(lines) for part in split_tables(group, columns)]
    is_anew_doubtful = False
    parts = whole if options.points in points.RUNNING_TOTALS else [without_total(part) for part in whole]
    groups = [_plain(part) for part in parts]
    by_value = points.notation_by_value(groups, _values(parts, options))
    told = options.points or _detect_by_sums(whole) or by_value or points.detect_by_sign(groups, options.sign)
    kind = told or points.guess_notation(groups)
    doubtful = points.is_contradicted(groups, told) if told else points.is_doubtful(groups)
    if kind in points.RUNNING_TOTALS:
        parts, groups = whole, [_plain(part) for part in whole]
        is_anew_doubtful = not options.points and points.may_restart(groups)
        groups = list(points.in_steps(groups, restarts=kind == points.RESTARTING))
        kind = points.RUNNING
    doubtful = doubtful and not options.points
    for number, (part, group) in enumerate(zip(parts, groups, strict=True)):
        day = part[0].day or part[0].above or (above if number == 0 else None) or by_title
        sheet = OldSheet(grid.title, day=day, names=columns.names, kind=kind, is_doubtful=doubtful)
        if is_anew_doubtful and number == 0:
            sheet.problems.append(Note(RESTART_OR_NOT))
        sheet.place = get_rows(source.place, part[0].row, part[-1].row)
        sheet.round_name, sheet.table_name = part[0].table[0], part[0].table[1][:LONGEST_TABLE] or "1"
        rows = [line.row for line in part if not line.label]
        games = list(zip(rows, group.rows, strict=True))
        at_the_table(sheet.names, games, into=sheet, is_one_sided=bool(options.sign))
        sheet.oddities += sums_as_games(part, kind)
        begun = group.start if kind == points.RUNNING else None
        sheet.oddities += wrong_ends(columns, part, _totals(sheet, columns, begun))
        note_misfits([sheet], columns, part)
        del sheet.problems[MOST_NOTES:], sheet.oddities[MOST_NOTES:]
        yield sheet


def _detect_by_sums(parts: Sequence[Sequence[ParsedLine]]) -> str:
    """Return RUNNING or A_GAME as the sum rows below the lists indicate; empty if they indicate neither or both."""
    said = set()
    for part in parts:
        rows = [line.values for line in part if not line.label]
        ends = [[value or 0 for value in line.values] for line in part if line.label == "end" and any(line.values)]
        if len(rows) > 1 and ends:
            said |= {points.A_GAME} if points.sum_points(rows) in ends else set()
            said |= {points.RUNNING} if [value or 0 for value in rows[-1]] in ends else set()
    return said.pop() if len(said) == 1 else ""


def _totals(sheet: OldSheet, columns: Columns, begun: points.Values | None) -> list[int]:
    """Return the expected values of a list's last row, by column: the start plus all points since."""
    won = dict(zip(sheet.names, sheet.totals, strict=True))
    before = begun or [None] * len(columns.names)
    return [won.get(name, 0) + (value or 0) for name, value in zip(columns.names, before, strict=True)]


def _values(parts: Sequence[Sequence[ParsedLine]], options: Options) -> list[list[int | None]]:
    """Return the values of the games by part, if a column gives them."""
    return [
        [None if line.value is None else line.value * options.factor for line in part if not line.label]
        for part in parts
    ]


def _plain(lines: Sequence[ParsedLine]) -> points.ColumnGroup:
    """Return the rows of games and their starting values."""
    start = next((line.values for line in lines if line.label == "start"), None)
    return points.ColumnGroup([line.values for line in lines if not line.label], start)


def _grouped(lines: Sequence[ParsedLine]) -> list[list[ParsedLine]]:
    groups: list[list[ParsedLine]] = []
    for line in lines:
        is_same_day = line.day is not None and groups and line.day == groups[-1][-1].day
        if not groups or (line.is_first and not is_same_day) or line.day != groups[-1][0].day:
            groups.append([])
        groups[-1].append(line)
    return [group for group in groups if any(not line.label for line in group)]


def settle_doubts(found: Sequence[tuple[Source, list[OldSheet]]], options: Options) -> None:
    """Read doubtful sheets like the others of the upload, if these agree. Changes `found` in place."""
    known = {sheet.kind for _, sheets in found for sheet in sheets if sheet.kind and not sheet.is_doubtful}
    kinds = known - {points.EVENING}
    if len(kinds) != 1 or options.points:
        return
    for source, sheets in found:
        if any(sheet.is_doubtful for sheet in sheets):
            sheets[:] = read_source(source, replace(options, points=next(iter(kinds))))
