"""Phrases of `scoring` in the reader's language."""

from __future__ import annotations

from dokoclub.look.words import translate_text
from scoring.phrases import Phrase


def print_phrase(phrase: Phrase) -> str:
    """Return a phrase as text; static/js/phrases.js does the same on a phone."""
    if not isinstance(phrase, dict):
        return str(phrase)
    if "parts" in phrase:
        return str(phrase["join"]).join(print_phrase(part) for part in phrase["parts"])
    text, values = translate_text(phrase["say"]), phrase.get("values", {})
    return text.format(**{key: print_phrase(value) for key, value in values.items()}) if values else text
