"""The two tables of the statistics that have thousands of cells, as HTML. By hand, as those of the league."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from django.urls import reverse
from django.utils.safestring import SafeString

from dokoclub.look.card_html import print_card
from dokoclub.look.numbers import percent, signed
from dokoclub.standings.models.periods import Period
from dokoclub.standings.shown.charts import Race
from dokoclub.standings.shown.matrix import Field, Figure, Matrix
from dokoclub.standings.shown.statistics import to_decimal


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
        yield from map(_field, fields)
        yield "</tr>"


def _field(field: Field) -> str:
    tone = f' class="{field.tone}"' if field.tone else ""
    if field.share is None:
        return f"<td{tone}></td>"
    text = print_figure(field)
    text = f'<span class="few">({text})</span>' if field.is_few else text
    return f"<td{tone}>{text} <small>{field.share.games}</small></td>"


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
