"""Tables for spreadsheets."""

import pytest

from dokoclub.look.csv_file import csv_file, guard_cell


def test_it_opens_in_a_spreadsheet_as_it_is() -> None:
    written = csv_file([["Tag", "Betrag"], ["Anna; Ben", "-12,50"], ['"Neue" Karten', 3]])
    assert written == '\ufeffTag;Betrag\r\n"Anna; Ben";-12,50\r\n"""Neue"" Karten";3\r\n'.encode()


@pytest.mark.parametrize("cell", ["=1+1", "+49 30", "-cmd|' /C calc'!A0", "@SUM(A1)", "\tx", "−x", "-1,5,5", "--1-1"])
def test_a_formula_is_text(cell: str) -> None:
    assert guard_cell(cell) == f"'{cell}"


@pytest.mark.parametrize("cell", ["\uff1d1+1", "\uff0b1+1", "\uff0d1+1", "\uff0d5", "\uff20SUM(A1)"])
def test_wide_signs_begin_a_formula_too(cell: str) -> None:
    assert guard_cell(cell) == f"'{cell}"


@pytest.mark.parametrize("cell", ["Karten", "-12,50", "+3.5", "-7", 5, -5, ""])
def test_everything_else_stays(cell: str | int) -> None:
    assert guard_cell(cell) == cell
