"""Phrases of `scoring` in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from dokoclub.look.words import translate_text
from scoring.phrases import Phrase
from scoring.terms import Player


class Called(Protocol):
    @property
    def called(self) -> str: ...


def print_phrase(phrase: Phrase, people: Mapping[Player, Called] | None = None) -> str:
    """Return a phrase as text, with the names of `people`; static/js/phrases.js does the same on a phone."""
    if not isinstance(phrase, dict):
        return str(phrase)
    if "player" in phrase:
        return people[phrase["player"]].called if people else str(phrase["player"])
    if "parts" in phrase:
        return str(phrase["join"]).join(print_phrase(part, people) for part in phrase["parts"])
    text, values = translate_text(phrase["say"]), phrase.get("values", {})
    return text.format(**{key: print_phrase(value, people) for key, value in values.items()}) if values else text
