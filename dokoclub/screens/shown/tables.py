"""Tables at a glance, and one sheet large: totals, who deals, what is left of Bock, the last game in a line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dokoclub.evenings.selectors.sheets import Cell, Column, SheetPage, ShownRow
from dokoclub.evenings.shown.rows import has_cells, mark_party
from dokoclub.evenings.words.names import Names, join_names
from dokoclub.look.numbers import signed, tone
from dokoclub.look.phrases import print_phrase
from dokoclub.screens.models import Scene
from dokoclub.screens.shown.parts import (
    MOST_ROWS,
    Figure,
    Page,
    Sitter,
    Table,
    cut_parts,
    fit_columns,
    number_pages,
    print_player,
)
from scoring.contract import row_text
from scoring.game.game import Game

FEW: Final = 4  # tables in two columns; more stand in three
LETTERS: Final = 14  # of a name in three columns
SMALL: Final = 5  # people at a table of which two stand below each other
GAMES_SHOWN: Final = MOST_ROWS - 2  # besides names and totals


class SheetRow(NamedTuple):
    number: str
    note: str  # ×2, or which solo
    cells: tuple[tuple[Figure, str], ...]  # total after the game, and Re


class Sheet(NamedTuple):
    columns: tuple[Sitter, ...]
    rows: tuple[SheetRow, ...]  # the newest first
    told: tuple[str, ...]  # what comes next


def figure_of(points: int) -> Figure:
    return Figure(signed(points), tone(points))


def page_tables(tables: Sequence[Table]) -> list[Page]:
    """Four or six on a page, at most ten people below each other."""
    is_high = any(len(table.sitters) > SMALL for table in tables)
    columns = 2 if len(tables) <= FEW else fit_columns(_names(tables), 3, LETTERS)
    rows = 1 if is_high or len(tables) <= columns - 1 else 2
    if not tables:
        return []
    layout = f"wide-{min(columns, len(tables))} high-{rows}"
    return number_pages(Scene.TABLES, _("Tables"), cut_parts(tables, columns * rows), layout=layout)


def _names(tables: Sequence[Table]) -> list[str]:
    return [sitter.name for table in tables for sitter in table.sitters]


def print_table(page: SheetPage, names: Names) -> Table:
    """`names`: of everybody in the room."""
    return Table(
        title=_("Table %(name)s") % {"name": page.sheet.table},
        state=tell_state(page),
        sitters=tuple(_sitter(column, page, names) for column in page.columns if column.is_here or column.rests),
        bock=tell_bock(page) if page.sheet.is_open else "",
        last=tell_last(page, names),
    )


def tell_state(page: SheetPage) -> str:
    """Game 15 of 24; what is played after the last one is on top."""
    if not page.sheet.is_open:
        return _("finished")
    meant, number = page.games_in_list, page.coming.number
    if meant is None:
        return _("game %(number)s") % {"number": number}
    if page.coming.is_beyond_list:
        return _("list is full")
    return _("game %(number)s of %(of)s") % {"number": number, "of": meant}


def tell_bock(page: SheetPage) -> str:
    """Bock ×2, 3 left."""
    if not page.bock_left:
        return ""
    left = ngettext("%(games)s left", "%(games)s left", len(page.bock_left)) % {"games": len(page.bock_left)}
    return f"{print_phrase(row_text.tell_bock(page.coming.bock_level, page.rules))}, {left}"


def tell_last(page: SheetPage, names: Names) -> str:
    """14 · Damensolo: Cem +12; nothing before the first game."""
    games = [entry for entry in page.folded.entries if entry.number is not None]
    if not games:
        return ""
    (shown,) = page.show_rows(games[-1:])
    points = {cell.player.pk: _points(cell, page) for cell in shown.cells}
    best = max(points.values(), default=0)
    won = join_names([names[pk] for pk, got in points.items() if got == best and best > 0])
    told = f"{won} {signed(best)}" if won else signed(0)
    kind = f"{kind}: " if (kind := _kind_of(shown)) else ""
    return f"{games[-1].number} · {kind}{told}"


def _kind_of(shown: ShownRow) -> str:
    """Nothing of a normal game."""
    is_named = not isinstance(shown.facts, Game) or shown.facts.kind != "normal"
    return print_phrase(row_text.tell_kind(shown.facts, shown.rules)) if is_named else ""


def _points(cell: Cell, page: SheetPage) -> int:
    return cell.scores if page.style.ranked_by == "scores" else cell.balance


def _sitter(column: Column, page: SheetPage, names: Names) -> Sitter:
    name, card = print_player(column.player, names)
    points = column.total if page.style.ranked_by == "scores" else column.total_balance
    plays = page.sheet.is_open
    return Sitter(
        name,
        card,
        figure_of(points),
        leads=column.leads,
        deals=plays and column.deals,
        rests=plays and (column.rests or (column.sits_out and not column.deals)),
    )


def print_sheet(page: SheetPage, names: Names) -> Sheet:
    """The last games, the newest first, below the totals."""
    shown = page.show_rows(page.order[-GAMES_SHOWN * 3 :])
    rows = [row for row in shown if has_cells(row)][::-1][:GAMES_SHOWN]
    return Sheet(
        columns=tuple(_sitter(column, page, names) for column in page.columns),
        rows=tuple(_row(row, page) for row in rows),
        told=tuple(_told(page, names)),
    )


def _row(shown: ShownRow, page: SheetPage) -> SheetRow:
    number = str(shown.line.number) if shown.line and shown.line.number is not None else "–"
    level = row_text.counted_level(shown.rules, shown.facts, shown.line) if shown.line else 0
    note = " ".join(filter(None, [_kind_of(shown), row_text.mark_level(level, shown.rules)]))
    return SheetRow(number, note, tuple((_total(cell, page), mark_party(cell, shown)) for cell in shown.cells))


def _total(cell: Cell, page: SheetPage) -> Figure:
    return figure_of(cell.total if page.style.ranked_by == "scores" else cell.total_balance)


def _told(page: SheetPage, names: Names) -> list[str]:
    """The side of the sheet: game, dealer, Bock, open Pflichtsoli, the last game."""
    told = [tell_state(page)]
    if page.sheet.is_open and page.knows_dealer:
        told.append(_("%(name)s deals") % {"name": names[page.coming.dealer.pk]})
        told.append(tell_bock(page))
        if page.pflichtsolo_open:
            owing = [names[player.pk] for player in page.pflichtsolo_open]
            everybody = len(owing) == len(page.table)
            told.append(_("Pflichtsolo open: %(names)s") % {"names": _("everybody") if everybody else ", ".join(owing)})
    told.append(tell_last(page, names))
    return [one[:1].upper() + one[1:] for one in told if one]
