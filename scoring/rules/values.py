"""Kinds of values that a parameter can have, and their checks. rules.md 1.17."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from scoring.terms import Problem, say

KEY: Final = re.compile(r"[a-z][a-z0-9_]{0,30}")
LONGEST_NAME: Final = 40
UNPRINTABLE: Final = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")  # half a character cannot be stored or shown
_PARTS: Final = re.compile(r"(?:0|[1-9][0-9]{0,4})\.(?:[0-9][1-9]|[1-9])", re.ASCII)
NO_CONTROL: Final = say("A text holds no control characters.")
NO_KEY: Final = say("A key is a small letter, then up to 30 small letters, digits or underlines.")


@dataclass(frozen=True, slots=True)
class Flag:
    def problems(self, field: str, value: object) -> Iterator[Problem]:
        if type(value) is not bool:
            yield Problem(field, say("This must be true or false."))


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of the words (or numbers); `needs`: by word, the parameters that count only together with it."""

    words: tuple[str | int, ...]
    needs: Mapping[str, Collection[str]] = field(default_factory=dict)

    def unasked(self, word: str | int) -> set[str]:
        """Return the parameters that count with another word, but not with this one."""
        return {parameter for needed in self.needs.values() for parameter in needed} - set(
            self.needs.get(str(word), ())
        )

    def problems(self, field: str, value: object) -> Iterator[Problem]:
        if not _is_among(self.words, value):
            yield Problem(field, say("This must be one of: {words}."), {"words": ", ".join(map(str, self.words))})


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number (true is not 1 and 3.0 is not 3); `word` or null may replace it."""

    low: int
    high: int
    word: str | None = None
    nullable: bool = False

    def problems(self, field: str, value: object) -> Iterator[Problem]:
        if value is None and self.nullable:
            return
        if self.word is not None and value == self.word:
            return
        if type(value) is not int or not self.low <= value <= self.high:
            yield Problem(
                field,
                say("This must be a whole number from {low} to {high}."),
                {"low": self.low, "high": self.high},
            )


@dataclass(frozen=True, slots=True)
class Cents(Whole):
    """An amount of money, which people type as 12.50; if `low` is 0, it may be nothing."""


@dataclass(frozen=True, slots=True)
class Rate:
    """More than 0 with up to two decimals: a whole number, else a text as "2.5", because no float is exact."""

    high: int
    may_be_nothing: bool = False

    def problems(self, field: str, value: object) -> Iterator[Problem]:
        is_whole = type(value) is int and (0 if self.may_be_nothing else 1) <= value <= self.high
        is_part = isinstance(value, str) and _PARTS.fullmatch(value) and int(value.partition(".")[0]) < self.high
        if not is_whole and not is_part:
            yield Problem(
                field,
                say("This must be a number up to {high}: a whole one, or a text as 2.5 with one or two decimals."),
                {"high": self.high},
            )


def as_rate(hundredths: int) -> int | str:
    """Return the value that Rate takes: 5, "2.5", "0.25"."""
    whole, part = divmod(hundredths, 100)
    return f"{whole}.{part:02}".rstrip("0") if part else whole


@dataclass(frozen=True, slots=True)
class ListOfCents:
    """One or more amounts of money, which may be nothing: for the first, the second …"""

    high: int
    most: int

    def problems(self, field: str, value: object) -> Iterator[Problem]:
        if not isinstance(value, (list, tuple)) or not 1 <= len(value) <= self.most:
            yield Problem(field, say("This must be a list of one to {most} amounts."), {"most": self.most})
            return
        for cents in value:
            if found := list(Cents(0, self.high).problems(field, cents)):
                yield from found
                return


@dataclass(frozen=True, slots=True)
class AnyOf:
    """A list of some of the words (or numbers); `once`: none of them twice."""

    words: tuple[str | int, ...]
    once: bool = True

    def problems(self, field: str, value: object) -> Iterator[Problem]:
        if not isinstance(value, (list, tuple)):
            yield Problem(field, say("This must be a list."))
            return
        if not all(_is_among(self.words, entry) for entry in value):
            words = ", ".join(map(str, self.words))
            yield Problem(field, say("This list can hold only: {words}."), {"words": words})
        elif self.once and len(set(value)) < len(value):
            yield Problem(field, say("Each entry once in this list."))


@dataclass(frozen=True, slots=True)
class PointsByKey:
    """Key → points, as for extras."""

    low: int = 0
    high: int = 20

    def problems(self, field: str, value: object) -> Iterator[Problem]:
        if not isinstance(value, dict):
            yield Problem(field, say("This must be an object of keys and points."))
            return
        points = Whole(self.low, self.high)
        for key, number in value.items():
            yield from _key_problems(field, key)
            yield from points.problems(f"{field}.{key}", number)


@dataclass(frozen=True, slots=True)
class Name:
    """A name for people."""

    def problems(self, field: str, value: object) -> Iterator[Problem]:
        if not isinstance(value, str) or not 1 <= len(value) <= LONGEST_NAME:
            yield Problem(field, say("A name has 1 to {longest} characters."), {"longest": LONGEST_NAME})
        elif UNPRINTABLE.search(value):
            yield Problem(field, NO_CONTROL)


@dataclass(frozen=True, slots=True)
class NamesByKey:
    """Key → a name for people."""

    def problems(self, field: str, value: object) -> Iterator[Problem]:
        if not isinstance(value, dict):
            yield Problem(field, say("This must be an object of keys and names."))
            return
        for key, name in value.items():
            yield from _key_problems(field, key)
            yield from Name().problems(f"{field}.{key}", name)


@dataclass(frozen=True, slots=True)
class Keys:
    """A list of keys of another parameter; `rules` checks the two together."""

    def problems(self, field: str, value: object) -> Iterator[Problem]:
        if not isinstance(value, (list, tuple)):
            yield Problem(field, say("This must be a list."))
            return
        if not all(isinstance(key, str) and KEY.fullmatch(key) for key in value):
            yield Problem(field, NO_KEY)
        elif len(set(value)) < len(value):
            yield Problem(field, say("Each entry once in this list."))


@dataclass(frozen=True, slots=True)
class Numbers:
    """A list of whole numbers, one for each of `steps`; or null."""

    low: int
    high: int
    steps: tuple[str, ...]
    nullable: bool = True

    def problems(self, field: str, value: object) -> Iterator[Problem]:
        if value is None and self.nullable:
            return
        if not isinstance(value, (list, tuple)) or len(value) != len(self.steps) or not all(map(self._holds, value)):
            text = say("This must be a list of {many} whole numbers from {low} to {high}.")
            if self.nullable:
                text = say("This must be null or a list of {many} whole numbers from {low} to {high}.")
            yield Problem(field, text, {"many": len(self.steps), "low": self.low, "high": self.high})

    def _holds(self, number: object) -> bool:
        return type(number) is int and self.low <= number <= self.high


@dataclass(frozen=True, slots=True)
class Text:
    """A text of several lines, or none."""

    longest: int

    def problems(self, field: str, value: object) -> Iterator[Problem]:
        if not isinstance(value, str) or len(value) > self.longest:
            yield Problem(field, say("This must be a text of at most {longest} characters."), {"longest": self.longest})
        elif UNPRINTABLE.search(re.sub(r"[\n\r\t]", "", value)):
            yield Problem(field, NO_CONTROL)


@dataclass(frozen=True, slots=True)
class Entries:
    """Key → an object with some of these parameters, or with all of them; at most `most` entries."""

    parameters: Mapping[str, Flag | OneOf | Whole | PointsByKey | Name | Numbers]
    all_needed: bool = False
    most: int | None = None

    def problems(self, field: str, value: object) -> Iterator[Problem]:
        if not isinstance(value, dict):
            yield Problem(field, say("This must be an object of parameters."))
            return
        if self.most is not None and len(value) > self.most:
            yield Problem(field, say("There can be at most {most}."), {"most": self.most})
        for key, entry in value.items():
            yield from _key_problems(field, key)
            yield from self._of_entry(f"{field}.{key}", entry)

    def _of_entry(self, field: str, entry: object) -> Iterator[Problem]:
        if not isinstance(entry, dict):
            yield Problem(field, say("This must be an object of parameters."))
            return
        if not entry:
            yield Problem(field, say("Say something of it, or leave it out."))
            return
        for key in entry:
            if key not in self.parameters:
                yield Problem(f"{field}.{key}", say("There is no such parameter."))
        for key, values in self.parameters.items():
            if key in entry:
                yield from values.problems(f"{field}.{key}", entry[key])
            elif self.all_needed:
                yield Problem(f"{field}.{key}", say("This parameter is missing."))


Values: TypeAlias = (
    Flag | OneOf | Whole | Rate | ListOfCents | AnyOf | PointsByKey | NamesByKey | Keys | Numbers | Text | Entries
)


def _is_among(words: tuple[str | int, ...], value: object) -> bool:
    """Return whether the value is one of the words: True is not 1, and "4" is not 4."""
    return any(type(value) is type(word) and value == word for word in words)


def _key_problems(field: str, key: object) -> Iterator[Problem]:
    if not isinstance(key, str) or not KEY.fullmatch(key):
        yield Problem(f"{field}.{key}", NO_KEY)
