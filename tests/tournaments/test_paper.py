"""The printed pages, and their replacements when they make no sense yet or any more."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from dokoclub.tournaments.models import RoundTable, Tournament
from dokoclub.tournaments.selectors.prizes import Slip
from dokoclub.tournaments.services import rounds, seating, tables
from tests.cast import Cast, signed_in
from tests.pages import seen
from tests.tournaments import papers


def page_of(cast: Cast, name: str, one: Tournament, *gaps: Any) -> str:
    return signed_in(cast.dora).get(reverse(f"tournaments:{name}", args=[one.pk, *gaps])).content.decode()


def told(cast: Cast, name: str, one: Tournament, *gaps: Any) -> str:
    return seen(signed_in(cast.dora).get(reverse(f"tournaments:{name}", args=[one.pk, *gaps])))


def planned(cast: Cast) -> Tournament:
    one = papers.directed(cast, 8, rounds=1)
    seating.plan_seating(one)
    return one


def hand_in(cast: Cast, table: RoundTable) -> None:
    numbers = [place.entrant.number for place in table.places.select_related("entrant")]
    slips = {who: Slip(each) for who, each in zip(numbers, (18, 6, -4, -20), strict=True)}
    tables.hand_in_paper(table, slips, games=24, by=cast.dora)
    tables.sign_table(table)


def tables_of(one: Tournament) -> list[RoundTable]:
    return list(RoundTable.objects.filter(round__tournament=one).select_related("round__tournament"))


def test_cards_have_a_code_or_are_not_printed(cast: Cast) -> None:
    one = planned(cast)
    page = page_of(cast, "print_cards", one, 1)
    assert "Mit dem Start bekommt jeder Tisch seinen Zettel" in page
    assert reverse("tournaments:show_round", args=[one.pk, 1]) in page
    assert "data-print" not in page
    rounds.start_round(one, 1, by=cast.anna)
    assert page_of(cast, "print_cards", one, 1).count('class="qr"') == 2
    for table in tables_of(one):
        hand_in(cast, table)
    rounds.end_tournament(one, by=cast.anna)
    page = page_of(cast, "print_cards", one, 1)
    assert "Das Turnier ist beendet" in page
    assert reverse("tournaments:print_results", args=[one.pk]) in page
    assert "data-print" not in page


def test_the_seating_on_paper_is_only_who_sits_where(cast: Cast) -> None:
    one = planned(cast)
    rounds.start_round(one, 1, by=cast.anna)
    text = told(cast, "print_seating", one, 1)
    assert text.startswith("Sitzplan der Runde 1")
    assert text.count("Name Nr. Tisch Sitz") == 2  # above each half of the list
    assert "Startnummer" not in text
    assert "Spiel 1 von" not in text
    assert "±0" not in text


def test_there_are_no_empty_slips_of_what_is_over(cast: Cast) -> None:
    one = planned(cast)
    rounds.start_round(one, 1, by=cast.anna)
    assert "Tischzettel der Runde 1" in told(cast, "print_slips", one, 1)
    for table in tables_of(one):
        hand_in(cast, table)
    rounds.end_tournament(one, by=cast.anna)
    text = told(cast, "print_slips", one, 1)
    assert "Ergebnisse auf Papier" in text
    assert "Unterschrift" not in text


def test_results_are_printed_from_the_first_points_on(cast: Cast) -> None:
    one = planned(cast)
    rounds.start_round(one, 1, by=cast.anna)
    text = told(cast, "print_results", one)
    assert "Noch hat niemand Punkte" in text
    assert "Drucken geht nach dem ersten Spiel." in text
    first, second = tables_of(one)
    hand_in(cast, first)
    assert told(cast, "print_results", one).startswith("Zwischenstand")
    hand_in(cast, second)
    rounds.end_tournament(one, by=cast.anna)
    assert told(cast, "print_results", one).startswith("Ergebnisse")
