"""Building blocks of an export, independent of format: documents, tables, columns. Rows may be lazy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

# None: no value. Decimals keep their places; moments (datetime) are written without time zone.
Cell: TypeAlias = str | int | float | Decimal | date | None


WIDTH_OF_A_DAY: Final = 11  # in characters


class Form(StrEnum):
    """The meaning of a cell in a workbook, if its type does not show it."""

    PERCENT = "percent"  # out of 100
    NUMBER = "number"  # a text that is usually a number, as the name of a table


class DocumentColumn(NamedTuple):
    key: str  # in JSON; never translated
    head: str
    under: str = ""  # in JSON: the key of the enclosing object, so that player names cannot collide with other keys
    form: Form | None = None
    width: int = 0  # in characters, if the cells are wider than the heading


@dataclass(frozen=True)
class DocumentTable:
    key: str  # in JSON
    title: str  # title of a tab
    columns: Sequence[DocumentColumn]
    rows: Iterable[Sequence[Cell]]


@dataclass(frozen=True)
class Document:
    """A named list of tables. Formats with room for only one use the first."""

    name: str  # name of the file, without extension
    tables: Sequence[DocumentTable]


def as_amount(cents: int) -> Decimal:
    """Convert cents to an amount with two decimal places."""
    return Decimal(cents).scaleb(-2)
