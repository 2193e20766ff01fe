"""A transfer as somebody saw it on the page of an evening, whether it is kept as a row yet or not."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Final, NamedTuple

from dokoclub.settlement.selectors.personal_data import get_stamp
from scoring.money.transfers import CASH_BOX, Party
from scoring.money.transfers import Transfer as Owed

_WRITTEN: Final = re.compile(
    r"(points|flat)-([0-9]{1,4})-([0-9]{1,4})-(box|[0-9]{1,18})-(box|[0-9]{1,18})-([0-9]{1,15})(?:-([1-9][0-9]{0,3}))?",
    re.ASCII,
)


class Seen(NamedTuple):
    """Its list, who pays whom (ids; None: the cash box), and cents. Once on the page of an evening.

    `turn` tells apart those of one list that look equal since two players became one, counted from 0.
    """

    kind: str
    correction: int
    place: int
    payer: Party
    receiver: Party
    cents: int
    turn: int = 0

    def __str__(self) -> str:
        """As forms carry it: `points-0-0-12-15-240`; of two that look equal the second one `…-240-1`."""
        parties = [str(party) if party is not CASH_BOX else "box" for party in (self.payer, self.receiver)]
        turn = [str(self.turn)] if self.turn else []
        return "-".join([self.kind, str(self.correction), str(self.place), *parties, str(self.cents), *turn])


def parse_seen(text: str) -> Seen | None:
    """The other way round; None for what no page of ours carries."""
    found = _WRITTEN.fullmatch(text)
    if found is None:
        return None
    kind, correction, place, payer, receiver, cents, turn = found.groups()
    return Seen(kind, int(correction), int(place), _party(payer), _party(receiver), int(cents), int(turn or 0))


_PAIR: Final = re.compile(r"(box|[0-9]{1,18})-(box|[0-9]{1,18})-([0-9a-f]{16})", re.ASCII)


class SeenPair(NamedTuple):
    """Two between whom something is open (ids; None: the cash box), and the stamp of what it was."""

    one: Party
    other: Party
    stamp: str

    def __str__(self) -> str:
        """As forms carry it: `12-box-0123456789abcdef`."""
        parties = [str(party) if party is not CASH_BOX else "box" for party in (self.one, self.other)]
        return "-".join([*parties, self.stamp])


def parse_seen_pair(text: str) -> SeenPair | None:
    """The other way round; None for what no page of ours carries."""
    found = _PAIR.fullmatch(text)
    if found is None:
        return None
    one, other, stamp = found.groups()
    return SeenPair(_party(one), _party(other), stamp)


def _party(word: str) -> Party:
    return CASH_BOX if word == "box" else int(word)


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenLine:
    """One open transfer of one evening. `row`: its number once the evening is frozen, else None."""

    day: date
    evening: int | None  # None: it was deleted, and this was left to pay
    kind: str
    correction: int  # 0: as it was frozen
    place: int
    owed: Owed
    currency: str
    row: int | None
    clearing: int | None = None  # whose payment it is, in place of an evening's

    @property
    def facts(self) -> tuple[int, str, int, int, int, int, int]:
        """What tells one from another, to sort by and to recognise; whether it is a row by now, does not matter."""
        payer, receiver, cents = self.owed
        return (self.evening or 0, self.kind, self.correction, self.place, payer or 0, receiver or 0, cents)


def stamp_of_lines(lines: Iterable[OpenLine]) -> str:
    """Changes with every line: who saw another one, saw something else."""
    return get_stamp(*((line.day.isoformat(), line.currency, *line.facts) for line in lines))
