"""Where what was counted is kept: the tallies of a club, each good for as long as its stamp is what it was."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from typing import Any, Final, Generic, TypeVar

from django.db import DatabaseError, connection, transaction

from dokoclub.clubs.models import Club
from dokoclub.standings.models import Tally

_AT_ONCE: Final = 100  # tallies that are written together
_MOST_REMEMBERED: Final = 160  # tallies in a process: what does not change while games are written; some 20 kB each

Made = TypeVar("Made")


@dataclass(frozen=True)
class Label(Generic[Made]):
    """How tallies of one kind are kept. Nobody changes what was made once."""

    key: str  # `ranked_by` of their rows
    version: str  # of what is in them
    dump: Callable[[Made], Any]
    load: Callable[[Any], Made]


@dataclass
class Shelf(Generic[Made]):
    """For one answer: what was fetched for it, and what it found that is worth keeping."""

    club: Club
    label: Label[Made]
    fetched: dict[str, tuple[str, bytes]] = field(default_factory=dict)  # stamp and content of tallies
    asked: set[str] = field(default_factory=set)
    found: list[Tally] = field(default_factory=list)
    # Inside a transaction no stamp tells yet what it has changed.
    is_stamped: bool = field(default_factory=lambda: not connection.in_atomic_block)

    def recall(self, of: str, told: str, work: Callable[[], Made]) -> Made:
        """What was made when all that it rests on was told so; or what `work` makes."""
        self.fetch([of])
        stamp = self.stamp(told)
        made = self.take(of, stamp)
        if made is None:
            made = work()
            self.keep(of, stamp, made)
            self.store()
        return made

    def fetch(self, names: Iterable[str]) -> None:
        """One query, or none where all of them were asked for."""
        wanted = {*names} - self.asked
        if wanted and self.is_stamped:
            self.asked |= wanted
            rows = Tally.objects.filter(club=self.club, ranked_by=self.label.key, of__in=wanted)
            self.fetched |= {of: (stamp, bytes(sums)) for of, stamp, sums in rows.values_list("of", "stamp", "sums")}

    def stamp(self, told: str) -> str:
        return blake2b(f"{self.label.version} {told}".encode(), digest_size=12).hexdigest()

    def take(self, of: str, stamp: str) -> Made | None:
        """What was fetched under that name, if it is good."""
        found = self.fetched.get(of)
        if found is None or found[0] != stamp:
            return None
        kept: Made = _load(self.label, found[1])
        return kept

    def keep(self, of: str, stamp: str, made: Made, evening: int | None = None) -> None:
        if not self.is_stamped:
            return
        stored = zlib.compress(json.dumps(self.label.dump(made), separators=(",", ":")).encode())
        tally = Tally(club=self.club, evening_id=evening, of=of, ranked_by=self.label.key, stamp=stamp, sums=stored)
        self.found.append(tally)
        if len(self.found) >= _AT_ONCE:
            self.store()

    def store(self) -> None:
        """Where others are writing for long, or an evening went meanwhile, whoever comes next counts it again."""
        found, self.found = sorted(self.found, key=lambda tally: tally.of), []
        if not found:
            return
        try:
            with transaction.atomic():
                Tally.objects.bulk_create(
                    found,
                    update_conflicts=True,
                    unique_fields=["club", "ranked_by", "of"],
                    update_fields=["stamp", "sums", "evening"],
                )
        except DatabaseError:
            return


@lru_cache(maxsize=_MOST_REMEMBERED)
def _load(label: Label[Made], stored: bytes) -> Made:
    """Nobody changes what is given here: sums are added to new ones."""
    return label.load(json.loads(zlib.decompress(stored)))
