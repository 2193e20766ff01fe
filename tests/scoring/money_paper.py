"""Evenings and their money on paper, for tests.

A line is `NAME POINTS` or `NAME POINTS GAMES` (otherwise 24), in seat order; a line of dashes begins the next
table. Payments are written `Ben pays Anna 2.40`; `box` is the kitty.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from hypothesis import settings

from scoring.money.methods import MoneyRules, Total
from scoring.money.settlement import Settlement, settle_tables
from scoring.money.shares import Listing
from scoring.money.transfers import KITTY, Party, Transfer
from tests.portions import examples

NAMES = ("Anna", "Ben", "Cem", "Dora", "Emil", "Fritz", "Gerd", "Hilde", "Ida", "Jan", "Karl")
laws = settings(deadline=None, max_examples=examples(50))


def party(name: str) -> Party:
    return KITTY if name == "box" else NAMES.index(name) + 1


def player(name: str) -> int:
    return NAMES.index(name) + 1


def name(found: Party) -> str:
    return "box" if found is KITTY else NAMES[found - 1]


def tables(paper: str) -> list[list[Total]]:
    found: list[list[Total]] = [[]]
    for words in (line.split() for line in paper.splitlines() if line.strip()):
        if words[0].startswith("--"):
            found.append([])
        else:
            who, points, *games = words
            found[-1].append(Total(player(who), int(points), int(games[0]) if games else 24))
    return found


def settled(paper: str, away: Sequence[str] = (), /, **rules: Any) -> Settlement:
    return settle_tables(tables(paper), MoneyRules(**rules), [player(who) for who in away])


def transfers(paper: str) -> list[Transfer]:
    lines = (line.split() for line in paper.splitlines() if line.strip())
    return [Transfer(party(payer), party(receiver), cents(money)) for payer, _, receiver, money in lines]


def cents(money: str) -> int:
    return int(money.replace(".", ""))


def written(paid: Iterable[Transfer]) -> list[str]:
    return [f"{name(one.payer)} pays {name(one.receiver)} {one.cents // 100}.{one.cents % 100:02}" for one in paid]


def check(listing: Listing, expected: str) -> None:
    assert written(listing.transfers) == [line.strip() for line in expected.splitlines() if line.strip()]


def amounts(listing: Listing) -> dict[str, int]:
    """Return cents by name, without those at 0."""
    return {name(share.party): share.cents for share in listing.shares if share.cents}
