"""Bookings of a tournament in the cash box: fees, prizes and losses; each row names the player."""

from collections.abc import Iterator, Mapping
from typing import Any, Final
from uuid import uuid5

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from dokoclub.accounts.models import Account
from dokoclub.clubs.services.locks import lock_club
from dokoclub.settlement.models.cash_box import LONGEST_PURPOSE
from dokoclub.settlement.services.cash_box import Cash, book_together, reverse_together
from dokoclub.settlement.services.locks import OtherCurrency
from dokoclub.tournaments.models import Booking, Tournament
from dokoclub.tournaments.models.people import Reason
from dokoclub.tournaments.selectors.day import read_day
from dokoclub.tournaments.selectors.prizes import Owed, get_booked, get_prizes, get_wanted
from dokoclub.tournaments.services.founding import Facts, check_facts
from dokoclub.tournaments.services.locks import lock_tournament, raise_version, refuse_over, save_tournament
from scoring.tournament.prizes import fixed_problems

PURPOSES: Final[Mapping[str, Any]] = {
    Reason.FEE: lambda: _("Entry fee: %(tournament)s"),
    Reason.PRIZE: lambda: _("Prize: %(tournament)s"),
    Reason.LOSS: lambda: _("Money for losses: %(tournament)s"),
}


@transaction.atomic
def change_money(tournament: Tournament, facts: Facts, *, by: Account) -> Tournament:
    """Change fees and prizes, until the tournament has ended. Raises ValidationError by field."""
    tournament = lock_tournament(tournament)
    refuse_over(tournament)
    for name, value in facts.items():
        setattr(tournament, name, value)
    check_facts(tournament, facts)
    save_tournament(tournament, by=by)
    return tournament


@transaction.atomic
def book_money(tournament: Tournament, *, by: Account) -> int:
    """Book all missing amounts, after reversing those that changed. Return the number of rows written.

    A second call writes nothing. Raises ValidationError before the end, and if prizes exceed the money available.
    """
    lock_club(tournament.club)
    tournament = lock_tournament(tournament)
    tournament.club.refresh_from_db()
    if not tournament.is_over:
        raise ValidationError(_("End the tournament first."))
    day = read_day(tournament)
    prizes = get_prizes(day)
    if tournament.fixed is not None and fixed_problems(prizes.places, prizes.pool):
        raise ValidationError(_("Prizes exceed the money available: lower them."))
    wanted, booked = get_wanted(prizes), get_booked(tournament)
    wrong = {owed: rows for owed, rows in booked.items() if sum(row.cents for row in rows) != wanted.get(owed, 0)}
    try:
        back = reverse_together([row for rows in wrong.values() for row in rows], by=by)
    except OtherCurrency:
        raise ValidationError(_("The club has changed its currency since: book what is left by hand.")) from None
    missing = {owed: cents for owed, cents in wanted.items() if cents and (owed not in booked or owed in wrong)}
    written = _book(tournament, missing, by)
    raise_version(tournament)
    return len(back) + written


def _book(tournament: Tournament, missing: Mapping[Owed, int], by: Account) -> int:
    entrants = {entrant.number: entrant for entrant in tournament.entrants.select_related("player")}
    often = Booking.objects.filter(entrant__tournament=tournament).count()  # a reversed row keeps its key
    owed = list(missing)
    entries = book_together(tournament.club, list(_cash(tournament, missing, often)), by=by)
    Booking.objects.bulk_create(
        Booking(entrant=entrants[one.start], reason=one.reason, entry=entry)
        for one, entry in zip(owed, entries, strict=True)
    )
    return len(entries)


def _cash(tournament: Tournament, missing: Mapping[Owed, int], often: int) -> Iterator[Cash]:
    """Yield rows dated on the day of the tournament, later today: a replacement has the date of its reversal."""
    day = timezone.localdate() if often else tournament.day
    players = {entrant.number: entrant.player for entrant in tournament.entrants.select_related("player")}
    for owed, cents in missing.items():
        purpose = PURPOSES[owed.reason]() % {"tournament": tournament.name}
        key = uuid5(tournament.key, f"{owed.reason} {owed.start} {often}")
        yield Cash(cents, purpose[:LONGEST_PURPOSE], day, key, players[owed.start])
