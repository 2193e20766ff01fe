"""Additional facts about a game that never change its points: marks, forced calls, an Armut, a Hochzeit.
    {"marks": [{"key": "schweine", "by": "12"}],
     "forced": {"re": ["re", "no90"]},
     "armut": {"from": "12"},
     "hochzeit": {"by": "12", "trick": 2}}
Marks: those of the rules, each once, with their player. Forced: announcements of a party that were really made, if
the rules force any. Armut: the giving player; the other of Re took. Hochzeit: the married player, and the trick that
found the partner.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeAlias

from scoring.contract.by_party import highest_call, list_by_party, party_problems
from scoring.contract.reading import CALLS
from scoring.game.game import Game
from scoring.game.played import Mark, SideFacts
from scoring.rules.rules import Rules
from scoring.terms import Party, Problem, say

Json: TypeAlias = dict[str, Any]
Check: TypeAlias = Callable[[object, Game, Rules], Iterator[Problem]]

TRICKS: Final = (1, 2, 3)  # that can find the partner of a Hochzeit


def read_side_facts(raw: Json) -> SideFacts:
    """Read the facts. `raw`: an attribution that was checked when it was written."""
    hochzeit = raw.get("hochzeit", {})
    return SideFacts(
        forced=tuple(
            (Party(party), CALLS[Party(party)][word])
            for party, words in raw.get("forced", {}).items()
            for word in words
        ),
        marks=tuple(Mark(mark["key"], mark["by"]) for mark in raw.get("marks", ())),
        gave=raw.get("armut", {}).get("from"),
        married=hochzeit.get("by"),
        found_in=hochzeit.get("trick"),
    )


def store_side_facts(raw: Json) -> Json:
    """Return the facts as stored: in this order, without empty values, marks by key, words from the lowest call."""
    forced = {
        str(party): [word for word in CALLS[party] if word in words]
        for party, words in list_by_party(raw.get("forced"))
        if isinstance(words, list)
    }
    hochzeit = raw.get("hochzeit", {})
    kept: Json = {
        "marks": [
            {"key": key, "by": by} for key, by in sorted((one["key"], one["by"]) for one in raw.get("marks", ()))
        ],
        "forced": {party: words for party, words in forced.items() if words},
        "armut": dict(raw.get("armut", {})),
        "hochzeit": {key: hochzeit[key] for key in ("by", "trick") if key in hochzeit},
    }
    return {key: value for key, value in kept.items() if value}


def _mark_problems(value: object, game: Game, rules: Rules) -> Iterator[Problem]:
    if not isinstance(value, list):
        yield Problem("marks", say("This must be a list."))
        return
    seen: set[str] = set()
    for place, mark in enumerate(value):
        field = f"marks[{place}]"
        if not isinstance(mark, dict) or mark.keys() != {"key", "by"}:
            yield Problem(field, say("This must be an object with key and by."))
            continue
        key = mark["key"]
        if not isinstance(key, str) or key not in rules.marks:
            yield Problem(f"{field}.key", say("These rules know no such mark."))
        elif key in seen:
            yield Problem(f"{field}.key", say("This happens only once in a game."))
        else:
            seen.add(key)
        if mark["by"] not in game.players:
            yield Problem(f"{field}.by", say("This must be a player of the game."))


def _forced_problems(value: object, game: Game, rules: Rules) -> Iterator[Problem]:
    """Check that forced announcements were made."""
    if not rules.forced_ansage:
        yield Problem("forced", say("These rules force nobody to call."))
        return
    for party, words in list_by_party(value):
        if not isinstance(words, list):
            yield Problem(f"forced.{party}", say("This must be a list."))
            continue
        for place, word in enumerate(words):
            call = CALLS[party].get(word) if isinstance(word, str) else None
            if not call or call > highest_call(game, party):
                yield Problem(f"forced.{party}[{place}]", say("That wasn't called."))
            elif word in words[:place]:
                yield Problem(f"forced.{party}[{place}]", say("Each entry once in this list."))
    yield from party_problems("forced", value)


def _armut_problems(value: object, game: Game, rules: Rules) -> Iterator[Problem]:
    if game.kind != "armut":
        yield Problem("armut", say("This is said of an Armut only."))
    elif not isinstance(value, dict) or not value.keys() <= {"from"}:
        yield Problem("armut", say("This must be an object with from."))
    elif value and value["from"] not in game.re:
        yield Problem("armut.from", say("This must be a player of the party."))


def _hochzeit_problems(value: object, game: Game, rules: Rules) -> Iterator[Problem]:
    if game.kind != "hochzeit":
        yield Problem("hochzeit", say("This is said of a Hochzeit only."))
        return
    if not isinstance(value, dict) or not value.keys() <= {"by", "trick"}:
        yield Problem("hochzeit", say("This must be an object with by and trick."))
        return
    if "by" in value and value["by"] not in game.re:
        yield Problem("hochzeit.by", say("This must be a player of the party."))
    elif "by" in value and game.married not in (None, value["by"]):
        yield Problem("hochzeit.by", say("The game says that somebody else has married."))
    if "trick" in value and game.is_solo:
        yield Problem("hochzeit.trick", say("No trick found a partner: Re is one player."))
    elif "trick" in value and (type(value["trick"]) is not int or value["trick"] not in TRICKS):
        yield Problem("hochzeit.trick", say("This must be 1, 2 or 3."))


CHECKS: Final[Mapping[str, Check]] = {
    "marks": _mark_problems,
    "forced": _forced_problems,
    "armut": _armut_problems,
    "hochzeit": _hochzeit_problems,
}
