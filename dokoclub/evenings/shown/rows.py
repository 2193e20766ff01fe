"""A row of the sheet, as it is printed: its button, its cells or its sentence."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from django.utils.translation import gettext as _

from dokoclub.clubs.words import games as words
from dokoclub.evenings.selectors.people import Names
from dokoclub.evenings.selectors.sheets import Cell, ShownRow
from dokoclub.look import parts
from dokoclub.look.phrases import print_phrase
from scoring.contract import row_text
from scoring.terms import Party

# From the uuid of a row to the address of what unfolds below it.
Address = Callable[[UUID], str]


def print_row(shown: ShownRow, names: Names, address: Address, detail: parts.Detail | None = None) -> parts.Row:
    """`detail`: what is unfolded already."""
    entry, line = shown.entry, shown.line
    resting = [player for player in entry.attribution.get("resting", ()) if player in names]
    told = row_text.tell_row(shown.rules, shown.facts, line, resting)
    return parts.Row(
        key=str(entry.uuid),
        label=print_phrase(told["label"]),
        number=line.number if line else None,
        note=print_phrase(told["note"]),
        cells=[_cell(cell, shown) for cell in shown.cells] if has_cells(shown) else (),
        text=print_phrase(told["text"], names),
        mark=told["mark"],
        said=print_phrase(told["said"]),
        struck=line is None,
        details=address(entry.uuid),
        detail=detail,
        open=detail is not None,
    )


def has_cells(shown: ShownRow) -> bool:
    return shown.line is not None and row_text.has_cells(shown.facts)


def _cell(cell: Cell, shown: ShownRow) -> parts.Cell:
    line, key = shown.line, str(cell.player.pk)
    here = line is not None and key in line.score.scores
    plays = cell.party is not None or (here and not cell.sits_out and cell.scores != 0)
    return parts.Cell(
        total=cell.total if line is not None and key in line.totals else None,
        change=cell.scores if plays or (here and not cell.sits_out and shown.game is None) else None,
        party=mark_party(cell, shown),
        dealer=cell.deals,
        out=cell.sits_out,
    )


def mark_party(cell: Cell, shown: ShownRow) -> str:
    """Re is marked by a word, Kontra by having none."""
    if cell.party is not Party.RE or shown.game is None:
        return ""
    return _("Solo") if shown.game.is_solo else str(words.PARTIES["re"])
