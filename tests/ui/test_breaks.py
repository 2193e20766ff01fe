"""Long words of the game may break, names may not."""

import pytest

from dokoclub.ui.texts import WORDS, break_words


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
