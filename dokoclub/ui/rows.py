"""A score sheet rendered to HTML in Python: sixty games take one millisecond, with a template twenty.

The strip of totals above them, rendered at each save, is also here.
"""

from collections.abc import Iterator
from dataclasses import replace
from html import escape
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from dokoclub.core.formatting import signed, tone
from dokoclub.ui.components import Cell, Column, Detail, PrintedSheet, SheetRow
from dokoclub.ui.texts import break_words, format_width

CLUB = '<svg aria-hidden="true"><use href="#club"/></svg>'


def render_head(sheet: PrintedSheet) -> SafeString:
    """Render the names of the players and the strip of totals below them."""
    names = "".join(
        f'<th scope="col" class="{_get_look(column)}">{render_name(column.name, column.short)}</th>'
        for column in sheet.columns
    )
    standing = f'<th scope="row"><span class="aloud">{escape(_("Standings"))}</span></th>'
    return SafeString(f"<tr><td></td>{names}</tr><tr>{standing}{''.join(map(_total, sheet.columns))}</tr>")


def render_name(name: str, short: str = "") -> SafeString:
    """Render a name: short on screen, full for screen readers and print. entry/game.js does the same."""
    if short in ("", name):
        return SafeString(escape(name))
    return SafeString(f'<span aria-hidden="true">{escape(short)}</span><span class="aloud">{escape(name)}</span>')


def _get_look(column: Column) -> str:
    return f"{f'p{column.tint}' if column.tint else ''}{format_width(column.short or column.name)}"


def _total(column: Column) -> str:
    states = ("leads" if column.leads else "", "out" if column.out else "", "gone" if column.gone else "")
    aloud = mark = balance = ""
    if column.dealer:
        aloud, mark = _dealer(_("Dealer"), pgettext("dealer, one letter", "D"), _("sits out") if column.out else "")
    if column.balance is not None:
        said = f'<span class="aloud">{escape(_("Plus and minus"))} </span>'
        balance = f'<small class="plus-minus">{said}{signed(column.balance)}</small>'
    total = f'<b class="{tone(column.total)}">{signed(column.total)}</b>'
    return f'<td class="{" ".join(states).strip()}">{aloud}{total} {balance} <small>{mark}{_place(column)}</small></td>'


def _dealer(dealer: str, letter: str, out: str) -> tuple[str, str]:
    """Return what is read before the figure, and the mark below it, which stands for sitting out, too."""
    rests = f'<i class="aloud">{escape(out)} </i>' if out else ""
    mark = f'<span class="dealt" aria-hidden="true">{escape(letter)}</span>'
    return f'<span class="aloud">{escape(dealer)} </span>{rests}', mark


def _place(column: Column) -> str:
    first = escape(_("wins") if column.is_over else _("leads"))
    if not column.out or column.dealer:
        return f"<span>{first}</span>" if column.leads else ""
    out = escape(_("sits out"))
    return f'<span class="beside">{first} ·</span> {out}' if column.leads else out


class Words(NamedTuple):
    """Words that appear in many cells, translated once a sheet."""

    dealer: str
    dealer_letter: str
    sits_out: str
    kontra: str


def render_rows(sheet: PrintedSheet, context: dict[str, object]) -> SafeString:
    """Render all rows with their expanded parts; `context` is for the expanded parts."""
    said = _("Dealer"), pgettext("dealer, one letter", "D"), _("sits out"), _("Kontra")
    words = Words(*map(escape, said))
    return SafeString("".join(piece for row in sheet.rows for piece in _row(row, sheet, words, context)))


def render_frames(sheet: PrintedSheet) -> SafeString:
    """Render template rows for a script to fill.

    They are a game with cells for Re, a solo, Kontra and a player sitting out, and the strip of totals.
    """
    cells = [Cell(total=0, party=party, dealer=True) for party in (_("Re"), _("Solo"), "")]
    cells.append(Cell(total=0, dealer=True, out=True))
    game = SheetRow(key="", label="", number=None, note="", mark="×", said="–", cells=cells, detail=Detail())
    total = Column(name="", total=0, balance=0, leads=True, dealer=True, out=True)
    return render_rows(replace(sheet, rows=[game]), {}) + SafeString(f'<tr class="strip">{_total(total)}</tr>')


def _row(row: SheetRow, sheet: PrintedSheet, words: Words, context: dict[str, object]) -> Iterator[str]:
    marks = " struck" if row.struck else " bock" if row.mark else ""
    yield f'<tr class="row{marks}">{_head(row)}'
    if row.text or not row.cells:
        yield f'<td class="across" colspan="{len(sheet.columns)}">{escape(row.text)}</td>'
    else:
        kontra = f'<i class="aloud">{words.kontra} </i>' if any(cell.party for cell in row.cells) else ""
        yield from (_cell(cell, words, kontra, by_game=sheet.by_game) for cell in row.cells)
    yield "</tr>"
    if not row.details and row.detail is None:
        return
    yield f'<tr class="unfolded" id="game-{escape(row.key)}"{"" if row.open else " hidden"}>'
    yield f'<td colspan="{sheet.width}">{_detail(row, context)}</td></tr>'


def _head(row: SheetRow) -> str:
    """Render the row's number as a button that expands the row.

    Without scripts it requests the page with the row expanded. Where nothing expands, it is plain text.
    """
    if not row.details and row.detail is None:
        return f'<th scope="row"><div class="number">{_number(row)}</div>{_said(row)}</th>'
    key = escape(row.key)
    asks = (
        f'name="open" value="{key}" form="unfold" data-from="{escape(row.details)}"' if row.details else 'type="button"'
    )
    return (
        f'<th scope="row"><button {asks} class="number" data-unfolds aria-expanded="{str(row.open).lower()}" '
        f'aria-controls="game-{key}" aria-label="{escape(row.label)}">'
        f"{_number(row)}</button>{_said(row)}</th>"
    )


def _number(row: SheetRow) -> str:
    mark = f" <em>{escape(row.mark)}</em>" if row.mark and not row.struck else ""
    return f"<b>{row.number or '–'}</b>{mark}<small>{break_words(escape(row.note))}</small>"


def _said(row: SheetRow) -> str:
    return f'<span class="aloud">{escape(row.said)}</span>' if row.said else ""


def _cell(cell: Cell, words: Words, kontra: str, *, by_game: bool) -> str:
    """Render a cell. Kontra has no visible mark, only text for screen readers."""
    aloud = mark = ""
    if cell.dealer:
        aloud, mark = _dealer(words.dealer, words.dealer_letter, words.sits_out if cell.out else "")
    start = f'<td class="{"out" if cell.out else ""}">{aloud}'
    total = "" if cell.total is None else signed(cell.total)
    if cell.out or cell.change is None:
        return f"{start}<b>{total}</b><small>{mark or (words.sits_out if cell.out else '')}</small></td>"
    alone = " alone" if len(cell.party) > len("Re") else ""
    party = f'<i class="party{alone}">{CLUB}{escape(cell.party)} </i>' if cell.party else kontra
    change = signed(cell.change)
    if by_game:
        return f'{start}<b class="{tone(cell.change)}">{change}</b><small>{mark}{party}{total}</small></td>'
    return f'{start}<b>{total}</b><small>{mark}{party}<i class="{tone(cell.change)}">{change}</i></small></td>'


def _detail(row: SheetRow, context: dict[str, object]) -> str:
    return render_to_string("ui/_detail.html", {**context, "detail": row.detail}) if row.detail else ""
