"""Entering by a code: a member by a tap, everybody else by a name that the director confirms."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from dokoclub.clubs.models import Player
from dokoclub.core.http import Reused
from dokoclub.evenings.services.evenings import revoke_secret_link
from dokoclub.tournaments.models import Applicant, Tournament
from dokoclub.tournaments.models.people import LASTS
from dokoclub.tournaments.services import people, rounds, seating
from dokoclub.tournaments.services.people import Listed
from tests.cast import Cast, signed_in
from tests.pages import seen
from tests.tournaments import papers


def url_of(name: str, one: Tournament, *gaps: Any) -> str:
    return reverse(f"tournaments:{name}", args=[one.pk, *gaps])


@pytest.fixture
def one(cast: Cast) -> Tournament:
    """Return a tournament with four entrants, directed by Dora."""
    return papers.directed(cast, 4, fee=1000)


@pytest.fixture
def url(cast: Cast, one: Tournament) -> str:
    token = people.make_entry_link(one, by=cast.anna).token
    return reverse("tournaments:enter_by_link", args=[token])


def typed(name: str, **more: Any) -> dict[str, Any]:
    return {"key": uuid4(), "name": name, "home": "", "team": "", **more}


def answer(cast: Cast, one: Tournament, what: str) -> str:
    applicant = Applicant.objects.get()
    return seen(signed_in(cast.dora).post(url_of(f"{what}_applicant", one, applicant.pk), follow=True))


def test_without_an_account_a_name_is_typed_and_confirmed(cast: Cast, one: Tournament, url: str) -> None:
    phone = Client()
    page = phone.get(url)
    assert "Startgeld 10,00 € Angemeldet 4" in seen(page)
    assert (page.headers["X-Robots-Tag"], page.headers["Referrer-Policy"]) == ("noindex, nofollow", "same-origin")
    form = typed("Greta", home="Füchse Berlin")
    for _time in range(2):  # pressed twice, one request
        asked = phone.post(url, form)
    own = asked.headers["Location"]
    assert "Greta Du hast dich angemeldet Die Turnierleitung muss dich noch bestätigen." in seen(phone.get(own))
    assert "Startgeld 10,00 €" in seen(phone.get(own))
    assert not one.entrants.filter(player__name="Greta").exists()
    waiting = seen(signed_in(cast.dora).get(url_of("list_entrants", one)))
    assert "Möchte mitspielen Greta wird ein Gast · Füchse Berlin" in waiting
    assert "1 Person möchte mitspielen" in seen(signed_in(cast.dora).get(url_of("show_tournament", one)))
    assert "möchte mitspielen" not in seen(signed_in(cast.cleo).get(url_of("show_tournament", one)))
    answer(cast, one, "confirm")
    entrant = one.entrants.get(player__name="Greta")
    assert (entrant.number, entrant.home, entrant.player.guest) == (5, "Füchse Berlin", True)
    assert "Greta Startnummer 5 Du bist dabei." in seen(phone.get(own))
    assert Applicant.objects.get().name == ""


def test_a_member_enters_by_a_tap(cast: Cast, url: str) -> None:
    one = papers.found(cast)
    link = reverse("tournaments:enter_by_link", args=[people.make_entry_link(one, by=cast.anna).token])
    phone = signed_in(cast.cleo)
    assert "Als Cleo anmelden" in seen(phone.get(link))
    for _time in range(2):
        page = seen(phone.post(link, follow=True))
    assert "Cleo, du bist dabei. Startnummer 1." in page
    assert one.entrants.get().player.account == cast.cleo


def test_a_name_that_the_club_knows_is_shown_to_the_director(cast: Cast, one: Tournament, url: str) -> None:
    """Anybody can type it: that the club has an Anna proves nothing about the typist."""
    Client().post(url, typed("anna"))
    page = seen(signed_in(cast.dora).get(url_of("list_entrants", one)))
    assert "anna ist schon angemeldet, Startnummer 1" in page
    answer(cast, one, "confirm")
    assert one.entrants.count() == 4
    assert Applicant.objects.get().entrant == one.entrants.get(number=1)


def test_who_is_refused_is_told_and_forgotten(cast: Cast, one: Tournament, url: str) -> None:
    phone = Client()
    own = phone.post(url, typed("Unfug")).headers["Location"]
    answer(cast, one, "refuse")
    assert "Die Turnierleitung hat dich nicht angemeldet." in seen(phone.get(own))
    answer(cast, one, "confirm")  # by another director, a moment later
    assert not Player.objects.filter(name="Unfug").exists()
    assert Applicant.objects.get().name == ""


def test_what_is_typed_wrong_is_told(url: str, one: Tournament) -> None:
    for form, told in (
        (typed(" "), "Bitte ausfüllen."),
        (typed("x" * 41), "höchstens"),
        ({"name": "Greta"}, "Das Formular kam unvollständig an. Prüfe es und schick es noch einmal ab."),
    ):
        page = Client().post(url, form)
        assert page.status_code == 422
        assert told in seen(page)
    people.ask_to_enter(one, Listed("Greta"), key=(key := uuid4()))
    with pytest.raises(Reused):
        people.ask_to_enter(one, Listed("Emil"), key=key)


def test_so_many_wait_and_no_more(one: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dokoclub.tournaments.services.people.MOST_WAITING", 1)
    people.ask_to_enter(one, Listed("Greta"), key=uuid4())
    with pytest.raises(ValidationError, match="Es warten schon zu viele"):
        people.ask_to_enter(one, Listed("Emil"), key=uuid4())


def test_the_link_ends(cast: Cast, one: Tournament, url: str) -> None:
    own = Client().post(url, typed("Greta")).headers["Location"]
    Tournament.objects.filter(pk=one.pk).update(day=papers.today() - LASTS - timedelta(days=1))
    assert [Client().get(each).status_code for each in (url, own)] == [404, 404]
    Tournament.objects.filter(pk=one.pk).update(day=papers.today())
    wrong = [url.replace("/enter/", "/n/"), "/enter/17-abc/", f"{url}{uuid4()}/"]
    assert {Client().get(each).status_code for each in wrong} == {404}
    revoke_secret_link(one.entry_links.get())
    assert Client().post(url, typed("Emil")).status_code == 404


def test_with_the_end_of_the_tournament_nobody_waits_any_more(cast: Cast) -> None:
    one = papers.directed(cast, 8, rounds=1)
    link = people.make_entry_link(one, by=cast.anna)
    people.ask_to_enter(one, Listed("Greta"), key=uuid4())
    seating.plan_seating(one)
    rounds.start_round(one, 1, by=cast.anna)
    one.played.get().tables.update(confirmed_at="2026-01-01T12:00Z", handed_in_at="2026-01-01T12:00Z", source="paper")
    rounds.end_tournament(one, by=cast.anna)
    assert not Applicant.objects.exists()
    code = reverse("tournaments:enter_by_link", args=[link.token])
    told = seen(Client().get(code))
    assert "Das Turnier ist beendet Die Anmeldung ist zu." in told
    assert "Das Ergebnis zeigt der Code im Saal oder der Club." in told
    assert url_of("show_tournament", one) in signed_in(cast.cleo).get(code).content.decode()
    assert "Die Anmeldung ist zu" in seen(signed_in(cast.dora).get(url_of("list_entry_links", one)))
    revoke_secret_link(link)
    assert Client().get(code).status_code == 404
    link.refresh_from_db()
    assert not link.is_open
    with pytest.raises(ValidationError, match="Das Turnier ist beendet"):
        people.make_entry_link(one, by=cast.anna)


def test_the_page_of_the_phone_follows(cast: Cast, one: Tournament, url: str) -> None:
    own = Client().post(url, typed("Greta")).headers["Location"]
    phone = Client(headers={"HX-Request": "true"})
    first = phone.get(own).content.decode()
    stamp = first.partition('data-stamp="')[2].partition('"')[0]
    assert phone.get(f"{own}?stamp={stamp}").status_code == 204
    answer(cast, one, "confirm")
    assert "Startnummer" in phone.get(f"{own}?stamp={stamp}").content.decode()


def test_the_director_shows_and_revokes_the_code(cast: Cast, one: Tournament) -> None:
    dora = signed_in(cast.dora)
    page = dora.post(url_of("list_entry_links", one), follow=True)
    link = one.entry_links.get()
    assert f"/enter/{link.token}/" in page.content.decode()
    at_once = dora.get(url_of("list_entry_links", one))
    assert f"/enter/{link.token}/" in at_once.content.decode()
    assert "Drucken" in seen(at_once)
    assert "zurückgezogen" in seen(dora.post(url_of("revoke_entry_link", one, link.pk), follow=True))


def test_it_costs_the_same_for_many(
    cast: Cast, one: Tournament, url: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    dora = signed_in(cast.dora)
    for name in ("Greta", "Emil", "Knut"):
        people.ask_to_enter(one, Listed(name), key=uuid4())
        dora.get(url_of("list_entrants", one))
        with django_assert_num_queries(12):
            dora.get(url_of("list_entrants", one))
    with django_assert_num_queries(2):
        Client().get(url)
