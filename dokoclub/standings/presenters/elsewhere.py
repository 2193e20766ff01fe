"""A league table for other programs: documented in docs/elsewhere.md, and versioned."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from dokoclub.core.csv_file import csv_file
from dokoclub.core.formatting import decimal_sign
from dokoclub.standings import texts
from dokoclub.standings.models.periods import Period, Span
from dokoclub.standings.presenters.table import RenderedTable, Seen, see_rows
from dokoclub.standings.selectors.closings import Month
from dokoclub.standings.selectors.people import Person
from dokoclub.standings.selectors.tables import LeagueTable
from scoring.league.columns import COLUMNS, PLACES_IN_FILES, Kind, round_shown
from scoring.league.standings import Number

FORMAT: Final = "dokoclub-league"
VERSION: Final = 1  # Raise it if readers of the last version would go wrong; new keys do not need it.

Names = Callable[[Person], str]


def table_document(
    club: str, period: Period, live: LeagueTable, closed: Month | None, table: RenderedTable, name: Names
) -> dict[str, Any]:
    """Return the table as JSON, with the columns that the page shows."""
    kept, people = closed or live, live.people.by_number
    keys = [head.column for head in table.heads]
    return {
        "format": FORMAT,
        "version": VERSION,
        "club": club,
        "period": {"key": period.key, "name": str(period), **_days(period)},
        "closed": closed.closing.number if closed else None,
        "provisional": closed is None and bool(live.running),
        "evenings": kept.held,
        "required": kept.required,
        "ranked_by": texts.ranked_column(kept.rules),
        "columns": [{"key": key, "title": texts.get_title(key), "kind": str(COLUMNS[key].kind)} for key in keys],
        "rows": [_row(row, people[row.player], keys, name) for row in see_rows(live, closed)],
    }


def _days(period: Period) -> dict[str, str | None]:
    """Return the first and last day of a period; None for all time."""
    if period.span is Span.ALL:
        return {"first": None, "last": None}
    return {"first": period.first.isoformat(), "last": period.last.isoformat()}


def _row(row: Seen, person: Person, keys: Sequence[str], name: Names) -> dict[str, Any]:
    return {
        "rank": row.rank,
        "name": name(person),
        "guest": person.guest,
        "standing": row.standing.value,
        "missing": row.missing,
        "values": {key: _number(row.value(key), COLUMNS[key].kind) for key in keys},
    }


def _number(value: Number | None, kind: Kind) -> int | float | None:
    """Return a number for the file: means with two places, percentages with one."""
    if value is None:
        return None
    return float(round_shown(value, kind, PLACES_IN_FILES[kind])) if kind in PLACES_IN_FILES else int(value)


def table_csv(document: dict[str, Any]) -> bytes:
    """Return the same rows for a spreadsheet: heads and the decimal sign in the reader's language."""
    columns, point = document["columns"], decimal_sign()
    heads = [pgettext("in a table", "Rank"), _("Name"), *(column["title"] for column in columns)]
    rows = [
        [_cell(row["rank"], point), row["name"], *(_cell(row["values"][column["key"]], point) for column in columns)]
        for row in document["rows"]
    ]
    return csv_file([heads, *rows])


def _cell(value: int | float | None, point: str) -> str | int:
    if value is None:
        return ""
    return str(value).replace(".", point) if isinstance(value, float) else value
