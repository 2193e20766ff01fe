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
    "Straf|punkte",
    "Stu|fen",
    "gefan|gen",
)
BREAKS: Final = {word.replace("|", ""): word.replace("|", SOFT_HYPHEN) for word in WORDS}


OWN_SOLO: Final = re.compile(r"(?<=\w{4})solo\b")  # one that a club has named


def break_words(text: str) -> str:
    """`text` with soft hyphens. What it is called (aria-label) must be the text without."""
    for word, parts in BREAKS.items():
        text = text.replace(word, parts)
    return OWN_SOLO.sub(f"{SOFT_HYPHEN}solo", text)
