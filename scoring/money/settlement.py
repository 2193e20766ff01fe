"""Settlement of an evening: points to cents by the club's method, then to payments.
Points are zero-sum points (`balance`) of an evening or a table; amounts are cents. The kitty gets everything that
the players do not get among themselves: the shortfall of penalties, or the losers' payments.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from scoring.money.methods import METHODS, Method, MoneyRules, Total, stake_numbers
from scoring.money.pots import Amounts, Limits, Pot, cap_amount, share_out
from scoring.money.shares import Listing, Reason, Share, settle_shares, settle_straight
from scoring.money.transfers import KITTY

# Excuses of absent players: the field of MoneyRules, which is also the key of the reason.
ABSENT: Final[Mapping[str, str]] = {"late": "absent_late", "excused": "absent_excused"}
NO_EXCUSES: Final[Mapping[int, str]] = {}


class Settlement(NamedTuple):
    lists: tuple[Listing, ...]  # one for the evening, or one for each table
    flat: Listing  # once an evening, apart from the points


def settle_tables(
    tables: Sequence[Sequence[Total]],
    rules: MoneyRules,
    absent: Sequence[int] = (),
    excuses: Mapping[int, str] = NO_EXCUSES,
) -> Settlement:
    """Return the payments of an evening.
    `absent`: the players that owe the flat amount for staying away; `excuses`: those among them that had declined, each
    with a key of `ABSENT`.
    Raises ValueError if points add up to more than 0: no row of a sheet may do that (rules.md 1.16).
    """
    seats = [total for table in tables for total in table]
    scopes = tables if rules.scope == "table" else [seats]
    merged = [_merged(totals) for totals in scopes]
    lists = tuple(_listing(totals, at_stake(totals, rules)) for totals in merged)
    return Settlement(lists, _flat(seats, absent, excuses, rules))


def at_stake(totals: Iterable[Total], rules: MoneyRules) -> MoneyRules:
    """Return `rules` with the higher stake for all if somebody's points are beyond its threshold."""
    beyond = rules.stake_beyond
    if beyond is None or all(abs(total.points) <= beyond for total in totals):
        return rules
    return replace(rules, stake=rules.stake_then)


def _merged(totals: Iterable[Total]) -> list[Total]:
    """Merge the totals to one per player, in the order of first seats."""
    found: dict[int, Total] = {}
    for total in totals:
        before = found.get(total.player, Total(total.player, 0, 0))
        found[total.player] = Total(
            total.player, *(one + more for one, more in zip(before[1:], total[1:], strict=True))
        )
    return list(found.values())


def _listing(totals: Sequence[Total], rules: MoneyRules) -> Listing:
    points = sum(total.points for total in totals)
    if points > 0:
        raise ValueError(f"points of an evening add up to 0 or less, not {points}")
    method = METHODS[rules.method]
    pot, reasons = method.way(totals, rules)
    limits = get_limits(rules, method)
    amounts = share_out(pot, limits)
    shares = [
        Share(total.player, amounts.got[seat] - amounts.paid[seat], _amend(reasons[seat], pot, amounts, limits, seat))
        for seat, total in enumerate(totals)
    ]
    if amounts.box:
        shares.append(Share(KITTY, amounts.box, _explain_box(method.to_kitty, pot, amounts, rules, -points)))
    return settle_shares(shares)


def get_limits(rules: MoneyRules, method: Method) -> Limits:
    """Return the limits that the method uses."""
    if "rounding" not in method.needs:
        return Limits()
    to_box = rules.rest == "box" and "rest" in method.needs
    return Limits(rules.cap, rules.rounding, rules.rounding_way == "down", to_box)


def _amend(reason: Reason, pot: Pot, amounts: Amounts, limits: Limits, seat: int) -> Reason:
    """Add the later changes of the amount to a reason: capped, rounded, or a part of the sum paid in."""
    more: dict[str, int] = {}
    pays, claim, got = pot.pays[seat], pot.claims[seat], amounts.got[seat]
    if cap_amount(pays, limits) < pays:
        more["cap"] = limits.cap
    if amounts.paid[seat] != cap_amount(pays, limits):
        more["unit"] = limits.unit
    if reason.key in ("part_of_pot", "per_game"):
        more["pot"] = amounts.left
    elif reason.key == "stake" and got != claim:
        more["paid_in"] = amounts.whole
    elif reason.key != "stake" and got:
        more |= {"gets": got, "all": amounts.whole}
    return Reason(reason.key, (*reason.numbers, *more.items()))


def _explain_box(key: str, pot: Pot, amounts: Amounts, rules: MoneyRules, points: int) -> Reason:
    if key == "missing_points" and not pot.box:
        return Reason.of("rest")
    if key == "losses" and any(pot.claims):
        return Reason.of("rest")
    more = {"rest": amounts.rest} if amounts.rest and any(pot.claims) else {}
    if key == "missing_points" and not more and amounts.box != pot.box:
        more = {"paid_in": amounts.whole}
    return Reason.of(key, points=points, **stake_numbers(rules.stake), share=rules.cash_box_share, **more)


def _flat(seats: Iterable[Total], absent: Iterable[int], excuses: Mapping[int, str], rules: MoneyRules) -> Listing:
    """Settle flat amounts once, straight with the kitty; a seat without a game costs nothing, and is no absence."""
    if rules.method == "none":
        return settle_straight([])
    totals = _merged(seats)
    lines = {total.player: ("present", rules.present if total.has_played else 0) for total in totals}
    amounts = rules.absent_amounts
    for player in absent:
        key = ABSENT.get(excuses.get(player, ""), "absent")
        key = key if key in amounts else "absent"
        lines.setdefault(player, (key, amounts[key]))
    return settle_straight(
        [Share(player, -cents, Reason.of(key, amount=cents)) for player, (key, cents) in lines.items() if cents]
    )
