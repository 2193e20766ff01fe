"""CSV files for spreadsheets: semicolons, UTF-8 with BOM, and no cell that could be read as a formula."""

import csv
from collections.abc import Iterable, Sequence
from io import StringIO

from scoring.csv_cells import Cell, guard_cell


def csv_file(rows: Iterable[Sequence[Cell]]) -> bytes:
    """Return the rows as a CSV file, the head first.

    Text that begins like a formula gets an apostrophe, numbers do not.
    """
    text = StringIO()
    writer = csv.writer(text, delimiter=";", lineterminator="\r\n")
    writer.writerows([guard_cell(cell) for cell in row] for row in rows)
    return text.getvalue().encode("utf-8-sig")
