"""Evenings with few points and their payments, written as people say it: `Ben pays Anna 0,60`."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from dokoclub.clubs.models import Player
from dokoclub.evenings.models import Evening, Sheet
from dokoclub.evenings.services import evenings as evenings_evenings
from dokoclub.settlement.models import EveningMoney, Payment, Transfer
from dokoclub.settlement.selectors.live import settle_live
from dokoclub.settlement.services import freezing, payments
from dokoclub.settlement.services import rules as rules_services
from scoring.money.methods import MoneyRules
from scoring.money.transfers import Transfer as Owed
from scoring.money.transfers import net_amounts
from tests.cast import Cast
from tests.evenings import papers

USUAL = {"Anna": 3, "Ben": 1, "Cleo": -1, "Dora": -3}


def evening(cast: Cast, *tables: dict[str, int], closed: bool = True, stake: int = 5, **facts: Any) -> Evening:
    """Play one game at each table that results in these points; 5 cents a point."""
    plays = tables or (USUAL,)
    new = [papers.table(cast, *points, name=str(number)) for number, points in enumerate(plays, start=1)]
    found = papers.evening(cast, *new, stake=stake, **facts)
    for sheet, points in zip(found.sheets.order_by("pk"), plays, strict=True):
        write(cast, sheet, points)
    return evenings_evenings.close_evening(found, by=cast.ben) if closed else found


def without_game(cast: Cast) -> Evening:
    return evenings_evenings.close_evening(papers.evening(cast, stake=5), by=None)


def penalty(cast: Cast, evening: Evening, name: str, points: int) -> None:
    """Write a penalty: deducted points that nobody gets."""
    taken = {"kind": "penalty", "points": {str(cast.players[name].pk): -points}}
    papers.write(cast, evening.sheets.get(), taken)


def write(cast: Cast, sheet: Sheet, points: dict[str, int]) -> None:
    four = {str(cast.players[name].pk): number for name, number in points.items()}
    papers.write(cast, sheet, {"kind": "manual", "points": four})


def correct(cast: Cast, evening: Evening, points: dict[str, int], *, table: int = 0) -> None:
    """Reopen the evening, write one more game, close it."""
    again = evenings_evenings.reopen_evening(evening, by=cast.anna)
    write(cast, list(again.sheets.order_by("pk"))[table], points)
    evenings_evenings.close_evening(again, by=cast.ben)


def delete(cast: Cast, evening: Evening) -> None:
    evenings_evenings.delete_evening(evening, typed=evening.date, by=cast.anna)


def rules(cast: Cast, **chosen: Any) -> None:
    """Set the money rules of the club."""
    rules_services.change_club_money(cast.club, MoneyRules(**chosen), by=cast.anna)


def pay(cast: Cast, said: str, evening: Evening) -> Payment:
    """Pay as Cleo the one open transfer with this text."""
    rows = [row for row in Transfer.objects.open().filter(list__money__evening=evening) if name(row) == said]
    assert len(rows) == 1, said
    return payments.pay_transfer(rows[0], by=cast.cleo)


def freeze(cast: Cast, evening: Evening) -> EveningMoney:
    return freezing.freeze_evening(evening, by=cast.cleo)


def name(row: Transfer | Owed | Payment) -> str:
    """Return `Ben pays Anna 0.60`; without a player: the kitty."""
    if isinstance(row, Owed):
        payer, receiver = (party and Player.objects.get(pk=party) for party in row[:2])
    else:
        payer, receiver = row.payer, row.receiver
    return f"{payer or 'box'} pays {receiver or 'box'} {row.cents / 100:.2f}"


def expected(evening: Evening) -> list[str]:
    """Return the payments of the evening according to its facts."""
    settlement = settle_live(Evening.objects.get(pk=evening.pk)).settlement
    lists = [*settlement.lists, settlement.flat]
    return [name(transfer) for listing in lists for transfer in listing.transfers]


def frozen(evening: Evening, correction: int = 0) -> list[str]:
    """Return the rows of a frozen list that count."""
    rows = Transfer.objects.not_deleted().filter(list__money__evening=evening, list__correction=correction)
    return [name(row) + (" paid" if row.payment_id else "") for row in rows.order_by("list", "pk")]


def sums(evening: Evening) -> dict[str, int]:
    """Return the total of all counted rows for each player, in cents."""
    rows = Transfer.objects.not_deleted().filter(list__money__evening=evening)
    amounts = net_amounts(Owed(row.payer_id, row.receiver_id, row.cents) for row in rows)
    return {
        str(Player.objects.get(pk=party)) if party else "box": cents
        for party, cents in sorted(amounts.items(), key=str)
    }


def box(evening: Evening) -> int:
    """Return the kitty's share of the evening in cents, according to its facts."""
    found = settle_live(evening).settlement
    lists = [*found.lists, found.flat]
    return sum(share.cents for listing in lists for share in listing.shares if share.party is None)


def a_key() -> Any:
    return uuid4()
