"""A score sheet rendered to HTML in Python: sixty games take one millisecond, with a template twenty.

The strip of totals above them, rendered at each save, is also here.
"""

from collections.abc import Iterator
from dataclasses import replace
from html import escape
from typing import Final, NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from dokoclub.core.formatting import signed, tone
from dokoclub.ui.components import Cell, Column, Detail, PrintedSheet, SheetRow
from dokoclub.ui.texts import break_name, break_words, format_width

LONG_TOTAL: Final = 999
WORD_FITS: Final = 5  # columns on a phone, "sits out"; a dash in more


def render_head(sheet: PrintedSheet) -> SafeString:
    """Render the names of the players and the strip of totals below them."""
    names = "".join(
        f'<th scope="col" class="{_get_look(column)}">{render_name(column.name, column.short)}</th>'
        for column in sheet.columns
    )
    standing = f'<th scope="row"><span class="aloud">{escape(_("Standings"))}</span></th>'
    totals = "".join(_total(column, _rests(sheet)) for column in sheet.columns)
    return SafeString(f"<tr><td></td>{names}</tr><tr>{standing}{totals}</tr>")


def render_name(name: str, short: str = "") -> SafeString:
    """Render a name for a column: short, in syllables; full for screen readers, copies and print. See entry/game.js."""
    shown = break_name(short or name)
    if shown == name:
        return SafeString(escape(name))
    return SafeString(f'<span aria-hidden="true">{escape(shown)}</span><span class="aloud">{escape(name)}</span>')


def _get_look(column: Column) -> str:
    return f"{f'p{column.tint}' if column.tint else ''}{format_width(column.short or column.name)}"


def _rests(sheet: PrintedSheet) -> str:
    said = escape(_("sits out"))
    if len(sheet.columns) <= WORD_FITS:
        return f"<i>{said}</i>"
    return f'<i><span aria-hidden="true">–</span><span class="aloud">{said}</span></i>'


def _total(column: Column, rests: str) -> str:
    states = {"leads": column.leads, "out": column.out, "gone": column.gone}
    aloud = mark = balance = ""
    if column.dealer:
        aloud, mark = _dealer(_("Dealer"), pgettext("dealer, one letter", "D"))
    if column.balance is not None:
        said = f'<span class="aloud">{escape(_("Plus and minus"))} </span>'
        balance = f'<small class="plus-minus">{said}{signed(column.balance)}</small>'
    total = f'<b class="{tone(column.total)}">{signed(column.total)}</b>'
    classes = " ".join(name for name, is_so in states.items() if is_so) + _size(column.total)
    below = f"{mark}{_place(column)}{rests if column.out else ''}"
    return f'<td class="{classes}">{aloud}{total} {balance} <small>{below}</small></td>'


def _size(total: int | None) -> str:
    """Return the class of a total that is set smaller: one of four digits."""
    return " many" if abs(total or 0) > LONG_TOTAL else ""


def _dealer(dealer: str, letter: str) -> tuple[str, str]:
    """Return what is read before the figure, and the mark below it."""
    mark = f'<span class="dealt" aria-hidden="true">{escape(letter)}</span>'
    return f'<span class="aloud">{escape(dealer)} </span>', mark


def _place(column: Column) -> str:
    """Return the word for the leader; next to "sits out" only for readers, as the figure is underlined."""
    if not column.leads:
        return ""
    first = escape(_("wins") if column.is_over else _("leads"))
    return f'<span class="aloud">{first} · </span>' if column.out else f"<span>{first}</span>"


class Words(NamedTuple):
    """Words that appear in many cells, translated once a sheet."""

    dealer: str
    dealer_letter: str
    kontra: str
    rests: str


def render_rows(sheet: PrintedSheet, context: dict[str, object]) -> SafeString:
    """Render all rows with their expanded parts; `context` is for the expanded parts."""
    letter = pgettext("dealer, one letter", "D")
    words = Words(escape(_("Dealer")), escape(letter), escape(_("Kontra")), _rests(sheet))
    return SafeString("".join(piece for row in sheet.rows for piece in _row(row, sheet, words, context)))


def render_frames(sheet: PrintedSheet) -> SafeString:
    """Render template rows for a script to fill.

    They are a game with cells for Re, a solo, Kontra and a player sitting out, and the strip of totals.
    """
    cells = [Cell(total=0, party=party, dealer=True) for party in (_("Re"), _("Solo"), "")]
    cells.append(Cell(total=0, dealer=True, out=True))
    game = SheetRow(key="", label="", number=None, note="", mark="×", said="–", cells=cells, detail=Detail())
    total = Column(name="", total=0, balance=0, leads=True, dealer=True, out=True)
    strip = f'<tr class="strip">{_total(total, _rests(sheet))}</tr>'
    return render_rows(replace(sheet, rows=[game]), {}) + SafeString(strip)


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
        aloud, mark = _dealer(words.dealer, words.dealer_letter)
    start = f'<td class="{"out" if cell.out else ""}{_size(cell.total)}">{aloud}'
    total = "" if cell.total is None else signed(cell.total)
    if cell.out or cell.change is None:
        return f"{start}<b>{total}</b><small>{mark}{words.rests if cell.out else ''}</small></td>"
    large, small = (signed(cell.change), total) if by_game else (total, signed(cell.change))
    above, below = ("moved", "") if by_game else ("", "moved")  # what sheet/curve.js adds up
    told = f'{kontra}<i class="{below}">{small}</i>'
    if cell.party:
        told = f'<i class="party {below}">{escape(cell.party)} {small}</i>'
    return f'{start}<b class="{above}">{large}</b><small>{mark}{told}</small></td>'


def _detail(row: SheetRow, context: dict[str, object]) -> str:
    return render_to_string("ui/_detail.html", {**context, "detail": row.detail}) if row.detail else ""
