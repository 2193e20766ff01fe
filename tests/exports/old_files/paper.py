"""Files as clubs have them, made with a seed: what stands in each is known, so that what is read can be compared."""

from __future__ import annotations

import csv
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from io import BytesIO, StringIO
from typing import Any

import xlsxwriter

NAMES = ("Anna", "Ben", "Cem", "Doro", "Eva", "Fritz", "Gisela", "Hugo")
FIRST = date(2024, 1, 5)
Cell = str | int | float | None
Rows = list[Any]  # lists of cells
Games = Any  # points of each game
Totals = dict[str, int]


@dataclass(frozen=True)
class OldFile:
    """`evenings`: day and points of those who were there, in this order; `says`: why it cannot be read as it is."""

    name: str
    content: bytes
    evenings: Sequence[tuple[date | None, Totals]] = ()
    says: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    kind: str = "game"
    played: Sequence[int | None] = ()
    odd: bool = False  # somebody has to agree to something


class Paper:
    """Evenings of a seed."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def games(self, number: int = 12, players: int = 4) -> list[list[int | None]]:
        """Points of each game, None for who sits out; every one as only a game can be."""
        return [self._game(place, players) for place in range(number)]

    def _game(self, place: int, players: int) -> list[int | None]:
        out = set() if players == 4 else {place % players}
        here = [seat for seat in range(players) if seat not in out]
        value = self.chance.choice((1, 2, 3, 4, 6, 8)) * self.chance.choice((1, -1))
        points: list[int | None] = [None] * players
        if self.chance.random() < 0.15:
            alone = self.chance.choice(here)
            for seat in here:
                points[seat] = 3 * value if seat == alone else -value
        else:
            ours = set(self.chance.sample(here, 2))
            for seat in here:
                points[seat] = value if seat in ours else -value
        return points

    def season(self, evenings: int = 20, players: int = 8, here: int = 5) -> list[list[int | None]]:
        """What each evening gave: of so many players so many were there."""
        found = []
        for _ in range(evenings):
            seats = self.chance.sample(range(players), here)
            points: list[int | None] = [None] * players
            rest = 0
            for seat in seats[:-1]:
                points[seat] = self.chance.choice([number for number in range(-40, 41) if number])
                rest += points[seat] or 0
            if not rest:  # a standing that stays tells nobody who was there
                points[seats[0]], rest = (points[seats[0]] or 0) + 50, 50
            points[seats[-1]] = -rest
            found.append(points)
        return found


def running(games: Games) -> list[list[int | None]]:
    totals = [0] * len(games[0])
    found: list[list[int | None]] = []
    for game in games:
        totals = [total + (points or 0) for total, points in zip(totals, game, strict=True)]
        found.append([*totals])
    return found


def totals(games: Games, names: Sequence[str] = NAMES) -> Totals:
    sums = [sum(points or 0 for points in column) for column in zip(*games, strict=True)]
    return dict(zip(names, sums, strict=False))


def of_row(row: Sequence[int | None], names: Sequence[str] = NAMES) -> Totals:
    return {name: points for name, points in zip(names, row, strict=False) if points is not None}


def as_csv(rows: Rows, separator: str = ";", encoding: str = "utf-8") -> bytes:
    text = StringIO()
    csv.writer(text, delimiter=separator).writerows([["" if cell is None else cell for cell in row] for row in rows])
    return text.getvalue().encode(encoding)


def as_xlsx(**tabs: Rows) -> bytes:
    out = BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as book:
        bold = book.add_format({"num_format": "dd.mm.yyyy"})
        for title, rows in tabs.items():
            sheet = book.add_worksheet(title)
            for number, row in enumerate(rows):
                for place, cell in enumerate(row):
                    if isinstance(cell, date):
                        sheet.write_datetime(number, place, cell, bold)
                    elif cell is not None:
                        sheet.write(number, place, cell)
    return out.getvalue()


def german(day: date) -> str:
    return f"{day.day:02}.{day.month:02}.{day.year}"


def week(number: int) -> date:
    return FIRST + timedelta(weeks=number)


def grid(games: Games, names: Sequence[str] = NAMES) -> Rows:
    return [list(names[: len(games[0])]), *[list(game) for game in games]]


Made = Callable[[Paper], OldFile]
MADE: dict[str, Made] = {}


def kind(make: Made) -> Made:
    MADE[make.__name__] = make
    return make
