"""The differences between two sets of rules, in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.utils import translation

from dokoclub.clubs.texts.rulebook import compare_rules, in_words
from scoring.rules.presets import DDV, HAUSRUNDE


@pytest.fixture(autouse=True)
def german() -> Iterator[None]:
    with translation.override("de"):
        yield


def told(mine: object, theirs: object) -> list[tuple[str, str, str]]:
    return [(one.label, one.value, one.other) for one in compare_rules(mine, theirs)]  # type: ignore[arg-type]


def test_the_same_rules_do_not_differ() -> None:
    assert told(DDV, DDV) == []


def test_words_numbers_and_switches() -> None:
    changed = replace(DDV, against="none", gegen_die_alten=2, armut=True, games_per_list=None)
    assert told(changed, DDV) == [
        (
            "Gegen eine verfehlte Absage",
            "nichts",
            "1 je Stufe, ab 120 Augen (keine 90), 90 (keine 60), 60 (keine 30), 30 (schwarz)",
        ),
        ("Gegen die Alten", "2", "1"),
        ("Ihr spielt Armut", "ja", "nein"),
        ("Spiele pro Liste", "kein festes Ende", "24"),
    ]


def test_lists_tell_what_is_more_and_what_is_less() -> None:
    changed = replace(DDV, extras={"fuchs": 2, "doppelkopf": 1}, solos=("damen", "koenige"))
    assert told(changed, DDV) == [
        ("Sonderpunkte", "Fuchs gefangen 2 statt 1; ohne Karlchen 1", ""),
        (
            "Eure Soli",
            "dazu Königesolo; ohne Bubensolo, Trumpfsolo, Kreuzsolo, Piksolo, Herzsolo, Fleischloser",
            "",
        ),
    ]


def test_an_own_extra_is_told_once() -> None:
    changed = replace(DDV, extras={**DDV.extras, "dulle": 1}, extra_names={"dulle": "Dulle gefangen"})
    assert told(changed, DDV) == [("Sonderpunkte", "dazu Dulle gefangen 1", "")]
    renamed = replace(changed, extra_names={"dulle": "Dulle"})
    assert told(renamed, changed) == [("Eure eigenen Sonderpunkte", "dazu Dulle; ohne Dulle gefangen", "")]


def test_an_own_solo_is_told_once() -> None:
    own = replace(DDV, solo_names={"zehner": "Zehnersolo"}, solos=(*DDV.solos, "zehner"))
    assert told(own, DDV) == [("Eure Soli", "dazu Zehnersolo", "")]
    renamed = replace(own, solo_names={"zehner": "Zehner"})
    assert told(renamed, own) == [("Eure eigenen Soli", "dazu Zehner; ohne Zehnersolo", "")]


def test_other_points_for_an_own_extra() -> None:
    before = replace(DDV, extras={**DDV.extras, "dulle": 1}, extra_names={"dulle": "Dulle gefangen"})
    after = replace(before, extras={**DDV.extras, "dulle": 3})
    assert told(after, before) == [("Sonderpunkte", "Dulle gefangen 3 statt 1", "")]


def test_bock_or_no_bock_is_one_difference() -> None:
    assert ("Ihr spielt Bock", "nein", "ja") in told(replace(HAUSRUNDE, bock=None), HAUSRUNDE)
    assert len(told(replace(HAUSRUNDE, bock=None), HAUSRUNDE)) == 1


def test_how_bock_is_played() -> None:
    assert HAUSRUNDE.bock is not None
    changed = replace(HAUSRUNDE, bock=replace(HAUSRUNDE.bock, length=6, max_level=None))
    assert told(changed, HAUSRUNDE) == [
        ("Spiele einer Bockrunde", "6", "so viele wie Spieler am Tisch"),
        ("Höchste Stufe", "ohne Grenze", "2"),
    ]


def test_an_empty_list_is_none() -> None:
    assert in_words("no_winner_keeps", [], {}) == "keine"
    assert in_words("extras", {}, {}) == "keine"
