"""Registry entries in the reader's language."""

import re

from django.utils import translation

from dokoclub.ui.texts import get_name, get_names, get_short, translate_text
from scoring.game.extras import EXTRAS
from scoring.money.methods import METHODS, SCOPES
from scoring.rules.kinds import ALONE, DUTIES, KINDS, SOLOS
from scoring.terms import say_in
from tools.catalog import get_path, read_catalog
from tools.translations import ROOT


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


def test_signing_in_needs_a_zugang_and_a_konto_is_money() -> None:
    """Two sentences of the start pages say it as people do; a `Konto` elsewhere is that of another service."""
    people_say = {"60 Sekunden, ohne Konto, kostenlos.", "Namen reichen, ein Konto braucht keiner."}
    german = read_catalog(get_path(ROOT, "de"))
    said = {str(one.string) for one in german if re.search(r"\bKonto\b", str(one.string))} - people_say
    handbook = "".join(page.read_text() for page in (ROOT / "docs/handbook/de").glob("*.md"))
    assert [text for text in said if "%(service)s" not in text] == []
    assert re.findall(r".*\bKonto\b.*", handbook.replace("**Ein Konto anderswo:**", "")) == []
