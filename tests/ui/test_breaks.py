"""Long words of the game break where they are told to, long names between their syllables."""

import pytest

from dokoclub.ui.texts import WORDS, break_name, break_words, format_width


@pytest.mark.parametrize(
    ("text", "broken"),
    [
        ("Doppelkopf", "Doppel\u00adkopf"),
        ("Stille Hochzeit", "Stille Hoch\u00adzeit"),
        ("Fuchs", "Fuchs"),
        ("Karlchen gefangen", "Karl\u00adchen gefangen"),
        ("Vorführung", "Vor\u00adführung"),
        ("Karl-Heinz", "Karl-Heinz"),
    ],
)
def test_only_known_words_break(text: str, broken: str) -> None:
    assert break_words(text) == broken


def test_a_broken_word_reads_the_same_without_its_hyphens() -> None:
    words = [word.replace("|", "") for word in WORDS]
    assert [break_words(word).replace("\u00ad", "") for word in words] == words


@pytest.mark.parametrize(
    "name",
    [
        *("Frie|de|ri|ke", "An|ne|ma|rie L.", "Mat|thias", "Karl-Heinz", "Anne-Ka|thrin", "Char|lot|te", "Mar|le|ne"),
        *("Chris|toph", "Karl|heinz", "Eber|hard", "Fried|rich", "An|dreas", "Mi|chael", "Be|cker", "Jac|que|li|ne"),
        *("İb|ra|him", "Groß|mut|ter", "Isa|bel|la", "Tante Paula", "Georg", "O'Don|nell", "Владимир"),
    ],
)
def test_a_name_breaks_between_its_syllables(name: str) -> None:
    assert break_name(name.replace("|", "")) == name.replace("|", "\u00ad")


@pytest.mark.parametrize(
    ("name", "width"),
    [("Georg", ""), ("Karl-Heinz", ""), ("Matthias", " long"), ("Friederike", " long"), ("Strzszczrz", " longer")],
)
def test_only_a_syllable_too_wide_for_a_tile_gets_the_smallest_letters(name: str, width: str) -> None:
    assert format_width(name) == width
