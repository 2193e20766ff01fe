"""Documents for export: of a sheet, an evening, a club or a league table."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from django.utils.text import slugify
from django.utils.translation import gettext, pgettext

from dokoclub.clubs.models import Club, Player
from dokoclub.evenings.models import Evening, Sheet
from dokoclub.exports.exporters.formats import Cell, Document, DocumentColumn, DocumentTable, Form
from dokoclub.exports.exporters.games import games_table, results_table
from dokoclub.exports.selectors import exports as selectors
from dokoclub.standings import texts
from dokoclub.standings.models.periods import Period, Span
from dokoclub.standings.selectors.closings import Month
from dokoclub.standings.selectors.tables import LeagueTable
from scoring.league.columns import COLUMNS, PLACES_IN_FILES, Kind, round_shown
from scoring.league.standings import Number

_FORM: Final = {Kind.PERCENT: Form.PERCENT}
_IN_TWO_LETTERS: Final = str.maketrans(
    {
        "ä": "ae",
        "ö": "oe",
        "ü": "ue",
        "Ä": "Ae",
        "Ö": "Oe",
        "Ü": "Ue",
        "ß": "ss",
        "\N{LATIN CAPITAL LETTER SHARP S}": "SS",
    }
)


def build_sheet_document(sheet: Sheet) -> Document:
    """Build the document of a sheet. Three queries."""
    sheets = selectors.one_sheet(sheet)
    players = selectors.get_players(sheets)
    return Document(name_sheet(sheet), [games_table(sheets, players, one_sheet=True)])


def name_sheet(sheet: Sheet) -> str:
    which = gettext("Round %(round)s, table %(table)s") % {"round": sheet.round, "table": sheet.table}
    return file_name(sheet.evening.club, f"{sheet.evening.date} {which}")


def name_evening(evening: Evening) -> str:
    return file_name(evening.club, f"{gettext('Evening')} {evening.date}")


def name_games(club: Club) -> str:
    return file_name(club, gettext("all games"))


def list_sheets(evening: Evening) -> list[Sheet]:
    """List the sheets of an evening. One query."""
    return list(evening.sheets.order_by("round", "pk"))


def build_evening_document(evening: Evening) -> Document:
    """Build the document of an evening. Four queries."""
    sheets = selectors.sheets_of_evening(evening)
    players = selectors.get_players(sheets)
    tables = [games_table(sheets, players), results_table(sheets, players)]
    return Document(name_evening(evening), tables)


def build_games_document(club: Club) -> Document:
    """Build the document of all recorded games. Two queries for every 25 sheets and table, while it is sent."""
    players = selectors.players_of_club(club)
    return Document(
        name_games(club),
        [
            games_table(selectors.sheets_of_club(club), players),
            results_table(selectors.sheets_of_club(club), players),
            _players(list(players.values())),
        ],
    )


def _players(players: Sequence[Player]) -> DocumentTable:
    columns = [
        DocumentColumn("name", gettext("Name")),
        DocumentColumn("short_name", gettext("Short name")),
        DocumentColumn("guest", gettext("Guest")),
        DocumentColumn("left", gettext("Have left")),
    ]
    yes = gettext("yes")
    rows = [
        [player.name, player.short_name or None, yes if player.guest else None, yes if player.left_at else None]
        for player in players
    ]
    return DocumentTable("players", gettext("Players"), columns, rows)


def build_league_document(
    club: Club, period: Period, live: LeagueTable, columns: Sequence[str], closed: Month | None = None
) -> Document:
    """Build the table of a closed month as stored, else the live table; means are decimals. No query."""
    keys = [key for key in COLUMNS if key in columns and key != "movement"]
    heads = [
        DocumentColumn("rank", pgettext("in a table", "Rank")),
        DocumentColumn("name", gettext("Name")),
        *(DocumentColumn(key, texts.get_title(key), form=_FORM.get(COLUMNS[key].kind)) for key in keys),
    ]
    rows = _closed_rows(closed, live, keys) if closed else _standings(live, keys)
    table = DocumentTable("table", str(period), heads, rows)
    return Document(file_name(club, f"{pgettext('league', 'Table')} {_period_in_name(period)}"), [table])


def _period_in_name(period: Period) -> str:
    """Format the period for a file name: months and years in digits, so that files sort by date."""
    return period.key if period.span in (Span.MONTH, Span.YEAR) else str(period)


def _standings(live: LeagueTable, keys: Sequence[str]) -> Iterator[Sequence[Cell]]:
    for row in live.rows:
        values = (_number(COLUMNS[key].value(row), COLUMNS[key].kind) for key in keys)
        yield [row.rank, live.people.by_number[row.player].name, *values]


def _closed_rows(closed: Month, live: LeagueTable, keys: Sequence[str]) -> Iterator[Sequence[Cell]]:
    for row in closed.rows:
        values = (row.values.get(key) for key in keys)
        known = (Fraction(*value) if value else None for value in values)
        numbers = (_number(value, COLUMNS[key].kind) for key, value in zip(keys, known, strict=True))
        yield [row.rank, live.people.by_number[row.player_id].name, *numbers]


def _number(value: Number | None, kind: Kind) -> Cell:
    """Round means and percentages (of 100) to the places used in all files, even if the decimals are 0."""
    if value is None:
        return None
    if kind in PLACES_IN_FILES:
        return round_shown(value, kind, PLACES_IN_FILES[kind])
    return round_shown(value, Kind.MEAN) if value.denominator != 1 else int(value)


def file_name(club: Club, what: str) -> str:
    """Return a file name in letters that every system accepts."""
    return slugify(f"{club.name} {what}".translate(_IN_TWO_LETTERS)) or "dokoclub"
