"""The dues of a club, uncharged periods, unpaid dues, its list of fines, and prizes paid by rank."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from django.db.models import QuerySet, Sum

from dokoclub.clubs.models import Club, Player
from dokoclub.settlement.models import CashEntry, Charge, Due, DueException, Fine
from dokoclub.settlement.models.dues import periods_to_raise
from dokoclub.settlement.selectors.accounts import paid_for
from dokoclub.settlement.selectors.personal_data import digest_facts
from dokoclub.standings import access
from dokoclub.standings.models.periods import Period, get_season_period, year_around
from dokoclub.standings.selectors.people import last_day, list_seasons
from dokoclub.standings.selectors.tables import league_table
from scoring.money.payouts import pay_ranks


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """A period of a due that has begun and is not charged yet, with the amount per player in cents."""

    due: Due
    first: date
    amounts: Sequence[tuple[Player, int]]

    @property
    def cents(self) -> int:
        return sum(cents for _player, cents in self.amounts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Collected:
    """A due with its last charged period: the number of charges, and the players with an open rest."""

    due: Due
    first: date | None
    number: int
    missing: Sequence[Player]

    @property
    def paid(self) -> int:
        return self.number - len(self.missing)


def waiting_dues(club: Club, today: date) -> list[Waiting]:
    """List the uncharged periods by due and period. Three queries."""
    members = list(Player.objects.filter(club=club, left_at=None, guest=False))
    exceptions: dict[tuple[int, int], list[DueException]] = defaultdict(list)
    for one in DueException.objects.filter(due__club=club):
        exceptions[one.due_id, one.player_id].append(one)
    found = []
    for due in Due.objects.filter(club=club):
        for first in periods_to_raise(due, today) if due.currency == club.currency else ():
            asked = [(player, get_amount(due, exceptions[due.pk, player.pk], first)) for player in members]
            amounts = [(player, cents) for player, cents in asked if cents]
            found.append(Waiting(due=due, first=first, amounts=amounts))
    return found


def get_amount(due: Due, exceptions: Sequence[DueException], first: date) -> int:
    """Return the cents for a period that begins then; of several exceptions the last one counts."""
    for one in reversed(exceptions):
        if (one.first is None or one.first <= first) and (one.last is None or first <= one.last):
            return one.cents
    return due.cents


def collected_dues(club: Club) -> list[Collected]:
    """List the dues with their last charged periods. Three queries."""
    charges: dict[int, list[Charge]] = defaultdict(list)
    of_dues = Charge.objects.active().filter(club=club).exclude(due=None)
    for charge in of_dues.select_related("player"):
        charges[charge.due_id or 0].append(charge)
    paid = paid_for(of_dues)
    return [_collected(due, charges[due.pk], paid) for due in Due.objects.filter(club=club)]


def _collected(due: Due, charges: Sequence[Charge], paid: dict[int, int]) -> Collected:
    last = max((charge.day for charge in charges), default=None)
    of_last = [charge for charge in charges if charge.day == last]
    missing = [charge.player for charge in of_last if paid.get(charge.pk, 0) < charge.cents]
    missing.sort(key=lambda player: (player.folded_name, player.pk))
    return Collected(due=due, first=last, number=len(of_last), missing=missing)


def find_due(club: Club, due_id: int) -> Due | None:
    """Return a due of the club. One query."""
    return Due.objects.filter(club=club, pk=due_id).select_related("club").first()


def list_exceptions(due: Due) -> list[DueException]:
    """List the exceptions of a due. One query."""
    return list(due.exceptions.select_related("player"))


def find_exception(club: Club, exception_id: int) -> DueException | None:
    """Return an exception of a due of the club. One query."""
    return DueException.objects.filter(due__club=club, pk=exception_id).select_related("due__club").first()


def list_fines(club: Club) -> list[Fine]:
    """List the fines, those in force first. One query."""
    return list(Fine.objects.filter(club=club))


def fines_in_force(club: Club) -> QuerySet[Fine]:
    """Return the fines in force. One query when it is read."""
    return Fine.objects.filter(club=club, is_off=False, currency=club.currency)


def people_to_fine(club: Club) -> QuerySet[Player]:
    """Return all players of the club, guests too. One query when it is read."""
    return Player.objects.filter(club=club, left_at=None).select_related("club")


def find_fine(club: Club, fine_id: int) -> Fine | None:
    """Return a fine of the club. One query."""
    return Fine.objects.filter(club=club, pk=fine_id).select_related("club").first()


@dataclass(frozen=True, slots=True, kw_only=True)
class Prize:
    """A player's prize, in cents."""

    player: Player
    rank: int
    cents: int


class Before(NamedTuple):
    """An earlier payout on one day by a table with an overlapping period."""

    day: date
    cents: int
    currency: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Payout:
    """Prizes by rank; players without a prize are left out. `running`: open evenings in the period."""

    period: Period
    prizes: Sequence[Prize]
    running: int
    before: Sequence[Before]

    @property
    def cents(self) -> int:
        return sum(prize.cents for prize in self.prizes)

    @property
    def stamp(self) -> str:
        """Return a version token that changes with every name, rank and amount, and with every earlier payout."""
        facts = [(prize.player.pk, prize.rank, prize.cents) for prize in self.prizes]
        return digest_facts(self.period.key, facts, [tuple(map(str, one)) for one in self.before])


def get_payout(club: Club, period: Period, *, pot: int, shares: Sequence[int], today: date) -> Payout:
    """Return the payout by the current table. Eight queries. Raises Http404 for a season of another club."""
    league = access.get_league(club)
    season, period = access.find_season(club, period)
    live = league_table(club, period, access.get_rules(league, season, period), today=today, columns=())
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
    """List the earlier payouts, the earliest first, without reversed ones. One query."""
    rows = CashEntry.objects.filter(club=club, reversed_by=None)
    within = rows.filter(table_first__lte=period.last, table_last__gte=period.first)
    days = within.order_by("day", "currency").values_list("day", "currency").annotate(cents=Sum("cents"))
    return [Before(day, -cents, currency) for day, currency, cents in days]


def periods_to_pay(club: Club, today: date) -> list[Period]:
    """List the seasons, and the last years with games; the newest first. Two queries."""
    played = last_day(club) or today
    years = [year_around(played), year_around(date(played.year - 1, 1, 1))]
    return [*(get_season_period(season) for season in list_seasons(club) if season.first <= today), *years]
