"""Registry entries in the reader's language."""

from django.utils import translation

from dokoclub.ui.texts import get_name, get_names, get_short, translate_text
from scoring.game.extras import EXTRAS
from scoring.money.methods import METHODS, SCOPES
from scoring.rules.kinds import ALONE, DUTIES, KINDS, SOLOS
from scoring.terms import say_in


def test_solos_and_kinds_in_german() -> None:
    with translation.override("de"):
        assert [get_name(solo) for solo in SOLOS.values()] == [
            "Damensolo",
            "Bubensolo",
            "Königesolo",
            "Trumpfsolo",
            "Kreuzsolo",
            "Piksolo",
            "Herzsolo",
            "Fleischloser",
        ]
        assert [get_name(kind) for kind in KINDS.values()] == [
            "Normalspiel",
            "Hochzeit",
            "Armut",
            "Stille Hochzeit",
            "Solo",
        ]


def test_extras_and_duties_in_german() -> None:
    with translation.override("de"):
        names = [get_name(extra) for extra in EXTRAS.values()]
        duties = [get_name(duty) for duty in DUTIES.values()]
    assert names == ["Fuchs gefangen", "Karlchen", "Karlchen gefangen", "Doppelkopf"]
    assert duties == ["Pflichtsolo", "Lustsolo", "Vorführung"]


def test_methods_and_scopes_in_german() -> None:
    with translation.override("de"):
        assert [get_name(method) for method in METHODS.values()] == [
            "Unter den Spielern",
            "Minuspunkte in die Kasse",
            "Abstand zum Besten in die Kasse",
            "Minuspunkte für Kasse und Gewinner",
            "Spiel für Spiel",
            "Nach Platz",
            "Nach verlorenem Spiel",
            "Nach verlorenem Solo",
            "Nur Pauschalen",
            "Ohne Geld",
        ]
        assert [get_name(scope) for scope in SCOPES.values()] == ["der ganze Abend zusammen", "jeder Tisch einzeln"]


def test_a_button_says_it_shorter() -> None:
    with translation.override("de"):
        german = [get_short(entry) for entry in ALONE.values()]
    with translation.override("en"):
        english = [get_short(entry) for entry in ALONE.values()]
    assert german == ["Damen", "Buben", "Könige", "Trumpf", "Kreuz", "Pik", "Herz", "Fleischlos", "Stille Hochzeit"]
    assert english == ["Queens", "Jacks", "Kings", "Trump", "Clubs", "Spades", "Hearts", "Meatless", "Stille Hochzeit"]


def test_a_name_is_found_only_when_there_is_a_reader() -> None:
    names = get_names(METHODS)
    with translation.override("de"):
        assert str(names["none"]) == "Ohne Geld"
    with translation.override("en"):
        assert str(names["none"]) == "Without money"


def test_a_context_tells_two_alike_apart_and_is_never_shown() -> None:
    with translation.override("de"):
        assert translate_text(say_in("solo", "Clubs")) == "Kreuz"
        assert translate_text(say_in("solo", "no such text")) == "no such text"
