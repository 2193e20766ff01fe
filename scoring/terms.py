"""Basic terms of the engine: parties, announcements, limits, problems."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum, StrEnum
from typing import Final, NamedTuple, TypeAlias

AUGEN: Final = 240  # card points in the pack
PLAYING: Final = 4  # players in a game; the others at the table sit out
TABLE_SIZES: Final = range(4, 8)

Player: TypeAlias = str


class Party(StrEnum):
    RE = "re"
    KONTRA = "kontra"

    @property
    def opponent(self) -> Party:
        return Party.KONTRA if self is Party.RE else Party.RE


class Call(IntEnum):
    """The highest announcement of a party. It contains all lower ones (TSR 6.5)."""

    NONE = 0
    ANSAGE = 1  # Re or Kontra
    NO_90 = 2
    NO_60 = 3
    NO_30 = 4
    SCHWARZ = 5

    @property
    def is_absage(self) -> bool:
        return self >= Call.NO_90

    @property
    def key(self) -> str:
        """Return `no90` … `schwarz`; an Ansage is called by its party and has no key of its own."""
        return ABSAGE_KEYS[self]


ABSAGE_KEYS: Final[Mapping[Call, str]] = {
    Call.NO_90: "no90",
    Call.NO_60: "no60",
    Call.NO_30: "no30",
    Call.SCHWARZ: "schwarz",
}
ABSAGEN: Final = tuple(ABSAGE_KEYS)


def get_call_key(party: Party, call: Call) -> str:
    """Return `re`, `kontra`, `no90` … `schwarz`."""
    return str(party) if call is Call.ANSAGE else call.key


# An Absage is made good if the opponents stay below this number of Augen; schwarz depends on tricks.
LIMIT: Final[Mapping[Call, int]] = {Call.NO_90: 90, Call.NO_60: 60, Call.NO_30: 30}


class Problem(NamedTuple):
    """An impossible input: a value, never an exception.
    `problem` is an English sentence with {gaps} that are filled from `values`; it is also the key of its
    translation.
    """

    field: str
    problem: str
    values: Mapping[str, object] = {}

    def __str__(self) -> str:
        return self.problem.format(**self.values)

    def under(self, prefix: str) -> Problem:
        """Return the same problem, one level deeper: `re_points` → `games[3].re_points`."""
        return self._replace(field=f"{prefix}.{self.field}")


def say(text: str) -> str:
    """Mark an English text, a sentence or a name, for translation outside `scoring`."""
    return text


def say_in(context: str, text: str) -> str:
    """Mark a text that names several things, such as the Clubs of a solo, with a context, in the form of catalogs."""
    return f"{context}\x04{text}"
