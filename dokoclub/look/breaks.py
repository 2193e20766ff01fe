"""Where may a long word of the game break? Buttons are 60 pixels wide, and no browser hyphenates everywhere."""

import re
from typing import Final

SOFT_HYPHEN: Final = "\N{SOFT HYPHEN}"

# The words of the game that are longer than a button, with the places where they may break.
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
    "Vor|führung",
)
BREAKS: Final = {word.replace("|", ""): word.replace("|", SOFT_HYPHEN) for word in WORDS}


FITS: Final = 6  # letters, in one of five columns of a phone
FITS_IN_FOUR: Final = 9
PARTS: Final = re.compile(r"[\s-]+")

OWN_SOLO: Final = re.compile(r"(?<=\w{4})solo\b")  # one that a club has named


def break_words(text: str) -> str:
    """`text` with soft hyphens. What it is called (aria-label) must be the text without."""
    for word, parts in BREAKS.items():
        text = text.replace(word, parts)
    return OWN_SOLO.sub(f"{SOFT_HYPHEN}solo", text)


def tell_width(name: str) -> str:
    """The class of a name whose longest part is too wide for its column or tile: " long", " longer" or nothing."""
    longest = max(map(len, PARTS.split(name)))
    return " longer" if longest > FITS_IN_FOUR else " long" if longest > FITS else ""
