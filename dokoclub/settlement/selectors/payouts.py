"""Who would get what of the cash box by the table of a season, a year or another time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from django.db.models import Sum

from dokoclub.clubs.models import Club, Player
from dokoclub.settlement.models import CashEntry
from dokoclub.settlement.selectors.stamps import stamp_of
from dokoclub.standings import access
from dokoclub.standings.models.periods import Period, of_season, year_around
from dokoclub.standings.selectors.starting import last_day, seasons_of
from dokoclub.standings.selectors.tables import league_table
from scoring.money.payouts import pay_ranks


@dataclass(frozen=True, slots=True, kw_only=True)
class Prize:
    """In cents."""

    player: Player
    rank: int
    cents: int


class Before(NamedTuple):
    """What was paid out before on one day by a table of the same time, or of some of it."""

    day: date
    cents: int
    currency: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Payout:
    """By rank; who gets nothing is not among them. `running`: evenings of that time are open."""

    period: Period
    prizes: Sequence[Prize]
    running: int
    before: Sequence[Before]

    @property
    def cents(self) -> int:
        return sum(prize.cents for prize in self.prizes)

    @property
    def stamp(self) -> str:
        """Changes with every name, rank and amount, and with every payout before it."""
        facts = [(prize.player.pk, prize.rank, prize.cents) for prize in self.prizes]
        return stamp_of(self.period.key, facts, [tuple(map(str, one)) for one in self.before])


def payout_of(club: Club, period: Period, *, pot: int, shares: Sequence[int], today: date) -> Payout:
    """By the table as it stands now. Eight queries. Raises Http404 for a season of another club."""
    league = access.league_of(club)
    season, period = access.season_of(club, period)
    live = league_table(club, period, access.rules_of(league, season, period), today=today, columns=())
    ranked = sorted((row.rank, row.player) for row in live.rows if row.rank is not None)
    cents = pay_ranks(pot, [rank for rank, _player in ranked], shares)
    people = Player.objects.select_related("club").in_bulk([player for _rank, player in ranked])
    prizes = [
        Prize(player=people[player], rank=rank, cents=amount)
        for (rank, player), amount in zip(ranked, cents, strict=True)
        if amount
    ]
    before = _paid_before(club, period)
    return Payout(period=period, prizes=prizes, running=len(live.running), before=before)


def _paid_before(club: Club, period: Period) -> list[Before]:
    """The earliest first, without what was reversed. One query."""
    rows = CashEntry.objects.filter(club=club, reversed_by=None)
    within = rows.filter(table_first__lte=period.last, table_last__gte=period.first)
    days = within.order_by("day", "currency").values_list("day", "currency").annotate(cents=Sum("cents"))
    return [Before(day, -cents, currency) for day, currency, cents in days]


def periods_to_pay(club: Club, today: date) -> list[Period]:
    """Seasons, and the last years in which anybody played; the newest first. Two queries."""
    played = last_day(club) or today
    years = [year_around(played), year_around(date(played.year - 1, 1, 1))]
    return [*(of_season(season) for season in seasons_of(club) if season.first <= today), *years]
