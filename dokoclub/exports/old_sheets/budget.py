"""How much all files of an upload may take together. Counted before anything is made of it: a few bytes can ask for
gigabytes, and not every system can limit a process."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from dokoclub.exports.old_sheets.notes import Unreadable
from scoring.terms import say

MILLION: Final = 1_000_000
MOST_UNPACKED: Final = 60  # MB of workbooks
MOST_CELLS: Final = 2  # millions, of all sheets, each down to the last row and column that is written, empty ones too
MOST_TAGS: Final = 2  # millions of rows, cells and shared texts: what a machine at home looks through in seconds
MOST_TEXT: Final = 10  # millions of characters of shared texts, each as often as a cell shows it
LONGEST_CELL: Final = 32_767  # characters: no spreadsheet holds more


class Exhausted(Unreadable):
    """This file, with those before it, is too much: none of them is read."""


@dataclass
class Budget:
    """What is left of it."""

    unpacked: int = MOST_UNPACKED * 1024 * 1024
    cells: int = MOST_CELLS * MILLION
    tags: int = MOST_TAGS * MILLION
    text: int = MOST_TEXT * MILLION

    def take_unpacked(self, number: int) -> None:
        self.unpacked -= number
        if self.unpacked < 0:
            raise Exhausted(
                say("Unpacked, this is more than {most} MB: please save it as CSV, or split it."), most=MOST_UNPACKED
            )

    def take_cells(self, number: int) -> None:
        self.cells -= number
        if self.cells < 0:
            raise Exhausted(
                say("There are more than {most} million cells, empty ones too: please split it."), most=MOST_CELLS
            )

    def take_tags(self, number: int = 1) -> None:
        self.tags -= number
        if self.tags < 0:
            raise Exhausted(
                say("More than {most} million cells and rows are listed in it: please save it as CSV, or split it."),
                most=MOST_TAGS,
            )

    def take_text(self, number: int) -> None:
        self.text -= number
        if self.text < 0:
            raise Exhausted(
                say("The texts of its cells have more than {most} million characters: please split it."),
                most=MOST_TEXT,
            )
