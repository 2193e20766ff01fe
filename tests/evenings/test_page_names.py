"""The names of players that strangers see."""

from __future__ import annotations

import pytest

from dokoclub.clubs.models import Player
from dokoclub.evenings.texts import full_names, join_names, short_names


def people(*names: str) -> list[Player]:
    """Return a player for each `name` or `name=short name`."""
    pairs = [name.partition("=") for name in names]
    return [Player(pk=number, name=name, short_name=short) for number, (name, _, short) in enumerate(pairs)]


@pytest.mark.parametrize(
    ("names", "called"),
    [
        (["Anna Schmidt", "Ben"], ["Anna", "Ben"]),
        (["Anna Schmidt=Änne", "Ben Maier=Benni"], ["Änne", "Benni"]),
        (["Anna Schmidt", "Anna Maier"], ["Anna S.", "Anna M."]),
        (["Anna Schmidt", "Anna Singer", "Anna Maier"], ["Anna Sc.", "Anna Si.", "Anna M."]),
        (["Anna", "Anna Maier"], ["Anna", "Anna M."]),
        (["Karl-Heinz von der Au", "Karl-Heinz Zorn"], ["Karl-Heinz A.", "Karl-Heinz Z."]),
        (["Anna Schmidt=Maus", "Maus Maier"], ["Maus S.", "Maus M."]),
    ],
)
def test_as_short_as_is_clear(names: list[str], called: list[str]) -> None:
    assert list(short_names(people(*names)).values()) == called


def test_a_former_member_keeps_his_number() -> None:
    (player,) = people("Ehemaliges Mitglied 3")
    player.erased_number = 3
    assert short_names([player]) == {0: "Ehemaliges Mitglied 3"}


def test_full_names_are_as_they_are() -> None:
    assert full_names(people("Anna Schmidt=Änne")) == {0: "Anna Schmidt"}


@pytest.mark.parametrize(
    ("names", "sentence"),
    [([], ""), (["Anna"], "Anna"), (["Anna", "Ben"], "Anna und Ben"), (["Anna", "Ben", "Cleo"], "Anna, Ben und Cleo")],
)
def test_names_in_a_sentence(names: list[str], sentence: str) -> None:
    assert join_names(names) == sentence
