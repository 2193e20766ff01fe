"""Sonderpunkte: the registry, how often each can happen, and impossible combinations. rules.md 1.10, 5."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from scoring.game.kind import get_kind_value, is_alone, is_priced
from scoring.rules.parameters import HAND
from scoring.rules.rules import Rules
from scoring.terms import Party, Problem, say

# Counts by key, in the order they were written.
Counts: TypeAlias = tuple[tuple[str, int], ...]

KARLCHEN: Final = ("karlchen", "karlchen_gefangen")
DOPPELKOPF_AUGEN: Final = 40


@dataclass(frozen=True, slots=True)
class Extra:
    """An extra point of the rule books; `most`: how many there can be in one game, both parties together."""

    key: str
    name: str
    title: str  # plural: the heading of a league table's column
    most: int
    source: str
    short: str = ""  # label of a button, if it differs from the name
    is_caught: bool = False  # it is taken from a player of the other party


EXTRAS: Final = {
    extra.key: extra
    for extra in (
        Extra(
            "fuchs",
            say("Fuchs caught"),
            say("Füchse caught"),
            most=2,
            source="TSR 7.2",
            short=say("Fuchs"),
            is_caught=True,
        ),
        Extra("karlchen", say("Karlchen"), say("Karlchen"), most=1, source="TSR 7.2"),
        Extra(
            "karlchen_gefangen",
            say("Karlchen caught"),
            say("Karlchen caught"),
            most=2,
            source="HAM; FOR",
            is_caught=True,
        ),
        Extra("doppelkopf", say("Doppelkopf"), say("Doppelköpfe"), most=4, source="TSR 7.2"),
    )
}

# These count in Karlchen's place if the queen of clubs is to win the last trick; checks and cap are the same.
LIESCHEN: Final[Mapping[str, Extra]] = {
    extra.key: extra
    for extra in (
        replace(
            EXTRAS["karlchen"],
            name=say("Lieschen Müller"),
            title=say("Lieschen Müller"),
            source="PAR",
            short=say("Lieschen"),
        ),
        replace(
            EXTRAS["karlchen_gefangen"],
            name=say("Lieschen Müller caught"),
            title=say("Lieschen Müller caught"),
            source="PAR",
            short=say("Lieschen caught"),
        ),
    )
}


def variant_extras(rules: Rules) -> Mapping[str, Extra]:
    """Return the registry's extras that have another name under these rules."""
    return LIESCHEN if rules.karlchen_card == "queen" else {}


def worth_of_extras(rules: Rules, side: str) -> Mapping[str, int]:
    """Return the points by extra; empty if the game has a fixed price. rules.md 1.10, 1.19."""
    if is_priced(rules, side):
        return {}
    general = rules.extras_solo if is_alone(side) else rules.extras
    worth: Mapping[str, int] = get_kind_value(rules, side, "extras", general)
    return worth


def in_order(keys: set[str]) -> list[str]:
    """Sort keys: the registry's extras first, then the club's own by name. rules.md 6."""
    return [key for key in EXTRAS if key in keys] + sorted(keys - EXTRAS.keys())


def pairs_count(rules: Rules | None) -> bool:
    """Return whether a trick of two pairs of identical cards is a Doppelkopf too, regardless of its Augen. PAR."""
    return rules is not None and rules.doppelkopf == "also_pairs"


def most_in_a_game(key: str, rules: Rules | None) -> int:
    """Return how many of a registry extra both parties together can have: with pairs, one in each trick."""
    if key == "doppelkopf" and rules is not None and pairs_count(rules):
        return HAND[rules.deck]
    return EXTRAS[key].most


def extra_problems(re: Mapping[str, int], kontra: Mapping[str, int], rules: Rules | None) -> Iterator[Problem]:
    """List extras, by party, that cannot have happened in one game, regardless of its Augen. rules.md 5.
    Without `rules`, a key that the registry does not know is ignored.
    """
    for party, counts in ((Party.RE, re), (Party.KONTRA, kontra)):
        for key, count in counts.items():
            if key not in EXTRAS and rules is not None and not rules.knows_extra(key):
                yield Problem(f"extras.{party}.{key}", say("Unknown bonus point: add it to the rules first."))
            if count < 0:
                yield Problem(f"extras.{party}.{key}", say("A count cannot be negative."))
    for key in (key for key in {**re, **kontra} if key in EXTRAS):
        most = most_in_a_game(key, rules)
        if re.get(key, 0) + kontra.get(key, 0) > most:
            for field in _present((key,), re, kontra):
                yield Problem(field, say("At most {most} per game."), {"most": most})
    yield from _karlchen_problems(re, kontra, variant_extras(rules) if rules is not None else {})


def augen_problems(party: Party, counts: Mapping[str, int], augen: int, rules: Rules | None) -> Iterator[Problem]:
    """List Doppelköpfe that do not fit the Augen.
    Each is a trick of 40 Augen or more, unless two pairs count as one too.
    """
    doppelkoepfe = counts.get("doppelkopf", 0)
    if doppelkoepfe * DOPPELKOPF_AUGEN > augen and not pairs_count(rules):
        yield Problem(
            f"extras.{party}.doppelkopf",
            say("Each Doppelkopf has at least 40 card points; {party} has only {augen}."),
            {"party": party.capitalize(), "augen": augen},
        )


def _karlchen_problems(
    re: Mapping[str, int], kontra: Mapping[str, int], otherwise: Mapping[str, Extra]
) -> Iterator[Problem]:
    """Check the last trick: there is one, won by one party, with Karlchen or by catching one or both of them."""
    fields = _present(KARLCHEN, re, kontra)
    if len({field.split(".")[1] for field in fields}) > 1:
        for field in fields:
            yield Problem(field, say("Only one side can win the last trick: choose one."))
    if sum(fields.values()) > 2:
        for field in fields:
            if otherwise:
                yield Problem(field, say("Only two queens of clubs per game."))
            else:
                yield Problem(field, say("Only two Karlchen per game."))


def _present(keys: tuple[str, ...], re: Mapping[str, int], kontra: Mapping[str, int]) -> dict[str, int]:
    """Return how many of these extras each party has, by field."""
    return {
        f"extras.{party}.{key}": counts[key]
        for party, counts in ((Party.RE, re), (Party.KONTRA, kontra))
        for key in keys
        if counts.get(key, 0) > 0
    }
