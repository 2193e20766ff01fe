"""Score sheets with a known result, of every layout that a seed draws: players, notation, columns around them, rows."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import accumulate
from typing import Final, TypeAlias

Points: TypeAlias = list[int | None]  # of a game or an evening, by player; None: does not play
Column: TypeAlias = tuple[str, list[str]]  # heading, cells
GIVEN: Final = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Frida", "Gert", "Hugo", "Ida", "Jan", "Karl", "Lea", "Mia",
                "Nils", "Olga", "Paul", "Rosa", "Sven", "Tina", "Udo")  # fmt: skip
WORDS: Final = ("Art", "Mark", "Max", "Sum", "S", "Re", "Tag")
ZERO_SUM: Final = "zero_sum"
PLUS: Final = "plus_only"
MINUS: Final = "minus_only"
_FIRST: Final = date(2024, 1, 5)
_DATES: Final = ("%d.%m.%Y", "%d.%m.%Y", "%d.%m.%y", "%Y-%m-%d")
_VALUES: Final = (1, 1, 2, 2, 3, 4, 5, 6, 8, 0)
_COUNTS: Final = ("Nr", "Nr.", "#", "Spiel", "Lfd.", "Partie", "Hand", "Zeile", "")
_SUMS: Final = ("Summe", "Gesamt", "Total", "Endstand")


@dataclass(frozen=True)
class Layout:
    """A file and its content."""

    seed: int
    kind: str
    notation: str  # of the club that imports it
    text: str
    evenings: list[dict[str, int]]  # totals by name
    days: list[date] | None  # of the evenings, if a column says them


@dataclass
class _Table:
    chance: random.Random
    names: list[str]
    games: list[Points]  # as they count
    days: list[int]  # by game, the number of its evening
    values: list[int]
    written: list[Points] = field(default_factory=list)  # games, or running totals
    is_dated: bool = False

    @property
    def dates(self) -> list[date] | None:
        """Return the days of the evenings, if they are written."""
        return [_day(day) for day in dict.fromkeys(self.days)] if self.is_dated else None


def make_layout(seed: int) -> Layout:
    chance = random.Random(seed)
    return _season(chance, seed) if chance.random() < 0.12 else _list(chance, seed)


# --- Games ------------------------------------------------------------------------------------------------------------


def _list(chance: random.Random, seed: int) -> Layout:
    sign = chance.choices((ZERO_SUM, PLUS, MINUS), (76, 12, 12))[0]
    number = chance.choices((4, 5, 6, 7), (60, 25, 10, 5))[0]
    length = chance.choice((chance.randint(3, 8), chance.randint(8, 24), chance.randint(20, 48)))
    table = _Table(chance, _names(chance, number), [], [0] * length, [])
    for place in range(length):
        game, value = _game(chance, place, number, sign)
        table.games.append(game)
        table.values.append(value)
    is_running = chance.random() < 0.45
    several = chance.random() < (0.25 if is_running else 0.12)
    if several:
        cut = chance.randint(1, length - 1)
        table.days = [int(place >= cut) for place in range(length)]
    restarts = several and chance.random() < 0.5
    table.written = _running(table, restarts=restarts) if is_running else [list(game) for game in table.games]
    if chance.random() < 0.04:
        _slip(table, is_running=is_running)
    text = _text(table, is_running=is_running, sign=sign)
    kind = f"{'running' if is_running else 'per game'}, {sign.replace('_', ' ')}"
    evenings = _evenings(table, is_running=is_running, restarts=restarts)
    return Layout(seed, kind, _told(chance, sign), text, evenings, table.dates)


def _told(chance: random.Random, sign: str) -> str:
    """Return the club's notation: told, not told (then it counts as zero-sum), or told wrongly."""
    return chance.choices((sign, ZERO_SUM, chance.choice((ZERO_SUM, PLUS, MINUS))), (65, 25, 10))[0]


def _names(chance: random.Random, number: int) -> list[str]:
    kind = chance.choices(("given", "letters", "surnames", "words", "equal"), (60, 15, 10, 14, 1))[0]
    names = chance.sample(GIVEN, number)
    if kind == "letters" and number <= len(GIVEN):
        return [chr(ord("A") + place) for place in range(number)]
    if kind == "surnames":
        names[:2] = [f"{names[0]} K.", f"{names[0]} M."]
    if kind == "words":
        names[chance.randrange(number)] = chance.choice(WORDS)
    if kind == "equal":
        names[1] = names[0]
    return names


def _game(chance: random.Random, place: int, number: int, sign: str) -> tuple[Points, int]:
    out = {(place + step) % number for step in range(number - 4)}
    here = [seat for seat in range(number) if seat not in out]
    value = chance.choice(_VALUES)
    points: Points = [None] * number
    alone = chance.choice(here) if chance.random() < 0.15 else None
    ours = {alone} if alone is not None else set(chance.sample(here, 2))
    won = chance.choice((1, -1))
    for seat in here:
        most = 3 * value if alone is not None and seat == alone else value
        points[seat] = won * most if seat in ours else -won * value
    if sign == PLUS:
        points = [None if one is None else max(one, 0) for one in points]
    if sign == MINUS:
        points = [None if one is None else min(one, 0) for one in points]
    return points, value


def _running(table: _Table, *, restarts: bool) -> list[Points]:
    found: list[Points] = []
    totals = [0] * len(table.names)
    for place, game in enumerate(table.games):
        if restarts and place and table.days[place] != table.days[place - 1]:
            totals = [0] * len(table.names)
        totals = [total + (points or 0) for total, points in zip(totals, game, strict=True)]
        found.append([*totals])
    return found


def _slip(table: _Table, *, is_running: bool) -> None:
    """Write one wrong number; the written one counts."""
    row, seat = table.chance.randrange(len(table.written) - is_running), table.chance.randrange(len(table.names))
    if table.written[row][seat] is not None and (not is_running or _is_seen(table, row, seat)):
        table.written[row][seat] = (table.written[row][seat] or 0) + table.chance.choice((1, -1, 10))


def _is_seen(table: _Table, row: int, seat: int) -> bool:
    """Return True if a total is written in this row, and the last one of the evening is written, too.

    With gaps for who sits out, a slip could otherwise be the last total that the file has.
    """
    later = [game[seat] for game, day in zip(table.games, table.days, strict=True) if day == table.days[row]]
    later = later[row - table.days.index(table.days[row]) + 1 :]
    return table.games[row][seat] is not None and (not later or any(points is not None for points in later))


def _evenings(table: _Table, *, is_running: bool, restarts: bool) -> list[dict[str, int]]:
    games = table.games if is_running else table.written
    found: list[dict[str, int]] = []
    for place, game in enumerate(games):
        if place == 0 or table.days[place] != table.days[place - 1]:
            found.append(dict.fromkeys(table.names, 0))
        for name, points in zip(table.names, game, strict=True):
            found[-1][name] += points or 0
    if is_running and not restarts:
        return _of_totals(table, found)
    return found if not is_running else _of_totals_anew(table)


def _of_totals(table: _Table, found: list[dict[str, int]]) -> list[dict[str, int]]:
    """Return the evenings of totals that go on: a slip in the last row of an evening counts."""
    before = dict.fromkeys(table.names, 0)
    result = []
    for number in range(len(found)):
        last = max(place for place, day in enumerate(table.days) if day == number)
        after = {name: total or 0 for name, total in zip(table.names, table.written[last], strict=True)}
        result.append({name: after[name] - before[name] for name in table.names})
        before = after
    return result


def _of_totals_anew(table: _Table) -> list[dict[str, int]]:
    ends = [max(place for place, day in enumerate(table.days) if day == number) for number in sorted(set(table.days))]
    return [{name: one or 0 for name, one in zip(table.names, table.written[end], strict=True)} for end in ends]


# --- Columns around the players ---------------------------------------------------------------------------------------


def _numbers(numbers: Sequence[int]) -> list[str]:
    return [str(number) for number in numbers]


def _beside(table: _Table) -> list[Column]:
    """Return columns of every sort, each with one of its headings."""
    chance, length = table.chance, len(table.games)
    pick = chance.choice

    def some(*cells: str) -> list[str]:
        return [pick(cells) for _ in range(length)]

    signed = [value * pick((1, -1)) for value in table.values]
    return [
        (pick(_COUNTS), _numbers(range(1, length + 1))),
        (pick(("Runde", "R", "Round")), _numbers([place // 4 + 1 for place in range(length)])),
        (pick(("Uhrzeit", "Zeit")), [f"{20 + place // 12}:{5 * (place % 12):02}" for place in range(length)]),
        (pick(("Geber", "Vorhand", "Dealer")), [table.names[place % len(table.names)] for place in range(length)]),
        (pick(("Art", "Typ", "Spielart")), some("Normal", "Solo", "Hochzeit", "")),
        (pick(("Notiz", "Bemerkung", "Was war")), some("", "", "Bier", "knapp")),
        (pick(("Bock", "B", "!")), some("", "", "x")),
        ("", [""] * length),
        (pick(("Augen", "Re-Augen")), _numbers([chance.randint(60, 200) for _ in range(length)])),
        (pick(("Bier", "Schnaps", "Kaffee")), some(*pick((("0", "0", "1", "2", "3"), ("", "1", "2"))))),
        (pick(("Tisch", "Table")), ["1"] * length),
        (pick(("Jahr", "Saison")), ["2024"] * length),
        (pick(("Wert", "Punkte", "Spielwert", "W")), _numbers(table.values)),
        (pick(("Wert", "Punkte", "P")), _numbers(signed)),
        ("S", _numbers(table.values)),
        (pick(("Kontrolle", "Summe", "Check")), ["0"] * length),
        (pick(("Gesamt", "Summe", "Lauf")), _numbers(list(accumulate(table.values)))),
        (pick(("Bockstufe", "Bock", "x2")), some("0", "0", "0", "1", "2")),
        (pick(("Strafe", "Abzug")), some("", "", "", "-1", "-5")),
        (pick(("Z", "Laune", "Korrektur")), _numbers([chance.randint(-3, 3) for _ in range(length)])),
    ]  # fmt: skip


def _days(table: _Table) -> Column:
    table.is_dated = True
    form = table.chance.choice(_DATES)
    return table.chance.choice(("Datum", "Tag", "Wann")), [_day(day).strftime(form) for day in table.days]


def _day(evening: int) -> date:
    return _FIRST + timedelta(weeks=evening)


def _between(table: _Table, place: int, kind: str) -> list[Column]:
    chance, length = table.chance, len(table.games)
    if kind == "blank":
        return [("", [""] * length)]
    if kind == "marks":
        return [("", [chance.choice(("", "", "x", "S")) for _ in range(length)])]
    if kind == "totals":
        totals = accumulate(game[place] or 0 for game in table.written)
        return [(f"{table.names[place]} ges.", _numbers(list(totals)))]
    return []


def _cells(table: _Table, *, is_running: bool) -> list[list[str]]:
    """Write the players' numbers, with signs and gaps of one sort."""
    chance = table.chance
    out = chance.choice(("", "-", "x", "0"))
    nil = chance.choices(("0", "", "-"), (80, 12, 8))[0]
    plus, minus = chance.choice(("", "", "+")), chance.choice(("-", "-", "−"))
    gaps = is_running and chance.random() < 0.4

    def write(points: int | None, game: int | None) -> str:
        if points is None or (gaps and game is None and len(table.names) > 4):
            return out if not (is_running and out == "0") else ""
        if points == 0:
            return nil if not is_running else "0"
        return f"{plus}{points}" if points > 0 else f"{minus}{-points}"

    return [
        [write(points, game[seat]) for seat, points in enumerate(row)]
        for row, game in zip(table.written, table.games, strict=True)
    ]


# --- The file ---------------------------------------------------------------------------------------------------------


def _text(table: _Table, *, is_running: bool, sign: str) -> str:
    chance = table.chance
    beside = _beside(table)
    before = chance.sample(beside[:16], chance.choice((0, 0, 1, 1, 2, 3)))
    behind = [column for column in chance.sample(beside, chance.choice((0, 0, 1, 1, 2, 3))) if column not in before]
    if len(set(table.days)) > 1 or chance.random() < 0.15:
        before.insert(0, _days(table))
    between = chance.choices(("", "blank", "marks", "" if is_running else "totals"), (75, 8, 9, 8))[0]
    cells = _cells(table, is_running=is_running)
    players: list[Column] = []
    for place, name in enumerate(table.names):
        players += [(name, [row[place] for row in cells]), *_between(table, place, between)]
    columns = [*before, *players, *behind]
    rows = [list(row) for row in zip(*(column for _, column in columns), strict=True)]
    return _lines(table, columns, rows, len(before), len(players), is_running=is_running)


def _lines(
    table: _Table, columns: list[Column], rows: list[list[str]], before: int, players: int, *, is_running: bool
) -> str:
    chance = table.chance
    heading = [head for head, _ in columns]
    blank = [""] * len(heading)
    again, gap = chance.random() < 0.06, chance.random() < 0.08
    lines = [["Doppelkopf bei uns"], blank] if chance.random() < 0.12 else []
    step = max(1, players // len(table.names))
    lines += _above(table, columns, before, step)
    lines.append(heading)
    if before and is_running and chance.random() < 0.15:
        lines.append(_around(columns, before, step, "Start", [0] * len(table.names)))
    for place, row in enumerate(rows):
        if place and place % 12 == 0 and (again or gap):
            lines.append(heading if again else blank)
        lines.append(row)
    if before and len(set(table.days)) == 1 and chance.random() < 0.3:
        games = [[one or 0 for one in game] for game in table.written]
        sums = games[-1] if is_running else [sum(column) for column in zip(*games, strict=True)]
        lines.append(_around(columns, before, step, chance.choice(_SUMS), sums))
    if chance.random() < 0.06:
        lines += [blank, ["Das war ein langer Abend."]]
    return "\n".join(";".join(line) for line in lines) + "\n"


def _above(table: _Table, columns: list[Column], before: int, step: int) -> list[list[str]]:
    """Return what may stand right above the names: texts in columns without numbers, or the sums."""
    kind = table.chance.choices(("", "texts", "sums"), (92, 4, 4))[0]
    if kind == "texts":
        return [["Gasthaus", "Linde", "Hinterzimmer", "Ofen kalt"]]
    if kind == "sums" and before:
        last = [one or 0 for one in table.written[-1]]
        return [_around(columns, before, step, table.chance.choice(("Stand", "Summe", "Gesamt")), last)]
    return []


def _around(columns: list[Column], before: int, step: int, word: str, numbers: Sequence[int]) -> list[str]:
    """Return a row with a word in the first column and numbers for the players."""
    row = [""] * len(columns)
    row[0] = word
    for place, number in enumerate(numbers):
        row[before + step * place] = str(number)
    return row


# --- Tables of evenings -----------------------------------------------------------------------------------------------


def _season(chance: random.Random, seed: int) -> Layout:
    number, length = chance.randint(5, 20), chance.randint(3, 30)
    table = _Table(chance, _names(chance, number) if number < 8 else chance.sample(GIVEN, number), [], [], [])
    for place in range(length):
        table.games.append(_evening(chance, number))
        table.days.append(place)
        table.values.append(chance.randint(1, 9))
    is_running = chance.random() < 0.3
    table.written = _running(table, restarts=False) if is_running else [list(game) for game in table.games]
    evenings = [
        {name: points for name, points in zip(table.names, game, strict=True) if points} for game in table.games
    ]
    is_dated = chance.random() < 0.7
    before = [_days(table) if is_dated else ("Abend", _numbers(range(1, length + 1)))]
    cells = _cells(table, is_running=is_running)
    players = [(name, [row[place] for row in cells]) for place, name in enumerate(table.names)]
    behind = chance.sample(
        [("Gastgeber", [chance.choice(table.names) for _ in range(length)]), ("Ort", ["Linde"] * length),
         ("Spiele", _numbers([chance.randint(8, 32) for _ in range(length)])), ("Summe", ["0"] * length)],
        chance.choice((0, 0, 1, 2)),
    )  # fmt: skip
    columns = [*before, *players, *behind]
    rows = [list(row) for row in zip(*(column for _, column in columns), strict=True)]
    text = _lines(table, columns, rows, 1, number, is_running=is_running)
    kind = "evenings, running" if is_running else "evenings"
    return Layout(seed, kind, _told(chance, ZERO_SUM), text, evenings, table.dates)


def _evening(chance: random.Random, number: int) -> Points:
    here = chance.sample(range(number), chance.randint(5, number))
    points: Points = [None] * number
    for seat in here[:-1]:
        points[seat] = chance.randint(-40, 40)
    points[here[-1]] = -sum(one or 0 for one in points)
    return points
