"""A transfer that is still open, wherever it comes from: the part that all pages of open payments are made of."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from dokoclub.settlement.selectors.stamps import stamp_of
from scoring.money.transfers import Transfer as Owed


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
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


def stamp_of_lines(lines: Iterable[Line]) -> str:
    """Changes with every line: who saw another one, saw something else."""
    return stamp_of(*((line.day.isoformat(), line.currency, *line.facts) for line in lines))
