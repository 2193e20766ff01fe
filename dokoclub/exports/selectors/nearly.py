"""Names that are nearly those of a player: a letter too many, or a surname that the club leaves out."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Final

from dokoclub.exports.selectors.imports import Person

_WORDS: Final = re.compile(r"[\s.,_-]+")
_SHORTEST: Final = 3  # letters in which one may be wrong
_LONG: Final = 5  # from here on one may also stand for another


def propose_nearly(
    headings: Collection[str], tables: Iterable[Collection[str]], some: Iterable[Person], known: Mapping[str, int]
) -> dict[str, int]:
    """By heading, folded: who is most likely meant, if that is one alone. No query.

    `tables`: the headings of each sheet: who sits there under his own name, or under one that is just as near, is not
    meant. `known`: who is called so exactly.
    """
    seated = [frozenset(table) for table in tables]
    people = list(some)
    meant: dict[str, int] = {}
    for heading in headings:
        if heading in known:
            continue
        found = [person.player.pk for person in people if any(is_nearly(heading, word) for word in person.words)]
        if len(found) == 1 and not any(found[0] == known.get(other) for other in _beside(heading, seated)):
            meant[heading] = found[0]
    return {
        heading: player
        for heading, player in meant.items()
        if not any(meant.get(other) == player for other in _beside(heading, seated))
    }


def _beside(heading: str, tables: Iterable[frozenset[str]]) -> frozenset[str]:
    """Who ever sat at a table with that one."""
    return frozenset[str]().union(*(table for table in tables if heading in table)) - {heading}


def is_nearly(one: str, other: str) -> bool:
    """Of folded names: `cemm` and `cem`, `doro schmidt` and `doro`, `doro s.` and `doro schmidt`."""
    mine, theirs = (list(filter(None, _WORDS.split(name))) for name in (one, other))
    if not mine or not theirs:
        return False
    if len(mine) != len(theirs) and mine[0] == theirs[0] and 1 in (len(mine), len(theirs)):
        return True
    if mine[0] == theirs[0] and len(mine) == len(theirs) == 2 and 1 in (len(mine[1]), len(theirs[1])):
        return bool(mine[1][0] == theirs[1][0])
    return _differs_by_a_letter("".join(mine), "".join(theirs))


def _differs_by_a_letter(one: str, other: str) -> bool:
    """One too many; in longer names also another one, or two that changed places."""
    short, long = sorted((one, other), key=len)
    if len(short) < _SHORTEST or short[0] != long[0] or len(long) - len(short) > 1:
        return False
    if len(long) > len(short):
        return any(long[:place] + long[place + 1 :] == short for place in range(len(long)))
    wrong = [place for place, (mine, theirs) in enumerate(zip(short, long, strict=True)) if mine != theirs]
    if len(short) < _LONG or not wrong:
        return False
    swapped = len(wrong) == 2 and wrong[1] == wrong[0] + 1 and short[wrong[0]] == long[wrong[1]]
    return len(wrong) == 1 or (swapped and short[wrong[1]] == long[wrong[0]])
