"""Payments between single players outside the game, and losses that one player bears alone. rules.md 1.27, 1.28."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from scoring.rules.rules import Rules
from scoring.terms import Player

HOCHZEIT: Final = "hochzeit"  # the payment that is due by itself


class Payment(NamedTuple):
    key: str  # of the rules' payments
    by: Player


class Paid(NamedTuple):
    """A payment with the points that `by` gets from it."""

    by: Player
    key: str
    points: int


def due_payments(
    rules: Rules, kind: str, re: Sequence[Player], married: Player | None, told: Iterable[Payment]
) -> Iterator[Payment]:
    """List the payments that the rules know. rules.md 1.27.
    That of a Hochzeit is due by itself, from the married player.
    """
    by = re[0] if married is None and len(re) == 1 else married
    if kind == HOCHZEIT and by is not None and HOCHZEIT in rules.payments:
        yield Payment(HOCHZEIT, by)
    for payment in told:
        if payment.key in rules.payments:
            yield payment


def share_payment(rules: Rules, payment: Payment, re: Sequence[Player], kontra: Sequence[Player]) -> dict[Player, int]:
    """Return the points of a payment by player, `by` first. rules.md 1.27."""
    points, of = rules.payments[payment.key]["points"], rules.payments[payment.key]["with"]
    others = [player for player in (*re, *kontra) if player != payment.by]
    if of == "nobody":
        return {payment.by: points}
    if of == "opponents":
        others = [*(kontra if payment.by in re else re)]
    return {payment.by: points * len(others), **dict.fromkeys(others, -points)}


def is_written(rules: Rules, payment: Payment, points: int) -> bool:
    """Return whether the sheet shows these points of a payment; a one-sided list shows only gains or only losses."""
    if rules.notation == "zero_sum" or rules.payments[payment.key]["with"] == "nobody":
        return True
    return (points > 0) is (rules.notation == "plus_only")


def bear_alone(points: dict[Player, int], party: Sequence[Player], offender: Player) -> None:
    """Charge the loss of a party to the player of a wrong card. rules.md 1.28."""
    if points[offender] < 0:
        points |= {**dict.fromkeys(party, 0), offender: sum(points[player] for player in party)}


def settle_beside(
    rules: Rules,
    scores: dict[Player, int],
    zero_sum: dict[Player, int],
    re: Sequence[Player],
    kontra: Sequence[Player],
    offender: Player | None,
    due: Iterable[Payment],
) -> list[Paid]:
    """Charge a party's loss to the player of a wrong card, then share out all payments: both columns change.
    Source: rules.md 2.7c, 2.7d.
    """
    if offender is not None and rules.offender_pays:
        for written in (scores, zero_sum):
            bear_alone(written, re if offender in re else kontra, offender)
    paid = []
    for payment in due:
        shares = share_payment(rules, payment, re, kontra)
        for player, points in shares.items():
            zero_sum[player] += points
            if is_written(rules, payment, points):
                scores[player] += points
        paid.append(Paid(payment.by, payment.key, shares[payment.by]))
    return paid
