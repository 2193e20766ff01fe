"""Away with what no evening and no money stands behind any more."""

from __future__ import annotations

from django.db import transaction

from dokoclub.clubs.models.club import UNFINISHED
from dokoclub.settlement.models import EveningMoney, Transfer


@transaction.atomic
def purge_monies() -> int:
    """Those of evenings deleted for good, unless somebody had paid or cleared, even if it was taken back; how many.

    Hooked into purges.
    """
    whole = EveningMoney.objects.exclude(club__deleted_at=UNFINISHED).filter(club__moving_to="")
    alone = whole.filter(evening=None, clearing=None).exclude(lists__transfers__in=Transfer.objects.once_settled())
    ids = list(alone.values_list("pk", flat=True))
    EveningMoney.objects.filter(pk__in=ids).delete()
    return len(ids)
