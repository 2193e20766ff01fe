"""The choice of a player's card, and its drawing."""

import pytest

from dokoclub.ui.cards import TINTS, Card, free_monogram, get_card, next_tint, render_card


def test_the_first_twelve_get_a_card_each() -> None:
    given: list[int] = []
    for _player in range(TINTS):
        given.append(next_tint(given))
    assert given == list(range(1, TINTS + 1))


def test_the_thirteenth_gets_what_fewest_have() -> None:
    assert next_tint([*range(1, TINTS + 1), 1, 2]) == 3
    assert next_tint([2, 3]) == 1


def test_suits_go_in_turn() -> None:
    assert [Card(tint, "").suit for tint in (1, 2, 3, 4, 5, 12)] == [
        "club",
        "spade",
        "diamond",
        "heart",
        "club",
        "heart",
    ]


@pytest.mark.parametrize(
    ("name", "taken", "stored"),
    [
        ("Cem", [], ""),
        ("Cem", ["A", "B"], ""),
        ("Cleo", ["C"], "Cl"),
        ("Clemens", ["C", "Cl"], "Ce"),
        ("Jo", ["J", "Jo"], "Jo"),  # no card is free
        ("C", ["C"], ""),
        ("„Änne“", ["Ä"], "Än"),
    ],
)
def test_two_letters_only_where_one_is_taken(name: str, taken: list[str], stored: str) -> None:
    assert free_monogram(name, taken) == stored


@pytest.mark.parametrize(
    ("name", "letter"), [("karl-heinz", "K"), ("„Sepp“", "S"), ("2raumwohnung", "2"), ("ßtefan", "SS")]
)
def test_the_letter_is_the_first_that_is_one(name: str, letter: str) -> None:
    assert get_card(name, 1).monogram == letter


def test_own_letters_go_before_the_name() -> None:
    assert get_card("Anna", 1, "Xx").monogram == "Xx"


def test_letters_of_a_card_are_no_text_of_the_page() -> None:
    drawn = render_card(Card(4, '"<'))
    assert 'aria-hidden="true"' in drawn
    assert "&quot;&lt;" in drawn
    assert drawn.index(">") == drawn.index("><svg>")  # nothing is between the tag and the suit
