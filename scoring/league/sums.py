"""Sums of all statistics of some evenings: added to those of later ones, and to and from JSON.
The counts of a past month never have to be counted again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from datetime import date
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, TypeVar, Union, get_args, get_origin, get_type_hints

from scoring.league.attendance import Attendance, Course
from scoring.league.counters import VERSION as DEEDS
from scoring.league.counters import AnnouncementCount, Share
from scoring.league.statistics import Statistics, merge_highest

# Raise it when something new is counted, or counted differently: older sums are invalid.
VERSION: Final = f"5.{DEEDS}"

Made = TypeVar("Made")
Name = tuple[str, str, bool]  # key, text, whether that is a word of the catalog


@dataclass(slots=True)
class Names:
    """The rules' names of extras, solos and marks."""

    any: dict[str, Name] = field(default_factory=dict)  # by key, the latest name
    all: list[Name] | None = None  # names on every sheet; None: there is no sheet

    def add(self, said: Iterable[Name]) -> None:
        """Add the names of one more sheet."""
        some = sorted(said)
        self.follow(Names({name[0]: name for name in some}, some))

    def follow(self, later: Names) -> None:
        self.any |= later.any
        if self.all is None:
            self.all = later.all
        elif later.all is not None:
            self.all = [name for name in self.all if name in later.all]


@dataclass(slots=True)
class Sums:
    """All statistics of some consecutive evenings."""

    counted: Statistics = field(default_factory=Statistics)
    attendance: dict[int, Attendance] = field(default_factory=dict)  # by player, all with a result
    course: Course = field(default_factory=Course)
    held: int = 0  # evenings on which anybody played
    by_hand: int = 0  # games that count in points only
    redeals: Counter[str | None] = field(default_factory=Counter)  # by reason; None: no reason given
    names: Names = field(default_factory=Names)


def add_up(some: Iterable[Sums]) -> Sums:
    """Add up consecutive evenings, the oldest first."""
    found = Sums()
    for later in some:
        _add(found, later)
    return found


# --- One after the other ---------------------------------------------------------------------------------------------


def _add(mine: Any, later: Any) -> None:
    kind: type = type(mine)
    for name, together in _adders(kind):
        setattr(mine, name, together(getattr(mine, name), getattr(later, name)))


Together = Callable[[Any, Any], Any]  # the sum of two values; it may change the first, never the second


@cache
def _adders(kind: type) -> tuple[tuple[str, Together], ...]:
    return tuple((name, _adder(hint)) for name, hint in _hints(kind).items())


def _adder(hint: Any) -> Together:
    kind = get_origin(hint) or hint
    if kind is int:
        return int.__add__
    if kind is Counter:
        return _more
    if kind is dict:
        return _by_share if get_args(hint)[1] is Share else _by_key
    if kind is list:
        return merge_highest
    if kind in (Union, UnionType):
        return _outstanding
    if hasattr(kind, "follow"):
        return _followed
    return _added


def _more(mine: Counter[Any], later: Counter[Any]) -> Counter[Any]:
    for key, number in later.items():  # update() does needless checks
        mine[key] += number
    return mine


def _by_share(mine: dict[Any, Share], later: dict[Any, Share]) -> dict[Any, Share]:
    for key, other in later.items():
        share = mine.get(key)
        if share is None:
            mine[key] = Share(other.games, other.won, other.points)
        else:
            share.games += other.games
            share.won += other.won
            share.points += other.points
    return mine


def _by_key(mine: dict[Any, Any], later: dict[Any, Any]) -> dict[Any, Any]:
    for key, other in later.items():
        if key not in mine:
            mine[key] = type(other)()
        mine[key] = (_followed if hasattr(other, "follow") else _added)(mine[key], other)
    return mine


def _added(mine: Made, later: Made) -> Made:
    _add(mine, later)
    return mine


def _followed(mine: Any, later: Any) -> Any:
    mine.follow(later)
    return mine


def _outstanding(mine: Any, later: Any) -> Any:
    return later if mine is None else mine if later is None else mine.unless(later)


@cache
def _hints(kind: type) -> Mapping[str, Any]:
    known = get_type_hints(kind)
    return {one.name: known[one.name] for one in fields(kind)}


# --- As JSON ---------------------------------------------------------------------------------------------------------
# Fields by order, dictionaries of players by key: short and quick to read. VERSION identifies the format.


def dump_sums(sums: Sums) -> Any:
    """Return the data for `json.dumps` in the form that `load_sums` reads."""
    return _dump(sums)


def load_sums(stored: Any) -> Sums:
    """Read sums that `dump_sums` wrote in this version."""
    found: Sums = _loader(Sums)(stored)
    return found


def _dump(value: Any) -> Any:
    if value is None or isinstance(value, (int, str)):
        return value
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, (Share, AnnouncementCount)):
        return [getattr(value, name) for name in value.__slots__]
    if isinstance(value, Counter):
        return [[key, number] for key, number in value.items()]
    if isinstance(value, dict):
        return [[key, _dump(inner)] for key, inner in value.items()]
    if isinstance(value, (list, tuple)):
        return [_dump(inner) for inner in value]
    kind: type = type(value)
    return [_dump(getattr(value, name)) for name in _hints(kind)]


Load = Callable[[Any], Any]
_BY_VALUE: Final = {int, str, bool}


@cache
def _loader(hint: Any) -> Load:
    kind, of = get_origin(hint) or hint, get_args(hint)
    if kind in _BY_VALUE:
        return _as_it_is
    if kind is date:
        return date.fromisoformat
    if kind in (Union, UnionType):
        inner = _loader(next(one for one in of if one is not NoneType))
        return lambda raw: None if raw is None else inner(raw)
    if kind is Counter:
        key = _loader(of[0])
        return lambda raw: Counter({key(name): number for name, number in raw})
    if kind is dict and of[1] is Share:
        return lambda raw: {name: Share(*share) for name, share in raw}
    if kind is dict:
        name_of, value_of = _loader(of[0]), _loader(of[1])
        return lambda raw: {name_of(name): value_of(value) for name, value in raw}
    if kind is list:
        inner = _loader(of[0])
        return lambda raw: [inner(one) for one in raw]
    return _loader_of_fields(kind, of)


def _loader_of_fields(kind: Any, of: tuple[Any, ...]) -> Load:
    if kind is tuple:
        if of[1:] == (...,):
            return tuple
        each = [_loader(one) for one in of]
        return lambda raw: tuple([load(one) for load, one in zip(each, raw, strict=True)])
    if hasattr(kind, "_fields"):  # a NamedTuple
        return _loader_by_place(kind, get_type_hints(kind).values())
    if hasattr(kind, "__dataclass_fields__"):
        return _loader_by_place(kind, _hints(kind).values())
    return lambda raw: kind(raw)  # a word of `scoring.terms`


def _loader_by_place(kind: Callable[..., Any], hints: Iterable[Any]) -> Load:
    each = [_loader(hint) for hint in hints]
    if all(load is _as_it_is for load in each):  # the most frequent case: it saves a third of the reading time
        return lambda raw: kind(*raw)
    return lambda raw: kind(*[load(one) for load, one in zip(each, raw, strict=True)])


def _as_it_is(raw: Any) -> Any:
    return raw
