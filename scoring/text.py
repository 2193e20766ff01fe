"""Typed or pasted text, cleaned in one way for forms, imports, operations and phones. It is never refused.
The answer does not depend on the Unicode version of Python or of a browser: characters that are younger than Unicode 14
are dropped, except for emoji and other signs in blocks that were reserved for them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, TypeAlias
from unicodedata import category, normalize

from scoring.terms import Problem, say

Ranges: TypeAlias = Sequence[tuple[int, int]]  # of code points, both ends included

LONGEST_NAME: Final = 40

_MOST_MARKS: Final = 8  # on one letter: more than words have, in Burmese and Tibetan too; piles cover other lines
_MOST_TURNS: Final = 4
_APOSTROPHES: Final = "'`´ʹʻʼˈˊˋ՚׳‘’‛′‵ꞌ＇"
_DASHES: Final = "-˗‐‑‒–—―⁃−﹘﹣－"
_PLAIN: Final = 0x300  # below are Latin letters and a few controls
_BLANKS: Final = (
    (0x9, 0xD), (0x1C, 0x20), (0x85, 0x85), (0xA0, 0xA0), (0x1680, 0x1680), (0x2000, 0x200A), (0x2028, 0x2029),
    (0x202F, 0x202F), (0x205F, 0x205F), (0x2800, 0x2800), (0x3000, 0x3000), (0x3164, 0x3164), (0xFFA0, 0xFFA0),
)  # fmt: skip
_PLAIN_CONTROLS: Final = ((0x0, 0x1F), (0x7F, 0x9F), (0xAD, 0xAD))
_JOINERS: Final = ((0x200C, 0x200D),)
_JOINER: Final = 0x200D
_SELECTORS: Final = ((0xFE00, 0xFE0F), (0x180B, 0x180D), (0x180F, 0x180F), (0xE0100, 0xE01EF))
_STYLES: Final = ((0xFE0E, 0xFE0F),)  # as text, as emoji
_BLACK_FLAG: Final = 0x1F3F4
_TAGS: Final = ((0xE0020, 0xE007F),)  # behind a black flag: the region
_TAG_LETTERS: Final = ((0xE0030, 0xE0039), (0xE0061, 0xE007A))
_LAST_TAG: Final = 0xE007F
_MOST_TAGS: Final = 6
_KEYCAP: Final = 0x20E3
_KEYS: Final = ((0x23, 0x23), (0x2A, 0x2A), (0x30, 0x39))
_PICTURES: Final = (
    (0xA9, 0xA9), (0xAE, 0xAE), (0x203C, 0x203C), (0x2049, 0x2049), (0x2122, 0x2122), (0x2139, 0x2139),
    (0x2190, 0x21FF), (0x2300, 0x2328), (0x232B, 0x23FF), (0x2460, 0x24FF), (0x25A0, 0x27BF), (0x2900, 0x297F),
    (0x2B00, 0x2BFF), (0x3030, 0x3030), (0x303D, 0x303D), (0x3297, 0x3299), (0x1F000, 0x1FAFF),
)  # fmt: skip
_IDEOGRAPHS: Final = ((0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x3FFFF))
_WITH_VARIANTS: Final = (
    (0x1000, 0x109F), (0x2190, 0x22FF), (0x2A00, 0x2AFF), (0x3001, 0x3002), (0xA840, 0xA877), (0xAA60, 0xAA7F),
    (0xFF01, 0xFF1F),
)  # fmt: skip
_MONGOLIAN: Final = ((0x1820, 0x18AA),)
# Arabic, Syriac, the scripts of India and their relatives: joiners change how their letters look.
_CURSIVE: Final = (
    (0x600, 0xDFF), (0xF00, 0x109F), (0x1780, 0x18AF), (0x1900, 0x1CFF), (0xA800, 0xAAFF), (0xABC0, 0xABFF),
    (0xFB50, 0xFDFF), (0xFE70, 0xFEFC), (0x10A00, 0x10AFF), (0x10B80, 0x11FFF), (0x1E900, 0x1E95F),
)  # fmt: skip
_VIRAMAS: Final = (0x94D, 0x9CD, 0xA4D, 0xACD, 0xB4D, 0xBCD, 0xC4D, 0xCCD, 0xD4D, 0xDCA)
# The invisible code points from U+0300 to U+1FFFF: controls, private and unassigned ones, halves of characters, a few
# letters and marks that are blank, and the place of an object (U+FFFC). Run lengths by turns: so many visible code
# points, then so many invisible ones.
_SEEN_AND_NOT: Final = (
    "79 1 40 2 6 4 7 1 1 1 20 1 397 1 38 2 50 2 3 1 55 8 27 4 6 11 28 1 241 1 60 2 101 14 59 2 49 2 15 1 28 2 1 1 11 "
    "5 31 1 2 6 236 1 8 2 2 2 22 1 7 1 1 3 4 2 9 2 2 2 4 8 1 4 2 1 5 2 25 2 3 1 6 4 2 2 22 1 7 1 2 1 2 1 2 2 1 1 5 4 "
    "2 2 3 3 1 7 4 1 1 7 17 10 3 1 9 1 3 1 22 1 7 1 2 1 5 2 10 1 3 1 3 2 1 15 4 2 12 7 7 1 3 1 8 2 2 2 22 1 7 1 2 1 5 "
    "2 9 2 2 2 3 7 3 4 2 1 5 2 18 10 2 1 6 3 3 1 4 3 2 1 1 1 2 3 2 3 3 3 12 4 5 3 3 1 4 2 1 6 1 14 21 5 13 1 3 1 23 1 "
    "16 2 9 1 3 1 4 7 2 1 3 2 1 2 4 2 10 7 22 1 3 1 23 1 10 1 5 2 9 1 3 1 4 7 2 6 2 1 4 2 10 1 2 13 13 1 3 1 51 1 3 1 "
    "6 4 16 2 26 1 3 1 18 3 24 1 9 1 1 2 7 3 1 4 6 1 1 1 8 6 10 2 3 12 58 4 29 37 2 1 1 1 5 1 24 1 1 1 23 2 5 1 1 1 6 "
    "2 10 2 4 32 72 1 36 4 39 1 36 1 15 1 13 37 198 1 1 5 1 2 143 2 232 1 4 2 7 1 1 1 4 2 41 1 4 2 33 1 4 2 7 1 1 1 4 "
    "2 15 1 57 1 4 2 67 2 32 3 26 6 86 2 6 2 669 3 89 7 22 9 24 9 20 12 13 1 3 1 2 12 52 2 40 2 10 6 10 6 14 1 11 6 "
    "89 7 43 5 70 10 31 1 12 4 12 4 1 3 42 2 5 11 44 4 26 6 11 3 62 2 65 1 29 2 11 6 10 6 14 2 31 49 77 3 47 1 116 8 "
    "60 3 15 3 60 7 43 2 11 8 43 5 534 2 6 2 38 2 6 2 8 1 1 1 1 1 1 1 31 2 53 1 15 1 14 2 6 1 19 2 3 1 9 1 11 1 2 2 "
    "26 5 49 16 2 2 27 1 13 3 81 15 140 4 663 25 11 21 1812 2 32 1 349 5 45 1 1 5 1 2 56 7 2 14 24 9 7 1 7 1 7 1 7 1 "
    "7 1 7 1 7 1 7 1 126 34 26 1 89 12 214 26 12 4 64 1 86 2 103 5 43 1 94 1 84 12 47 1 29293 3 55 9 348 20 184 8 203 "
    "5 2 1 1 1 5 24 59 3 10 6 56 8 70 8 12 6 116 11 30 3 78 1 11 4 33 1 55 9 14 2 10 2 103 24 28 10 6 2 6 2 6 9 7 1 7 "
    "1 60 4 126 2 10 6 11172 12 23 4 49 8452 366 2 106 38 7 12 5 5 26 1 5 1 1 1 2 1 2 1 125 16 445 2 54 7 1 32 42 6 "
    "51 1 19 1 4 4 5 1 135 4 190 3 6 2 6 2 6 2 3 3 7 1 7 14 1 2 12 1 26 1 19 1 2 1 15 2 14 34 123 5 3 4 45 3 88 1 13 "
    "3 1 47 46 130 29 3 49 15 28 4 36 9 30 5 43 5 30 1 37 4 14 42 158 2 10 6 36 4 36 4 40 8 52 11 12 1 15 1 7 1 2 1 "
    "11 1 15 1 7 1 2 67 311 9 22 10 8 24 6 1 42 1 9 69 6 2 1 1 44 1 2 3 1 2 23 1 72 8 9 48 19 1 2 5 33 3 27 5 1 64 56 "
    "4 20 2 50 1 2 5 8 1 3 1 29 2 3 4 10 7 9 7 64 32 39 4 12 9 54 3 29 2 27 5 26 7 4 12 7 80 73 55 51 13 51 7 46 8 10 "
    "294 31 1 42 1 3 2 2 78 40 8 42 22 26 38 28 20 23 9 78 4 36 9 68 10 1 2 25 7 10 6 53 1 18 8 39 9 96 1 20 11 18 1 "
    "44 65 7 1 1 1 4 1 15 1 11 6 59 5 10 6 4 1 8 2 2 2 22 1 7 1 2 1 5 1 10 2 2 2 3 2 1 6 1 5 7 2 7 3 5 139 92 1 5 30 "
    "72 8 10 166 54 2 38 34 69 11 10 6 13 19 58 6 10 54 27 2 15 4 23 185 60 100 83 12 8 2 1 2 8 1 2 1 30 1 2 2 12 9 "
    "10 70 8 2 46 2 11 27 72 8 83 13 73 263 9 1 45 1 14 10 29 3 32 2 22 1 14 73 7 1 2 1 44 3 1 1 2 1 9 8 10 6 6 1 2 1 "
    "37 1 2 1 6 7 10 310 25 183 1 15 50 13 923 102 111 1 5 11 196 2636 99 13 1071 4049 583 8633 569 7 31 1 10 4 81 1 "
    "10 6 30 2 6 10 70 10 10 1 7 1 21 5 19 688 91 101 75 4 57 7 17 64 4 12 2 14 6136 8 1238 42 9 8935 4 1 7 1 2 1 291 "
    "45 3 17 4 8 396 2308 107 5 13 3 9 7 10 2 4 4704 46 2 23 9 116 60 246 10 39 2 48 1 25 8 112 21 70 154 20 12 87 9 "
    "25 135 85 1 71 1 2 2 1 2 2 2 4 1 12 1 1 1 7 1 65 1 4 2 8 1 7 1 28 1 4 1 5 1 1 3 7 1 340 2 292 2 702 15 5 1 15 "
    "1104 31 225 7 1 17 2 7 1 2 1 5 213 45 3 14 2 10 4 2 320 31 17 58 5 1 1248 7 1 4 1 2 1 15 1 197 2 16 41 76 4 10 4 "
    "2 785 68 76 61 194 4 1 27 1 2 1 1 2 1 1 10 1 4 1 1 1 1 6 1 4 1 1 1 1 1 1 3 1 2 1 1 2 1 1 1 1 1 1 1 1 1 1 2 1 1 2 "
    "4 1 7 1 4 1 4 1 1 1 10 1 17 5 3 1 5 1 17 52 2 270 2963 1 55 37 10 1030"
)


def _ends(steps: Iterable[str]) -> list[int]:
    """Return the end of each step."""
    ends: list[int] = []
    at = _PLAIN
    for step in steps:
        at += int(step)
        ends.append(at)
    return ends


_ENDS: Final = _ends(_SEEN_AND_NOT.split())


def clean_line(text: str) -> str:
    """Return `text` as one line: its visible characters, with single blanks between words, in the normal form NFC.
    Joiners and variation selectors stay if they change the look of a letter or an emoji. Cleaning twice changes
    nothing.
    """
    if text.isascii() and not any(sign < " " or sign == "\x7f" for sign in text):
        return " ".join(text.split())
    cleaned = text
    for _ in range(_MOST_TURNS):  # moved marks may have become neighbours
        before = cleaned
        cleaned = _clean_once(before)
        if cleaned == before:
            return cleaned
    return _clean_once("".join([sign for sign in cleaned if not _depends(ord(sign))]))


def clean_lines(text: str) -> str:
    """Return `text` with each of its lines cleaned, without empty ones at its ends."""
    return "\n".join(clean_line(line) for line in text.splitlines()).strip("\n")


def clean_all(value: Any, clean: Callable[[str], str]) -> Any:
    """Clean every text in a value of JSON, keys too."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, list):
        return [clean_all(one, clean) for one in value]
    if isinstance(value, dict):
        return {clean(key): clean_all(one, clean) for key, one in value.items()}
    return value


def fold_case(name: str) -> str:
    """Fold the case: `ÄNNE` and `änne`, `Straße` and `STRASSE` become the same; cut to the length in the database."""
    return normalize("NFKC", normalize("NFKC", name).casefold())[: 4 * LONGEST_NAME]


def fold_name(name: str) -> str:
    """Return a key that is equal for names that look the same to a reader.
    Such are `O'Neil` and `O’Neil`, and `Hans-Peter` with any dash.
    """
    seen = [sign for sign in name if not _depends(ord(sign))]
    return fold_case("".join(["'" if sign in _APOSTROPHES else "-" if sign in _DASHES else sign for sign in seen]))


def is_same_name(one: str, other: str) -> bool:
    return fold_name(one) == fold_name(other)


def has_letter(name: str) -> bool:
    """Return whether the name has a letter or a digit."""
    return any(category(sign)[0] in "LN" for sign in name)


def name_problems(field: str, name: str) -> Iterator[Problem]:
    """List the problems of a cleaned name."""
    if not has_letter(name):
        yield Problem(field, say("A name needs a letter or a digit."))
    elif len(name) > LONGEST_NAME:
        yield Problem(field, say("A name has at most {most} characters."), {"most": LONGEST_NAME})


def _clean_once(text: str) -> str:
    seen = "".join([" " if _within(ord(sign), _BLANKS) else sign for sign in text if not _is_hidden(ord(sign))])
    return " ".join(normalize("NFC", _without_strays(normalize("NFC", seen))).split())


def _depends(code: int) -> bool:
    """Return whether this character is visible only behind the one it belongs to."""
    return _within(code, _SELECTORS) or _within(code, _JOINERS) or _within(code, _TAGS)


def _within(code: int, ranges: Ranges) -> bool:
    return any(first <= code and code <= last for first, last in ranges)


def _is_hidden(code: int) -> bool:
    """Return whether the character is invisible."""
    if _within(code, _BLANKS) or _depends(code):
        return False
    if code < _PLAIN:
        return _within(code, _PLAIN_CONTROLS)
    if code < 0x20000:
        return _ends_before(code, 0, len(_ENDS)) % 2 == 1
    return code > 0x3FFFD or code % 0x10000 > 0xFFFD


def _ends_before(code: int, low: int, high: int) -> int:
    """Count the steps that end before this code point, by bisection."""
    if low == high:
        return low
    middle = (low + high) // 2
    return _ends_before(code, middle + 1, high) if _ENDS[middle] <= code else _ends_before(code, low, middle)


def _without_strays(text: str) -> str:
    """Remove joiners, selectors and tags that change nothing at their place, and piles of marks."""
    signs = list(text)
    codes = [ord(sign) for sign in signs]
    kept: list[str] = []
    last = marks = tags = 0  # the last code point that stays; the number of marks there; tags that still stay
    for at, code in enumerate(codes):
        following = codes[at + 1] if at + 1 < len(codes) else 0
        is_mark = code >= _PLAIN and category(signs[at])[0] == "M"
        if at and codes[at - 1] == _BLACK_FLAG and _within(code, _TAGS):
            tags = _tags_in(codes[at : at + _MOST_TAGS + 1])
        if tags:
            tags -= 1
        elif (is_mark and marks == _MOST_MARKS) or _is_stray(last, code, following):
            continue
        kept.append(signs[at])
        last = code
        marks = marks + 1 if is_mark else 0
    return "".join(kept)


def _is_stray(last: int, code: int, following: int) -> bool:
    """Return whether the character is superfluous between its neighbours.
    Such is a tag that makes no flag, or a selector or joiner that changes nothing.
    """
    if _within(code, _SELECTORS):
        return not _has_variant(last, code, following)
    return _within(code, _TAGS) or (_within(code, _JOINERS) and not _joins(last, code, following))


def _tags_in(codes: Sequence[int]) -> int:
    """Count the tags that make a flag here; 0 if they make none."""
    if _LAST_TAG not in codes:
        return 0
    letters = codes[: codes.index(_LAST_TAG)]
    return len(letters) + 1 if letters and all(_within(code, _TAG_LETTERS) for code in letters) else 0


def _has_variant(base: int, selector: int, following: int) -> bool:
    """Return whether this character looks different with the selector behind it."""
    if _within(selector, _STYLES):
        return _within(base, _PICTURES) or (_within(base, _KEYS) and following == _KEYCAP)
    if selector >= 0xE0100:
        return _within(base, _IDEOGRAPHS)
    if selector < 0x2000:
        return _within(base, _MONGOLIAN)
    return selector <= 0xFE02 and (_within(base, _IDEOGRAPHS) or _within(base, _WITH_VARIANTS))


def _joins(last: int, joiner: int, following: int) -> bool:
    """Return whether the joiner changes the look of its neighbours."""
    if _is_cursive(last) and _is_cursive(following):
        return True
    if joiner != _JOINER:
        return False
    if last in _VIRAMAS:
        return True
    is_emoji = _within(last, _PICTURES) or _within(last, _STYLES) or last == _LAST_TAG
    return is_emoji and _within(following, _PICTURES)


def _is_cursive(code: int) -> bool:
    return _within(code, _CURSIVE) and category(chr(code))[0] in "LM"
