"""The expected content of the kitty and its accounts: plain dictionaries, no query, no service."""

from __future__ import annotations

from typing import Any


class Oracle:
    """The expected amounts, in cents."""

    def __init__(self) -> None:
        self.box = 0
        self.charges: dict[int, dict[str, Any]] = {}  # pk -> player, cents, paid by entry
        self.paid: dict[int, dict[str, Any]] = {}  # pk of the row -> player, cents (minus: paid out)

    def left(self, charge: int) -> int:
        one = self.charges[charge]
        left: int = one["cents"] - sum(one["by"].values())
        return left

    def open_of(self, who: int) -> list[int]:
        """List the open charges, earliest first."""
        mine = [pk for pk, one in self.charges.items() if one["who"] == who and self.left(pk)]
        return sorted(mine, key=lambda pk: (self.charges[pk]["day"], pk))

    def rest(self, entry: int) -> int:
        gone = sum(one["by"].get(entry, 0) for one in self.charges.values())
        rest: int = self.paid[entry]["cents"] - gone
        return rest

    def credit(self, who: int) -> int:
        return sum(self.rest(pk) for pk, one in self.paid.items() if one["who"] == who)

    def owes(self, who: int) -> int:
        return sum(map(self.left, self.open_of(who))) - self.credit(who)

    def spread(self, entry: int, cents: int, charges: list[int]) -> None:
        for pk in charges:
            take = min(self.left(pk), cents)
            if take > 0:
                by = self.charges[pk]["by"]
                by[entry] = by.get(entry, 0) + take
                cents -= take

    def use_credit(self, who: int) -> None:
        budget = max(0, min(self.credit(who), sum(map(self.left, self.open_of(who)))))
        for entry in sorted(pk for pk, one in self.paid.items() if one["who"] == who and one["cents"] > 0):
            take = min(self.rest(entry), budget)
            if take > 0:
                self.spread(entry, take, self.open_of(who))
                budget -= take

    def forget_charge(self, pk: int) -> None:
        """Forget a charge; its payment becomes credit again."""
        del self.charges[pk]

    def forget_entry(self, pk: int) -> None:
        self.paid.pop(pk, None)
        for one in self.charges.values():
            one["by"].pop(pk, None)
