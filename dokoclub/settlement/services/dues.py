"""Services for dues and fines, entry fees, and prizes by rank; each period of a due is charged once."""

from collections.abc import Sequence
from datetime import date
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Player
from dokoclub.clubs.services.locks import lock_club, refuse_other_content
from dokoclub.core.http import Reused
from dokoclub.settlement.models import CashEntry, Charge, ChargeKind, Due, DueException, Every, Fine
from dokoclub.settlement.models.kitty import LONGEST_PURPOSE
from dokoclub.settlement.selectors.dues import get_payout, waiting_dues
from dokoclub.settlement.selectors.kitty import get_balance
from dokoclub.settlement.services.kitty import book_in_held
from dokoclub.settlement.services.locks import Changed
from dokoclub.settlement.texts import format_due
from dokoclub.standings.models.periods import Period


@transaction.atomic
def make_due(
    club: Club, *, name: str, cents: int, every: str, first: date, last: date | None, key: UUID, by: Account
) -> Due:
    """Create a due.

    The same key with the same content writes once. Raises Reused when the key wrote something else.
    """
    club = lock_club(club)
    refuse_other_content(key, club, name, cents, every, first, last)
    if written := Due.objects.filter(key=key).first():
        if (written.club_id, written.name, written.cents, written.every) != (club.pk, name, cents, every):
            raise Reused
        return written
    return Due.objects.create(
        club=club,
        name=name,
        cents=cents,
        currency=club.currency,
        every=Every(every),
        first=first,
        last=last,
        key=key,
        made_by=by,
    )


@transaction.atomic
def change_due(due: Due, *, name: str, cents: int, last: date | None) -> None:
    """Change a due for uncharged periods; past charges remain."""
    lock_club(due.club)
    Due.objects.filter(pk=due.pk).update(name=name, cents=cents, last=last)


@transaction.atomic
def except_player(due: Due, player: Player, *, cents: int, first: date | None, last: date | None) -> DueException:
    """Add an exception for uncharged periods; sent twice with the same content, it is written once."""
    lock_club(due.club)
    one, _is_new = DueException.objects.get_or_create(due=due, player=player, cents=cents, first=first, last=last)
    return one


@transaction.atomic
def end_exception(exception: DueException) -> None:
    """End an exception for uncharged periods."""
    lock_club(exception.due.club)
    DueException.objects.filter(pk=exception.pk).delete()


@transaction.atomic
def raise_dues(club: Club, *, today: date, seen: int, by: Account) -> int:
    """Charge every period that has begun, each once. Return the number of charges.

    `seen`: their sum on the page, in cents. Raises Changed if they come to something else. The second time there is
    nothing left to charge.
    """
    club = lock_club(club)
    waiting = waiting_dues(club, today)
    if waiting and sum(one.cents for one in waiting) != seen:
        raise Changed
    charges = [
        Charge(
            club=club,
            player=player,
            kind=ChargeKind.DUE,
            cents=cents,
            currency=club.currency,
            purpose=format_due(one.due, one.first),
            day=one.first,
            due=one.due,
            made_by=by,
        )
        for one in waiting
        for player, cents in one.amounts
    ]
    Charge.objects.bulk_create(charges, batch_size=200)
    for one in waiting:  # the earliest first
        Due.objects.filter(pk=one.due.pk).update(raised_to=one.first)
    return len(charges)


@transaction.atomic
def save_fine(club: Club, fine: Fine | None, **facts: Any) -> Fine:
    """Add a fine (with a `key`, which writes once), or change it; past charges remain."""
    club = lock_club(club)
    if fine is None:
        refuse_other_content(facts["key"], club, facts)
        written, _is_new = Fine.objects.get_or_create(
            key=facts.pop("key"), defaults={"club": club, "currency": club.currency, **facts}
        )
        if written.club_id != club.pk:
            raise Reused
        return written
    Fine.objects.filter(pk=fine.pk).update(**facts)
    return fine


@transaction.atomic
def charge_entry_fee(
    club: Club, players: Sequence[Player], *, cents: int, purpose: str, day: date, key: UUID, by: Account
) -> list[Charge]:
    """Charge these players an entry fee. The same key charges once.

    Raises Reused if the key charged something else, or somebody else.
    """
    lock_club(club)
    refuse_other_content(key, club, {player.pk for player in players}, cents, purpose, day)
    everybody = Player.objects.filter(club=club).values_list("pk", flat=True)
    written = list(Charge.objects.filter(key__in=[uuid5(key, str(pk)) for pk in everybody]).order_by("pk"))
    if written:
        wanted = {(player.pk, cents, purpose) for player in players}
        if {(one.player_id, one.cents, one.purpose) for one in written} != wanted:
            raise Reused
        return written
    return Charge.objects.bulk_create(
        Charge(
            club=club,
            player=player,
            kind=ChargeKind.FEE,
            cents=cents,
            currency=club.currency,
            purpose=purpose,
            day=day,
            key=uuid5(key, str(player.pk)),
            made_by=by,
        )
        for player in players
    )


@transaction.atomic
def pay_out_table(
    club: Club, period: Period, *, pot: int, shares: Sequence[int], today: date, stamp: str, key: UUID, by: Account
) -> list[CashEntry]:
    """Book a row of the kitty for each prize, dated today. The same key writes once.

    Raises Changed if the table differs from the one seen (`stamp`) or the box holds less, Reused if the key wrote
    something else.
    """
    lock_club(club)
    if written := _written(club, period, pot, key):
        return written
    found = get_payout(club, period, pot=pot, shares=shares, today=today)
    if found.stamp != stamp or pot > get_balance(club):
        raise Changed
    return [
        book_in_held(
            club,
            cents=-prize.cents,
            purpose=purpose_of_prize(period, prize.rank),
            day=today,
            key=uuid5(key, str(place)),
            by=by,
            player=prize.player,
            by_table=found.period,
        )
        for place, prize in enumerate(found.prizes)
    ]


def purpose_of_prize(period: Period, rank: int) -> str:
    """Return `Season 2026, rank 1`; stored in the language of the booking user."""
    named = _("%(period)s, rank %(rank)s") % {"period": period, "rank": rank}
    return Truncator(named).chars(LONGEST_PURPOSE)


def _written(club: Club, period: Period, pot: int, key: UUID) -> list[CashEntry]:
    """List the prizes that the key wrote, the best first.

    Raises Reused for another pot, which is always paid out whole.
    """
    found: list[CashEntry] = []
    while row := CashEntry.objects.filter(key=uuid5(key, str(len(found)))).first():
        found.append(row)
    if found:
        wanted = (club.pk, purpose_of_prize(period, 1), -pot)
        if (found[0].club_id, found[0].purpose, sum(row.cents for row in found)) != wanted:
            raise Reused
    return found
