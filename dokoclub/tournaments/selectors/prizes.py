"""The money of a tournament: fees, pool, prizes, losses, bookings, and effects of corrections.

All amounts in cents; no query except in `get_booked`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from dokoclub.settlement.models import CashEntry
from dokoclub.tournaments.models import Booking, Entrant, RoundTable, Tournament
from dokoclub.tournaments.selectors.day import Day, RoundNow, Sitting
from scoring.tournament.money import LossRules, Posting, cost_of_round, post_money, share_among_best
from scoring.tournament.prizes import award_lists, award_prizes, compute_pool, default_places, share_pool
from scoring.tournament.ranking import filter_ranking

MOST_PLACES: Final = 100


class Prizes(NamedTuple):
    fees: Mapping[int, int]  # paid, by start number
    pool: int  # total of the prizes
    places: Sequence[int]  # the prize of each rank in the overall list
    cents: Mapping[int, int]  # prize by start number
    losses: Mapping[int, int]  # money for losses by start number
    gains: Mapping[int, int]  # shares of losses paid to the best of a round, by start number

    @property
    def kept(self) -> int:
        """Return the amount that stays in the kitty."""
        return sum(self.fees.values()) + sum(self.losses.values()) - sum(self.gains.values()) - sum(self.cents.values())

    @property
    def postings(self) -> tuple[Posting, ...]:
        return post_money(fees=self.fees, prizes=self.cents, losses=self.losses, gains=self.gains)


def get_prizes(day: Day) -> Prizes:
    """Compute prizes from the current list."""
    tournament = day.tournament
    fees = {entrant.number: tournament.fee for entrant in day.ranked if entrant.paid and tournament.fee}
    losses, gains = _losses(day)
    extra = tournament.extra + (sum(losses.values()) if tournament.loss_goes_to == "pool" else 0)
    pool = compute_pool(fees=sum(fees.values()), payout=tournament.payout, extra=extra, in_kind=tournament.in_kind)
    places = place_prizes(tournament, pool, len(day.counting))
    ranks = {row.who: row.rank for row in day.ranking}
    numbers = sorted(ranks)
    if tournament.no_double and tournament.lists:
        cents = _one_prize_each(day, places)
    else:
        cents = dict(zip(numbers, award_prizes(places, [ranks[number] for number in numbers]), strict=True))
    return Prizes(fees, pool, places, {who: won for who, won in cents.items() if won}, losses, gains)


def planned_prizes(day: Day) -> tuple[int, list[int]]:
    """Return the pool and prizes by rank once everybody has paid, before anything is played."""
    tournament, heads = day.tournament, len(day.counting)
    pool = compute_pool(
        fees=tournament.fee * heads, payout=tournament.payout, extra=tournament.extra, in_kind=tournament.in_kind
    )
    return pool, place_prizes(tournament, pool, heads)


def place_prizes(tournament: Tournament, pool: int, entrants: int) -> list[int]:
    """Return prizes by rank: fixed amounts, percentages by hand, or falling weights for one rank per table."""
    if tournament.fixed is not None:
        return [int(cents) for cents in tournament.fixed]
    places = tournament.prize_places if tournament.prize_places is not None else default_places(entrants)
    if tournament.shares is not None:
        return share_pool(pool, len(tournament.shares), unit=tournament.unit, shares=tournament.shares)
    return share_pool(pool, places, unit=tournament.unit) if places else []


def _one_prize_each(day: Day, places: Sequence[int]) -> dict[int, int]:
    """Award the overall list first; lists by tag only have prizes in kind, which pass on in the same way."""
    ranks = {row.who: row.rank for row in day.ranking if row.rank is not None}
    lists: list[tuple[Sequence[int], Mapping[int, int]]] = [(places, ranks)]
    for tag in day.tournament.lists:
        members = {number for number, entrant in day.entrants.items() if tag in entrant.tags}
        rows = filter_ranking(day.ranking, members)
        lists.append(([], {row.who: row.rank for row in rows if row.rank is not None}))
    return {who: sum(won) for who, won in award_lists(lists).items()}


def loss_rules(tournament: Tournament) -> LossRules:
    return LossRules(
        loss_money=tournament.loss_money,
        goes_to=tournament.loss_goes_to,
        per_solo=tournament.loss_solo,
        per_further_solo=tournament.loss_further_solo,
        per_point=tournament.loss_point,
        cap=tournament.loss_cap,
    )


def _losses(day: Day) -> tuple[dict[int, int], dict[int, int]]:
    """Return losses of confirmed rounds by person, and shares of the best of a round."""
    rules = loss_rules(day.tournament)
    losses: dict[int, int] = {}
    gains: dict[int, int] = {}
    for one in day.begun if rules.loss_money != "none" else ():
        if not one.is_confirmed:
            continue
        costs = _costs(one, rules)
        for who, cents in costs.items():
            losses[who] = losses.get(who, 0) + cents
        if rules.goes_to == "best_of_round":
            points = {
                sit.entrant.number: sit.total for table in one.tables for sit in table.seated if not sit.entrant.fill_in
            }
            for who, cents in share_among_best(sum(costs.values()), points).items():
                gains[who] = gains.get(who, 0) + cents
    return losses, gains


def _costs(one: RoundNow, rules: LossRules) -> dict[int, int]:
    found = {
        sit.entrant.number: cost_of_round(rules, points=sit.total, lost_solos=sit.solos_lost)
        for table in one.tables
        for sit in table.sittings
        if not sit.entrant.fill_in
    }
    return {who: cents for who, cents in found.items() if cents}


class Owed(NamedTuple):
    start: int  # start number
    reason: str  # fee, prize or loss


def get_wanted(prizes: Prizes) -> dict[Owed, int]:
    """Return amounts owed to the kitty; negative: paid out. With people's amounts they sum to 0. No query."""
    found: dict[Owed, int] = {}
    for posting in prizes.postings:
        if isinstance(posting.who, int):
            owed = Owed(posting.who, posting.reason)
            found[owed] = found.get(owed, 0) - posting.cents
    return found


def get_booked(tournament: Tournament) -> dict[Owed, list[CashEntry]]:
    """Return the bookings that were not reversed. One query."""
    rows = Booking.objects.filter(entrant__tournament=tournament, entry__reversed_by=None)
    found: dict[Owed, list[CashEntry]] = {}
    for booking in rows.select_related("entrant", "entry__club"):
        found.setdefault(Owed(booking.entrant.number, booking.reason), []).append(booking.entry)
    return found


def is_all_booked(prizes: Prizes, booked: dict[Owed, list[CashEntry]]) -> bool:
    sums = {owed: sum(row.cents for row in rows) for owed, rows in booked.items()}
    return {owed: cents for owed, cents in get_wanted(prizes).items() if cents} == {
        owed: cents for owed, cents in sums.items() if cents
    }


class Slip(NamedTuple):
    """A person's result handed in; `points` without the penalty, which is 0 or less."""

    points: int
    won: int = 0
    solos_won: int = 0
    solos_lost: int = 0
    penalty: int = 0


class Moved(NamedTuple):
    entrant: Entrant
    rank: tuple[int | None, int | None]  # before and after
    cents: tuple[int, int]

    @property
    def moves_prize(self) -> bool:
        return self.cents[0] != self.cents[1]


def with_slips(day: Day, table: RoundTable, slips: Mapping[int, Slip]) -> Day:
    """Return the day as if the table had handed in these slips, by start number."""
    rounds = tuple(
        replace(
            one,
            tables=tuple(
                replace(now, sittings=tuple(_with_slip(sitting, slips) for sitting in now.sittings))
                if now.table.pk == table.pk
                else now
                for now in one.tables
            ),
        )
        for one in day.rounds
    )
    return Day(day.tournament, day.entrants, rounds)


def _with_slip(sitting: Sitting, slips: Mapping[int, Slip]) -> Sitting:
    slip = slips.get(sitting.entrant.number)
    if slip is None:
        return sitting
    return replace(
        sitting,
        points=slip.points,
        won=slip.won,
        solos_won=slip.solos_won,
        solos_lost=slip.solos_lost,
        penalty=slip.penalty,
    )


def compare_days(before: Day, after: Day) -> list[Moved]:
    """List the people with a changed rank or prize."""
    old, new = ({row.who: row.rank for row in day.ranking} for day in (before, after))
    old_cents, new_cents = get_prizes(before).cents, get_prizes(after).cents
    return [
        Moved(before.entrants[who], (old.get(who), new[who]), (old_cents.get(who, 0), new_cents.get(who, 0)))
        for who in new
        if old.get(who) != new[who] or old_cents.get(who, 0) != new_cents.get(who, 0)
    ]
