"""Costs of losing, and postings of all money of a tournament. All amounts in cents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeVar

from scoring.tournament.prizes import split_cents

CHEAP_SOLOS: Final = 3  # of a round; each one more costs the higher amount
EURO: Final = 100
Who = TypeVar("Who", int, str)


@dataclass(frozen=True, slots=True)
class LossRules:
    loss_money: str = "none"
    goes_to: str = "box"
    per_solo: int = 50
    per_further_solo: int = 100  # from the fourth of a round
    per_point: int = 0  # of a negative round
    cap: int | None = None  # at most so much a round


class Posting(NamedTuple):
    """An entry of the books. Plus: gets, minus: pays. The kitty is None."""

    who: int | str | None
    cents: int
    reason: str  # fee, prize or loss


def cost_of_round(rules: LossRules, *, points: int, lost_solos: int) -> int:
    """Return the cost of a round for one person, in cents."""
    match rules.loss_money:
        case "per_lost_solo":
            further = max(lost_solos - CHEAP_SOLOS, 0)
            return (lost_solos - further) * rules.per_solo + further * rules.per_further_solo
        case "per_minus_point":
            cents = max(-points, 0) * rules.per_point // EURO * EURO
            return cents if rules.cap is None else min(cents, rules.cap)
        case _:
            return 0


def share_among_best(cents: int, points: Mapping[Who, int]) -> dict[Who, int]:
    """Share the loss money of a round among its best; odd cents by start number. Without anybody: nothing."""
    if not points:
        return {}
    most = max(points.values())
    best = sorted(who for who, scored in points.items() if scored == most)
    return dict(zip(best, split_cents(cents, len(best)), strict=True))


def post_money(
    *, fees: Mapping[Who, int], prizes: Mapping[Who, int], losses: Mapping[Who, int], gains: Mapping[Who, int]
) -> tuple[Posting, ...]:
    """Post each amount with the kitty's opposite, so that everything sums to 0.
    `losses`: the costs of rounds by person; `gains`: the part of them for the best of a round.
    """
    signed: Sequence[tuple[str, int, Mapping[Who, int]]] = (
        ("fee", -1, fees),
        ("loss", -1, losses),
        ("loss", 1, gains),
        ("prize", 1, prizes),
    )
    found: list[Posting] = []
    for reason, sign, amounts in signed:
        for who in sorted(amounts):
            if amounts[who]:
                cents = sign * amounts[who]
                found += [Posting(who, cents, reason), Posting(None, -cents, reason)]
    return tuple(found)
