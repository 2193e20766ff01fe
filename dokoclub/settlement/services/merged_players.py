"""Merged players: move the debts and payments to the kept player, and back if the merge is taken back."""

from typing import Any, Final

from django.db import models, transaction

from dokoclub.clubs.models.club import UNFINISHED
from dokoclub.evenings.models import Evening, PlayerMerge, Seat
from dokoclub.settlement.models import (
    CashEntry,
    Charge,
    DueException,
    EveningMoney,
    MergedMoney,
    Payment,
    SettledShare,
    Transfer,
)
from dokoclub.settlement.services.freezing import correct_monies

# Every column that names a player, under the key stored with a merge.
PLACES: Final[dict[str, tuple[type[models.Model], str]]] = {
    "transfer.payer": (Transfer, "payer"),
    "transfer.receiver": (Transfer, "receiver"),
    "share.player": (SettledShare, "player"),
    "payment.payer": (Payment, "payer"),
    "payment.receiver": (Payment, "receiver"),
    "cash.player": (CashEntry, "player"),
    "charge.player": (Charge, "player"),
    "exception.player": (DueException, "player"),
}


def after_merge(merge: PlayerMerge) -> None:
    """Move the money of merged players. Hooked into after_merge, which locks the club."""
    if merge.taken_back_at is None:
        _move(merge)
    else:
        _move_back(merge)
    players = [merge.kept_id, merge.merged_id]
    touched = EveningMoney.objects.frozen().filter(club=merge.club_id)
    named = models.Q(lists__shares__player__in=players) | models.Q(evening__sheets__in=merge.sheets)
    correct_monies(touched.filter(named).distinct().values_list("pk", flat=True))


def _move(merge: PlayerMerge) -> None:
    moved = {}
    for name, (model, field) in PLACES.items():
        moved[name] = _rows(model, {field: merge.merged_id})
        _give(model, field, moved[name], merge.kept_id)
    MergedMoney.objects.create(merge=merge, moved=moved)


def _move_back(merge: PlayerMerge) -> None:
    """Give back the merged player's rows, and later rows of evenings where only that player sat."""
    kept = MergedMoney.objects.filter(merge=merge).first()
    moved: dict[str, list[int]] = kept.moved if kept else {}
    since = _written_since(merge)
    for name, (model, field) in PLACES.items():
        mine = [*moved.get(name, []), *since.get(name, [])]
        _give(model, field, _rows(model, {"pk__in": mine, field: merge.kept_id}), merge.merged_id)


def _written_since(merge: PlayerMerge) -> dict[str, list[int]]:
    sat = Evening.objects.filter(sheets__in=merge.sheets)
    both = Seat.objects.filter(player=merge.kept_id, sheet__evening__in=sat).values("sheet__evening")
    lists = {"list__money__evening__in": sat.exclude(pk__in=both)}
    transfers = Transfer.objects.filter(**lists)
    paid = Payment.objects.filter(settles__in=transfers).exclude(settles__in=Transfer.objects.exclude(**lists))
    shares = SettledShare.objects.filter(**lists)
    rows: dict[str, models.QuerySet[Any]] = {"transfer": transfers, "payment": paid, "share": shares}
    return {
        name: list(rows[name.partition(".")[0]].filter(**{field: merge.kept_id}).values_list("pk", flat=True))
        for name, (_, field) in PLACES.items()
        if name.partition(".")[0] in rows
    }


def _rows(model: type[models.Model], wanted: dict[str, Any]) -> list[int]:
    return list(model._default_manager.filter(**wanted).order_by("pk").values_list("pk", flat=True))


def _give(model: type[models.Model], field: str, rows: list[int], player: int) -> None:
    model._default_manager.filter(pk__in=rows).update(**{field: player})


@transaction.atomic
def purge_monies() -> int:
    """Delete the money of evenings deleted for good, unless anything was ever paid or cleared. Return the number.

    A payment that was taken back counts as well. Hooked into purges.
    """
    whole = EveningMoney.objects.exclude(club__deleted_at=UNFINISHED).filter(club__moving_to="")
    alone = whole.filter(evening=None, clearing=None).exclude(lists__transfers__in=Transfer.objects.once_settled())
    ids = list(alone.values_list("pk", flat=True))
    EveningMoney.objects.filter(pk__in=ids).delete()
    return len(ids)
