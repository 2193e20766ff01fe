"""doppelkopffreunde: a workbook with a tab for each evening; only minus is written."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Final

from scoring.format.building import join_notes
from scoring.format.checks import is_day
from scoring.format.peers.common import Imported, PeerDocument, Refused, Source, take_name
from scoring.format.workbook import Cell, Tab
from scoring.terms import PLAYING, say

NAME: Final = "doppelkopffreunde"

_HEADINGS: Final = [
    "#", "Zeitpunkt", "Spieltyp", "Siegerpartei", "Bockrunde", "Parteipunkte", "Solo-Spieler", "Hochzeit-Spieler",
    "Re-Ansage", "Kontra-Ansage", "Kommentar",
]  # fmt: skip
_BEFORE: Final = len(_HEADINGS)
_MOMENT: Final = re.compile(r"(\d\d)\.(\d\d)\.(\d{4}), (\d\d):(\d\d)")
_NIGHT: Final = 6  # o'clock


def is_mine(source: Source) -> bool:
    return bool(source.tabs) and any(tab.rows and tab.rows[0][:_BEFORE] == _HEADINGS for tab in source.tabs)


def read_source(source: Source) -> Imported:
    """Return the document. Raises Refused."""
    document = PeerDocument(NAME)
    for tab in source.tabs:
        if not tab.rows or tab.rows[0][:_BEFORE] != _HEADINGS:
            raise Refused(say("The tab “{name}” has other headings."), name=tab.name)
        if not _add_tab(document, tab):
            document.lose(say("The tab “{name}”: it has no games"), name=tab.name)
    document.lose(say("Card points and bonus points: the file does not have them"))
    return document.finish()


def _add_tab(document: PeerDocument, tab: Tab) -> bool:
    names = [take_name(cell, tab.name) for cell in tab.rows[0][_BEFORE:] if cell is not None]
    games = [row for row in tab.rows[1:] if row[0] != "Summe" and any(cell is not None for cell in row)]
    sums = [row for row in tab.rows[1:] if row[0] == "Summe"]
    if len(set(names)) != len(names) or len(sums) != 1 or tab.rows[-1] is not sums[0]:
        raise Refused(say("The tab “{name}” has no row of sums at its end: the file is damaged."), name=tab.name)
    if not games:
        return False
    for name in names:
        document.builder.add_player(name, name)
    totals, rows = dict.fromkeys(names, 0), []
    for number, row in enumerate(games, start=1):
        where = f"{tab.name}, {number}"
        if row[0] != number:
            raise Refused(say("The games are not numbered one by one: the file is damaged."), where)
        points = _points(names, row, where)
        totals = {name: total + points.get(name, 0) for name, total in totals.items()}
        rows.append(document.game(points, note=_note(row)))
    if totals != {name: _whole(cell, tab.name) for name, cell in zip(names, sums[0][_BEFORE:], strict=False)}:
        raise Refused(say("The sums in the tab “{name}” do not agree: the file is damaged."), name=tab.name)
    day = _day(games[0][1], tab.name)
    document.add_evening(rows, day=day, key=f"{day}:{tab.name}", seats=[*names])
    return True


def _points(names: list[str], row: list[Cell], where: str) -> dict[str | int, int]:
    cells = zip(names, row[_BEFORE:], strict=False)
    points: dict[str | int, int] = {name: _whole(cell, where) for name, cell in cells if cell not in (None, "")}
    if len(points) < PLAYING or any(number > 0 for number in points.values()):
        raise Refused(say("This is no game of four: the file is damaged or newer."), where)
    return points


def _whole(cell: Cell, where: str) -> int:
    if type(cell) is not int:
        raise Refused(say("“{text}” is no whole number."), where, text=str(cell)[:40])
    return cell


def _day(cell: Cell, where: str) -> str:
    found = _MOMENT.fullmatch(str(cell))
    day = f"{found[3]}-{found[2]}-{found[1]}" if found else ""
    if not found or not is_day(day):
        raise Refused(say("This is no moment: the file is damaged or newer."), where)
    if int(found[4]) >= _NIGHT:
        return day
    return str(date.fromisoformat(day) - timedelta(1))


def _note(row: list[Cell]) -> str:
    kind, winner, bock = (str(cell or "") for cell in row[2:5])
    people = [str(cell or "") for cell in row[6:8]]
    calls = [str(cell or "") for cell in row[8:10]]
    texts = ["" if kind == "Normal" else kind, *people, winner, "Bock" if bock == "Ja" else "", *calls]
    return join_notes([str(row[10] or ""), *texts])
