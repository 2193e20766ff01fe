"""HTML rows of a league table. Built by hand, like those of a sheet: a template takes ten times as long."""

from collections.abc import Iterator
from html import escape
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dokoclub.standings.models import GAMES_FOR_A_STAR
from dokoclub.standings.presenters import table
from dokoclub.standings.presenters.form import draw_lately
from dokoclub.ui.cards import render_card

MOST_STARS = 3  # the most stars drawn one by one


class Words(NamedTuple):
    """What many lines share, made once a table."""

    up: str
    down: str
    new: str
    most: int  # the longest bar of the last evenings


def render_rows(shown: table.RenderedTable) -> SafeString:
    """Render the `tbody` of every group."""
    words = Words(escape(_("up")), escape(_("down")), escape(_("new")), shown.most_lately)
    return SafeString("".join(piece for group in shown.groups for piece in _group(group, shown, words)))


def _group(group: table.LeagueGroup, shown: table.RenderedTable, words: Words) -> Iterator[str]:
    below = ' class="below"' if group.heading else ""
    yield f"<tbody{below}>"
    if group.heading:
        limit = " limit" if group.lines[0].standing in table.BELOW_MINIMUM else ""
        yield f'<tr class="group{limit}"><td class="place"></td>'
        yield f'<th colspan="{shown.width - 1}" scope="rowgroup">{escape(group.title)}</th></tr>'
    for line in group.lines:
        yield _line(line, shown, words)
    yield "</tbody>"


def _line(line: table.LeagueLine, shown: table.RenderedTable, words: Words) -> str:
    kinds = " ".join(["me"] * line.is_me + ["leads"] * (line.rank == 1))
    of = f' class="{kinds}"' if kinds else ""
    if shown.statistics:  # Strangers do not get the players' ids.
        of += f' data-player="{line.player}"'
    place = f"{line.rank}{_move(line, words) if shown.moves else ''}" if line.rank else ""
    marks = format_stars(line.stars) + _format_won(line.won_before)
    drawn = draw_lately(line.lately, words.most) if line.lately else ""
    lately = f'<td class="lately" aria-hidden="true">{drawn}</td>' if shown.tells_lately else ""
    cells = "".join([_cell(cell, head) for cell, head in zip(line.cells, shown.heads, strict=True)])
    card = render_card(line.card) if line.card else ""
    name = _break(line.name)
    if line.short not in ("", line.name):
        name = f'<span aria-hidden="true">{_break(line.short)}</span><span class="aloud">{escape(line.name)}</span>'
    if shown.statistics:
        name = f'<a href="{shown.statistics.format(line.player)}">{name}</a>'
    return (
        f'<tr{of}><td class="place">{place}</td>'
        f'<th class="text" scope="row" translate="no">{card}{name}{marks}{_below(line)}</th>{lately}{cells}</tr>'
    )


def _break(name: str) -> str:
    return escape(name).replace("-", "-<wbr>")  # German text does not break at hyphens by default.


def _below(line: table.LeagueLine) -> str:
    """Render the notes under the name, which on a phone span the row."""
    if not line.notes:
        return ""
    notes = "".join([f"<small>{escape(note)}</small>" for note in line.notes])
    return f'<span class="under"><span>{notes}</span></span>'


def _move(line: table.LeagueLine, words: Words) -> str:
    """Render the ranks gained or lost, under the rank; nothing for those who kept it."""
    if line.moved is None:
        return f" <small>{words.new}</small>"
    if line.moved == 0:
        return ""
    sign, said = ("▲", words.up) if line.moved > 0 else ("▼", words.down)
    number = abs(line.moved)
    return f' <small><span aria-hidden="true">{sign}{number}</span><span class="aloud">{number} {said}</span></small>'


def _cell(cell: table.LeagueCell, head: table.Head) -> str:
    kind = f' class="{head.kind}"' if head.kind else ""
    text = f'<b class="{cell.tone}">{cell.text}</b>' if cell.tone else cell.text or "–"
    return f"<td{kind}>{text}</td>"


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
