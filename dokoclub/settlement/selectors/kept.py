"""The lists of an evening that are kept, as `scoring` would give them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.db.models import Count

from dokoclub.evenings.models import Sheet
from dokoclub.settlement.models import Clearing, EveningMoney, Payment, SettledList, SettledShare, Transfer
from dokoclub.settlement.selectors.seen import Seen
from scoring.money.shares import Listing, Reason, Share
from scoring.money.transfers import Transfer as Owed


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A transfer of an evening: `seen` names it; `row` where it is kept, with its payment."""

    seen: Seen
    row: Transfer | None = None
    settled_with: int = 0  # transfers that its payment settles, itself among them

    @property
    def payment(self) -> Payment | None:
        return self.row.payment if self.row else None

    @property
    def cleared_by(self) -> Clearing | None:
        return self.row.cleared_by if self.row else None

    @property
    def is_open(self) -> bool:
        return self.payment is None and self.cleared_by is None

    @property
    def owed(self) -> Owed:
        return Owed(self.seen.payer, self.seen.receiver, self.seen.cents)


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningList:
    """One list on the page of an evening, kept or not."""

    kind: str
    correction: int
    sheet: Sheet | None  # of which table, where each settles by itself
    listing: Listing
    lines: tuple[Line, ...]


def kept_lists(money: EveningMoney) -> list[EveningList]:
    """Three queries: lists with sheets, shares, transfers with payments."""
    lists = list(SettledList.objects.filter(money=money).select_related("sheet"))
    shares = _by_list(SettledShare.objects.filter(list__money=money).order_by("list", "pk"))
    transfers = _by_list(
        Transfer.objects.alive()
        .filter(list__money=money)
        .select_related("payment__made_by", "cleared_by")
        .annotate(settled_with=Count("payment__transfers"))
        .order_by("list", "pk")
    )
    return [_kept(row, shares.get(row.pk, []), transfers.get(row.pk, [])) for row in lists]


def seen_as(rows: Iterable[Transfer]) -> list[Seen]:
    """How a page shows the rows that count of an evening, which come with their lists. No query.

    All of a list, by number: those that look equal are counted.
    """
    before: Counter[Seen] = Counter()
    found = []
    for row in rows:
        seen = Seen(row.list.kind, row.list.correction, row.list.place, row.payer_id, row.receiver_id, row.cents)
        found.append(seen._replace(turn=before[seen]))
        before[seen] += 1
    return found


def _by_list(rows: Any) -> dict[int, list[Any]]:
    return {pk: list(some) for pk, some in groupby(rows, key=lambda row: row.list_id)}


def _kept(settled: SettledList, shares: Sequence[SettledShare], rows: Sequence[Any]) -> EveningList:
    for row in rows:
        row.list = settled
    lines = [
        Line(seen=seen, row=row, settled_with=row.settled_with) for seen, row in zip(seen_as(rows), rows, strict=True)
    ]
    return EveningList(
        kind=settled.kind,
        correction=settled.correction,
        sheet=settled.sheet,
        listing=Listing(tuple(map(_share, shares)), tuple(line.owed for line in lines)),
        lines=tuple(lines),
    )


def _share(row: SettledShare) -> Share:
    return Share(row.player_id, row.cents, Reason(row.reason, tuple(row.numbers.items())))
