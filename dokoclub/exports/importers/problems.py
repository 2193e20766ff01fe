"""Notes on problems and oddities of a file, with their row and column."""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any, Final, NamedTuple

from django.utils.formats import number_format
from django.utils.translation import gettext

from dokoclub.core.formatting import MINUS
from scoring.terms import say
from scoring.text import LONGEST_NAME, has_letter

# distinguished from other notes, since the rules may explain it
FALLS_SHORT: Final = say("The points sum to {total}, not to 0.")


class Note(NamedTuple):
    """A message about a file. `text`: English, with {placeholders} for `values`; also the translation key."""

    text: str
    row: int | None = None  # as the reader counts, from 1; None: the whole file
    column: str = ""  # "C" or "C (Anna)"; empty: the whole row
    values: Mapping[str, object] = {}

    @property
    def said(self) -> str:
        return gettext(self.text).format(**{name: _written(value) for name, value in self.values.items()})

    @property
    def place(self) -> str:
        """Describe the place: `row 7, column C (Anna)`."""
        row = gettext("row %(row)s") % {"row": self.row} if self.row else ""
        column = gettext("column %(column)s") % {"column": self.column} if self.column else ""
        return ", ".join(filter(None, (row, column)))

    def stored(self) -> list[Any]:
        return [self.text, self.row, self.column, dict(self.values)]


def name_notes(name: str) -> Iterator[Note]:
    """Yield why a name on its own is not valid for a player."""
    if not has_letter(name):
        yield Note(say("“{name}” cannot be the name of a player: it needs a letter or a digit."), values={"name": name})
    elif len(name) > LONGEST_NAME:
        yield Note(say("A name has at most {most} characters."), values={"most": LONGEST_NAME})


def _written(value: object) -> object:
    """Format amounts of money, which are floats, with the decimal sign of the reader's language."""
    if not isinstance(value, float):
        return value
    places = max(2, -int(Decimal(str(value)).as_tuple().exponent))
    return (MINUS if value < 0 else "") + number_format(abs(Decimal(str(value))), places, use_l10n=True)


class Unreadable(Exception):
    """The file cannot be read at all; `note` says why."""

    def __init__(self, text: str, **values: object) -> None:
        super().__init__(text)
        self.note = Note(text, values=values)


def column_letter(index: int) -> str:
    """Return the spreadsheet name of a column: 0 is A, 26 is AA."""
    letters = ""
    number = index + 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters
