"""Dues: written down, charged once for each period, with exceptions; and the club's list of fines."""

from __future__ import annotations

from datetime import date
from typing import Any
from uuid import UUID

from django.db import transaction

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Player
from dokoclub.clubs.services.sent_forms import refuse_other_content
from dokoclub.clubs.services.writing import lock_club
from dokoclub.look.refusals import Reused
from dokoclub.settlement.models import Charge, ChargeKind, Due, DueException, Every, Fine
from dokoclub.settlement.selectors.dues import waiting_dues
from dokoclub.settlement.services.refusals import Changed
from dokoclub.settlement.words import due_in_words


@transaction.atomic
def make_due(
    club: Club, *, name: str, cents: int, every: str, first: date, last: date | None, key: UUID, by: Account
) -> Due:
    """The same key with the same content writes once. Raises Reused when the key wrote something else."""
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
    """For periods that are not charged yet; what was charged stays."""
    lock_club(due.club)
    Due.objects.filter(pk=due.pk).update(name=name, cents=cents, last=last)


@transaction.atomic
def except_player(due: Due, player: Player, *, cents: int, first: date | None, last: date | None) -> DueException:
    """For periods that are not charged yet; sent twice with the same content, it is written once."""
    lock_club(due.club)
    one, _is_new = DueException.objects.get_or_create(due=due, player=player, cents=cents, first=first, last=last)
    return one


@transaction.atomic
def end_exception(exception: DueException) -> None:
    """For periods that are not charged yet."""
    lock_club(exception.due.club)
    DueException.objects.filter(pk=exception.pk).delete()


@transaction.atomic
def raise_dues(club: Club, *, today: date, seen: int, by: Account) -> int:
    """Charge every period that has begun, each once; how many charges. `seen`: what they come to on the page, in cents.

    Raises Changed where they come to something else. The second time there is nothing left to charge.
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
            purpose=due_in_words(one.due, one.first),
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
def keep_fine(club: Club, fine: Fine | None, **facts: Any) -> Fine:
    """Add one (with a `key`, which writes once), or change it; what was charged stays."""
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
