"""Everything open becomes few payments, at a moment that the club chooses; taken back as a whole."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club
from dokoclub.clubs.services.writing import lock_club
from dokoclub.evenings.models import Evening
from dokoclub.look.refusals import Reused
from dokoclub.settlement.models import Clearing, EveningMoney, Kind, Transfer
from dokoclub.settlement.selectors.clearing import lines_to_clear, listing_of
from dokoclub.settlement.selectors.lines import stamp_of_lines
from dokoclub.settlement.services.bygone import WITHOUT_MONEY
from dokoclub.settlement.services.correcting import amounts_owed, recompute_correction
from dokoclub.settlement.services.freezing import freeze_evening, keep_listing
from dokoclub.settlement.services.holding import all_over, lock_monies, save_row
from dokoclub.settlement.services.refusals import Changed
from scoring.money.rules import store_rules


@transaction.atomic
def clear_all_open(club: Club, *, through_others: bool, stamp: str, key: UUID, by: Account) -> Clearing:
    """All open transfers in the club's currency are settled by it, and its payments are owed in their place.

    Evenings that were not frozen are from now on. The same key returns what it made. Raises Changed where something
    else is open than was seen (`stamp`), or nothing; Reused where the key made something else.
    """
    club = lock_club(club)
    if made := Clearing.objects.filter(key=key).first():
        if (made.club_id, made.through_others) != (club.pk, through_others):
            raise Reused
        return made
    lines = lines_to_clear(club)
    if not lines or stamp_of_lines(lines) != stamp:
        raise Changed
    live = {line.evening for line in lines if line.row is None and line.evening is not None}
    for evening in Evening.objects.filter(pk__in=live).select_related("club").order_by("pk"):
        freeze_evening(evening, by=by)
    rows = _open_rows(club)
    money = EveningMoney(
        club=club,
        day=timezone.localdate(),
        currency=club.currency,
        rules=store_rules(WITHOUT_MONEY),
        expected=[],
        frozen_at=timezone.now(),
        frozen_by=by,
    )
    save_row(money, by=by)
    clearing = Clearing.objects.create(club=club, money=money, through_others=through_others, made_by=by, key=key)
    listing = listing_of(club, [amounts_owed(row) for row in rows], through_others=through_others)
    keep_listing(money, listing, kind=Kind.CLEARING, by=by)
    Transfer.objects.filter(pk__in=[row.pk for row in rows]).update(cleared_by=clearing)
    _remember(clearing, rows)
    return clearing


def _remember(clearing: Clearing, rows: Iterable[Transfer]) -> None:
    """What it settled is known after it was taken back, too."""
    through = Clearing.settles.through
    through.objects.bulk_create(through(clearing_id=clearing.pk, transfer_id=row.pk) for row in rows)


def _open_rows(club: Club) -> list[Transfer]:
    found = Transfer.objects.open().of_evenings_that_are_over().filter(club=club, list__money__currency=club.currency)
    return list(found.select_for_update(of=("self",), no_key=True).order_by("pk"))


@transaction.atomic
def take_back_clearing(clearing: Clearing, *, by: Account) -> Clearing:
    """All that it settled is open again, and nobody owes its payments. The second time changes nothing.

    Raises Changed once one of its payments was made, or is settled by a later clearing; StillOpen while one of the
    evenings that it settled is open again.
    """
    lock_club(clearing.club)
    clearing = Clearing.objects.select_for_update(of=("self",), no_key=True).select_related("club").get(pk=clearing.pk)
    if not clearing.stands:
        return clearing
    mine = Transfer.objects.filter(list__money=clearing.money_id)
    if mine.exclude(payment=None, cleared_by=None).exists():
        raise Changed
    monies = lock_monies(clearing.cleared.values_list("list__money", flat=True))
    all_over(monies)
    mine.update(gone=True)
    clearing.cleared.update(cleared_by=None)
    clearing.taken_back_at, clearing.taken_back_by = timezone.now(), by
    clearing.save()
    for money in monies:
        recompute_correction(money)
    return clearing
