"""The documents that can be had: of a sheet, an evening, a league table, a club."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from django.utils.text import slugify
from django.utils.translation import gettext

from dokoclub.clubs.models import Club, Player
from dokoclub.evenings.models import Evening, Sheet
from dokoclub.exports.files.documents import Cell, Column, Document, Table
from dokoclub.exports.files.games import games_table, results_table
from dokoclub.exports.selectors import exports as selectors
from dokoclub.standings import words
from dokoclub.standings.models.periods import Period
from dokoclub.standings.selectors.closings import Month
from dokoclub.standings.selectors.tables import LeagueTable
from scoring.league.columns import COLUMNS

_PLACES = 2  # of a mean


def of_sheet(sheet: Sheet) -> Document:
    """Three queries."""
    sheets = selectors.one_sheet(sheet)
    players = selectors.players_of(sheets)
    name = file_name(sheet.evening.club, f"{sheet.evening.date}-{sheet.round}-{sheet.table}")
    return Document(name, [games_table(sheets, players, one_sheet=True)])


def sheets_of(evening: Evening) -> list[Sheet]:
    """One query."""
    return list(evening.sheets.order_by("round", "pk"))


def of_evening(evening: Evening) -> Document:
    """Four queries."""
    sheets = selectors.sheets_of_evening(evening)
    players = selectors.players_of(sheets)
    tables = [games_table(sheets, players), results_table(sheets, players)]
    return Document(file_name(evening.club, str(evening.date)), tables)


def of_club(club: Club) -> Document:
    """Every game that stands in a table. Two queries for every 25 sheets and table, while it is sent."""
    players = selectors.players_of_club(club)
    return Document(
        file_name(club, gettext("all games")),
        [
            games_table(selectors.sheets_of_club(club), players),
            results_table(selectors.sheets_of_club(club), players),
            _players(list(players.values())),
        ],
    )


def _players(players: Sequence[Player]) -> Table:
    columns = [
        Column("name", gettext("Name")),
        Column("short_name", gettext("Short name")),
        Column("guest", gettext("Guest")),
        Column("left", gettext("Have left")),
    ]
    yes = gettext("yes")
    rows = [
        [player.name, player.short_name or None, yes if player.guest else None, yes if player.left_at else None]
        for player in players
    ]
    return Table("players", gettext("Players"), columns, rows)


def of_league(
    club: Club, period: Period, live: LeagueTable, columns: Sequence[str], closed: Month | None = None
) -> Document:
    """A closed month as it was kept, else the table as it stands now; means as decimal numbers. No query."""
    keys = [key for key in COLUMNS if key in columns and key != "movement"]
    heads = [
        Column("rank", gettext("Place")),
        Column("name", gettext("Name")),
        *(Column(key, words.title_of(key)) for key in keys),
    ]
    rows = _kept(closed, live, keys) if closed else _standings(live, keys)
    table = Table("table", str(period), heads, rows)
    return Document(file_name(club, period.key), [table])


def _standings(live: LeagueTable, keys: Sequence[str]) -> Iterator[Sequence[Cell]]:
    for row in live.rows:
        values = (COLUMNS[key].value(row) for key in keys)
        yield [row.rank, live.people.by_number[row.player].name, *map(_number, values)]


def _kept(closed: Month, live: LeagueTable, keys: Sequence[str]) -> Iterator[Sequence[Cell]]:
    for row in closed.rows:
        values = (row.values.get(key) for key in keys)
        numbers = (_number(Fraction(*value)) if value else None for value in values)
        yield [row.rank, live.people.by_number[row.player_id].name, *numbers]


def _number(value: object) -> Cell:
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else round(float(value), _PLACES)
    return value if isinstance(value, (int, float, str)) else None


def file_name(club: Club, what: str) -> str:
    """Of the file, in letters that every system takes."""
    return slugify(f"{club.name} {what}") or "dokoclub"
