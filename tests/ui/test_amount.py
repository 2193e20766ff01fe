"""Amounts as people type them."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError

from dokoclub.ui.forms import AmountField

field = AmountField(most=1_000_000)


@pytest.mark.parametrize(
    ("typed", "cents"),
    [
        ("12", 1200),
        ("12,5", 1250),
        ("12,50", 1250),
        ("12.50", 1250),
        ("0,05", 5),
        (" 12,50 € ", 1250),
        ("12.50 EUR", 1250),
        ("CHF 3.20", 320),
        ("5,-", 500),
        ("5,– €", 500),
        ("1.234,50", 123_450),
        ("1,234.50", 123_450),
        ("1'234.50", 123_450),
        ("10000", 1_000_000),
    ],
)
def test_it_is_understood(typed: str, cents: int) -> None:
    assert field.clean(typed) == cents


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "required"),
        ("zwölf", "shape"),
        ("12,505", "shape"),
        ("1.234", "shape"),
        ("1.23.45", "shape"),
        ("1.234.50", "shape"),
        ("12,", "shape"),
        (",50", "shape"),
        ("1e3", "shape"),
        ("١٢", "shape"),
        ("12 000 000", "too_much"),
        ("0", "nothing"),
        ("0,00", "nothing"),
        ("-12", "sign"),
        ("−12", "sign"),
        ("+12", "sign"),
        ("10000,01", "too_much"),
        ("9" * 30, "max_length"),
    ],
)
def test_it_says_what_is_wrong(typed: str, code: str) -> None:
    with pytest.raises(ValidationError) as problem:
        field.clean(typed)
    assert [error.code for error in problem.value.error_list] == [code]
