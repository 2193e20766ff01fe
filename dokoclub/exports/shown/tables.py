"""The tables in the files of an import, as they were read, with a button in the head of each column."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext_lazy as _

from dokoclub.exports.models import Import
from dokoclub.exports.old_sheets.columns import DAY, OTHER, PLAYER
from dokoclub.exports.old_sheets.notes import column_letter

ROLES: Final = {PLAYER: _("Player"), DAY: _("Day"), OTHER: _("no player")}


class ShownColumn(NamedTuple):
    """`value`: of the button in its head; `is_open`: it holds numbers and is no player's, though it could be."""

    value: str
    head: str
    letter: str
    role: str
    said: str
    is_player: bool
    is_open: bool


class ShownTable(NamedTuple):
    title: str
    reset: str  # value of the button that forgets what was said; empty where nothing was
    columns: list[ShownColumn]
    rows: list[list[str]]

    @property
    def is_open(self) -> bool:
        """Whether somebody should look at it."""
        return bool(self.reset) or any(column.is_open for column in self.columns)


def _show_table(table: Mapping[str, Any], *, is_said: bool) -> ShownTable:
    shape, given = table["shape"], table["columns"]
    columns = [
        ShownColumn(
            f"{shape}:{number}",
            column["head"],
            column_letter(number),
            column["role"],
            str(ROLES[column["role"]]),
            column["role"] == PLAYER,
            column["role"] == OTHER and column["has_numbers"],
        )
        for number, column in enumerate(given)
    ]
    rows = [list(row) for row in zip(*(column["cells"] for column in given), strict=True)]
    return ShownTable(table["title"], f"{shape}:" if is_said else "", columns, rows)


def show_tables(made: Import) -> list[ShownTable]:
    """List the tables of a draft, for changing what a column holds."""
    said = made.options.get("columns") or {}
    return [_show_table(table, is_said=table["shape"] in said) for table in made.tables]
