"""What is exported: tables with heads and rows, whatever the format. Rows are made when they are asked for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

Cell: TypeAlias = str | int | float | None  # None: nothing to say


class Column(NamedTuple):
    key: str  # in JSON: never translated
    head: str
    under: str = ""  # in JSON: the key of an object that holds this one, so that names of players meet no other key


@dataclass(frozen=True)
class Table:
    key: str  # in JSON
    title: str  # of a tab
    columns: Sequence[Column]
    rows: Iterable[Sequence[Cell]]


@dataclass(frozen=True)
class Document:
    """The first table is the one that a format with room for one alone holds."""

    name: str  # of the file, without its ending
    tables: Sequence[Table]
