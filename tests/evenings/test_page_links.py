"""/evenings/…/links/: a scorer makes a secret link, shows it and revokes it."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from dokoclub.evenings.models import Evening, SecretLink
from dokoclub.evenings.services import evenings
from tests.cast import Cast
from tests.evenings.pages import phone, seen, url_of
from tests.evenings.papers import evening


@pytest.fixture
def one(cast: Cast) -> Evening:
    return evening(cast)


def link(cast: Cast, one: Evening) -> SecretLink:
    return evenings.make_secret_link(one, by=cast.ben)


def test_it_says_what_the_link_shows(cast: Cast, one: Evening) -> None:
    page = seen(phone(cast, "Ben").get(url_of(one, "links/")))
    assert "aber keine Notizen und kein Geld." in page
    assert "Spieler stehen dort mit Kurznamen." in page


def test_it_is_made_and_shown_as_text_and_code(cast: Cast, one: Evening) -> None:
    page = phone(cast, "Ben").post(url_of(one, "links/"), follow=True)
    made = SecretLink.objects.get()
    assert made.made_by == cast.ben
    assert f"http://localhost:8000/e/{made.token}/" in page.content.decode()
    assert "<svg" in page.content.decode().partition('class="qr"')[2]
    assert "no-store" in page.headers["Cache-Control"]


def test_sent_twice_it_is_one_link(cast: Cast, one: Evening) -> None:
    places = {phone(cast, "Ben").post(url_of(one, "links/")).headers["Location"] for _ in range(2)}
    assert len(places) == 1
    assert SecretLink.objects.count() == 1


def test_it_can_be_shown_again(cast: Cast, one: Evening) -> None:
    made = link(cast, one)
    page = phone(cast, "Anna").get(url_of(one, f"links/{made.pk}/"))
    assert made.token in page.content.decode()


def test_revoked_it_opens_nothing(cast: Cast, one: Evening) -> None:
    made = link(cast, one)
    url = f"/e/{made.token}/"
    assert Client().get(url).status_code == 200
    response = phone(cast, "Ben").post(url_of(one, f"links/{made.pk}/revoke/"), follow=True)
    assert "Der Link gilt nicht mehr." in seen(response)
    assert "zurückgezogen" in seen(response)
    assert Client().get(url).status_code == 404


def test_in_the_list_a_link_leads_to_its_page_where_it_ends(cast: Cast, one: Evening) -> None:
    made, ben = link(cast, one), phone(cast, "Ben")
    listed = seen(ben.get(url_of(one, "links/")))
    assert "Link zeigen" in listed
    assert listed.endswith("Zurück zum Abend")
    assert "Zurückziehen" not in listed
    assert "Zurückziehen" in seen(ben.get(url_of(one, f"links/{made.pk}/")))


def test_a_revoked_one_is_not_shown_any_more(cast: Cast, one: Evening) -> None:
    made = link(cast, one)
    evenings.revoke_secret_link(made)
    response = phone(cast, "Ben").get(url_of(one, f"links/{made.pk}/"))
    assert response.headers["Location"] == url_of(one, "links/")


def test_after_revoking_there_can_be_another(cast: Cast, one: Evening) -> None:
    evenings.revoke_secret_link(link(cast, one))
    phone(cast, "Ben").post(url_of(one, "links/"))
    assert SecretLink.objects.count() == 2


@pytest.mark.parametrize("number", [1, 3])
def test_many_links_cost_no_more_queries(
    cast: Cast, one: Evening, number: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(number):
        evenings.revoke_secret_link(link(cast, one))
    client = phone(cast, "Ben")
    client.get(url_of(one, "links/"))
    with django_assert_num_queries(5):
        client.get(url_of(one, "links/"))
