"""Tournaments in the rest of the club: league, files, paper, erased and merged players, deleted clubs."""

from __future__ import annotations

import csv
import io
import json
import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from dokoclub.clubs.models import Club, Player
from dokoclub.clubs.services.clubs import delete_club
from dokoclub.clubs.services.members import erase_player
from dokoclub.evenings.models import Evening
from dokoclub.evenings.selectors.starting import suggest_start
from dokoclub.evenings.services.evenings import delete_evening
from dokoclub.evenings.services.people import merge_players, take_back_merge
from dokoclub.exports.club_file.writing import club_file
from dokoclub.exports.services.club_file import found_from_file
from dokoclub.tournaments.models import Booking, Entrant, RoundTable, Tournament
from dokoclub.tournaments.selectors.day import read_day
from dokoclub.tournaments.selectors.prizes import Slip
from dokoclub.tournaments.services import founding, people, rounds, tables
from dokoclub.tournaments.services import seating as seating_services
from tests.cast import Cast, account, signed_in
from tests.evenings import papers as evening_papers
from tests.pages import seen
from tests.tournaments import papers


def url_of(name: str, one: Tournament, *gaps: Any) -> str:
    return reverse(f"tournaments:{name}", args=[one.pk, *gaps])


def played(cast: Cast, number: int = 8, **facts: Any) -> Tournament:
    """Return a tournament with one round, typed from paper, with fees, booked at the end."""
    one = papers.directed(cast, number, **{"rounds": 1, "fee": 1000, **facts})
    one.entrants.update(paid=True)
    seating_services.plan_seating(one)
    rounds.start_round(one, 1, by=cast.anna)
    for table in RoundTable.objects.filter(round__tournament=one).select_related("round__tournament"):
        numbers = [place.entrant.number for place in table.places.select_related("entrant")]
        slips = {who: Slip(each) for who, each in zip(numbers, (18, 6, -4, -20), strict=True)}
        tables.hand_in_paper(table, slips, games=24, by=cast.dora)
        tables.sign_table(table)
    return one


def ended(cast: Cast, number: int = 8, **facts: Any) -> Tournament:
    one = rounds.end_tournament(played(cast, number, **facts), by=cast.anna)
    founding.book_money(one, by=cast.cleo)
    return one


def test_the_list_says_what_comes_and_who_has_won_the_last(
    cast: Cast, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    ended(cast)
    papers.found(cast, name="Nikolaus", rounds=2, games=24, fee=1000)
    client, url = signed_in(cast.ben), reverse("tournaments:list_tournaments", args=[cast.club.pk])
    page = seen(client.get(url))
    assert "2 Runden zu 24 Spielen · Startgeld 10,00 € Turnier" in page
    assert re.search(r"Beendet .* 8 Teilnehmer \w+ und \w+ gewinnen \+18", page)
    ended(cast)
    with django_assert_num_queries(9):  # four more for the people and tables of the last one
        client.get(url)


def test_in_the_list_of_evenings_it_says_what_it_was(cast: Cast) -> None:
    """Regression: its line had no winner and no word why."""
    ended(cast, name="Martinipokal")
    page = seen(signed_in(cast.ben).get(reverse("evenings:list_evenings", args=[cast.club.pk])))
    assert re.search(r"Turnier, \w+ und \w+ gewinnen, 48 Spiele", page)
    assert "+18" in page


def test_among_the_last_evenings_of_the_club_too(cast: Cast) -> None:
    """Regression: half of its row was empty there."""
    ended(cast, name="Martinipokal")
    page = seen(signed_in(cast.ben).get(reverse("evenings:list_evenings", args=[cast.club.pk])))
    assert re.search(r"Turnier, \w+ und \w+ gewinnen, 48 Spiele", page)


def primary_buttons(cast: Cast, one: Tournament) -> list[str]:
    """Return the primary buttons of its page, as the director sees it."""
    page = signed_in(cast.dora).get(url_of("show_tournament", one)).content.decode()
    found = re.findall(r'<(?:a|button)\s+class="button primary"[^>]*>(.*?)</(?:a|button)>', page, re.DOTALL)
    return [" ".join(text.split()) for text in found]


def test_one_button_is_filled_and_none_while_a_round_is_played(cast: Cast) -> None:
    one = papers.directed(cast, 8, rounds=2)
    assert primary_buttons(cast, one) == ["Tische auslosen"]
    seating_services.plan_seating(one)
    assert primary_buttons(cast, one) == ["Runde 1"]
    rounds.start_round(one, 1, by=cast.anna)
    assert primary_buttons(cast, one) == []
    RoundTable.objects.filter(round__number=1).update(
        source="paper", games=24, handed_in_at=timezone.now(), confirmed_at=timezone.now()
    )
    assert primary_buttons(cast, one) == ["Runde 2"]
    assert primary_buttons(cast, played(cast, name="Kurz")) == ["Turnier beenden"]


def test_an_ended_one_begins_with_who_has_won(cast: Cast) -> None:
    one = ended(cast)
    first = [one.entrants.get(number=row.who).player.name for row in read_day(one).ranking if row.rank == 1]
    assert f"{first[0]} und {first[1]} gewinnen +18" in seen(signed_in(cast.dora).get(url_of("show_tournament", one)))


def test_its_picture_is_saved_beside_the_certificate_and_unfolds_there(cast: Cast) -> None:
    """It is only a button: its content is above it already."""
    page = signed_in(cast.dora).get(url_of("show_tournament", ended(cast))).content.decode()
    finale = page.partition('aria-labelledby="won"')[2].partition("</section>")[0]
    assert finale.index("Urkunde") < finale.index("data-picture=") < finale.index("Bild ansehen") < finale.index("<img")
    assert page.count("<img") == 1


def with_a_game(cast: Cast, **facts: Any) -> tuple[Tournament, str]:
    """Write one game on a sheet, and return its winners."""
    one = papers.directed(cast, 8, rounds=1, **facts)
    seating_services.plan_seating(one)
    rounds.start_round(one, 1, by=cast.anna)
    table = RoundTable.objects.select_related("sheet").get(round__tournament=one, places__entrant__player__name="Anna")
    players = [place.entrant.player for place in table.places.select_related("entrant__player")]
    cast.players.update({player.name: player for player in players})
    names = [player.name for player in players]
    assert table.sheet is not None
    evening_papers.write(cast, table.sheet, evening_papers.game(cast, names[:2], names[2:], 131))
    return one, names[0]


def league(cast: Cast) -> str:
    url = reverse("standings:show_table", args=[cast.club.pk, f"{papers.A_DAY:%Y}"])
    return seen(signed_in(cast.anna).get(url))


def test_it_counts_in_the_league_only_where_the_club_says_so(cast: Cast) -> None:
    one, winner = with_a_game(cast)
    assert winner not in league(cast)
    founding.change_tournament(one, {"in_league": True}, by=cast.anna)
    assert winner in league(cast)


def test_the_next_evening_is_not_modelled_on_it(cast: Cast) -> None:
    day = papers.A_DAY - timedelta(days=1)
    usual = evening_papers.evening(cast, day=day, place="bei Anna")
    ended(cast, place="Gasthaus")
    found = suggest_start(cast.club)
    assert (found.last, found.place) == (usual, "bei Anna")


def content_of(answer: Any) -> bytes:
    return b"".join(answer.streaming_content)


def test_the_list_can_be_had_as_a_file(cast: Cast) -> None:
    one = played(cast)
    entrant = one.entrants.get(number=1)
    people.change_entrant(entrant, {"home": "Hamburg"}, team="Füchse", by=cast.anna)
    client = signed_in(cast.dora)
    url = reverse("exports:export_tournament", args=[one.pk, "csv"])
    text = content_of(client.get(url)).decode("utf-8-sig")
    head, *rows = csv.reader(io.StringIO(text), delimiter=";")
    assert head[:5] == ["Startnummer", "Name", "Verein", "Mannschaft", "R 1"]
    assert head[5:] == ["Punkte", "Zählt", "Gewonnene Soli", "Gewonnene Spiele", "Platz", "Preis"]
    assert [row[-2:] for row in rows[:3]] == [["1", "40,00"], ["1", "40,00"], ["3", ""]]
    anna = next(row for row in rows if row[1] == "Anna")
    assert anna[:4] == ["1", "Anna", "Hamburg", "Füchse"]
    url = reverse("exports:export_tournament", args=[one.pk, "json"])
    found = json.loads(content_of(client.get(url)))["entrants"]
    assert (found[0]["rank"], found[0]["rounds"], found[0]["prize"]) == (1, {"1": 18}, 40.0)


def test_paper_has_seating_slips_and_results(cast: Cast, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    one = ended(cast)
    client = signed_in(cast.dora)
    seating = seen(client.get(url_of("print_seating", one, 1)))
    assert "Nach Name Name Nr. Tisch Sitz Anna 1 " in seating
    assert seating.index("Nach Name") < seating.index("Nach Tisch")
    results = seen(client.get(url_of("print_results", one)))
    assert "Preise Platz Name Preis Unterschrift 1 " in results
    for name, gaps in (("print_seating", (1,)), ("print_slips", (1,)), ("print_results", ())):
        with django_assert_num_queries(10 if gaps else 9):
            client.get(url_of(name, one, *gaps))


def test_the_page_about_the_club_leads_to_it(cast: Cast) -> None:
    one = papers.found(cast)
    ways = signed_in(cast.dora).get(f"/clubs/{cast.club.pk}/about/").content.decode()
    assert reverse("tournaments:list_tournaments", args=[cast.club.pk]) in ways
    seating_services.plan_seating(papers.with_people(cast, 8))
    assert str(one) == "Martini-Turnier"


def test_its_evening_leads_back_to_it(cast: Cast) -> None:
    one = played(cast)
    one.refresh_from_db()
    page = signed_in(cast.dora).get(reverse("evenings:show_evening", args=[one.evening_id])).content.decode()
    assert url_of("show_tournament", one) in page


def test_who_is_erased_keeps_a_number_and_nothing_else(cast: Cast) -> None:
    one = played(cast, lists=["Damen"])
    entrant = one.entrants.get(player__name="Elif")
    people.change_entrant(entrant, {"tags": ["Damen"], "home": "Hamburg", "apart": "Linde 4"}, by=cast.anna)
    people.disqualify_entrant(one.entrants.get(player__name="Finn"), "Stritt mit Elif", by=cast.anna)
    erase_player(entrant.player, by=cast.anna)
    managers: tuple[Any, ...] = (Entrant.objects, Entrant.history)
    for rows in managers:
        for row in rows.filter(tournament=one, number=entrant.number):
            assert (row.tags, row.home, row.apart) == ([], "", "")
        assert not rows.filter(reason__contains="Elif").exists()
    page = seen(signed_in(cast.dora).get(url_of("show_tournament", one)))
    assert "Elif" not in page
    assert "Ehemaliges Mitglied 1" in page
    call_command("check_ledger")


def test_two_who_become_one_are_one_entrant(cast: Cast) -> None:
    one = ended(cast)
    kept = cast.guest("Elfriede")
    elif_ = Player.objects.get(name="Elif")
    merge = merge_players(kept, elif_, by=cast.anna)
    assert one.entrants.get(number=5).player == kept
    call_command("check_ledger")
    take_back_merge(merge, by=cast.anna)
    assert one.entrants.get(number=5).player == elif_
    call_command("check_ledger")


def test_two_of_one_tournament_stay_two(cast: Cast) -> None:
    papers.with_people(cast, 8)
    one, other = (Player.objects.get(name=name) for name in ("Elif", "Finn"))
    with pytest.raises(ValidationError, match="Elif und Finn spielen in einem Turnier mit"):
        merge_players(one, other, by=cast.anna)


def test_what_is_stored_is_told(cast: Cast) -> None:
    papers.directed(cast, 8)
    text = signed_in(cast.dora).get(reverse("accounts:download_stored")).content.decode()
    assert "Martini-Turnier" in text
    assert '"director"' in text


def test_the_file_of_the_club_takes_it_along(cast: Cast) -> None:
    ended(cast, lists=["Damen"])
    written = "".join(club_file(cast.club))
    club = found_from_file(io.BytesIO(written.encode()), key=uuid4(), by=account("Berta"))
    assert "".join(club_file(club)) == written
    one = Tournament.objects.get(club=club)
    assert [row.points for row in read_day(one).ranking] == [18, 18, 6, 6, -4, -4, -20, -20]
    assert Booking.objects.filter(entrant__tournament=one).count() == 10
    call_command("check_ledger")


def test_a_deleted_evening_and_a_deleted_club_take_it_away(cast: Cast) -> None:
    one, other = ended(cast), papers.with_people(cast, 8)
    evening = Evening.objects.get(tournament=one)
    delete_evening(evening, typed=evening.date, by=cast.anna)
    assert signed_in(cast.anna).get(url_of("show_tournament", one)).status_code == 404
    long_ago = timezone.now() - timedelta(days=31)
    Evening.objects.filter(pk=evening.pk).update(deleted_at=long_ago)
    call_command("purge", verbosity=0)
    assert [*Tournament.objects.all()] == [other]
    delete_club(cast.club, typed=cast.club.name, by=cast.anna)
    Club.objects.filter(pk=cast.club.pk).update(deleted_at=long_ago)
    call_command("purge", verbosity=0)
    assert not Tournament.objects.exists()


def test_a_certificate_and_a_picture(cast: Cast, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    one = played(cast)
    reader = signed_in(cast.dora)
    certificate, picture = url_of("show_certificate", one), url_of("show_picture", one)
    assert "Das Turnier läuft noch" in seen(reader.get(certificate))
    assert reader.get(picture).headers["Location"] == url_of("show_tournament", one)
    rounds.end_tournament(one, by=cast.anna)
    third = read_day(one).ranking[2].who
    name = one.entrants.get(number=third).player.name
    page = seen(reader.get(f"{certificate}?number={third}"))
    assert f"Urkunde Martini-Turnier {name} teilt sich Platz 3 +6 Punkte" in page
    for odd in ("99", "x", "9" * 30, ""):
        assert "teilt sich Platz 1" in seen(reader.get(certificate, {"number": odd}))
    drawn = reader.get(picture)
    assert drawn.headers["Content-Type"] == "image/svg+xml"
    text = drawn.content.decode()
    assert "Linde · Martini-Turnier" in text
    assert "8 Teilnehmer" in text
    assert "1. " in text
    assert picture in reader.get(url_of("show_tournament", one)).content.decode()
    for url in (certificate, picture):
        with django_assert_num_queries(9):
            reader.get(url)
