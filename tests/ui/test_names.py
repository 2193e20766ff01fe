"""The characters allowed in a name."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError

from dokoclub.ui.forms import clean_name


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("  Anna ", "Anna"),
        ("Karl\u00a0 \t Heinz", "Karl Heinz"),
        ("Anna\r\nLuise", "Anna Luise"),
        ("A\u0308nne", "Änne"),
        ("O'Hara-Müller 3.", "O'Hara-Müller 3."),
        ("محمد", "محمد"),
        ("♣ Trumpf", "♣ Trumpf"),
        ("", ""),
    ],
)
def test_names_come_in_one_form(typed: str, name: str) -> None:
    assert clean_name(typed) == name


@pytest.mark.parametrize("sign", ["\x00", "\u200b", "\u202e", "\ufeff", "\ue000", "\u00ad"])
def test_what_cannot_be_seen_is_left_out(sign: str) -> None:
    assert clean_name(f"An{sign}na") == "Anna"
    assert clean_name(sign) == ""


@pytest.mark.parametrize("typed", ["--", "♣♠", "\u0301", "…"])
def test_a_name_needs_a_letter_or_a_digit(typed: str) -> None:
    with pytest.raises(ValidationError, match="Buchstaben oder eine Ziffer"):
        clean_name(typed)
