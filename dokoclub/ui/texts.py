"""Translated names and phrases of the registries of `scoring`, soft hyphens in words and names, and width classes.

A registry item carries its English text; the catalogs hold the translations.
"""

import re
from collections.abc import Mapping
from typing import Final, Protocol, cast

from django.utils.functional import Promise, lazy
from django.utils.translation import gettext

from scoring.phrases import Phrase
from scoring.terms import Player

CONTEXT_ENDS: Final = "\x04"  # in a text marked by `say_in`
SOFT_HYPHEN: Final = "\N{SOFT HYPHEN}"

# The game's words that are longer than a button, with the places where they may break.
WORDS: Final = (
    "An|sagen",
    "Doppel|kopf",
    "Einge|worfen",
    "Fleisch|los",
    "Ge|winner",
    "Herz|stich",
    "Hoch|zeit",
    "Hyper|schweine",
    "Karl|chen",
    "Sonder|punkte",
    "Straf|punkte",
    "Stu|fen",
    "Super|schweine",
    "Vor|führung",
)
BREAKS: Final = {word.replace("|", ""): word.replace("|", SOFT_HYPHEN) for word in WORDS}


FITS: Final = 6  # letters, in one of five columns on a phone
FITS_IN_FOUR: Final = 9
PARTS: Final = re.compile(r"[\s-]+")
PIECES: Final = re.compile(rf"[\s\-{SOFT_HYPHEN}]+")

# Syllables of a name, as spoken. A dictionary of German words splits names wrongly: Matt-hias, Cha-r-lotte, Ka-rlheinz.
LONG_WORD: Final = re.compile(r"[^\W\d_]{6,}")  # a shorter one fits every column
VOWEL: Final = "[aeiouyäöüàáâãåæąèéêëęěìíîïıİòóôõøœùúûůý]"
CONSONANT: Final = rf"(?:(?!{VOWEL})[^\W\d_])"
ONSET: Final = rf"(?:sch[lmnrw]?|ck|qu|[cpst]h|[bcfgkp]h?l|[bcdfgkpt]h?r(?!ich)|{CONSONANT}){VOWEL}"
SYLLABLE: Final = re.compile(rf"([^\W\d_]{VOWEL}{CONSONANT}*?|{VOWEL}{CONSONANT}+?)(?={ONSET})", re.IGNORECASE)

OWN_SOLO: Final = re.compile(r"(?<=\w{4})solo\b")  # one named by a club


class Named(Protocol):
    """A named registry item, such as a solo, a bonus point, a preset or a method."""

    @property
    def name(self) -> str: ...


class NamedShort(Named, Protocol):
    """A named item with a short form. `short`: on a button; empty where it equals the name."""

    @property
    def short(self) -> str: ...


def translate_text(text: str) -> str:
    """Return a text that `scoring` has marked, in the reader's language."""
    return gettext(text).rpartition(CONTEXT_ENDS)[2]


def get_name(entry: Named) -> str:
    """Return the translated name: `Damensolo`."""
    return translate_text(entry.name)


def get_short(entry: NamedShort) -> str:
    """Return the translated short form: `Damen`."""
    return translate_text(entry.short or entry.name)


def get_names(registry: Mapping[str, Named]) -> dict[str, Promise]:
    """Return the names by key, translated lazily: they may be built before there is a reader."""
    return {key: cast(Promise, _lazy_name(entry)) for key, entry in registry.items()}


def translate_texts(texts: Mapping[str, str]) -> dict[str, Promise]:
    """Return texts that `scoring` has marked, by key, translated lazily into the language active when displayed."""
    return {key: cast(Promise, _lazy_text(text)) for key, text in texts.items()}


_lazy_name = lazy(get_name, str)
_lazy_text = lazy(translate_text, str)


class Called(Protocol):
    @property
    def called(self) -> str: ...


def format_phrase(phrase: Phrase, people: Mapping[Player, Called] | None = None) -> str:
    """Return a phrase as text, with the names of `people`; static/js/phrases.js does the same on a phone."""
    if not isinstance(phrase, dict):
        return str(phrase)
    if "player" in phrase:
        return people[phrase["player"]].called if people else str(phrase["player"])
    if "parts" in phrase:
        return str(phrase["join"]).join(format_phrase(part, people) for part in phrase["parts"])
    text, values = translate_text(phrase["say"]), phrase.get("values", {})
    return text.format(**{key: format_phrase(value, people) for key, value in values.items()}) if values else text


def break_words(text: str) -> str:
    """Return `text` with soft hyphens. Its accessible name (aria-label) must be the text without them."""
    for word, parts in BREAKS.items():
        text = text.replace(word, parts)
    return OWN_SOLO.sub(f"{SOFT_HYPHEN}solo", text)


def break_name(name: str) -> str:
    """Return `name` with soft hyphens between its syllables, for a column; entry/game.js does the same."""
    return LONG_WORD.sub(lambda word: SYLLABLE.sub(rf"\1{SOFT_HYPHEN}", word[0]), name)


def format_width(name: str) -> str:
    """Return the class of a name too wide for one line of a tile: " long", or with a syllable that is: " longer"."""
    if max(map(len, PIECES.split(break_name(name)))) > FITS_IN_FOUR:
        return " longer"
    return " long" if max(map(len, PARTS.split(name))) > FITS else ""
