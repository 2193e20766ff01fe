"""What may stand in a name."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError

from dokoclub.look.names import clean_name
from scoring.text import clean_line, fold_name


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


@pytest.mark.parametrize("sign", ["\x00", "\x07", "\u200b", "\u200d", "\u202e", "\u2066", "\ufeff", "\u2028", "\ue000"])
def test_what_cannot_be_seen_is_refused(sign: str) -> None:
    with pytest.raises(ValidationError, match="Zeichen, die man nicht sieht"):
        clean_name(f"An{sign}na")


@pytest.mark.parametrize("sign", ["\u115f", "\u1160", "\u3164", "\uffa0"])
def test_a_blank_that_calls_itself_a_letter_is_no_name(sign: str) -> None:
    with pytest.raises(ValidationError, match="Zeichen, die man nicht sieht"):
        clean_name(sign)


def test_marks_do_not_pile_up() -> None:
    assert clean_name("x" + 4 * "\u0323") == "x" + 4 * "\u0323"
    with pytest.raises(ValidationError, match="Mehr als 4 Akzente hintereinander"):
        clean_name("x" + 5 * "\u0323")


@pytest.mark.parametrize("typed", ["--", "♣♠", "\u0301", "…"])
def test_a_name_needs_a_letter_or_a_digit(typed: str) -> None:
    with pytest.raises(ValidationError, match="Buchstaben oder eine Ziffer"):
        clean_name(typed)


def test_a_line_may_be_signs_alone() -> None:
    assert clean_line(" ♣ ♠ ") == "♣ ♠"


@pytest.mark.parametrize(
    ("one", "other"), [("Änne", "ÄNNE"), ("Straße", "STRASSE"), ("A\u0308nne", "änne"), ("ﬁnn", "Finn")]
)
def test_two_names_that_are_the_same_to_a_reader(one: str, other: str) -> None:
    assert fold_name(one) == fold_name(other)


def test_two_names_that_are_not() -> None:
    assert fold_name("Anne") != fold_name("Änne")
