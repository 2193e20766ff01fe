"""Documents for export, and their file formats. A new format needs a function that writes it and a row of `FORMATS`."""

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from io import StringIO
from tempfile import NamedTemporaryFile
from typing import Any, Final, NamedTuple, TypeAlias

import xlsxwriter

from dokoclub.core.formatting import decimal_sign
from scoring.csv_cells import guard_cell

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


JSON_TYPE: Final = "application/json"
DOKO_ZETTEL: Final = ".doko.json"  # ending of files in the open format
_JSON_AT_ONCE: Final = 32 * 1024  # characters


def write_json(document: Document) -> Iterator[bytes]:
    piece, size = [], 0
    for text in _texts(document):
        piece.append(text)
        size += len(text)
        if size > _JSON_AT_ONCE:
            yield "".join(piece).encode()
            piece, size = [], 0
    yield "".join(piece).encode()


def _texts(document: Document) -> Iterator[str]:
    yield "{\n" + f'"name": {json.dumps(document.name, ensure_ascii=False)}'
    for table in document.tables:
        yield f",\n{json.dumps(table.key)}: ["
        before = "\n"
        for row in table.rows:
            yield before + json.dumps(_nested(table.columns, row), ensure_ascii=False)
            before = ",\n"
        yield "]"
    yield "\n}\n"


def _nested(columns: Sequence[DocumentColumn], row: Sequence[Cell]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for column, cell in zip(columns, row, strict=True):
        into = found.setdefault(column.under, {}) if column.under else found
        into[column.key] = _plain(cell)
    return found


def _plain(cell: Cell) -> str | int | float | None:
    if isinstance(cell, Decimal):
        return float(cell)
    if isinstance(cell, datetime):
        return cell.isoformat(sep=" ", timespec="minutes")
    return cell.isoformat() if isinstance(cell, date) else cell


CSV_TYPE: Final = "text/csv; charset=utf-8"
_CSV_AT_ONCE: Final = 32 * 1024  # characters


def write_csv(document: Document) -> Iterator[bytes]:
    """Write CSV with the decimal sign of the reader's language: German spreadsheets read 2.96 as a day in 1996."""
    return _written(document, decimal_sign())  # the language is known now, but maybe not while the file is sent


def _written(document: Document, decimal: str) -> Iterator[bytes]:
    table = document.tables[0]
    text = StringIO()
    text.write("\ufeff")  # spreadsheets would otherwise assume a Windows encoding
    writer = csv.writer(text, delimiter=";", lineterminator="\r\n")
    writer.writerow(_cells([column.head for column in table.columns], decimal))
    for row in table.rows:
        writer.writerow(_cells(row, decimal))
        if text.tell() > _CSV_AT_ONCE:
            yield text.getvalue().encode()
            text.seek(0)
            text.truncate()
    yield text.getvalue().encode()


def _cells(row: Sequence[Cell], decimal: str) -> list[str | int | None]:
    return [_cell(cell, decimal) for cell in row]


def _cell(cell: Cell, decimal: str) -> str | int | None:
    if isinstance(cell, (float, Decimal)):
        return str(cell).replace(".", decimal)
    if isinstance(cell, datetime):
        return f"{cell:%Y-%m-%d %H:%M}"
    if isinstance(cell, date):
        return cell.isoformat()
    return guard_cell(cell) if isinstance(cell, str) else cell


XLSX_TYPE: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_PIECE: Final = 64 * 1024  # bytes
_LONGEST_TITLE: Final = 31  # characters of a tab title as Excel counts: an emoji is two
_NOT_IN_TITLES: Final = str.maketrans(dict.fromkeys("[]:*?/\\'"))
_NO_TITLE: Final = "history"  # reserved by Excel
_NARROWEST: Final = 8  # width of a column, in characters
_WIDEST: Final = 24
_FORMATS: Final[Mapping[str, str | int]] = {
    "day": 14,  # built-in formats for days and moments: each spreadsheet uses its country's style
    "moment": 22,
    "number": "#,##0.00",
    "percent": "0 %",
}


def write_xlsx(document: Document) -> Iterator[bytes]:
    """Write the workbook to disk first: it cannot be sent before its end is known."""
    with NamedTemporaryFile(suffix=".xlsx") as file:
        with xlsxwriter.Workbook(file.name, {"constant_memory": True, "strings_to_formulas": False}) as book:
            bold = book.add_format({"bold": True})
            formats = {name: book.add_format({"num_format": form}) for name, form in _FORMATS.items()}
            for table in document.tables:
                _write(book, table, bold, formats)
        while piece := file.read(_PIECE):
            yield piece


def _write(book: Any, table: DocumentTable, bold: Any, formats: Mapping[str, Any]) -> None:
    sheet = book.add_worksheet(tab_title(table.title) or None)
    sheet.freeze_panes(1, 0)
    for place, column in enumerate(table.columns):
        wide = min(max(len(column.head) + 2, _NARROWEST), _WIDEST)
        sheet.set_column(place, place, max(wide, column.width))
        sheet.write_string(0, place, column.head, bold)
    number = 0
    for number, row in enumerate(table.rows, start=1):
        for place, (column, cell) in enumerate(zip(table.columns, row, strict=True)):
            _write_cell(sheet, (number, place), column, cell, formats)
    sheet.autofilter(0, 0, number, len(table.columns) - 1)


def _write_cell(
    sheet: Any, at: tuple[int, int], column: DocumentColumn, cell: Cell, formats: Mapping[str, Any]
) -> None:
    if isinstance(cell, str) and column.form is Form.NUMBER and cell.isascii() and cell.isdecimal():
        sheet.write_number(*at, int(cell))
    elif isinstance(cell, str):
        sheet.write_string(*at, cell)  # always a text, never a formula
    elif isinstance(cell, datetime):
        sheet.write_datetime(*at, cell.replace(tzinfo=None), formats["moment"])
    elif isinstance(cell, date):
        sheet.write_datetime(*at, cell, formats["day"])
    elif isinstance(cell, (Decimal, float)):
        is_percent = column.form is Form.PERCENT  # a workbook shows percentages of a fraction of 1
        sheet.write_number(
            *at, float(cell / 100 if is_percent else cell), formats["percent" if is_percent else "number"]
        )
    elif cell is not None:
        sheet.write_number(*at, cell)


def tab_title(title: str) -> str:
    """Return a title that Excel accepts for a tab; empty if nothing is left."""
    clean = "".join(sign for sign in title.translate(_NOT_IN_TITLES) if sign.isprintable())
    units = clean.encode("utf-16-le", "ignore")[: 2 * _LONGEST_TITLE]
    short = units.decode("utf-16-le", "ignore").strip()  # drops half an emoji
    return "" if short.casefold() == _NO_TITLE else short


class Format(NamedTuple):
    name: str
    type: str  # MIME type
    write: Callable[[Document], Iterator[bytes]]


FORMATS: Final = {
    "csv": Format("CSV", CSV_TYPE, write_csv),
    "xlsx": Format("XLSX", XLSX_TYPE, write_xlsx),
    "json": Format("JSON", JSON_TYPE, write_json),
}


class FormatInAddress:
    """Path converter `<format:format>`: one of FORMATS."""

    regex = "|".join(FORMATS)

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value
