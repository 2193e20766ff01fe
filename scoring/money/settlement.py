"""What does the evening cost whom? Points to cents by the club's method, then to payments.

Points are zero-sum points (`balance`) of an evening or a table; amounts are cents. Whatever the players
do not get among themselves, the cash box gets: the shortfall of penalties, or what the losers pay in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from scoring.money.shares import Listing, Reason, Share, settle_shares, settle_straight
from scoring.money.transfers import CASH_BOX
from scoring.terms import say

FLAT: Final = ("present", "absent")  # of MoneyRules: once an evening, whatever the points

# Why somebody gets or pays. The gaps are filled from `Reason.numbers`; those in CENTS are amounts of money.
REASONS: Final[Mapping[str, str]] = {
    "stake": say("{points} × {stake} a point"),
    "no_loss": say("{points}: no loss, nothing to pay"),
    "gap": say("{gap} × {stake} a point: the gap from {points} to the best, {best}"),
    "too_few_games": say("games: {games}, less than half of {most}, which somebody played: left out"),
    "part_of_pot": say("plus points: {points} of {of}, so this part of {pot}"),
    "not_played_for": say("{points}: points cost nothing"),
    "missing_points": say("{points} × {stake} a point: taken off as penalties and given to nobody"),
    "losses": say("all that is paid in"),
    "cash_box_share": say("{share} percent of what the losers pay, rounded up; all of it where nobody won"),
    "present": say("{amount} for being there"),
    "absent": say("{amount} for staying away"),
    "all_flat": say("all flat amounts"),
    "correction": say("{before} until now, {after} after the correction"),
    "open": say("all that is open"),
}
CENTS: Final = frozenset({"stake", "pot", "amount", "before", "after"})


class Total(NamedTuple):
    """A player's evening, or his part at one table. Lists of totals are in seat order."""

    player: int
    points: int
    games: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyRules:
    """How an evening is settled; `Method.needs` says which method reads what."""

    method: str = "players"
    stake: int = 5  # cents a point
    scope: str = "evening"  # or "table": each table settles by itself
    cash_box_share: int = 50  # per cent of what the losers pay
    present: int = 0  # flat amount of those with a seat, beside every method but `none`
    absent: int = 0  # and of those who stayed away


@dataclass(frozen=True, slots=True)
class Scope:
    """What is settled together."""

    key: str
    name: str


SCOPES: Final[Mapping[str, Scope]] = {
    scope.key: scope
    for scope in (
        Scope("evening", say("the whole evening together")),
        Scope("table", say("each table by itself")),
    )
}


@dataclass(frozen=True, slots=True)
class Method:
    key: str
    name: str
    sentence: str
    needs: tuple[str, ...]  # of MoneyRules
    shares: Callable[[Sequence[Total], MoneyRules], list[Share]]  # of the players, in seat order
    to_cash_box: str  # the reason for what the cash box gets


class Settlement(NamedTuple):
    lists: tuple[Listing, ...]  # one for the evening, or one for each table
    flat: Listing  # once an evening, apart from the points


def settle_tables(tables: Sequence[Sequence[Total]], rules: MoneyRules, absent: Sequence[int] = ()) -> Settlement:
    """The payments of an evening. `absent`: who owes the flat amount for staying away.

    Raises ValueError where points add up to more than 0: no row of a sheet may do that (rules.md 1.16).
    """
    seats = [total for table in tables for total in table]
    scopes = tables if rules.scope == "table" else [seats]
    lists = tuple(_listing(_merged(totals), rules) for totals in scopes)
    return Settlement(lists, _flat([total.player for total in seats], absent, rules))


def _merged(totals: Iterable[Total]) -> list[Total]:
    """One total a player, in the order of his first seat."""
    found: dict[int, Total] = {}
    for total in totals:
        before = found.get(total.player, Total(total.player, 0, 0))
        found[total.player] = Total(total.player, before.points + total.points, before.games + total.games)
    return list(found.values())


def _listing(totals: Sequence[Total], rules: MoneyRules) -> Listing:
    points = sum(total.points for total in totals)
    if points > 0:
        raise ValueError(f"points of an evening add up to 0 or less, not {points}")
    method = METHODS[rules.method]
    shares = method.shares(totals, rules)
    rest = -sum(share.cents for share in shares)
    if rest:
        reason = Reason.of(method.to_cash_box, points=-points, stake=rules.stake, share=rules.cash_box_share)
        shares.append(Share(CASH_BOX, rest, reason))
    return settle_shares(shares)


def _flat(present: Iterable[int], absent: Iterable[int], rules: MoneyRules) -> Listing:
    """Everybody pays once, straight into the cash box; who has a seat is not absent."""
    if rules.method == "none":
        return settle_straight([])
    lines = dict.fromkeys(present, ("present", rules.present))
    for player in absent:
        lines.setdefault(player, ("absent", rules.absent))
    return settle_straight(
        [Share(player, -cents, Reason.of(key, amount=cents)) for player, (key, cents) in lines.items() if cents]
    )


def _by_points(total: Total, stake: int) -> Share:
    return Share(total.player, total.points * stake, Reason.of("stake", points=total.points, stake=stake))


def _players(totals: Sequence[Total], rules: MoneyRules) -> list[Share]:
    return [_by_points(total, rules.stake) for total in totals]


def _per_point_loss(totals: Sequence[Total], rules: MoneyRules) -> list[Share]:
    return [
        _by_points(total, rules.stake)
        if total.points < 0
        else Share(total.player, 0, Reason.of("no_loss", points=total.points))
        for total in totals
    ]


def _gap_to_winner(totals: Sequence[Total], rules: MoneyRules) -> list[Share]:
    """Only who played at least half as many games as the most diligent can win, and has to pay."""
    most = max((total.games for total in totals), default=0)
    taking_part = [total for total in totals if 2 * total.games >= most]
    best = max((total.points for total in taking_part), default=0)

    def share(total: Total) -> Share:
        if 2 * total.games < most:
            return Share(total.player, 0, Reason.of("too_few_games", games=total.games, most=most))
        gap = best - total.points
        return Share(
            total.player,
            -gap * rules.stake,
            Reason.of("gap", points=total.points, best=best, gap=gap, stake=rules.stake),
        )

    return [share(total) for total in totals]


def _split(totals: Sequence[Total], rules: MoneyRules) -> list[Share]:
    """The cash box rounds up to the cent; the rest goes by plus points, with the largest remainders."""
    paid = sum(-total.points * rules.stake for total in totals if total.points < 0)
    pot = paid - -(-paid * rules.cash_box_share // 100)
    plus = [max(total.points, 0) for total in totals]
    parts = _in_proportion(pot, plus)
    return [
        _by_points(total, rules.stake)
        if total.points < 0
        else Share(total.player, part, Reason.of("part_of_pot", points=total.points, of=sum(plus), pot=pot))
        for total, part in zip(totals, parts, strict=True)
    ]


def _in_proportion(pot: int, weights: Sequence[int]) -> list[int]:
    """The whole pot in parts by weight: largest remainder, ties to the earlier seat. Nothing by no weight."""
    whole = sum(weights)
    if not whole:
        return [0 for _ in weights]
    parts = [pot * weight // whole for weight in weights]
    by_remainder = sorted(range(len(weights)), key=lambda seat: -(pot * weights[seat] % whole))
    for seat in by_remainder[: pot - sum(parts)]:
        parts[seat] += 1
    return parts


def _no_points(totals: Sequence[Total], _rules: MoneyRules) -> list[Share]:
    return [Share(total.player, 0, Reason.of("not_played_for", points=total.points)) for total in totals]


METHODS: Final[Mapping[str, Method]] = {
    method.key: method
    for method in (
        Method(
            "players",
            say("Among the players"),
            say("Who lost pays those who won: points times the stake, in the fewest payments."),
            ("stake", "scope", *FLAT),
            _players,
            "missing_points",
        ),
        Method(
            "per_point_loss",
            say("Minus points into the cash box"),
            say("Who ends below 0 pays the stake for each point into the cash box; winners get nothing."),
            ("stake", "scope", *FLAT),
            _per_point_loss,
            "losses",
        ),
        Method(
            "gap_to_winner",
            say("Gap to the best into the cash box"),
            say(
                "Everybody pays the stake for each point behind the best into the cash box; who played less "
                "than half as many games as the one who played most is left out."
            ),
            ("stake", "scope", *FLAT),
            _gap_to_winner,
            "losses",
        ),
        Method(
            "split",
            say("Minus points for cash box and winners"),
            say("Who ends below 0 pays; the cash box takes its share, the winners get the rest by plus points."),
            ("stake", "scope", "cash_box_share", *FLAT),
            _split,
            "cash_box_share",
        ),
        Method(
            "flat",
            say("Flat amounts only"),
            say("A fixed amount for who is there, another for who stays away; points cost nothing."),
            FLAT,
            _no_points,
            "losses",
        ),
        Method("none", say("Without money"), say("No money is played for."), (), _no_points, "losses"),
    )
}
