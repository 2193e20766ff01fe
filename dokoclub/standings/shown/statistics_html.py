"""The two tables of the statistics that have thousands of cells, as HTML. By hand, as those of the league."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import Final

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from dokoclub.look.card_html import print_card
from dokoclub.look.numbers import percent, signed
from dokoclub.standings.models.periods import Period
from dokoclub.standings.shown.charts import Race
from dokoclub.standings.shown.matrix import Field, Figure, Matrix, Side
from dokoclub.standings.shown.statistics import to_decimal

WORDS: Final[Mapping[Figure, object]] = {
    Figure.POINTS: gettext_lazy("Points"),
    Figure.MEAN: gettext_lazy("per game"),
    Figure.WON: gettext_lazy("Games won"),
}


def print_race(race: Race) -> SafeString:
    """The rows of the table that stands for the drawing."""
    return SafeString("".join(_runners(race)))


def _runners(race: Race) -> Iterator[str]:
    for runner in race.runners:
        yield f'<tr><th class="text" scope="row">{print_card(runner.player.card)}{escape(runner.player.name)}</th>'
        for total in runner.totals:
            yield "<td></td>" if total is None else f"<td>{signed(total)}</td>"
        yield "</tr>"


def print_fields(matrix: Matrix, club: int, period: Period) -> SafeString:
    """The rows of everybody with everybody; names lead to statistics."""
    return SafeString("".join(_lines(matrix, club, period)))


def _lines(matrix: Matrix, club: int, period: Period) -> Iterator[str]:
    for player, fields in matrix.lines:
        url = reverse("standings:show_player_statistics", args=[club, player.pk, period])
        yield f'<tr><th scope="row"><a href="{escape(url)}">{print_card(player.card)}{escape(player.name)}</a></th>'
        for field in fields:
            yield _field(field, matrix.tone(field))
        yield "</tr>"


def _field(field: Field, tone: str) -> str:
    named = f' class="{tone}"' if tone else ""
    return (
        f"<td{named}>{_figure(field)} <small>{field.share.games}</small></td>" if field.share else f"<td{named}></td>"
    )


def _figure(field: Field) -> str:
    text = print_figure(field)
    return f'<span class="few">({text})</span>' if field.is_few else text


def print_lists(matrix: Matrix, club: int, period: Period) -> SafeString:
    """The same for a phone: each player's line to open, best first."""
    return SafeString("".join(_lists(matrix, club, period)))


def _lists(matrix: Matrix, club: int, period: Period) -> Iterator[str]:
    best = _("best with %(name)s: %(figure)s") if matrix.side is Side.WITH else _("best against %(name)s: %(figure)s")
    more = escape(_("All statistics of %(name)s"))
    for player, fields in matrix.lines:
        met = matrix.met(fields)
        if not met:
            continue
        other, field = met[0]
        url = reverse("standings:show_player_statistics", args=[club, player.pk, period])
        yield (
            f"<details><summary>{print_card(player.card)}<b>{escape(player.name)}</b> "
            f"<small>{escape(best % {'name': other.name, 'figure': print_figure(field)})}</small></summary>"
            f'<table class="list" aria-label="{escape(player.name)}">{_head(field.figure)}<tbody>'
        )
        for other, field in met:
            tone = matrix.tone(field)
            named = f' class="{tone}"' if tone else ""
            yield f'<tr><th class="text" scope="row">{print_card(other.card)}{escape(other.name)}</th>'
            yield f"<td{named}>{_figure(field)}</td><td>{field.share.games if field.share else 0}</td></tr>"
        yield f'</tbody></table><p><a href="{escape(url)}">{more % {"name": escape(player.name)}}</a></p></details>'


def _head(figure: Figure) -> str:
    heads = (str(WORDS[figure]), _("Games"))
    rest = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    return f'<thead><tr><th class="text" scope="col">{escape(_("Player"))}</th>{rest}</tr></thead>'


def print_figure(field: Field) -> str:
    """What stands in a field where the two have met: `+12`, `+0,42` a game, `58 %` won."""
    if field.share is None:
        return ""
    match field.figure:
        case Figure.POINTS:
            return signed(field.share.points)
        case Figure.MEAN:
            return signed(to_decimal(field.mean), 2) if field.mean is not None else ""
        case Figure.WON:
            return percent(field.won) if field.won is not None else ""
