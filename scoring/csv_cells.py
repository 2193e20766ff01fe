"""Cells of CSV files that spreadsheets do not take for formulas."""

from typing import Final

Cell = str | int
_WIDE: Final = "\uff1d\uff0b\uff0d\uff20"  # full-width = + - @: Excel treats them like the plain ones
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\N{MINUS SIGN}", *_WIDE)


def guard_cell(cell: Cell) -> Cell:
    return f"'{cell}" if isinstance(cell, str) and _is_guarded(cell.lstrip("'")) else cell


def unguard_cell(cell: str) -> str:
    """Return the original text of a cell that `guard_cell` has changed."""
    return cell[1:] if cell.startswith("'") and _is_guarded(cell.lstrip("'")) else cell


def _is_guarded(text: str) -> bool:
    return text.startswith(_FORMULA) and not is_amount(text)


def is_amount(text: str) -> bool:
    """Return whether the text is a number such as `-12,50`: a sign, then only digits and one comma or dot."""
    digits = text.lstrip("+-").replace(",", ".", 1).replace(".", "", 1)
    return digits.isascii() and digits.isdecimal()
