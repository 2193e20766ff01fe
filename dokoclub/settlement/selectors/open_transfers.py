"""Identifiers of open transfers and pairs as a page shows them, whether they are rows already or not."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Final, NamedTuple

from dokoclub.settlement.selectors.personal_data import digest_facts
from scoring.money.transfers import KITTY, Party
from scoring.money.transfers import Transfer as Owed

_WRITTEN: Final = re.compile(
    r"(points|flat)-([0-9]{1,4})-([0-9]{1,4})-(box|[0-9]{1,18})-(box|[0-9]{1,18})-([0-9]{1,15})(?:-([1-9][0-9]{0,3}))?",
    re.ASCII,
)


class TransferKey(NamedTuple):
    """A transfer's list, payer and receiver (ids; None: the kitty), and cents. Unique on the page of an evening.

    `turn` distinguishes equal transfers of one list after a merge of players, counted from 0.
    """

    kind: str
    correction: int
    place: int
    payer: Party
    receiver: Party
    cents: int
    turn: int = 0

    def __str__(self) -> str:
        """Return the form value: `points-0-0-12-15-240`; the second of two equal transfers is `…-240-1`."""
        parties = [str(party) if party is not KITTY else "box" for party in (self.payer, self.receiver)]
        turn = [str(self.turn)] if self.turn else []
        return "-".join([self.kind, str(self.correction), str(self.place), *parties, str(self.cents), *turn])


def parse_seen(text: str) -> TransferKey | None:
    """Parse the form value; return None for anything that no page of ours sends."""
    found = _WRITTEN.fullmatch(text)
    if found is None:
        return None
    kind, correction, place, payer, receiver, cents, turn = found.groups()
    return TransferKey(kind, int(correction), int(place), _party(payer), _party(receiver), int(cents), int(turn or 0))


_PAIR: Final = re.compile(r"(box|[0-9]{1,18})-(box|[0-9]{1,18})-([0-9a-f]{16})", re.ASCII)


class TransferPairKey(NamedTuple):
    """Two parties with something open (ids; None: the kitty), and the version token of the amounts shown."""

    one: Party
    other: Party
    stamp: str

    def __str__(self) -> str:
        """Return the form value: `12-box-0123456789abcdef`."""
        parties = [str(party) if party is not KITTY else "box" for party in (self.one, self.other)]
        return "-".join([*parties, self.stamp])


def parse_seen_pair(text: str) -> TransferPairKey | None:
    """Parse the form value; return None for anything that no page of ours sends."""
    found = _PAIR.fullmatch(text)
    if found is None:
        return None
    one, other, stamp = found.groups()
    return TransferPairKey(_party(one), _party(other), stamp)


def _party(word: str) -> Party:
    return KITTY if word == "box" else int(word)


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenLine:
    """One open transfer of one evening. `row`: its number once the evening is frozen, else None."""

    day: date
    evening: int | None  # None: deleted, with this transfer still unpaid
    kind: str
    correction: int  # 0: the original list
    place: int
    owed: Owed
    currency: str
    row: int | None
    clearing: int | None = None  # the clearing it belongs to, instead of an evening

    @property
    def facts(self) -> tuple[int, str, int, int, int, int, int]:
        """Return the key that sorts and identifies the transfer, the same before and after freezing."""
        payer, receiver, cents = self.owed
        return (self.evening or 0, self.kind, self.correction, self.place, payer or 0, receiver or 0, cents)


def digest_lines(lines: Iterable[OpenLine]) -> str:
    """Return a version token that changes with every line."""
    return digest_facts(*((line.day.isoformat(), line.currency, *line.facts) for line in lines))
