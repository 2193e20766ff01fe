"""The figures at the top of a statistics page: a name, a number and a note."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dokoclub.clubs.models import Player
from dokoclub.clubs.texts.games import PARTIES
from dokoclub.core.formatting import signed
from dokoclub.standings.presenters.statistics import FEW, Rate, get_company
from dokoclub.standings.selectors.records import fetch_keys
from dokoclub.standings.selectors.statistics import Counted
from dokoclub.ui.texts import get_name
from scoring.league.achievements import ACHIEVEMENTS, AchievementGame, Done
from scoring.league.standings import compute_mean, mean_a_game
from scoring.league.statistics import Augen, OfClub


class Points(NamedTuple):
    """Points, shown in colour."""

    number: int


class Mean(NamedTuple):
    """Points per game or per evening."""

    number: Fraction
    places: int = 2


class Won(NamedTuple):
    """Games won, in percent first."""

    games: Rate


class Attended(NamedTuple):
    """Evenings attended, the number first, then the total. Even few evenings are certain."""

    evenings: Rate


# str: a name; Fraction: card points on average
Value: TypeAlias = int | str | Attended | Won | Points | Mean | Fraction


class Fact(NamedTuple):
    name: str
    value: Value | None  # None: unknown
    of: str = ""  # the basis of the number
    note: str = ""


def list_club_facts(counted: Counted) -> list[Fact]:
    club = counted.statistics.club
    return [
        Fact(_("Evenings"), counted.held),
        Fact(_("Games played"), _played(counted), note=_more_by_hand(counted.sums.by_hand)),
        *_winners(club),
        *_augen(_("Card points of Re"), club.augen_re, _steps(club.steps)),
    ]


def list_player_facts(counted: Counted, player: Player) -> list[Fact]:
    """List a player's figures. Guests count in points only."""
    mine, totals = counted.of(player), get_totals(counted, player)
    points = Fact(_("Points"), Points(totals.points), _("from games only"))
    games = Fact(_("Games"), _known(totals), note=_of_games(totals))
    if player.guest:
        return [points, games]
    found = [points]
    if mine.all.games:
        found.append(Fact(_("Games won"), Won(Rate(mine.all.won, mine.all.games))))
    found += [Fact(_("Evenings"), Attended(totals.evenings)), *_best_partner(counted, player), games]
    if totals.mean is not None:
        found.append(Fact(_("Points per game"), Mean(totals.mean)))
    if totals.mean_evening is not None:
        found.append(Fact(_("Points per evening"), Mean(totals.mean_evening, places=1)))
    return [
        *found,
        *_augen(_("Card points as Re"), mine.augen_re),
        *_augen(_("Card points as Kontra"), mine.augen_kontra),
    ]


def _best_partner(counted: Counted, player: Player) -> Iterator[Fact]:
    """Yield the most successful partner in many games, else in few; none if the player won with nobody."""
    lines = get_company(counted, counted.of(player).with_partner)
    won = [line for line in lines if line.player and line.share.points > 0]
    best = max(won, key=lambda line: (line.share.games >= FEW, line.share.points), default=None)
    if best:
        is_few = best.share.games < FEW
        in_few = ngettext("%(points)s in only %(number)s game", "%(points)s in only %(number)s games", best.share.games)
        in_many = ngettext("%(points)s in %(number)s game", "%(points)s in %(number)s games", best.share.games)
        told = (in_few if is_few else in_many) % {"points": signed(best.share.points), "number": best.share.games}
        yield Fact(_("Best partner"), f"({best.name})" if is_few else best.name, told)


def _winners(club: OfClub) -> Iterator[Fact]:
    """Yield the games won by each party, and by none if that happened."""
    order = {"re": 0, "kontra": 1}
    for party in sorted(club.won, key=lambda party: order.get(str(party), 2)):
        name = PARTIES[str(party) if party else "none"]
        yield Fact(_("Won by %(party)s") % {"party": name}, Won(Rate(club.won[party], club.games)))


def _augen(name: str, augen: Augen, note: str = "") -> Iterator[Fact]:
    if augen.games:
        of = ngettext(
            "on average, counted in %(number)s game", "on average, counted in %(number)s games", augen.games
        ) % {"number": augen.games}
        yield Fact(name, Fraction(augen.augen, augen.games), of, note)


def _steps(number: int) -> str:
    text = ngettext("%(number)s written as a step only", "%(number)s written as steps only", number)
    return text % {"number": number} if number else ""


def _more_by_hand(number: int) -> str:
    text = ngettext("%(number)s more by hand, in points only", "%(number)s more by hand, in points only", number)
    return text % {"number": number} if number else ""


def _by_hand(number: int) -> str:
    text = ngettext("%(number)s of them by hand, in points only", "%(number)s of them by hand, in points only", number)
    return text % {"number": number} if number else ""


def _played(counted: Counted) -> Value | None:
    """Return the number of games; None if evenings were held and none of their games is known."""
    number = counted.statistics.club.games
    return number if number or counted.sums.by_hand or not counted.held else None


def _known(totals: Totals) -> Value | None:
    """Return the number of known games; None if none is known."""
    return totals.games if totals.games or not totals.summed else None


def _of_games(totals: Totals) -> str:
    told = [_by_hand(totals.by_hand)]
    if totals.summed:
        told.append(
            ngettext(
                "and %(number)s evening without games",
                "and %(number)s evenings without games",
                totals.summed,
            )
            % {"number": totals.summed}
        )
    return " · ".join(filter(None, told))


class Totals(NamedTuple):
    """All that a player scored, including rows by hand and penalties."""

    games: int
    by_hand: int
    points: int
    evenings: Rate  # attended, of those held
    summed: int  # evenings with only the sums known
    summed_points: int

    @property
    def mean(self) -> Fraction | None:
        return mean_a_game(self.points, self.summed_points, self.games)

    @property
    def mean_evening(self) -> Fraction | None:
        return compute_mean(self.points, self.evenings.number)


def get_totals(counted: Counted, player: Player) -> Totals:
    mine = counted.attended(player)
    return Totals(
        mine.games,
        mine.games - mine.decided,
        mine.points,
        Rate(mine.evenings, counted.held),
        mine.summed,
        mine.summed_points,
    )


class Behind(NamedTuple):
    """A game behind an achievement."""

    title: str
    day: date
    url: str


class AchievementRow(NamedTuple):
    name: str
    times: int
    games: list[Behind]  # the last ones, the newest first


def list_player_feats(counted: Counted, player: Player) -> list[AchievementRow] | None:
    """List the player's achievements in the order of the registry; None without any. One query for their games."""
    mine = counted.of(player).feats
    keys = fetch_keys(game for done in mine.values() for game in done.latest)
    return [
        _achievement_row(get_name(feat), mine[key], keys) for key, feat in ACHIEVEMENTS.items() if key in mine
    ] or None


def _achievement_row(name: str, done: Done, keys: dict[AchievementGame, str]) -> AchievementRow:
    return AchievementRow(name, done.times, [_behind(game, keys.get(game)) for game in reversed(done.latest)])


def _behind(game: AchievementGame, key: str | None) -> Behind:
    url = reverse("evenings:show_sheet", args=[game.place.sheet])
    title = _("Game %(number)s") % {"number": game.number}
    return Behind(title, game.place.day, f"{url}?open={key}#game-{key}" if key else url)
