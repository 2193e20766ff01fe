"""Tables for spreadsheets."""

import pytest

from scoring.csv_cells import guard_cell


@pytest.mark.promise("typed-text")
@pytest.mark.parametrize("cell", ["=1+1", "+49 30", "-cmd|' /C calc'!A0", "@SUM(A1)", "\tx", "−x", "-1,5,5", "--1-1"])
def test_a_formula_is_text(cell: str) -> None:
    assert guard_cell(cell) == f"'{cell}"


@pytest.mark.promise("typed-text")
@pytest.mark.parametrize("cell", ["\uff1d1+1", "\uff0b1+1", "\uff0d1+1", "\uff0d5", "\uff20SUM(A1)"])
def test_wide_signs_begin_a_formula_too(cell: str) -> None:
    assert guard_cell(cell) == f"'{cell}"


@pytest.mark.parametrize("cell", ["Karten", "-12,50", "+3.5", "-7", ""])
def test_everything_else_stays(cell: str) -> None:
    assert guard_cell(cell) == cell
