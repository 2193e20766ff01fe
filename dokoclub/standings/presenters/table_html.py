"""HTML rows of a league table. Built by hand, like those of a sheet: a template takes ten times as long."""

from collections.abc import Iterator
from html import escape
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dokoclub.standings.models import GAMES_FOR_A_STAR
from dokoclub.standings.presenters import table
from dokoclub.standings.presenters.form import EveningOutcome, format_form
from dokoclub.ui.cards import render_card

MOST_STARS = 3  # the most stars drawn one by one


class Words(NamedTuple):
    """Texts of many lines, translated once a table."""

    up: str
    down: str
    same: str
    new: str
    form: str  # label of the results of the last evenings


def render_rows(shown: table.RenderedTable) -> SafeString:
    """Render the `tbody` of every group."""
    words = Words(
        escape(_("up")), escape(_("down")), escape(_("unchanged")), escape(_("new")), escape(_("Last evenings"))
    )
    return SafeString("".join(piece for group in shown.groups for piece in _group(group, shown, words)))


def _group(group: table.LeagueGroup, shown: table.RenderedTable, words: Words) -> Iterator[str]:
    below = ' class="below"' if group.heading else ""
    yield f"<tbody{below}>"
    if group.heading:
        limit = " limit" if group.lines[0].standing in table.BELOW_MINIMUM else ""
        heading = escape(f"{group.heading}: {group.note}" if group.note else group.heading)
        yield f'<tr class="group{limit}"><th colspan="{shown.width}" scope="rowgroup">{heading}</th></tr>'
    for line in group.lines:
        yield _line(line, shown, words)
    yield "</tbody>"


def _line(line: table.LeagueLine, shown: table.RenderedTable, words: Words) -> str:
    me = ' class="me"' if line.is_me else ""
    of = f' data-player="{line.player}"' if shown.statistics else ""  # Strangers do not get the players' ids.
    move = f'<td class="move">{_move(line, words)}</td>' if shown.moves else ""
    marks = format_stars(line.stars) + _format_won(line.won_before)
    cells = "".join([_cell(cell, head) for cell, head in zip(line.cells, shown.heads, strict=True)])
    card = render_card(line.card) if line.card else ""
    name = _break(line.name)
    if line.short not in ("", line.name):
        name = f'<span aria-hidden="true">{_break(line.short)}</span><span class="aloud">{escape(line.name)}</span>'
    if shown.statistics:
        name = f'<a href="{shown.statistics.format(line.player)}">{name}</a>'
    return (
        f'<tr{me}{of}><td class="place">{"–" if line.rank is None else line.rank}</td>{move}'
        f'<th class="text" scope="row" translate="no">{card}{name}{marks}{_below(line, words)}</th>{cells}</tr>'
    )


def _break(name: str) -> str:
    return escape(name).replace("-", "-<wbr>")  # German text does not break at hyphens by default.


def _below(line: table.LeagueLine, words: Words) -> str:
    """Render the line under the name, which on a phone spans the row."""
    lately = _lately(line, words)
    if not line.notes:
        return lately
    notes = "".join([f"<small>{escape(note)}</small>" for note in line.notes])
    return f'<span class="under"><span>{notes}{lately}</span></span>'


def _lately(line: table.LeagueLine, words: Words) -> str:
    form = line.lately
    if not form:
        return ""
    suit = line.card.suit if line.card else "club"
    drawn = "".join(
        f'<svg><use href="#{suit}"/></svg>' if one is EveningOutcome.WON else f'<i class="{one.value}"></i>'
        for one in form
    )
    signs = f'<span class="form5" role="img" aria-label="{words.form}: {escape(format_form(form))}">{drawn}</span>'
    return f'<span class="lately">{signs}</span>'


def _move(line: table.LeagueLine, words: Words) -> str:
    if line.rank is None:
        return ""
    if line.moved is None:
        return f'<span class="soft">{words.new}</span>'
    if line.moved == 0:
        return f'<span class="soft" aria-hidden="true">–</span><span class="aloud">{words.same}</span>'
    sign, tone, said = ("▲", "plus", words.up) if line.moved > 0 else ("▼", "minus", words.down)
    sign = f'<span aria-hidden="true">{sign}</span>'
    return f'<i class="{tone}">{sign} {abs(line.moved)} <span class="aloud">{said}</span></i>'


def _cell(cell: table.LeagueCell, head: table.Head) -> str:
    folded = ' class="folded"' if head.is_folded else ""
    if not cell.text:
        return f'<td{folded}><span class="soft">–</span></td>'
    return f"<td{folded}>" + (f'<b class="{cell.tone}">{cell.text}</b></td>' if cell.tone else f"{cell.text}</td>")


def _format_won(month: str) -> str:
    """Render the mark of last month's winner, shown as long as this month lasts."""
    if not month:
        return ""
    name = escape(_("won %(month)s") % {"month": month})
    return (
        f' <span class="winner-of" role="img" aria-label="{name}" title="{name}"><svg><use href="#heart"/></svg></span>'
    )


def format_stars(number: int) -> str:
    """Render a star for every 1,000 games, after a name."""
    if not number:
        return ""
    games = number * GAMES_FOR_A_STAR
    said = ngettext("a star for %(games)s games", "%(number)s stars for %(games)s games", number)
    drawn = "★" * number if number <= MOST_STARS else f"★{number}"
    name = escape(said % {"number": number, "games": games})
    return f' <span class="stars" role="img" aria-label="{name}" title="{name}">{drawn}</span>'
