"""An oracle for the cost of an evening: by other means than `scoring.money`, in hundredths of a cent and by counting
out single units. Slow, and without a function of the program.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any

Row = tuple[int, ...]  # player, points, games, games lost, solos lost, lists of sums, minus points of all games
HUNDREDTHS = 100


def settle(rows: list[Row], rules: dict[str, Any]) -> dict[int | None, int]:
    """Return cents by party, plus: gets; None is the kitty. Nobody sits twice."""
    beyond = rules["stake_beyond"]
    if beyond is not None and max(max(row[1], -row[1]) for row in rows) > beyond:
        rules = {**rules, "stake": rules["stake_then"]}
    costs = [_cost(row, rows, rules) for row in rows]
    method, unit, cap = rules["method"], rules["rounding"], rules["cap"]
    if method in ("flat", "none"):
        unit, cap = 1, 0
    if cap:
        costs = [min(cost, Decimal(cap) * HUNDREDTHS) for cost in costs]
    to_unit = _below if rules["rounding_way"] == "down" and method not in ("flat", "none") else _nearest
    paid = [to_unit(cost, unit) for cost in costs]
    found: dict[int | None, int] = {row[0]: -cents for row, cents in zip(rows, paid, strict=True)}
    pot = sum(paid)
    box = 0
    if method in ("split", "per_game"):
        while box * 100 < pot * rules["cash_box_share"]:
            box += unit
    weights = [*(_weight(row, rows, rules) for row in rows), _weight_of_box(rows, rules)]
    shares = _count_out(pot - box, weights, unit, keeps_rest=rules["rest"] == "box" and method not in BOX_ONLY)
    for row, cents in zip(rows, shares, strict=False):
        found[row[0]] += cents
    found[None] = pot - sum(shares[: len(rows)])
    return found


BOX_ONLY = ("per_point_loss", "gap_to_winner", "flat", "none")


def _cost(row: Row, rows: list[Row], rules: dict[str, Any]) -> Decimal:
    """Return the cost in hundredths of a cent."""
    _player, points, games, lost, solos, _summed, minus = row
    stake = Decimal(str(rules["stake"])) * HUNDREDTHS
    match rules["method"]:
        case "players" | "per_point_loss" | "split" | "per_game":
            return stake * (minus if rules["method"] == "per_game" else max(0, -points))
        case "gap_to_winner":
            most = max(one[2] for one in rows)
            if games * 2 < most:
                return Decimal()
            return stake * (max(one[1] for one in rows if one[2] * 2 >= most) - points)
        case "by_place":
            if not games:
                return Decimal()
            ranked = sorted((one[1] for one in rows if one[2]), reverse=rules["places_from"] == "first")
            mine = [place for place, other in enumerate(ranked) if other == points]
            prices = [rules["places"][place] if place < len(rules["places"]) else rules["places"][-1] for place in mine]
            return Decimal(sum(prices) * HUNDREDTHS) / len(mine)
        case "lost_games":
            return _prices(rules["game_steps"], lost)
        case "lost_solos":
            return _prices(rules["solo_steps"], solos)
    return Decimal()


def _prices(steps: list[int], many: int) -> Decimal:
    prices = [*steps]
    while len(prices) < many:
        prices.append(prices[-1])
    return Decimal(sum(prices[:many]) * HUNDREDTHS)


def _below(cost: Decimal, unit: int) -> int:
    """Return the largest multiple that is not above the amount."""
    cents = 0
    while (cents + unit) * HUNDREDTHS <= cost:
        cents += unit
    return cents


def _nearest(cost: Decimal, unit: int) -> int:
    """Return the nearer one of two multiples, in a tie the larger."""
    cents = 0
    while cost - cents * HUNDREDTHS >= Decimal(unit * HUNDREDTHS) / 2:
        cents += unit
    return cents


def _weight(row: Row, rows: list[Row], rules: dict[str, Any]) -> int:
    method, pot = rules["method"], rules["pot"]
    if method == "per_game":
        return row[1] + row[6]
    if method in ("players", "split") or (method.startswith(("by_", "lost_")) and pot == "plus"):
        return max(row[1], 0)
    if method.startswith(("by_", "lost_")) and pot == "best" and row[2]:
        return int(row[1] == max(one[1] for one in rows if one[2]))
    return 0


def _weight_of_box(rows: list[Row], rules: dict[str, Any]) -> int:
    return -sum(row[1] for row in rows) if rules["method"] == "players" else 0


def _count_out(pot: int, weights: list[int], unit: int, *, keeps_rest: bool) -> list[int]:
    """Count out whole units first; then one by one to the party with the largest missing amount."""
    whole = sum(weights)
    if not whole:
        return [0 for _ in weights]
    got = [0 for _ in weights]
    for place, weight in enumerate(weights):
        while (got[place] + unit) * whole <= pot * weight:
            got[place] += unit
    missing = [pot * weight - cents * whole for weight, cents in zip(weights, got, strict=True)]
    while not keeps_rest and sum(got) < pot:
        place = missing.index(max(missing))
        got[place] += unit
        missing[place] = -1
    return got
