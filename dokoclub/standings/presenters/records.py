"""Records: the best and the worst games, evenings and series, for the statistics pages."""

from collections.abc import Callable, Iterator
from datetime import date
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dokoclub.clubs.models import Player
from dokoclub.core.formatting import signed
from dokoclub.evenings.texts import join_names
from dokoclub.standings.selectors.statistics import Counted
from scoring.game.played import Place
from scoring.league.attendance import Attendance, Reached
from scoring.league.statistics import OfPlayer, Series

MOST_HIGHEST = 3  # the most games of the same value that are named; of others only the number


class Record(NamedTuple):
    """A record with its value and place."""

    title: str
    text: str
    day: date
    url: str


def list_members(counted: Counted) -> list[Player]:
    """List those whose series are records: who sat at a table, without guests."""
    return [player for pk, player in counted.players.items() if not player.guest and pk in counted.attendance]


def list_club_records(counted: Counted) -> list[Record] | None:
    """List the highest games, the best and worst evening, and the members' longest series; None without any."""
    members = [(player, counted.of(player)) for player in list_members(counted)]
    found = [
        *_highest(counted),
        *_evening_of_club(counted, _("Best evening"), lambda mine: mine.best, max),
        *_evening_of_club(counted, _("Worst evening"), lambda mine: mine.worst, min),
        *_series_of_club(_("Most games won in a row"), members, lambda mine: mine.wins),
        *_series_of_club(_("Most games lost in a row"), members, lambda mine: mine.losses),
    ]
    return found or None


def list_player_records(counted: Counted, player: Player) -> list[Record] | None:
    """List a player's records. Guests have evenings only: their games count in points alone."""
    attended = counted.attended(player)
    found = list(_own_evenings(attended))
    if not player.guest:
        found = [*_games(counted.of(player)), *found, *_own_series(counted.of(player))]
    return found or None


def _highest(counted: Counted) -> Iterator[Record]:
    highest = counted.statistics.club.highest
    for game in highest[:MOST_HIGHEST]:
        winners = [counted.player(key).name for key in game.winners]
        text = _("%(value)s for %(winners)s") % {"value": game.value, "winners": join_names(winners)}
        if not winners:
            text = str(game.value)
        yield _at(_("Biggest game"), text, game.place)
    more = len(highest) - MOST_HIGHEST
    if more > 0:
        text = ngettext("%(number)s more of that value", "%(number)s more of that value", more) % {"number": more}
        yield _at(_("Biggest game"), text, highest[MOST_HIGHEST].place)


Choose = Callable[..., tuple[Player, Reached]]  # max or min


def _evening_of_club(
    counted: Counted, title: str, of: Callable[[Attendance], Reached | None], choose: Choose
) -> Iterator[Record]:
    """Yield the record evening; of equal ones the first."""
    some = [(counted.players[pk], one) for pk, mine in counted.attendance.items() if (one := of(mine)) is not None]
    if some:
        in_order = sorted(some, key=lambda one: (one[1].day, one[1].evening, one[0].folded_name))
        player, one = choose(in_order, key=lambda one: one[1].points)
        url = reverse("evenings:show_evening", args=[one.evening])
        yield Record(title, f"{player.name} {signed(one.points)}", one.day, url)


def _own_evenings(attended: Attendance) -> Iterator[Record]:
    """Yield the best and worst evening; a single evening is listed once."""
    if attended.evenings == 1:
        yield from _own_evening(_("Only evening"), attended.best)
    else:
        yield from _own_evening(_("Best evening"), attended.best)
        yield from _own_evening(_("Worst evening"), attended.worst)


def _own_evening(title: str, one: Reached | None) -> Iterator[Record]:
    if one is not None:
        text = _games_on_evening(signed(one.points), one.games)
        yield Record(title, text, one.day, reverse("evenings:show_evening", args=[one.evening]))


def _games_on_evening(points: str, games: int) -> str:
    text = ngettext("%(points)s in %(games)s game", "%(points)s in %(games)s games", games)
    return text % {"points": points, "games": games}


def _games(mine: OfPlayer) -> Iterator[Record]:
    for title, game in ((_("Best game"), mine.best), (_("Worst game"), mine.worst)):
        if game is not None:
            yield _at(title, signed(game.points), game.place)


def _own_series(mine: OfPlayer) -> Iterator[Record]:
    for title, series in ((_("Most games won in a row"), mine.wins), (_("Most games lost in a row"), mine.losses)):
        if series.last is not None:
            yield _at(title, _games_in_a_row(series), series.last)


def _games_in_a_row(series: Series) -> str:
    """Return `5 games`, `5 games, now 2`; a running series of one is not mentioned."""
    games = ngettext("%(number)s game", "%(number)s games", series.longest) % {"number": series.longest}
    if series.running and series.longest > 1:
        return _("%(games)s, now %(running)s") % {"games": games, "running": series.running}
    return games


def _series_of_club(
    title: str, members: list[tuple[Player, OfPlayer]], series_of: Callable[[OfPlayer], Series]
) -> Iterator[Record]:
    """Yield the longest series, for all who share it."""
    longest = max((series_of(mine).longest for _player, mine in members), default=0)
    for player, mine in members:
        last = series_of(mine).last
        if last is not None and series_of(mine).longest == longest:
            yield _at(title, f"{player.name} {longest}", last)


def _at(title: str, text: str, place: Place) -> Record:
    return Record(title, text, place.day, reverse("evenings:show_sheet", args=[place.sheet]))
