"""Notes on problems and oddities of a file, with their row and column."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

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

    def __str__(self) -> str:
        return self.text.format(**self.values)

    def stored(self) -> list[Any]:
        return [self.text, self.row, self.column, dict(self.values)]


def name_notes(name: str) -> Iterator[Note]:
    """Yield why a name on its own is not valid for a player."""
    if not has_letter(name):
        yield Note(say("“{name}” cannot be the name of a player: it needs a letter or a digit."), values={"name": name})
    elif len(name) > LONGEST_NAME:
        yield Note(say("A name has at most {most} characters."), values={"most": LONGEST_NAME})


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
