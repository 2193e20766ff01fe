"""The money of a tournament as it is printed: what came in, what is paid out, who gets what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from dokoclub.settlement.models import CashEntry
from dokoclub.tournaments.models import Entrant
from dokoclub.tournaments.selectors import Day, Owed, Prizes, is_all_booked, planned_prizes, prizes_of
from dokoclub.tournaments.shown.people import paid_of
from scoring.tournament.prizes import fixed_problems


class Winner(NamedTuple):
    entrant: Entrant
    rank: int | None
    cents: int


class Money(NamedTuple):
    prizes: Prizes
    to_win: int  # in all; after the end what the winners get
    places: list[int]  # by rank, as long as nobody has points; then it stands beside names
    is_planned: bool  # `to_win` and `places` count on those who have not paid yet
    fee_note: str  # how many have paid; "" where nobody pays
    unpaid: list[Entrant]
    came_in: int  # fees
    from_losses: int  # what of it stays in the cash box
    for_prizes: int  # below 0: what goes out
    winners: list[Winner]  # none before there are points
    losers: list[tuple[Entrant, int]]
    gainers: list[tuple[Entrant, int]]
    is_booked: bool  # as the list says
    has_bookings: bool
    is_too_much: bool  # fixed prizes beyond the pool
    is_free: bool  # nothing to pay and nothing to win


def show_money(day: Day, booked: Mapping[Owed, list[CashEntry]]) -> Money:
    """No query."""
    prizes = prizes_of(day)
    ranks = {row.who: row.rank for row in day.ranking}
    gets = prizes.cents.items() if day.has_points else ()
    winners = [Winner(day.entrants[who], ranks.get(who), cents) for who, cents in gets]
    paying = day.counting if day.tournament.fee else []
    unpaid = [entrant for entrant in paying if not entrant.paid]
    pool, places = (prizes.pool, prizes.places) if day.begun else planned_prizes(day)
    out = sum(prizes.cents.values())
    costs = day.tournament.fee or day.tournament.loss_money != "none"
    return Money(
        prizes=prizes,
        to_win=out if day.tournament.is_over else pool,
        places=[*places] if any(places) and not day.has_points else [],
        is_planned=bool(unpaid) and not day.begun,
        fee_note=paid_of(len(paying) - len(unpaid), len(paying)) if paying else "",
        unpaid=unpaid,
        came_in=sum(prizes.fees.values()),
        from_losses=sum(prizes.losses.values()) - sum(prizes.gains.values()),
        for_prizes=-out,
        winners=sorted(winners, key=lambda one: (one.rank or 0, one.entrant.number)),
        losers=[(day.entrants[who], cents) for who, cents in prizes.losses.items()],
        gainers=[(day.entrants[who], cents) for who, cents in prizes.gains.items()],
        is_booked=is_all_booked(prizes, dict(booked)),
        has_bookings=bool(booked),
        is_too_much=day.tournament.fixed is not None and bool(fixed_problems(prizes.places, prizes.pool)),
        is_free=not (costs or pool or any(prizes.places) or booked),
    )
