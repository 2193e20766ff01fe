"""View data for files, moving, import tables and printed sheets."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from dokoclub.clubs.models import Club, Player
from dokoclub.clubs.presenters.club_page import rules_state
from dokoclub.clubs.selectors import current_rules
from dokoclub.clubs.texts.games import extra_name, own_names
from dokoclub.clubs.texts.rule_summaries import format_table
from dokoclub.core.formatting import day_and_year, day_span
from dokoclub.evenings.domain import events
from dokoclub.evenings.models import Evening, Sheet
from dokoclub.exports.exporters.formats import FORMATS
from dokoclub.exports.forms.imports import ANSWERS
from dokoclub.exports.models import Import
from dokoclub.exports.selectors import exports as selectors
from dokoclub.standings.models.periods import ALL_TIME, Period, Span
from dokoclub.ui.texts import format_phrase
from scoring.contract.row_text import format_facts, format_kind
from scoring.game.game import Game
from scoring.game.rows import ByHand, PointsByHand, Redeal, Table
from scoring.game.rows import Row as AnyRow
from scoring.game.sheet import Line
from scoring.rules.rules import Rules
from scoring.tables.columns import DAY, OTHER, PLAYER
from scoring.tables.notes import column_letter
from scoring.tables.questions import DAYS, NAMES, SIGNS, WHO
from scoring.terms import PLAYING

# Names of formats on the pages, if different: by the program that opens them. These come first.
USUAL: Final = {"xlsx": "Excel"}
ROLES: Final = {PLAYER: gettext_lazy("Player"), DAY: gettext_lazy("Day"), OTHER: gettext_lazy("no player")}
QUESTIONS: Final = {
    NAMES: gettext_lazy("Whose columns are these?"),
    WHO: gettext_lazy("Who plays?"),
    "points": gettext_lazy("What do the columns hold?"),
    "anew": gettext_lazy("Do the totals begin again each evening?"),
    "evenings": gettext_lazy("What does a row hold?"),
    SIGNS: gettext_lazy("Which points are written?"),
    DAYS: gettext_lazy("Which comes first, day or month?"),
}
USUAL_ROWS: Final = 24


class File(NamedTuple):
    """A format of a document; `usual`: the one that nearly everybody wants."""

    name: str
    url: str
    usual: bool


class FileRow(NamedTuple):
    """A document with its formats. `paper`: the address of the page to print."""

    title: str
    files: list[File]
    paper: str = ""


def file_row(title: str, name: str, *about: object, paper: str = "", are_games: bool = False) -> FileRow:
    """Build the row of a document; the route `name` takes `about` and a format. Games come in the open format, too."""
    names = {**USUAL, "json": "Doko-Zettel"} if are_games else USUAL
    files = [
        File(names.get(key, format_.name), reverse(name, args=[*about, key]), key in USUAL)
        for key, format_ in sorted(FORMATS.items(), key=lambda item: item[0] not in USUAL)
    ]
    return FileRow(title, files, paper)


def rows_of_games(club: Club) -> list[FileRow]:
    return [
        file_row(_("Table of all time"), "exports:export_table", club.pk, ALL_TIME),
        file_row(_("All games"), "exports:export_games", club.pk, are_games=True),
    ]


def rows_of_money(club: Club, year: int) -> list[FileRow]:
    """List the rows of money documents, with the kitty of that year."""
    rows = [
        file_row(_("Open items"), "exports:export_open", club.pk),
        file_row(_("Payments"), "exports:export_payments", club.pk),
    ]
    if club.uses("dues"):
        rows.append(file_row(_("Members' balances"), "exports:export_accounts", club.pk))
    if club.uses("kitty"):
        rows.append(file_row(f"{_('Kitty')} {year}", "exports:export_kitty", club.pk, year))
    return rows


def rows_of_evening(evening: Evening, sheets: list[Sheet]) -> list[FileRow]:
    """List the rows of an evening and each of its sheets, naming the round if there were several."""
    rounds = {sheet.round for sheet in sheets}
    whole = file_row(_("The evening"), "exports:export_evening", evening.pk, are_games=True)
    return [whole, *(_row_of_sheet(sheet, tells_round=len(rounds) > 1) for sheet in sheets)]


def _row_of_sheet(sheet: Sheet, *, tells_round: bool) -> FileRow:
    told = {"round": sheet.round, "table": sheet.table}
    title = (_("Round %(round)s, table %(table)s") if tells_round else _("Table %(table)s")) % told
    paper = reverse("exports:print_sheet", args=[sheet.pk])
    return file_row(title, "exports:export_sheet", sheet.pk, paper=paper, are_games=True)


def row_of_table(club: Club, period: Period) -> FileRow:
    return file_row(_("This table"), "exports:export_table", club.pk, period)


@dataclass(frozen=True, slots=True)
class MoveStep:
    """A step of the move: `what` to do, and `how`, as a sentence."""

    what: str
    how: str


def steps_of_move() -> tuple[MoveStep, ...]:
    """Return the steps in order. No query."""
    return (
        MoveStep(_("Start here"), ""),
        MoveStep(
            _("Bring it in there"),
            _("“Create a club”, then “Import a club from a file”"),
        ),
        MoveStep(_("Invite everybody there"), ""),
        MoveStep(_("Enter the new address"), _("After 30 days the club is gone here.")),
    )


def format_missing_rules(sheets: int) -> str:
    """Say what became of that many sheets of a club whose file does not tell their rules."""
    text = ngettext(
        "Rules are missing for %(number)s sheet of the file: its games are points here. Check the club’s rules.",
        "Rules are missing for %(number)s sheets of the file: their games are points here. Check the club’s rules.",
        sheets,
    )
    return text % {"number": sheets}


class ImportColumn(NamedTuple):
    """A column of an import table. `value`: of its button; `is_open`: it has numbers, but is no player's."""

    value: str
    head: str
    letter: str
    role: str
    said: str
    is_player: bool
    is_open: bool
    sum: str


class ImportAnswer(NamedTuple):
    """An answer to tap. `totals`: what it gives; `meaning`: of an example from the file."""

    value: str
    text: str
    totals: list[tuple[str, int]]
    meaning: str = ""


class ImportTable(NamedTuple):
    title: str
    reset: str  # value of the button that forgets what was said of the table; empty if nothing was
    columns: list[ImportColumn]
    rows: list[list[str]]
    asked: str = ""  # the question about it; empty if there is none
    answers: Sequence[ImportAnswer] = ()
    confirm: str = ""  # value of the button that confirms the players; empty if another question is asked
    odd: int | None = None  # number of rows whose points do not sum to 0

    @property
    def is_open(self) -> bool:
        """Return True if the user should check the table."""
        return bool(self.reset) or any(column.is_open for column in self.columns)


def _show_table(table: Mapping[str, Any], *, is_said: bool) -> ImportTable:
    shape, given = table["shape"], table["columns"]
    columns = [
        ImportColumn(
            f"{shape}:{number}",
            column["head"],
            column_letter(number),
            column["role"],
            str(ROLES[column["role"]]),
            column["role"] == PLAYER,
            column["role"] == OTHER and column["has_numbers"],
            column.get("sum", "") if column["has_numbers"] and column["role"] != DAY else "",
        )
        for number, column in enumerate(given)
    ]
    rows = [list(row) for row in zip(*(column["cells"] for column in given), strict=True)]
    asks = table.get("asks", "")
    return ImportTable(
        table["title"],
        f"{shape}:" if is_said else "",
        columns,
        rows,
        asked=str(QUESTIONS.get(asks, "")),
        answers=[
            ImportAnswer(
                f"{shape}:{one['answer']}",
                str(ANSWERS[one["answer"]]),
                [(name, total) for name, total in one["totals"]],
                _format_meaning(one),
            )
            for one in table.get("answers", ())
        ],
        confirm=f"{shape}:{WHO}" if asks == WHO else "",
        odd=table.get("odd"),
    )


def _format_meaning(answer: Mapping[str, Any]) -> str:
    """Say what an order of day and month makes of a cell, and when all was played then."""
    cell, day = answer.get("example", ("", None))
    if not day:
        return ""
    first, last = (date.fromisoformat(one) for one in answer["span"] or [day, day])
    told = {"cell": cell, "day": day_and_year(date.fromisoformat(day)), "span": day_span(first, last)}
    return _("“%(cell)s” is %(day)s; played %(span)s.") % told


def show_tables(made: Import) -> list[ImportTable]:
    """List the tables of a draft, for changing the roles of columns."""
    answered = {key.partition("/")[0] for key in made.options.get("answers") or {}}
    said = answered | {*(made.options.get("columns") or {})}
    return [_show_table(table, is_said=table["shape"] in said) for table in made.tables]


class ImportCell(NamedTuple):
    total: int | None  # None: no points here
    change: int | None  # None: sits out
    re: bool = False  # plays for Re, if recorded


class ImportRow(NamedTuple):
    number: int | None
    cells: Sequence[ImportCell]
    value: int | None
    note: str


@dataclass(frozen=True, kw_only=True)
class Paper:
    """A sheet to print. `names`: column headings, "" for one to fill in. Without rows it has `lines` to write on.

    `tells_re`: some game records the Re party.
    """

    names: Sequence[str]
    rows: Sequence[ImportRow] = ()
    totals: Sequence[int | None] = ()  # None: to be filled in by hand
    lines: range = range(0)
    rules: str = ""
    extras: Sequence[str] = ()
    table_rules: Sequence[str] = ()  # the rules of the table
    tells_re: bool = False


def filled_paper(sheet: Sheet) -> Paper:
    """Build the printed sheet with its games. Three queries."""
    (whole,) = selectors.one_sheet(sheet)
    players = selectors.get_players([whole])
    rows = [
        ImportRow(
            line.number,
            [_cell(key, row, line) for key in players],
            line.score.reckoning.value,
            " · ".join(filter(None, (_describe_row(row, players, whole.rules), entry.note))),
        )
        for entry, row, line in whole
        if not isinstance(row, Table)
    ]
    return Paper(
        names=[player.name for player in players.values()],
        rows=rows,
        totals=[whole.paper.totals[key] for key in players],
        extras=_extras(whole.rules),
        table_rules=format_table(whole.rules),
        tells_re=any(cell.re for row in rows for cell in row.cells),
    )


def _cell(player: str, row: AnyRow, line: Line) -> ImportCell:
    plays = player in events.players_in(row)
    plays_re = isinstance(row, Game) and player in row.re
    return ImportCell(line.totals.get(player), line.score.scores[player] if plays else None, plays_re)


def _describe_row(row: AnyRow, players: Mapping[str, Player], rules: Rules) -> str:
    """Describe the row, unless its points are self-explanatory."""
    if isinstance(row, Redeal):
        return format_phrase(format_facts(row, rules), players)
    is_plain = isinstance(row, (ByHand, PointsByHand)) or (isinstance(row, Game) and row.kind == "normal")
    return "" if is_plain else format_phrase(format_kind(row, rules))


def empty_paper(club: Club, names: Sequence[Player], seats: int, rows: int | None) -> Paper:
    """Build an empty sheet with columns for the named players and the remaining seats. One query."""
    version = current_rules(club)
    rules = version.parsed
    columns = [player.name for player in names]
    columns += [""] * (max(seats, PLAYING) - len(columns))
    return Paper(
        names=columns,
        totals=[None] * len(columns),
        lines=range(1, (rows or rules.games_per_list or USUAL_ROWS) + 1),
        rules=rules_state(version),
        extras=_extras(rules),
        table_rules=format_table(rules),
    )


def _extras(rules: Rules) -> list[str]:
    """List the Bonus points that count, for the foot of the sheet."""
    return [extra_name(key, own_names(rules)) for key in rules.extras]


def title_of_table(period: Period) -> str:
    """Return the title of a printed table, complete on its own."""
    if period.span is Span.ALL:
        return _("Table of all time")
    return _("Table of %(period)s") % {"period": period}


def nameable_players(club: Club) -> list[Player]:
    """List the players who may be named on an empty sheet. One query."""
    return list(club.players.playing().order_by("guest", "folded_name"))
