"""What is exported: tables with heads and rows, whatever the format. Rows are made when they are asked for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

# None: nothing to say. A Decimal is written with its places; a moment (datetime) without its zone.
Cell: TypeAlias = str | int | float | Decimal | date | None


WIDTH_OF_A_DAY: Final = 11  # in characters


class Form(StrEnum):
    """What a workbook is to make of a cell, where its type does not tell."""

    PERCENT = "percent"  # of 100
    NUMBER = "number"  # a text that is usually one, as that of a table


class DocumentColumn(NamedTuple):
    key: str  # in JSON: never translated
    head: str
    under: str = ""  # in JSON: the key of an object that holds this one, so that names of players meet no other key
    form: Form | None = None
    width: int = 0  # in characters, where the head is shorter than what stands below it


@dataclass(frozen=True)
class DocumentTable:
    key: str  # in JSON
    title: str  # of a tab
    columns: Sequence[DocumentColumn]
    rows: Iterable[Sequence[Cell]]


@dataclass(frozen=True)
class Document:
    """The first table is the one that a format with room for one alone holds."""

    name: str  # of the file, without its ending
    tables: Sequence[DocumentTable]


def as_amount(cents: int) -> Decimal:
    """Of money, with two places."""
    return Decimal(cents).scaleb(-2)
