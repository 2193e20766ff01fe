"""The best and the worst: games, evenings and series, as the pages of statistics print them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import date
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dokoclub.clubs.models import Player
from dokoclub.evenings.words.names import join_names
from dokoclub.look.numbers import signed
from dokoclub.standings.selectors.statistics import Counted
from scoring.game.played import Played
from scoring.league.records import Evening
from scoring.league.statistics import OfPlayer, Series
from scoring.terms import Party

MOST_HIGHEST = 3  # games of the same value that are named; of more only the number


class Record(NamedTuple):
    """What is remarkable, how much it is, and where it happened."""

    title: str
    text: str
    day: date
    url: str


OnEvening = tuple[Player, Evening]


def of_club(counted: Counted) -> list[Record] | None:
    """The highest games, the best and worst evening of all, the longest series of the members; None without any."""
    evenings = list(_evenings(counted))
    members = [
        (player, counted.of(player))
        for pk, player in counted.players.items()
        if not player.guest and pk in counted.evenings
    ]
    found = [
        *_highest(counted),
        *_evening_of_club(counted, _("Best evening"), evenings, max),
        *_evening_of_club(counted, _("Worst evening"), evenings, min),
        *_series_of_club(_("Most games won in a row"), members, lambda mine: mine.wins),
        *_series_of_club(_("Most games lost in a row"), members, lambda mine: mine.losses),
    ]
    return found or None


def of_player(counted: Counted, player: Player) -> list[Record] | None:
    """Guests have evenings only: games count for them in points alone."""
    evenings = [(player, one) for one in counted.evenings.get(player.pk, ()) if one.attended]
    found = [
        *_own_evening(counted, _("Best evening"), evenings, max),
        *_own_evening(counted, _("Worst evening"), evenings, min),
    ]
    if not player.guest:
        found = [*_games(counted.of(player), player), *found, *_own_series(counted.of(player))]
    return found or None


def _highest(counted: Counted) -> Iterator[Record]:
    highest = counted.statistics.club.highest
    for game in highest[:MOST_HIGHEST]:
        winners = [counted.player(key).name for key in _winners(game)]
        text = _("%(value)s for %(winners)s") % {"value": game.value, "winners": join_names(winners)}
        if not winners:
            text = str(game.value)
        yield _at(_("Highest game"), text, game)
    more = len(highest) - MOST_HIGHEST
    if more > 0:
        text = ngettext("%(number)s more of that value", "%(number)s more of that value", more) % {"number": more}
        yield _at(_("Highest game"), text, highest[MOST_HIGHEST])


def _winners(game: Played) -> tuple[str, ...]:
    match game.winner:
        case Party.RE:
            return game.game.re
        case Party.KONTRA:
            return game.game.kontra
        case _:
            return ()


def _evenings(counted: Counted) -> Iterator[OnEvening]:
    for pk, mine in counted.evenings.items():
        yield from ((counted.players[pk], one) for one in mine if one.attended)


Choose = Callable[..., OnEvening]  # max or min


def _extreme(counted: Counted, evenings: Iterable[OnEvening], choose: Choose) -> OnEvening:
    """Of equal ones the first."""
    in_order = sorted(evenings, key=lambda one: (one[1].day, one[1].evening, one[0].folded_name))
    return choose(in_order, key=lambda one: counted.points(one[1].counts))


def _evening_of_club(counted: Counted, title: str, evenings: list[OnEvening], choose: Choose) -> Iterator[Record]:
    if evenings:
        player, one = _extreme(counted, evenings, choose)
        points = signed(counted.points(one.counts))
        yield Record(title, f"{player.name} {points}", one.day, reverse("evenings:show_evening", args=[one.evening]))


def _own_evening(counted: Counted, title: str, evenings: list[OnEvening], choose: Choose) -> Iterator[Record]:
    if evenings:
        _player, one = _extreme(counted, evenings, choose)
        text = _games_on_evening(signed(counted.points(one.counts)), one.counts.games)
        yield Record(title, text, one.day, reverse("evenings:show_evening", args=[one.evening]))


def _games_on_evening(points: str, games: int) -> str:
    text = ngettext("%(points)s in %(games)s game", "%(points)s in %(games)s games", games)
    return text % {"points": points, "games": games}


def _games(mine: OfPlayer, player: Player) -> Iterator[Record]:
    for title, game in ((_("Best game"), mine.best), (_("Worst game"), mine.worst)):
        if game is not None:
            yield _at(title, signed(game.points[str(player.pk)]), game)


def _own_series(mine: OfPlayer) -> Iterator[Record]:
    for title, series in ((_("Most games won in a row"), mine.wins), (_("Most games lost in a row"), mine.losses)):
        if series.last is not None:
            text = str(series.longest)
            if series.running:
                text = _("%(longest)s; now %(running)s") % {"longest": series.longest, "running": series.running}
            yield _at(title, text, series.last)


def _series_of_club(
    title: str, members: list[tuple[Player, OfPlayer]], series_of: Callable[[OfPlayer], Series]
) -> Iterator[Record]:
    """All who share the longest one."""
    longest = max((series_of(mine).longest for _player, mine in members), default=0)
    for player, mine in members:
        last = series_of(mine).last
        if last is not None and series_of(mine).longest == longest:
            yield _at(title, f"{player.name} {longest}", last)


def _at(title: str, text: str, game: Played) -> Record:
    return Record(title, text, game.place.day, reverse("evenings:show_sheet", args=[game.place.sheet]))
