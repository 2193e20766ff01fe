"""A random walk through evenings, payments, corrections and clearings, with a separate oracle.

The oracle knows everybody's claim or debt in total, and the content of the box; the program has to say the same after
every step, with the fewest payments right after a clearing.
"""

from __future__ import annotations

from io import StringIO
from itertools import combinations
from random import Random
from typing import Any
from uuid import UUID

from tests.settlement import purse

NAMES = ("Anna", "Ben", "Cleo", "Dora")


def fewest(amounts: list[int]) -> int:
    """Find the fewest payments by trial: one for each party, minus one for each group that sums to 0."""
    left = [cents for cents in amounts if cents]
    for size in range(1, len(left) // 2 + 1):
        for some in combinations(range(len(left)), size):
            if sum(left[index] for index in some) == 0:
                others = [cents for index, cents in enumerate(left) if index not in some]
                return fewest([left[index] for index in some]) + fewest(others)
    return max(0, len(left) - 1)


class Walk:
    def __init__(self, cast: Any, seed: int) -> None:
        self.cast, self.dice = cast, Random(seed)
        self.owed: dict[int | None, int] = {}  # plus: gets
        self.box = 0
        self.evenings: list[Any] = []
        self.clearings: list[Any] = []
        self.seen: set[str] = set()

    def key(self) -> UUID:
        return UUID(int=self.dice.getrandbits(128))

    def step(self) -> None:
        names = [name for name in dir(self) if name.startswith("do_")]
        name = self.dice.choice([*names, "do_play", "do_play"])
        getattr(self, name)()
        self.seen.add(name)
        self.compare()

    def add(self, party: int | None, cents: int) -> None:
        self.owed[party] = self.owed.get(party, 0) + cents

    def points(self) -> dict[str, int]:
        found = {name: self.dice.randrange(-6, 7) for name in NAMES[:3]}
        return {**found, "Dora": -sum(found.values())}

    def count(self, points: dict[str, int]) -> None:
        """Count an evening at 5 cents a point."""
        for name, number in points.items():
            self.add(self.cast.players[name].pk, 5 * number)

    # --- Steps ---

    def do_play(self) -> None:
        points = self.points()
        self.evenings.append(purse.evening(self.cast, points))
        self.count(points)

    def do_penalty(self) -> None:
        from dokoclub.evenings.services import evenings

        points, lost = self.points(), self.dice.randrange(1, 9)
        one = purse.evening(self.cast, points, closed=False)
        purse.penalty(self.cast, one, "Ben", lost)
        self.evenings.append(evenings.close_evening(one, by=self.cast.ben))
        self.count(points)
        self.add(self.cast.players["Ben"].pk, -5 * lost)
        self.add(None, 5 * lost)

    def do_correct(self) -> None:
        if self.evenings:
            points = self.points()
            purse.correct(self.cast, self.dice.choice(self.evenings), points)
            self.count(points)

    def do_pay(self) -> None:
        from dokoclub.settlement.selectors.owing import get_overview
        from dokoclub.settlement.services.payments import net_two

        pairs = get_overview(self.cast.club).pairs
        if not pairs:
            return
        pair = self.dice.choice(pairs)
        ids = pair.payer.pk if pair.payer else None, pair.receiver.pk if pair.receiver else None
        payment = net_two(self.cast.club, *ids, stamp=pair.stamp, key=self.key(), by=self.cast.cleo)
        self.move(payment, 1)

    def do_take_back_payment(self) -> None:
        from dokoclub.settlement.models import Payment
        from dokoclub.settlement.services.payments import take_back_payments

        standing = list(Payment.objects.active().filter(club=self.cast.club).order_by("pk"))
        if standing:
            payment = self.dice.choice(standing)
            take_back_payments([payment], by=self.cast.cleo)
            self.move(payment, -1)

    def do_clear(self) -> None:
        from dokoclub.settlement.selectors.owing import get_overview
        from dokoclub.settlement.selectors.payments import get_preview
        from dokoclub.settlement.services.payments import clear_all_open

        found = get_preview(self.cast.club)
        if not found.lines:
            return
        through = self.dice.random() < 0.7
        facts = {"through_others": through, "stamp": found.stamp, "key": self.key(), "by": self.cast.cleo}
        self.clearings.append(clear_all_open(self.cast.club, **facts))
        if through:
            assert len(get_overview(self.cast.club).pairs) == fewest(list(self.owed.values()))

    def do_take_back_clearing(self) -> None:
        from dokoclub.settlement.models import Transfer
        from dokoclub.settlement.services.locks import Changed
        from dokoclub.settlement.services.payments import take_back_clearing

        if self.clearings:
            last = self.clearings[-1]
            was_paid = Transfer.objects.filter(list__money=last.money).exclude(payment=None).exists()
            try:
                take_back_clearing(last, by=self.cast.cleo)
            except Changed:
                assert was_paid
                return
            assert not was_paid
            self.clearings.pop()

    # --- Comparing ---

    def move(self, payment: Any, sign: int) -> None:
        self.add(payment.payer_id, sign * payment.cents)
        self.add(payment.receiver_id, -sign * payment.cents)
        if payment.receiver_id is None:
            self.box += sign * payment.cents
        if payment.payer_id is None:
            self.box -= sign * payment.cents

    def compare(self) -> None:
        from dokoclub.settlement.selectors.accounts import sums_of_accounts
        from dokoclub.settlement.selectors.kitty import get_balance
        from dokoclub.settlement.selectors.owing import open_lines
        from scoring.money.transfers import net_amounts

        found = net_amounts(line.owed for line in open_lines(self.cast.club))
        assert {who: cents for who, cents in found.items() if cents} == {
            who: cents for who, cents in self.owed.items() if cents
        }
        assert get_balance(self.cast.club) == self.box
        assert sum(sums_of_accounts(self.cast.club).values()) == 0


def walk_through(cast: Any, seed: int, steps: int) -> Walk:
    """Walk through all steps, with `check_ledger` at the end."""
    from django.core.management import call_command
    from zeal import zeal_ignore

    walk = Walk(cast, seed)
    with zeal_ignore():
        for _ in range(steps):
            walk.step()
    call_command("check_ledger", stdout=StringIO())
    return walk
