"""From what a method makes of an evening to whole cents: cap, rounding, and the cents that remain, in this order."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final, NamedTuple

NOTHING: Final = Fraction()
_HALF: Final = Fraction(1, 2)


class Pot(NamedTuple):
    """What everybody pays in and would get of it, in seat order, in exact cents and never below 0.

    Of `claims` only the proportions count where something else is paid in than they come to.
    """

    pays: Sequence[Fraction]
    claims: Sequence[Fraction]
    box: Fraction = NOTHING  # the claim of the cash box beside them
    box_percent: int = 0  # what the cash box takes of the whole before anybody gets his part, rounded up


class Limits(NamedTuple):
    cap: int = 0  # cents; nobody pays more. 0: there is none
    unit: int = 1  # cents to which every amount is rounded
    down: bool = False  # amounts are rounded downwards, else to the nearest
    rest_to_box: bool = False  # else what remains goes to whom rounding took the most from


class Amounts(NamedTuple):
    """In cents. `rest`: what of `box` is there only because it cannot be shared out."""

    paid: tuple[int, ...]
    got: tuple[int, ...]
    box: int
    left: int  # what was shared out, after the part that the cash box takes first
    rest: int

    @property
    def whole(self) -> int:
        return sum(self.paid)


def share_out(pot: Pot, limits: Limits) -> Amounts:
    """Payers are rounded each by himself, half a unit up or all down, so that equal points cost the same; the others
    share what is there by largest remainder, the earlier seat first and the cash box last. Nothing is lost or made.

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
    """All of the pot, a multiple of `unit`, in parts by weight: largest remainder, ties to the earlier place.

    Nothing by no weight.
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
    """The same, each rounded down."""
    whole = sum(weights)
    return [int(pot * weight / whole / unit) * unit if whole else 0 for weight in weights]


def _rounded(exact: Fraction, limits: Limits) -> int:
    return int(exact / limits.unit + (NOTHING if limits.down else _HALF)) * limits.unit
