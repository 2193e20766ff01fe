"""What is wrong, or odd, with a file: in which row and column of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any, Final, NamedTuple

from django.utils.formats import number_format
from django.utils.translation import gettext

from dokoclub.core.formatting import MINUS
from scoring.terms import say
from scoring.text import LONGEST_NAME, has_letter

FALLS_SHORT: Final = say("The points sum to {total}, not to 0.")  # told from all other notes: it may be explained


class Note(NamedTuple):
    """`text`: an English sentence whose {gaps} are filled from `values`; also the key of its translation."""

    text: str
    row: int | None = None  # as a reader of the file counts, from 1; None: the file as a whole
    column: str = ""  # "C", or "C (Anna)"; empty: the row as a whole
    values: Mapping[str, object] = {}

    @property
    def said(self) -> str:
        return gettext(self.text).format(**{name: _written(value) for name, value in self.values.items()})

    @property
    def place(self) -> str:
        """`row 7, column C (Anna)`."""
        row = gettext("row %(row)s") % {"row": self.row} if self.row else ""
        column = gettext("column %(column)s") % {"column": self.column} if self.column else ""
        return ", ".join(filter(None, (row, column)))

    def stored(self) -> list[Any]:
        return [self.text, self.row, self.column, dict(self.values)]


def name_notes(name: str) -> Iterator[Note]:
    """Why a player cannot be called that, by itself."""
    if not has_letter(name):
        yield Note(say("“{name}” cannot be the name of a player: it needs a letter or a digit."), values={"name": name})
    elif len(name) > LONGEST_NAME:
        yield Note(say("A name has at most {most} characters."), values={"most": LONGEST_NAME})


def _written(value: object) -> object:
    """Amounts of money are floats, and read in the decimals of who looks at them."""
    if not isinstance(value, float):
        return value
    places = max(2, -int(Decimal(str(value)).as_tuple().exponent))
    return (MINUS if value < 0 else "") + number_format(abs(Decimal(str(value))), places, use_l10n=True)


class Unreadable(Exception):
    """The file cannot be read at all: why."""

    def __init__(self, text: str, **values: object) -> None:
        super().__init__(text)
        self.note = Note(text, values=values)


def column_letter(index: int) -> str:
    """What a spreadsheet calls its column: 0 is A, 26 is AA."""
    letters = ""
    number = index + 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters
