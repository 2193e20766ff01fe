"""Money that stands beside points: which columns and rows hold it, and does it fit?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Final, NamedTuple

from dokoclub.exports.old_sheets.numbers import read_number
from scoring.text import fold_name

_SIGN: Final = re.compile(
    r"\s*[(\[]?\s*(?:€|(?<![a-zäöüß])(?:eur|euro|euros|chf|franken)(?![a-zäöüß]))\s*[)\]]?\s*", re.I
)
_POINTS: Final = re.compile(
    r"\s*[(\[]?\s*(?<![a-zäöüß])(?:pkt|pkte|punkte|points|pts)\.?(?![a-zäöüß])\s*[)\]]?\s*", re.I
)
ROWS: Final = frozenset(
    {"euro", "eur", "€", "geld", "betrag", "auszahlung", "zahlt", "zahlen", "abrechnung", "money", "in euro", "in €",
     "chf", "summe €", "summe euro", "gewinn €", "euro gesamt"}
)  # fmt: skip


def is_money_heading(cell: str) -> bool:
    return _SIGN.search(cell) is not None


def name_without_money(cell: str) -> str:
    """`Anna` of `Anna (€)` and `€ Anna`."""
    return _SIGN.sub(" ", cell).strip()


def name_beside_money(cell: str, cells: Sequence[str]) -> str:
    """`Anna` of `Anna Pkt.`, where a column says so that stands beside `Anna €`; else the heading as it is."""
    bare = _POINTS.sub(" ", cell).strip()
    if bare == cell or not bare:
        return cell
    beside = {fold_name(name_without_money(other)) for other in cells if is_money_heading(other)}
    return bare if fold_name(bare) in beside or "" in beside else cell


def read_money(cell: str) -> Decimal | None:
    """`2,20 €`, `-0,50`, `€ 3`; None where it is no amount."""
    return read_number(_SIGN.sub("", cell))


class Pair(NamedTuple):
    """Points and the money beside them."""

    row: int
    place: int  # of the player
    points: int
    money: Decimal


def find_misfits(pairs: Iterable[Pair]) -> Iterator[tuple[Pair, Fraction]]:
    """Those that are not as much a point as most are, and how much that is."""
    some = list(pairs)
    rates = Counter(rate for pair in some if (rate := _rate(pair)) is not None)
    if not rates:
        return
    usual, _ = max(rates.items(), key=lambda item: item[1])
    for pair in some:
        if abs(pair.points * usual - Fraction(pair.money)) > Fraction(1, 200):  # half a cent
            yield pair, usual


def _rate(pair: Pair) -> Fraction | None:
    return Fraction(pair.money) / pair.points if pair.points else None
