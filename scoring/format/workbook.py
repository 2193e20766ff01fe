"""Tabs of an .xlsx file as cells: texts stay texts, numbers numbers. Only what programs write, nothing of its looks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias
from xml.etree import ElementTree
from zipfile import BadZipFile, ZipFile

Cell: TypeAlias = str | int | float | None

_MOST_CHARACTERS: Final = 20_000_000  # of one part, unpacked
_MOST_ROWS: Final = 20_000
_MOST_COLUMNS: Final = 200
_SPREADSHEET: Final = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_RELATION: Final = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_PLACE: Final = re.compile(r"([A-Z]{1,3})(\d{1,7})")


class Tab(NamedTuple):
    """A tab with its rows; each row as long as the longest."""

    name: str
    rows: list[list[Cell]]


class Unreadable(Exception):
    """The workbook is damaged or too large."""


def read_workbook(archive: ZipFile) -> list[Tab]:
    """Return the tabs of a workbook. Raises Unreadable."""
    try:
        shared = list(_shared_texts(archive))
        return [Tab(name, _read_tab(archive, part, shared)) for name, part in _list_tabs(archive)]
    except (KeyError, ValueError, IndexError, BadZipFile, ElementTree.ParseError, NotImplementedError) as error:
        raise Unreadable from error


def _load(archive: ZipFile, name: str) -> ElementTree.Element:
    if archive.getinfo(name).file_size > _MOST_CHARACTERS:
        raise Unreadable
    content = archive.read(name)
    if b"<!DOCTYPE" in content[:1000]:
        raise Unreadable
    return ElementTree.fromstring(content)  # noqa: S314  # no document type, so no entities


def _list_tabs(archive: ZipFile) -> Iterator[tuple[str, str]]:
    relations = _load(archive, "xl/_rels/workbook.xml.rels")
    targets = {one.attrib["Id"]: one.attrib["Target"] for one in relations}
    for sheet in _load(archive, "xl/workbook.xml").iter(f"{_SPREADSHEET}sheet"):
        target = targets[sheet.attrib[_RELATION]].lstrip("/")
        yield sheet.attrib["name"], target if target.startswith("xl/") else f"xl/{target}"


def _shared_texts(archive: ZipFile) -> Iterator[str]:
    if "xl/sharedStrings.xml" in archive.namelist():
        for one in _load(archive, "xl/sharedStrings.xml").iter(f"{_SPREADSHEET}si"):
            yield _text_in(one)


def _text_in(element: ElementTree.Element) -> str:
    return "".join([part.text or "" for part in element.iter(f"{_SPREADSHEET}t")])


def _read_tab(archive: ZipFile, part: str, shared: list[str]) -> list[list[Cell]]:
    cells: dict[tuple[int, int], Cell] = {}
    for cell in _load(archive, part).iter(f"{_SPREADSHEET}c"):
        place = _PLACE.fullmatch(cell.attrib.get("r", ""))
        if place is None:
            raise ValueError(cell.attrib)
        row, column = int(place[2]), _column(place[1])
        if row > _MOST_ROWS or column >= _MOST_COLUMNS:
            raise Unreadable
        cells[row - 1, column] = _value(cell, shared)
    height = max((row for row, _ in cells), default=-1) + 1
    width = max((column for _, column in cells), default=-1) + 1
    return [[cells.get((row, column)) for column in range(width)] for row in range(height)]


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


def _value(cell: ElementTree.Element, shared: list[str]) -> Cell:
    kind = cell.attrib.get("t", "n")
    if kind == "inlineStr":
        return _text_in(cell) or None
    value = cell.find(f"{_SPREADSHEET}v")
    if value is None or value.text is None:
        return None
    if kind == "s":
        return shared[int(value.text)]
    if kind != "n":
        return value.text
    number = float(value.text)
    return int(number) if number.is_integer() else number
