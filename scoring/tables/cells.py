"""Parsing of cells: days as people write them, days from a first day and a rhythm, and numbers."""

import re
from calendar import monthrange
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, timedelta
from decimal import Decimal
from functools import lru_cache
from itertools import pairwise
from typing import Final

_GERMAN: Final = re.compile(r"(?<!\d)(\d{1,2})\s*[./_-]\s*(\d{1,2})\s*[./_-]\s*(\d{4}|\d{2})(?!\d)")
_SPACED: Final = re.compile(r"(?<!\d)(\d{1,2}) (\d{1,2}) (\d{4})(?!\d)")
_ISO: Final = re.compile(r"(?<!\d)(\d{4})[-_./ ]?(\d{2})[-_./ ]?(\d{2})(?!\d)")
_LOOSE_ISO: Final = re.compile(r"(?<!\d)(\d{4})[-_./](\d{1,2})[-_./](\d{1,2})(?!\d)")
_SHORT: Final = re.compile(r"(?<![\d.,])(\d{1,2})\.\s*(\d{1,2})\.(?!\s*\d)")  # 12.3.; the year is elsewhere
_YEAR: Final = re.compile(r"(?<!\d)((?:19|20)\d{2})(?!\d)")
_WORD: Final = r"([a-zäéû]{3,9})\.?"
_DAY_AND_MONTH: Final = re.compile(
    rf"(?<!\d)(?<!\d[-_./])(\d{{1,2}})\.?(?:st|nd|rd|th)?[\s_-]*(?:of )?{_WORD}(?![a-zäöü])"
)
_MONTH_AND_DAY: Final = re.compile(rf"(?<![a-zäöü]){_WORD}[\s_-]*(\d{{1,2}})(?:st|nd|rd|th)?(?!\d)")
_YEAR_BEHIND: Final = re.compile(r"[\s_,.'’-]*(\d{4}|\d{2})(?!\d)(?!\s*[:.]\d)")
_CENTURY_FROM: Final = 70  # 70 is 1970, 69 is 2069
_SHORTEST: Final = 3  # letters of a month: Jan, Feb
_MONTHS: Final = (
    ("januar", "january", "jänner"), ("februar", "february", "feber"), ("märz", "march", "maerz", "mrz"),
    ("april",), ("mai", "may"), ("juni", "june"), ("juli", "july"), ("august",), ("september", "sept"),
    ("oktober", "october"), ("november",), ("dezember", "december"),
)  # fmt: skip


DAY_FIRST: Final = "dmy"
MONTH_FIRST: Final = "mdy"
_EMPTY: Final = {"", "-", "–", "—", "/", "x", "."}  # "does not play", as people write it
_MINUS: Final = str.maketrans({"−": "-", "–": "-", "—": "-", "‐": "-", "‑": "-", "±": None, "'": None, "’": None})
_THOUSANDS: Final = re.compile(r"[0-9]{1,3}(?:[. \u202f][0-9]{3})+")
_PLAIN: Final = re.compile(r"[0-9]{1,9}(?:[.,][0-9]{1,9})?")


def day_in(text: str, *, elsewhere: str = "", order: str = "") -> date | None:
    """Return the first day in a text: `12.3.2021`, `2021-03-12`, `20210312`, `12. März 2021`, `March 12, 2021`.

    `elsewhere`: a text that may hold the year for a day without one (`12.3.`, `12. März`), if the text itself has
    none. `order`: DAY_FIRST or MONTH_FIRST, as in the whole column; empty to use the order that gives a valid day.
    """
    for pattern, usual in ((_ISO, "ymd"), (_LOOSE_ISO, "ymd"), (_GERMAN, "dmy"), (_SPACED, "dmy")):
        if found := pattern.search(text):
            wanted = order or usual if usual == "dmy" else usual
            day = _by_order(found, wanted)
            return day or (_by_order(found, MONTH_FIRST) if not order and "/" in found[0] else None)
    return _with_a_word(text, elsewhere) or _without_a_year(text, elsewhere)


def _by_order(found: re.Match[str], order: str) -> date | None:
    parts = dict(zip(order, found.groups(), strict=True))
    return _day(parts["y"], parts["m"], parts["d"])


def find_order(texts: Iterable[str]) -> tuple[str, bool]:
    """Decide for a whole column if the day or the month comes first, and if that is only a guess.

    A day above 12 decides. Otherwise days that only rise decide, if they rise in one order alone. Otherwise slashes
    and hyphens are a guess: days with points are written with the day first everywhere.
    """
    some = [text for text in texts if _GERMAN.search(text) and not _ISO.search(text) and not _LOOSE_ISO.search(text)]
    by_order = {order: [day_in(text, order=order) for text in some] for order in (DAY_FIRST, MONTH_FIRST)}
    whole = {order: sum(day is not None for day in days) for order, days in by_order.items()}
    if whole[DAY_FIRST] != whole[MONTH_FIRST]:
        return max(whole, key=lambda order: whole[order]), False
    if not any(_EITHER_ORDER.search(text) for text in some) or by_order[DAY_FIRST] == by_order[MONTH_FIRST]:
        return DAY_FIRST, False
    rising = [order for order, days in by_order.items() if _rises([day for day in days if day])]
    return (rising[0], len(set(some)) < _FEWEST_THAT_TELL) if len(rising) == 1 else (DAY_FIRST, True)


_EITHER_ORDER: Final = re.compile(r"[0-9]\s*[/-]\s*[0-9]")
_FEWEST_THAT_TELL: Final = 4  # fewest rising days in one order alone that are not taken for chance


def _rises(days: Sequence[date]) -> bool:
    return all(before <= after for before, after in pairwise(days))


def _day(year: str, month: str | int, day: str) -> date | None:
    whole = int(year)
    if len(year) == 2:
        whole += 1900 if whole >= _CENTURY_FROM else 2000
    try:
        return date(whole, int(month), int(day))
    except ValueError:
        return None


def _with_a_word(text: str, elsewhere: str) -> date | None:
    """Parse `Fr, 12. März 2021`, `12 Mar 21`, `March 12th, 2021`, or `12. März` with the year elsewhere."""
    folded = text.casefold()
    for pattern, month_first in ((_DAY_AND_MONTH, False), (_MONTH_AND_DAY, True)):
        for found in pattern.finditer(folded):
            day, word = found.groups()[::-1] if month_first else found.groups()
            month = _month(word)
            if month is None:
                continue
            behind = _YEAR_BEHIND.match(folded, found.end())
            year = behind[1] if behind else _year_in(text, elsewhere)
            if year and (known := _day(year, month, day)):
                return known
    return None


def _month(word: str) -> int | None:
    short = len(word) >= _SHORTEST
    names = enumerate(_MONTHS, start=1)
    return next((number for number, some in names if short and any(name.startswith(word) for name in some)), None)


def _without_a_year(text: str, elsewhere: str) -> date | None:
    found, year = _SHORT.search(text), _year_in(text, elsewhere)
    return _day(year, found[2], found[1]) if found and year else None


def _year_in(*texts: str) -> str:
    return next((found[1] for text in texts if (found := _YEAR.search(text))), "")


def _every(days: int) -> Callable[[date, int], date]:
    return lambda first, number: first + timedelta(days=days * number)


def _monthly(first: date, number: int) -> date:
    """Return the same day of a later month, or the month's last day."""
    months = first.month - 1 + number
    year, month = first.year + months // 12, months % 12 + 1
    return date(year, month, min(first.day, monthrange(year, month)[1]))


def _monthly_weekday(first: date, number: int) -> date:
    """Return the same weekday of a later month, as every second Friday; a fifth one becomes the last."""
    which = (first.day - 1) // 7
    begin = _monthly(first.replace(day=1), number)
    day = 1 + (first.weekday() - begin.weekday()) % 7 + 7 * which
    last = monthrange(begin.year, begin.month)[1]
    return begin.replace(day=day if day <= last else day - 7)


# (first day, number of steps from 0) -> day; OverflowError beyond the calendar
RHYTHMS: Final[Mapping[str, Callable[[date, int], date]]] = {
    "same": _every(0),
    "daily": _every(1),
    "weekly": _every(7),
    "fortnightly": _every(14),
    "three_weekly": _every(21),
    "four_weekly": _every(28),
    "monthly": _monthly,
    "monthly_weekday": _monthly_weekday,
}


def is_empty(cell: str) -> bool:
    return cell.strip().lower() in _EMPTY


def is_dash(cell: str) -> bool:
    """Return True for an empty cell with a sign in it that is no letter."""
    return is_empty(cell) and cell.strip().lower() not in ("", "x")


def is_number(cell: str) -> bool:
    return read_number(cell) is not None


@lru_cache(maxsize=4096)  # a list repeats the same few cells
def read_number(cell: str) -> Decimal | None:
    """Parse a number; None if it is not one."""
    text = cell.strip().translate(_MINUS).strip()
    negative = False
    if text.startswith("(") and text.endswith(")"):
        negative, text = True, text[1:-1].strip()
    elif text.endswith("-"):
        negative, text = True, text[:-1].strip()
    elif text[:1] in ("+", "-"):
        negative, text = text[0] == "-", text[1:].strip()
    if _THOUSANDS.fullmatch(text):
        text = re.sub(r"[. \u202f]", "", text)
    elif not _PLAIN.fullmatch(text):
        return None
    value = Decimal(text.replace(",", "."))
    return -value if negative else value
