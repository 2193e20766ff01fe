"""A player's seat, on the own phone with an account, and by the secret link without one; and table cards on paper."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from dokoclub.evenings.services.evenings import revoke_secret_link
from dokoclub.tournaments.models import RoundTable, Tournament
from dokoclub.tournaments.models.tournament import LINK_LASTS
from dokoclub.tournaments.plugins import link_to_hand_in
from dokoclub.tournaments.selectors.prizes import Slip
from dokoclub.tournaments.services import founding, people, rounds, seating, tables
from tests.cast import Cast, signed_in
from tests.evenings import papers as sheets
from tests.pages import seen
from tests.tournaments import papers

SCRIPT = {"HX-Request": "true"}


def url_of(name: str, one: Tournament, *gaps: Any) -> str:
    return reverse(f"tournaments:{name}", args=[one.pk, *gaps])


def planned(cast: Cast, number: int = 8, **facts: Any) -> Tournament:
    one = papers.directed(cast, number, **facts)
    seating.plan_seating(one)
    return one


def address(cast: Cast, one: Tournament, start: int | None = None) -> str:
    token = founding.make_link(one, by=cast.anna).token
    if start is None:
        return reverse("tournaments:show_by_link", args=[token])
    return reverse("tournaments:show_seat_by_link", args=[token, start])


def place_of(one: Tournament, name: str, number: int = 1) -> tuple[int, int]:
    """Return table and place."""
    table = RoundTable.objects.get(round__tournament=one, round__number=number, places__entrant__player__name=name)
    return table.number, table.places.get(entrant__player__name=name).number


def test_the_own_seat_stands_on_the_own_phone(cast: Cast) -> None:
    one = planned(cast)
    table, place = place_of(one, "Cleo")
    page = seen(signed_in(cast.cleo).get(url_of("show_seat", one)))
    assert f"Runde 1: Tisch {table}, Platz {place}" in page
    assert "du" in page.split()
    rounds.start_round(one, 1, by=cast.anna)
    page = seen(signed_in(cast.cleo).get(url_of("show_seat", one)))
    assert "Runde 1 läuft" in page
    assert f"Zettel von Tisch {table}" in page
    assert "bis " in page


def test_only_the_sheet_of_a_table_leads_to_handing_it_in(
    cast: Cast, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    """One query asks for the writers of a list with an end."""
    rounds.start_round(planned(cast), 1, by=cast.anna)
    table = RoundTable.objects.select_related("sheet").get(round__number=1, number=1)
    assert table is not None
    page = signed_in(cast.anna).get(f"/sheets/{table.sheet_id}/").content.decode()
    assert 'id="full"' in page
    assert f"/rounds/1/tables/{table.number}/" in page

    sheet = sheets.sheet(cast)
    assert 'id="full"' not in signed_in(cast.anna).get(f"/sheets/{sheet.pk}/").content.decode()
    with django_assert_num_queries(1):
        assert link_to_hand_in(sheet) is None


def test_when_the_own_table_is_confirmed_the_next_seat_is_shown(cast: Cast) -> None:
    one = planned(cast)
    rounds.start_round(one, 1, by=cast.anna)
    table = RoundTable.objects.select_related("round__tournament").get(
        round__tournament=one, round__number=1, places__entrant__player__name="Cleo"
    )
    numbers = [place.entrant.number for place in table.places.select_related("entrant")]
    tables.hand_in_paper(table, {number: Slip(0) for number in numbers}, games=24, by=cast.dora)
    tables.sign_table(table)
    number, place = place_of(one, "Cleo", 2)
    page = seen(signed_in(cast.cleo).get(url_of("show_seat", one)))
    assert f"Runde 2: Tisch {number}, Platz {place}" in page
    assert "Deine Punkte ±0 Platz 1 von 8" in page


def test_who_pauses_is_told_so(cast: Cast) -> None:
    one = planned(cast, 9, uneven="sit_out", rounds=1)
    (pausing,) = one.played.get().paused
    assert "Du setzt diese Runde aus." in seen(Client().get(address(cast, one, pausing)))


def test_who_does_not_play_sees_the_tournament(cast: Cast) -> None:
    one = papers.found(cast)
    answer = signed_in(cast.dora).get(url_of("show_seat", one))
    assert answer.headers["Location"] == url_of("show_tournament", one)


def test_by_the_link_everybody_finds_the_seat_without_an_account(cast: Cast) -> None:
    one = planned(cast)
    table, place = place_of(one, "Elif")
    phone = Client()
    page = phone.get(address(cast, one))
    assert "Mein Sitz" in seen(page)
    assert "Elif 5" in seen(page)
    assert (page.headers["X-Robots-Tag"], page.headers["Referrer-Policy"]) == ("noindex, nofollow", "no-referrer")
    seat = seen(phone.get(address(cast, one, 5)))
    assert f"Runde 1: Tisch {table}, Platz {place}" in seat
    assert "Spielzettel" not in seat


def test_at_the_end_the_link_shows_the_result_and_no_seats(cast: Cast) -> None:
    one = planned(cast, rounds=1)
    rounds.start_round(one, 1, by=cast.anna)
    for table in RoundTable.objects.filter(round__tournament=one).select_related("round__tournament"):
        numbers = [place.entrant.number for place in table.places.select_related("entrant")]
        slips = {who: Slip(each) for who, each in zip(numbers, (18, 6, -4, -20), strict=True)}
        tables.hand_in_paper(table, slips, games=24, by=cast.dora)
        tables.sign_table(table)
    url = address(cast, one)
    assert "Mein Sitz" in seen(Client().get(url))
    rounds.end_tournament(one, by=cast.anna)
    page = seen(Client().get(url))
    assert "Mein Sitz" not in page
    assert "Ergebnis" in seen(Client().get(f"{url}1/"))
    own = seen(Client().get(f"{url}8/"))
    close = own.partition("Um dich herum")[2]
    assert [name for name in papers.names_of(8) if name in close][-1] == "Hanna"
    assert sum(name in close for name in papers.names_of(8)) == 5
    assert page.index("gewinnen") < page.index("R 1") < page.index("Die Tische der Runde 1")


def test_names_are_short_behind_the_link(cast: Cast) -> None:
    one = papers.found(cast)
    names = ["Anna Schmidt", "Berta Maier", *papers.names_of(10)[4:]]
    people.enter_entrants(one, [], [people.Listed(name) for name in names], by=cast.anna)
    seating.plan_seating(one)
    rounds.start_round(one, 1, by=cast.anna)
    for page in (seen(Client().get(address(cast, one))), seen(Client().get(address(cast, one, 1)))):
        assert "Schmidt" not in page
        assert "Anna" in page


def test_a_link_that_is_none_opens_nothing(cast: Cast) -> None:
    one = planned(cast)
    right = address(cast, one, 5)
    wrong = [right.replace("/5/", "/99/"), "/n/17-abc/", "/n/17-abc/5/", f"/n/{'9' * 30}-x/"]
    assert {Client().get(url).status_code for url in wrong} == {404}
    revoke_secret_link(one.links.get())
    assert Client().get(right).status_code == 404


def test_a_link_that_works_is_not_blamed_for_what_is_missing_behind_it(cast: Cast) -> None:
    one = planned(cast)
    right = address(cast, one, 5)
    missing = Client().get(right.replace("/5/", "/99/"))
    assert "Link ungültig" not in seen(missing)
    revoke_secret_link(one.links.get())
    assert "Link ungültig" in seen(Client().get(right))


def test_a_link_ends_some_time_after_the_day(cast: Cast) -> None:
    one = planned(cast)
    url = address(cast, one)
    Tournament.objects.filter(pk=one.pk).update(day=papers.today() - LINK_LASTS)
    assert Client().get(url).status_code == 200
    Tournament.objects.filter(pk=one.pk).update(day=papers.today() - LINK_LASTS - timedelta(days=1))
    assert Client().get(url).status_code == 404


def test_pages_follow_by_their_stamp(cast: Cast) -> None:
    one = planned(cast)
    rounds.start_round(one, 1, by=cast.anna)
    for client, url in (
        (Client(headers=SCRIPT), address(cast, one)),
        (Client(headers=SCRIPT), address(cast, one, 5)),
        (signed_in(cast.cleo, SCRIPT), url_of("show_seat", one)),
        (signed_in(cast.cleo, SCRIPT), url_of("show_tournament", one)),
    ):
        first = client.get(url).content.decode()
        assert "<main" not in first
        stamp = first.partition('data-stamp="')[2].partition('"')[0]
        assert client.get(f"{url}?stamp={stamp}").status_code == 204
        rounds.grant_minutes(one.played.get(number=1), 1)
        assert client.get(f"{url}?stamp={stamp}").status_code == 200


def test_the_director_makes_and_revokes_it(cast: Cast) -> None:
    one = planned(cast)
    dora = signed_in(cast.dora)
    page = dora.post(url_of("list_links", one), follow=True)
    link = one.links.get()
    assert f"/n/{link.token}/" in page.content.decode()
    page = dora.post(url_of("revoke_link", one, link.pk), follow=True)
    assert "zurückgezogen" in seen(page)


def test_a_link_that_opens_is_shown_at_once_to_be_hung_up(cast: Cast) -> None:
    one = planned(cast)
    dora = signed_in(cast.dora)
    assert "Link erstellen" in seen(dora.get(url_of("list_links", one)))
    link = founding.make_link(one, by=cast.anna)
    page = dora.get(url_of("list_links", one))
    assert f"/n/{link.token}/" in page.content.decode()
    assert 'class="qr"' in page.content.decode()
    assert "Drucken" in seen(page)
    assert "Link erstellen" not in seen(page)
    revoke_secret_link(link)
    page = dora.get(url_of("list_links", one))
    text = seen(page)
    assert text.index("Link erstellen") < text.index("1 früherer Link")
    assert 'class="qr"' not in page.content.decode()


def test_before_it_begins_the_seat_says_when_and_where(cast: Cast) -> None:
    one = papers.with_people(cast, 8, place="Vereinsheim", fee=500)
    page = seen(signed_in(cast.cleo).get(url_of("show_seat", one)))
    assert "Ort Vereinsheim" in page
    assert "Startgeld 5,00" in page
    assert "Angemeldet 8" in page


def test_a_card_for_each_table_has_the_code_of_its_pen(cast: Cast) -> None:
    one = planned(cast)
    rounds.start_round(one, 1, by=cast.anna)
    page = signed_in(cast.dora).get(url_of("print_cards", one, 1))
    assert page.content.decode().count('class="qr"') == 2
    assert "Tisch 2" in seen(page)
    assert "1 " in seen(page)
    table = RoundTable.objects.select_related("sheet").get(round__tournament=one, round__number=1, number=1)
    assert table.sheet is not None
    assert table.sheet.pen


def test_it_costs_the_same_for_many(cast: Cast, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    for number in (8, 24):
        one = planned(cast, number)
        rounds.start_round(one, 1, by=cast.anna)
        phone = Client()
        for url, queries in ((address(cast, one), 8), (address(cast, one, 5), 8)):
            phone.get(url)
            with django_assert_num_queries(queries):
                phone.get(url)
        cards = signed_in(cast.dora)
        cards.get(url_of("print_cards", one, 1))
        with django_assert_num_queries(11):
            cards.get(url_of("print_cards", one, 1))
