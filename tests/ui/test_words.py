"""Entries of registries in the reader's language."""

from django.utils import translation

from dokoclub.ui.texts import name_of, names_of, short_of, translate_text
from scoring.game.extras import EXTRAS
from scoring.money.methods import METHODS, SCOPES
from scoring.rules.kinds import ALONE, DUTIES, KINDS, SOLOS
from scoring.terms import say_in


def test_solos_and_kinds_in_german() -> None:
    with translation.override("de"):
        assert [name_of(solo) for solo in SOLOS.values()] == [
            "Damensolo",
            "Bubensolo",
            "Königesolo",
            "Trumpfsolo",
            "Kreuzsolo",
            "Piksolo",
            "Herzsolo",
            "Fleischloser",
        ]
        assert [name_of(kind) for kind in KINDS.values()] == [
            "Normalspiel",
            "Hochzeit",
            "Armut",
            "Stille Hochzeit",
            "Solo",
        ]


def test_extras_and_duties_in_german() -> None:
    with translation.override("de"):
        names = [name_of(extra) for extra in EXTRAS.values()]
        duties = [name_of(duty) for duty in DUTIES.values()]
    assert names == ["Fuchs gefangen", "Karlchen", "Karlchen gefangen", "Doppelkopf"]
    assert duties == ["Pflichtsolo", "Lustsolo", "Vorführung"]


def test_methods_and_scopes_in_german() -> None:
    with translation.override("de"):
        assert [name_of(method) for method in METHODS.values()] == [
            "Unter den Spielern",
            "Minuspunkte in die Kasse",
            "Abstand zum Besten in die Kasse",
            "Minuspunkte für Kasse und Gewinner",
            "Nach Platz",
            "Nach verlorenem Spiel",
            "Nach verlorenem Solo",
            "Nur Pauschalen",
            "Ohne Geld",
        ]
        assert [name_of(scope) for scope in SCOPES.values()] == ["der ganze Abend zusammen", "jeder Tisch für sich"]


def test_a_button_says_it_shorter() -> None:
    with translation.override("de"):
        german = [short_of(entry) for entry in ALONE.values()]
    with translation.override("en"):
        english = [short_of(entry) for entry in ALONE.values()]
    assert german == ["Damen", "Buben", "Könige", "Trumpf", "Kreuz", "Pik", "Herz", "Fleischlos", "Stille Hochzeit"]
    assert english == ["Queens", "Jacks", "Kings", "Trump", "Clubs", "Spades", "Hearts", "Meatless", "Stille Hochzeit"]


def test_a_name_is_found_only_when_there_is_a_reader() -> None:
    names = names_of(METHODS)
    with translation.override("de"):
        assert str(names["none"]) == "Ohne Geld"
    with translation.override("en"):
        assert str(names["none"]) == "Without money"


def test_a_context_tells_two_alike_apart_and_is_never_shown() -> None:
    with translation.override("de"):
        assert translate_text(say_in("solo", "Clubs")) == "Kreuz"
        assert translate_text(say_in("solo", "no such text")) == "no such text"
