"""Games and results as tables of a document: for one sheet, an evening or a whole club."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from django.utils.translation import get_language, gettext, override, pgettext

from dokoclub.clubs.models import Player
from dokoclub.clubs.texts.games import REDEALS
from dokoclub.evenings.domain import events
from dokoclub.evenings.domain.sheet_state import SheetState
from dokoclub.evenings.models import Entry
from dokoclub.exports.exporters.formats import WIDTH_OF_A_DAY, Cell, DocumentColumn, DocumentTable, Form
from dokoclub.ui.texts import format_phrase
from scoring.contract.row_text import format_kind
from scoring.game.game import Game
from scoring.game.rows import Penalty, Redeal, Row
from scoring.game.rows import Table as Seats
from scoring.game.sheet import Line
from scoring.rules.rules import Rules

Players = Mapping[str, Player]  # by the key that `scoring` uses


def games_table(sheets: Iterable[SheetState], players: Players, *, one_sheet: bool = False) -> DocumentTable:
    """Build the table of games: one row per line of the paper, with a column of points for each player.

    Seat changes and struck rows are left out. Without penalties, the table can be imported again, except for
    redeals, since they have no points. `reason` is that of a penalty or a redeal, `by` the player with the redeal.
    """
    where = [] if one_sheet else _where()
    columns = [
        *where,
        DocumentColumn("number", gettext("No.")),
        *(DocumentColumn(player.name, player.name, "points") for player in players.values()),
        DocumentColumn("kind", gettext("Kind")),
        DocumentColumn("value", gettext("Value")),
        DocumentColumn("bock", gettext("Bock")),
        DocumentColumn("re", gettext("Re")),
        DocumentColumn("re_augen", gettext("Card points of Re")),
        DocumentColumn("note", gettext("Note")),
        DocumentColumn("reason", gettext("Reason")),
        DocumentColumn("by", gettext("Who")),
    ]
    rows = _in_language(partial(_rows, sheets, players, one_sheet))
    return DocumentTable("games", gettext("Games"), columns, rows)


def _where() -> list[DocumentColumn]:
    return [
        DocumentColumn("date", gettext("Date"), width=WIDTH_OF_A_DAY),
        DocumentColumn("round", gettext("Round")),
        DocumentColumn("table", pgettext("at which people sit", "Table"), form=Form.NUMBER),
    ]


def _in_language(rows: partial[Iterator[Sequence[Cell]]]) -> Iterator[Sequence[Cell]]:
    """Yield rows in the current language: they are built while the response is sent, when it may be reset."""
    with override(get_language()):
        yield from rows()


def _rows(sheets: Iterable[SheetState], players: Players, one_sheet: bool) -> Iterator[Sequence[Cell]]:
    for whole in sheets:
        sheet = whole.sheet
        where: list[Cell] = [] if one_sheet else [sheet.evening.date, sheet.round, sheet.table]
        for entry, row, line in whole:
            if not isinstance(row, Seats):
                yield [*where, *_row(entry, row, line, players, whole.rules)]
        if one_sheet:
            totals = whole.paper.totals
            yield [gettext("Sum"), *(totals.get(key) for key in players), *[None] * 8]


def _row(entry: Entry, row: Row, line: Line, players: Players, rules: Rules) -> Sequence[Cell]:
    playing = events.players_in(row)
    reckoning = line.score.reckoning
    return [
        line.number,
        *(line.score.scores[key] if key in playing else None for key in players),
        format_phrase(format_kind(row, rules)),
        reckoning.value,
        line.bock_level or None,
        _party(row, players),
        row.re_augen if isinstance(row, Game) else None,
        entry.note or None,
        _reason(row),
        players[row.by].name if isinstance(row, Redeal) and row.by else None,
    ]


def _reason(row: Row) -> str | None:
    match row:
        case Penalty():
            return row.reason or None
        case Redeal():
            return str(REDEALS.get(row.reason, row.reason)) if row.reason else None
        case _:
            return None


def _party(row: Row, players: Players) -> str | None:
    if not isinstance(row, Game):
        return None
    return ", ".join(players[player].name for player in row.re)


def results_table(sheets: Iterable[SheetState], players: Players) -> DocumentTable:
    """Build the table of results: one row per player and sheet."""
    columns = [
        *_where(),
        DocumentColumn("player", gettext("Player")),
        DocumentColumn("games", gettext("Games")),
        DocumentColumn("scores", gettext("Points")),
        DocumentColumn("balance", gettext("Plus and minus")),
    ]
    return DocumentTable("results", gettext("Results"), columns, _results(sheets, players))


def _results(sheets: Iterable[SheetState], players: Players) -> Iterator[Sequence[Cell]]:
    for whole in sheets:
        sheet, paper = whole.sheet, whole.paper
        played = dict.fromkeys(paper.totals, 0)
        for _, row, line in whole:
            for player in events.players_in(row) if line.number is not None else ():
                played[player] += 1
        for player, points in paper.totals.items():
            name = players[player].name
            yield [
                sheet.evening.date, sheet.round, sheet.table, name, played[player], points, paper.balances[player]
            ]  # fmt: skip
