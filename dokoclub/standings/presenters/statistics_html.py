"""HTML of the statistics tables with hundreds of cells, built by hand, like that of the league; the matrix of pairs."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from html import escape
from typing import Final, NamedTuple

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from dokoclub.clubs.models import Player
from dokoclub.core.formatting import percent, signed, tone
from dokoclub.standings.models.periods import Period
from dokoclub.standings.presenters.blocks import Member
from dokoclub.standings.presenters.charts import Race
from dokoclub.standings.presenters.statistics import FEW, Rate, StatisticsLine, Values, to_decimal
from dokoclub.standings.selectors.statistics import Counted
from dokoclub.ui.cards import render_card
from scoring.league.counters import Share


class Side(StrEnum):
    WITH = "with"
    AGAINST = "against"


class Figure(StrEnum):
    """The number in a field."""

    POINTS = "points"
    MEAN = "mean"  # points a game
    WON = "won"  # games, in percent


class Field(NamedTuple):
    """The row player's result with or against the column player; None: they never met in this way."""

    share: Share | None
    figure: Figure
    is_self: bool = False

    @property
    def is_few(self) -> bool:
        return self.share is not None and self.share.games < FEW

    @property
    def mean(self) -> Fraction | None:
        return Fraction(self.share.points, self.share.games) if self.share else None

    @property
    def won(self) -> int | None:
        """Return the games won in percent."""
        return Rate(self.share.won, self.share.games).percent if self.share else None

    @property
    def above(self) -> Fraction:
        """Return by how much the result is above zero, or above half of the games."""
        if self.share is None:
            return Fraction(0)
        match self.figure:
            case Figure.POINTS:
                return Fraction(self.share.points)
            case Figure.MEAN:
                return Fraction(self.share.points, self.share.games)
            case Figure.WON:
                return Fraction(self.share.won, self.share.games) - Fraction(1, 2)


class Matrix(NamedTuple):
    players: Sequence[Player]
    lines: Sequence[tuple[Player, Sequence[Field]]]
    side: Side
    far: Fraction  # half of the largest distance from 0 among fields of many games

    def tone(self, field: Field) -> str:
        """Return the colour class: `up` or `down`, with `far` for large values, never for few games."""
        if field.is_self:
            return "self"
        if not field.above:
            return ""
        tone = "up" if field.above > 0 else "down"
        return f"{tone} far" if abs(field.above) >= self.far and not field.is_few else tone

    def met(self, fields: Sequence[Field]) -> list[tuple[Player, Field]]:
        """List the players met in a line, the best first, those of few games last."""
        met = [(player, field) for player, field in zip(self.players, fields, strict=True) if field.share]
        return sorted(met, key=lambda one: (one[1].is_few, -one[1].above))


def render_matrix(counted: Counted, side: Side, figure: Figure) -> Matrix:
    """Return the matrix of all members who played, by name. Guests count in points only, and have no line."""
    played = [player for key in counted.statistics.players if not (player := counted.player(key)).guest]
    players = sorted(played, key=lambda player: (player.folded_name, player.pk))
    lines = [(player, [_cross(counted, player, other, side, figure) for other in players]) for player in players]
    most = max((abs(one.above) for _player, fields in lines for one in fields if not one.is_few), default=Fraction(0))
    return Matrix(players, lines, side, most / 2)


def _cross(counted: Counted, player: Player, other: Player, side: Side, figure: Figure) -> Field:
    if player == other:
        return Field(None, figure, is_self=True)
    mine = counted.of(player)
    shares = mine.with_partner if side is Side.WITH else mine.against
    return Field(shares.get(str(other.pk)), figure)


NOTHING: Final = SafeString('<span class="soft">–</span>')


def render_members(members: Iterable[Member], club: int, period: Period, account: int) -> SafeString:
    """Render the rows of players; the row of the account's player is marked."""
    return SafeString("".join(_member(member, club, period, account) for member in members))


def _member(member: Member, club: int, period: Period, account: int) -> str:
    totals = member.totals
    mark = ' class="me"' if member.player.account_id == account else ""
    series = (member.wins, member.losses) if member.won.of else (NOTHING, NOTHING)
    cells = (totals.games or NOTHING, render_rate(member.won), render_points_a_game(totals.mean, totals.games), *series)
    return (
        f'<tr{mark} data-player="{member.player.pk}">{_name(member.player, club, period)}'
        f"<td>{totals.evenings.number}</td>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"
    )


def render_lines(lines: Iterable[StatisticsLine], club: int, period: Period) -> SafeString:
    """Render the rows of games by category or partner; names link to statistics."""
    return SafeString("".join(_line(line, club, period) for line in lines))


def _line(line: StatisticsLine, club: int, period: Period) -> str:
    part = ' class="sub"' if line.is_part else ""
    head = f'<th class="text" scope="row" translate="no">{escape(line.name)}</th>'
    points = line.share.points
    return (
        f"<tr{part}>{_name(line.player, club, period) if line.player else head}"
        f'<td>{line.share.games}</td><td>{render_rate(line.won)}</td><td><b class="num {tone(points)}">'
        f"{signed(points)}</b></td><td>{render_mean(line)}</td></tr>"
    )


def _name(player: Player, club: int, period: Period) -> str:
    url = reverse("standings:show_player_statistics", args=[club, player.pk, period])
    name = f"{render_card(player.card)}{escape(player.name)}"
    return f'<th class="text" scope="row" translate="no"><a href="{escape(url)}">{name}</a></th>'


def render_rate(rate: Rate) -> SafeString:
    """Render `58 %`, for few games `(58 %)`."""
    if rate.percent is None:
        return NOTHING
    text = escape(percent(rate.percent))
    return _few(text) if rate.is_few else SafeString(text)


def render_mean(line: StatisticsLine) -> SafeString:
    """Render the mean of these games only."""
    return render_points_a_game(line.mean, line.share.games)


def render_points_a_game(mean: Fraction | None, games: int) -> SafeString:
    """Render `+0,42`, for few games `(+0,42)`."""
    if mean is None:
        return NOTHING
    text = signed(to_decimal(mean), 2)
    return _few(text) if games < FEW else SafeString(f'<span class="{tone(mean.numerator)}">{text}</span>')


def _few(text: str) -> SafeString:
    reason = escape(_("few games"))
    return SafeString(f'<span class="few">({text})<span class="aloud"> {reason}</span></span>')


def render_bars(values: Values) -> SafeString:
    """Render the rows of games by value, each with a bar."""
    return SafeString("".join(_bars(values)))


def _bars(values: Values) -> Iterator[str]:
    for bar in values.bars:
        lost = f'<rect class="lost" x="{bar.won_width}" width="{bar.not_won_width}" height="10"/>'
        yield (
            f'<tr><th class="text" scope="row">{bar.values}</th><td class="length">'
            f'<svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">'
            f'<rect width="{bar.won_width}" height="10"/>{lost if values.split else ""}</svg></td>'
        )
        yield f"<td>{bar.won}</td><td>{bar.not_won}</td>" if values.split else ""
        yield f'<td class="num">{bar.games}</td></tr>'


WORDS: Final[Mapping[Figure, object]] = {
    Figure.POINTS: gettext_lazy("Points"),
    Figure.MEAN: gettext_lazy("per game"),
    Figure.WON: gettext_lazy("Games won"),
}


def render_race(race: Race) -> SafeString:
    """Render the rows of the table that replaces the chart."""
    return SafeString("".join(_runners(race)))


def _runners(race: Race) -> Iterator[str]:
    for runner in race.runners:
        name = f"{render_card(runner.player.card)}{escape(runner.player.name)}"
        yield f'<tr role="row"><th class="text" scope="row" role="rowheader" translate="no">{name}</th>'
        for step, total in zip(race.steps, runner.totals, strict=True):
            number = "–" if total is None else signed(total)
            yield f'<td role="cell" data-step="{escape(step.name)}">{number}</td>'
        yield "</tr>"


def render_fields(matrix: Matrix, club: int, period: Period) -> SafeString:
    """Render the rows of the matrix; names link to statistics."""
    return SafeString("".join(_lines(matrix, club, period)))


def _lines(matrix: Matrix, club: int, period: Period) -> Iterator[str]:
    for player, fields in matrix.lines:
        url = reverse("standings:show_player_statistics", args=[club, player.pk, period])
        yield f'<tr><th scope="row"><a href="{escape(url)}">{render_card(player.card)}{escape(player.name)}</a></th>'
        for field in fields:
            yield _field(field, matrix.tone(field))
        yield "</tr>"


def _field(field: Field, tone: str) -> str:
    named = f' class="{tone}"' if tone else ""
    return (
        f"<td{named}>{_figure(field)} <small>{field.share.games}</small></td>" if field.share else f"<td{named}></td>"
    )


def _figure(field: Field) -> str:
    text = format_figure(field)
    return f'<span class="few">({text})</span>' if field.is_few else text


def render_lists(matrix: Matrix, club: int, period: Period) -> SafeString:
    """Render the matrix for a phone: each player's line to unfold, the best first."""
    return SafeString("".join(_lists(matrix, club, period)))


def _best(side: Side, *, is_minus: bool) -> str:
    """Return the summary text; it says so if even the best is a loss."""
    if side is Side.WITH:
        return _("smallest minus with %(name)s: %(figure)s") if is_minus else _("best with %(name)s: %(figure)s")
    return _("smallest minus against %(name)s: %(figure)s") if is_minus else _("best against %(name)s: %(figure)s")


def _lists(matrix: Matrix, club: int, period: Period) -> Iterator[str]:
    more = escape(_("All statistics of %(name)s"))
    for player, fields in matrix.lines:
        met = matrix.met(fields)
        if not met:
            continue
        other, field = met[0]
        url = reverse("standings:show_player_statistics", args=[club, player.pk, period])
        best = escape(_best(matrix.side, is_minus="down" in matrix.tone(field)))
        figure = f'<b class="{_signed_tone(matrix.tone(field))}">{format_figure(field)}</b>'
        yield (
            f"<details><summary>{render_card(player.card)}<b>{escape(player.name)}</b> "
            f"<small>{best % {'name': escape(other.name), 'figure': figure}}</small></summary>"
            f'<table class="list" aria-label="{escape(player.name)}">{_head(field.figure)}<tbody>'
        )
        for other, field in met:
            tone = matrix.tone(field)
            named = f' class="{tone}"' if tone else ""
            yield f'<tr><th class="text" scope="row" translate="no">{render_card(other.card)}{escape(other.name)}</th>'
            yield f"<td{named}>{_figure(field)}</td><td>{field.share.games if field.share else 0}</td></tr>"
        yield f'</tbody></table><p><a href="{escape(url)}">{more % {"name": escape(player.name)}}</a></p></details>'


def _signed_tone(tone: str) -> str:
    """Return the text colour for the tint of a field."""
    return "minus" if "down" in tone else "plus" if "up" in tone else ""


def _head(figure: Figure) -> str:
    heads = (str(WORDS[figure]), _("Games"))
    rest = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    return f'<thead><tr><th class="text" scope="col">{escape(_("Player"))}</th>{rest}</tr></thead>'


def format_figure(field: Field) -> str:
    """Return the number in a field where the two have met: `+12`, `+0,42` a game, `58 %` won."""
    if field.share is None:
        return ""
    match field.figure:
        case Figure.POINTS:
            return signed(field.share.points)
        case Figure.MEAN:
            return signed(to_decimal(field.mean), 2) if field.mean is not None else ""
        case Figure.WON:
            return percent(field.won) if field.won is not None else ""
