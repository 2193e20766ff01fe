"""Whole cents from a method's exact amounts: cap, rounding, and the remaining cents, in this order."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final, NamedTuple

NOTHING: Final = Fraction()
_HALF: Final = Fraction(1, 2)


class Pot(NamedTuple):
    """Payments and claims of everybody, in seat order, in exact cents and never below 0.
    Only the proportions of `claims` count if the payments have a different sum.
    """

    pays: Sequence[Fraction]
    claims: Sequence[Fraction]
    box: Fraction = NOTHING  # the kitty's own claim
    box_percent: int = 0  # the kitty's share of the whole, taken first and rounded up


class Limits(NamedTuple):
    cap: int = 0  # cents; nobody pays more. 0: there is none
    unit: int = 1  # cents to which every amount is rounded
    down: bool = False  # amounts are rounded downwards, else to the nearest
    rest_to_box: bool = False  # else the remainder goes to those that rounding took the most from


class Amounts(NamedTuple):
    """Amounts in cents. `rest`: the part of `box` that is there only because it cannot be shared out."""

    paid: tuple[int, ...]
    got: tuple[int, ...]
    box: int
    left: int  # the amount shared out, after the kitty's first part
    rest: int

    @property
    def whole(self) -> int:
        return sum(self.paid)


def share_out(pot: Pot, limits: Limits) -> Amounts:
    """Round the payments and share them out. Nothing is lost or created.
    Each payment is rounded by itself, half a unit up or all down, so that equal points cost the same; the others
    share the sum by largest remainder, the earlier seat first and the kitty last.
    `limits.cap` is a multiple of the unit, so that nobody pays more than it.
    """
    paid = tuple(_rounded(cap_amount(exact, limits), limits) for exact in pot.pays)
    first = -(-sum(paid) * pot.box_percent // (100 * limits.unit)) * limits.unit
    left = sum(paid) - first
    *parts, of_box = in_proportion(left, [*pot.claims, pot.box], limits.unit)
    if limits.rest_to_box:
        *parts, of_box = whole_units(left, [*pot.claims, pot.box], limits.unit)
    rest = left - sum(parts) - of_box
    return Amounts(paid, tuple(parts), first + of_box + rest, left, rest)


def cap_amount(exact: Fraction, limits: Limits) -> Fraction:
    return min(exact, Fraction(limits.cap)) if limits.cap else exact


def in_proportion(pot: int, weights: Sequence[Fraction], unit: int = 1) -> list[int]:
    """Share out the whole pot, a multiple of `unit`, by weight: largest remainder, ties to the earlier place.
    Without any weight, share out nothing.
    """
    parts = whole_units(pot, weights, unit)
    whole = sum(weights)
    if not whole:
        return parts
    by_remainder = sorted(range(len(weights)), key=lambda place: parts[place] - pot * weights[place] / whole)
    for place in by_remainder[: (pot - sum(parts)) // unit]:
        parts[place] += unit
    return parts


def whole_units(pot: int, weights: Sequence[Fraction], unit: int) -> list[int]:
    """Share out the pot by weight, each part rounded down to whole units."""
    whole = sum(weights)
    return [int(pot * weight / whole / unit) * unit if whole else 0 for weight in weights]


def _rounded(exact: Fraction, limits: Limits) -> int:
    return int(exact / limits.unit + (NOTHING if limits.down else _HALF)) * limits.unit
