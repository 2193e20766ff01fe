"""View data of entrants, lists of tournaments, and money: fees, prizes, losses."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dokoclub.core.formatting import money
from dokoclub.settlement.models import CashEntry
from dokoclub.tournaments.models import Entrant, Tournament, TournamentState
from dokoclub.tournaments.selectors.day import Day
from dokoclub.tournaments.selectors.prizes import Owed, Prizes, get_prizes, is_all_booked, planned_prizes
from scoring.tournament.prizes import fixed_problems


class Note(NamedTuple):
    text: str
    tone: str  # class of the chip: "", "muted" or "alert"


@dataclass(frozen=True, slots=True)
class EntrantRow:
    entrant: Entrant
    second: str  # below the name: team and home club
    notes: Sequence[Note]
    owes: bool  # takes part and has not paid
    pays: bool  # has to pay the fee at all
    rank: int | None  # in the list, after the end


@dataclass(frozen=True, slots=True)
class People:
    rows: Sequence[EntrantRow]
    fee: str  # per person; "" if it is free
    paid: str  # the number who have paid, as a sentence
    is_all_paid: bool


def list_people(day: Day) -> People:
    """List the entrants by start number. No query."""
    fee = day.tournament.fee
    counting = {entrant.number for entrant in day.counting}
    ranks = {row.who: row.rank for row in day.ranking} if day.tournament.is_over and day.has_points else {}
    rows = [
        _row(
            entrant,
            owes=bool(fee) and entrant.number in counting,
            pays=bool(fee) and not entrant.fill_in,
            rank=ranks.get(entrant.number),
        )
        for entrant in day.entrants.values()
    ]
    missing = sum(row.owes for row in rows)
    return People(
        rows=rows,
        fee=money(fee, day.tournament.club.currency) if fee else "",
        paid=get_paid(len(counting) - missing, len(counting)),
        is_all_paid=not missing,
    )


def get_paid(paid: int, of: int) -> str:
    """Say how many have paid: `3 of 8 have paid`."""
    if paid == of:
        return _("everybody has paid")
    text = ngettext("%(paid)s of %(of)s has paid", "%(paid)s of %(of)s have paid", paid)
    return text % {"paid": paid, "of": of}


def _row(entrant: Entrant, *, owes: bool, pays: bool, rank: int | None) -> EntrantRow:
    second = [str(part) for part in (entrant.team, entrant.home) if part]
    return EntrantRow(
        entrant=entrant,
        second=" · ".join(second),
        notes=list_notes(entrant),
        owes=owes and not entrant.paid,
        pays=pays,
        rank=rank,
    )


def list_notes(entrant: Entrant) -> list[Note]:
    """List the notes on an entrant."""
    found = [Note(tag, "") for tag in entrant.tags]
    if entrant.fill_in:
        found.append(Note(_("Substitute"), ""))
    if entrant.joins > 1:
        found.append(Note(_("from round %(number)s") % {"number": entrant.joins}, ""))
    if entrant.disqualified:
        found.append(Note(_("disqualified"), "alert"))
    elif entrant.withdrawn_after == 0:
        found.append(Note(_("withdrawn"), "muted"))
    elif entrant.withdrawn_after is not None:
        found.append(Note(_("withdrawn after round %(number)s") % {"number": entrant.withdrawn_after}, "muted"))
    return found


@dataclass(frozen=True, slots=True)
class Next:
    """A running or coming tournament, with a summary of its rounds and fee."""

    tournament: Tournament  # with `.heads`
    played: str


@dataclass(frozen=True, slots=True)
class Tournaments:
    """A club's tournaments by state, each with `.heads`."""

    first: Sequence[Next]  # all running ones, else the next one
    coming: Sequence[Tournament]  # after `first`
    over: Sequence[Tournament]  # latest first

    def __bool__(self) -> bool:
        return bool(self.first or self.over)


def sort_tournaments(found: Sequence[Tournament]) -> Tournaments:
    """Sort tournaments by state; `found`: latest first. No query."""
    running = [one for one in found if one.state == TournamentState.RUNNING]
    coming = [one for one in reversed(found) if one.state == TournamentState.OPEN]
    first = running or coming[:1]
    return Tournaments(
        first=[Next(one, what_is_played(one)) for one in first],
        coming=[one for one in coming if one not in first],
        over=[one for one in found if one.is_over],
    )


def what_is_played(tournament: Tournament) -> str:
    """Summarize a tournament: `3 Runden zu 24 Spielen · Startgeld 10,00 €`."""
    text = ngettext("%(rounds)s round of %(games)s games", "%(rounds)s rounds of %(games)s games", tournament.rounds)
    text %= {"rounds": tournament.rounds, "games": tournament.games}
    if not tournament.fee:
        return text
    return f"{text} · {_('Entry fee')} {money(tournament.fee, tournament.club.currency)}"


class Winner(NamedTuple):
    entrant: Entrant
    rank: int | None
    cents: int


class Money(NamedTuple):
    prizes: Prizes
    to_win: int  # in total; after the end, the sum that winners get
    places: list[int]  # by rank, until there are points; then prizes appear next to names
    is_planned: bool  # `to_win` and `places` include fees not paid yet
    fee_note: str  # the number who have paid; "" if nobody pays
    unpaid: list[Entrant]
    came_in: int  # fees
    from_losses: int  # money for losses that stays in the kitty
    for_prizes: int  # negative: paid out
    winners: list[Winner]  # empty until there are points
    losers: list[tuple[Entrant, int]]
    gainers: list[tuple[Entrant, int]]
    is_booked: bool  # bookings match the list
    has_bookings: bool
    is_too_much: bool  # fixed prizes exceed the pool
    is_free: bool  # no costs and no prizes


def show_money(day: Day, booked: Mapping[Owed, list[CashEntry]]) -> Money:
    """Build the money of a tournament. No query."""
    prizes = get_prizes(day)
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
        fee_note=get_paid(len(paying) - len(unpaid), len(paying)) if paying else "",
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
