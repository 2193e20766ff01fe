"""Parts of the statistics blocks: lines of names and numbers. Nothing here counts a game."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from dokoclub.clubs.models import Player, Season
from dokoclub.clubs.texts.games import ABSAGEN, solo_name
from dokoclub.standings.models.periods import ALL_TIME, Period, Span, get_season_period, period_around
from dokoclub.standings.presenters.table_notes import PeriodLink, PeriodWays
from dokoclub.standings.selectors.statistics import Counted
from scoring.league.counters import Announcements, Share, Shares
from scoring.league.statistics import Absagen
from scoring.rules.kinds import KINDS, SOLOS
from scoring.terms import ABSAGE_KEYS, AUGEN, LIMIT, Call

FEW: Final = 10  # Numbers from fewer games are marked.


class Rate(NamedTuple):
    """A number out of a total."""

    number: int
    of: int

    @property
    def percent(self) -> int | None:
        """Return the percentage, rounded half up."""
        return (200 * self.number + self.of) // (2 * self.of) if self.of else None

    @property
    def is_few(self) -> bool:
        return 0 < self.of < FEW


class StatisticsLine(NamedTuple):
    """Some games of a player."""

    name: str
    share: Share
    player: Player | None = None  # the player of the line, if they have a page
    is_part: bool = False  # of the line above

    @property
    def won(self) -> Rate:
        return Rate(self.share.won, self.share.games)

    @property
    def mean(self) -> Fraction | None:
        """Return the points per game."""
        return Fraction(self.share.points, self.share.games) if self.share.games else None


def get_company(counted: Counted, shares: Shares) -> list[StatisticsLine]:
    """List the players met, the most frequent first; guests share one line, since they have no line of their own."""
    guests, lines = Share(), []
    for key, share in shares.items():
        player = counted.player(key)
        if player.guest:
            guests = Share(guests.games + share.games, guests.won + share.won, guests.points + share.points)
        else:
            lines.append(StatisticsLine(player.name, share, player))
    lines.sort(key=lambda line: (-line.share.games, line.name))
    return [*lines, StatisticsLine(_("Guests together"), guests)] if guests.games else lines


class Games(NamedTuple):
    """A table of games by category; `head`: the head of its first column."""

    head: str
    lines: list[StatisticsLine]


def games_in(head: str, lines: list[StatisticsLine]) -> Games | None:
    """Return the table of the lines that have games."""
    some = [line for line in lines if line.share.games]
    return Games(head, some) if some else None


def find_solos(shares: Shares, own: Mapping[str, str]) -> Games | None:
    """List the solos in the order of the registry, the club's own by name between its solos and the kinds."""
    more = sorted(shares.keys() - SOLOS.keys() - KINDS.keys(), key=lambda key: solo_name(key, own))
    lines = [StatisticsLine(solo_name(key, own), shares[key]) for key in (*SOLOS, *more, *KINDS) if key in shares]
    return Games(_("Solo"), lines) if lines else None


class Announcement(NamedTuple):
    name: str
    kept: Rate


def list_announcements(made: Announcements) -> list[Announcement]:
    """List Re, Kontra, keine 90 …, as far as they were made."""
    words = {"re": _("Re called"), "kontra": _("Kontra called"), **ABSAGEN}
    return [Announcement(str(word), Rate(made[key].kept, made[key].made)) for key, word in words.items() if key in made]


class Level(NamedTuple):
    """An Absage that would have been kept."""

    name: str
    needs: str  # "from 151 on"
    missed: Rate  # out of the games in which it was within reach


class Missed(NamedTuple):
    levels: list[Level]
    games: int  # games with at least one missed Absage


def get_missed(absagen: Absagen) -> Missed:
    """Return all four levels, reached or not."""
    augen = {call: _("from %(augen)s on") % {"augen": AUGEN - limit + 1} for call, limit in LIMIT.items()}
    needs = {**augen, Call.SCHWARZ: _("all tricks")}
    levels = [
        Level(str(ABSAGEN[key]), needs[call], Rate(absagen.missed[call], absagen.reached[call]))
        for call, key in ABSAGE_KEYS.items()
    ]
    return Missed(levels, absagen.games)


BANDS: Final = ((0, 29), (30, 59), (60, 89), (90, 120), (121, 150), (151, 180), (181, 210), (211, 240))


VALUE_STEPS: Final = {"0–2": 2, "3–4": 4, "5–8": 8, "9–16": 16}  # the highest value of each; the rest has a step
ABOVE: Final = "17+"


class Bar(NamedTuple):
    """Games of some values; `won` and `not_won` in percent of the longest bar."""

    values: str
    games: int
    won: int
    not_won: int
    won_width: str
    not_won_width: str


class Values(NamedTuple):
    bars: list[Bar]
    split: bool  # Won and not won are separate.
    told: str = ""  # a sentence below


def get_values(won: Counter[int], not_won: Counter[int] | None = None) -> Values:
    """Return one bar per step of values, the lowest first; without `not_won`, wins are not told apart."""
    split = not_won is not None
    won_in, lost_in = _in_steps(won), _in_steps(not_won or Counter())
    games = won_in + lost_in
    longest = max(games.values(), default=1)
    bars = [
        Bar(
            step,
            games[step],
            won_in[step],
            lost_in[step],
            _width(won_in[step], longest),
            _width(lost_in[step], longest),
        )
        for step in (*VALUE_STEPS, ABOVE)
        if games[step]
    ]
    return Values(bars, split)


def _in_steps(games: Counter[int]) -> Counter[str]:
    found: Counter[str] = Counter()
    for value, number in games.items():
        found[next((step for step, highest in VALUE_STEPS.items() if value <= highest), ABOVE)] += number
    return found


def _width(number: int, longest: int) -> str:
    """Return the width for SVG, the same in every language."""
    return f"{100 * number / longest:.1f}"


class StatisticsColumn(NamedTuple):
    """Games with this many Augen of Re; in units of the drawing, from its top left corner."""

    x: int
    y: str
    height: str
    is_enough: bool  # enough for Re without announcements


class Band(NamedTuple):
    """`first` to `last` Augen: the step of one Absage."""

    first: int
    last: int
    games: int


class Spread(NamedTuple):
    """Games by the Augen of Re: drawn in tens, and listed in the steps of the Absagen."""

    columns: list[StatisticsColumn]
    bands: list[Band]
    below: int  # games of 120 Augen or fewer
    above: int


TEN: Final = 10  # Augen in a column
COLUMN_WIDTH, SPREAD_HEIGHT = 13, 100  # of the drawing
FEWEST_SEEN: Final = 2.5  # height of one game next to a thousand


def find_spread(games: Counter[int]) -> Spread | None:
    """Return the spread; 121 begins a column as it begins a band. None if no Augen were counted."""
    if not games:
        return None
    in_tens: Counter[int] = Counter()
    for augen, number in games.items():
        in_tens[max(0, augen - 1) // TEN] += number
    most = max(in_tens.values())
    columns = []
    for place in sorted(in_tens):
        height = max(FEWEST_SEEN, SPREAD_HEIGHT * in_tens[place] / most)
        enough = place * TEN >= AUGEN // 2
        columns.append(StatisticsColumn(place * COLUMN_WIDTH, f"{SPREAD_HEIGHT - height:.1f}", f"{height:.1f}", enough))
    bands = [Band(*ends, sum(games[augen] for augen in range(ends[0], ends[1] + 1))) for ends in BANDS]
    return Spread(columns, bands, *(sum(band.games for band in some) for some in (bands[:4], bands[4:])))


class Portion(NamedTuple):
    """A share of all games: won by a party, of a kind, at a Bock level."""

    name: str
    rate: Rate


def to_decimal(number: Fraction) -> Decimal:
    return Decimal(number.numerator) / Decimal(number.denominator)


def period_ways(
    here: Period, url: Callable[[Period], str], *, last_day: date, seasons: Iterable[Season] = ()
) -> PeriodWays:
    """Return the links to other periods. No query.

    `last_day`: of the club's last evening; no link goes beyond it, and the other spans lie around it.
    """
    day = max(here.first, min(here.last, last_day))

    def way(period: Period | None) -> PeriodLink | None:
        return PeriodLink(str(period), url(period), period.key == here.key) if period else None

    after = here.after
    its_seasons = [get_season_period(season) for season in seasons]
    nearest = here if here.span is Span.SEASON else _nearest(its_seasons, day)
    others = [season for season in its_seasons if here.span is Span.SEASON and season.key != here.key]
    return PeriodWays(
        spans=[
            *(
                PeriodLink(title, url(period_around(span, day)), here.span is span)
                for span, title in ((Span.MONTH, _("Month")), (Span.QUARTER, _("Quarter")), (Span.YEAR, _("Year")))
            ),
            *([PeriodLink(_("Season"), url(nearest), nearest is here)] if nearest else []),
            PeriodLink(_("All"), url(ALL_TIME), here.span is Span.ALL),
        ],
        before=way(here.before),
        after=way(after if after and after.first <= last_day else None),
        seasons=[PeriodLink(str(season), url(season), is_here=False) for season in others],
    )


def _nearest(seasons: list[Period], day: date) -> Period | None:
    """Return the season that includes the day, else the newest."""
    return next((season for season in seasons if season.holds(day)), seasons[0] if seasons else None)
