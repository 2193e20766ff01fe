"""Search engines may list only pages without personal content; a browser finds the site's icon."""

from __future__ import annotations

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from dokoclub.evenings.services.evenings import create_scoring_link, make_secret_link
from tests.cast import Cast, signed_in
from tests.evenings import papers

TAG = "X-Robots-Tag"


@pytest.mark.django_db
def test_a_stranger_finds_home_sign_in_and_the_sheet_to_try_out(client: Client) -> None:
    for address in ("/", "/account/login/", "/try/"):
        answer = client.get(address)
        assert (answer.status_code, answer.headers.get(TAG)) == (200, None), address
        assert (
            answer.content.decode().count('<meta name="description"' if address == "/" else 'name="description"') == 1
        )


def test_no_page_of_anybody_is_listed(cast: Cast, client: Client) -> None:
    """This holds for pages behind a secret link and missing pages, too; robots may fetch them, and so read that."""
    sheet, anna = papers.sheet(cast), signed_in(cast.anna)
    link = make_secret_link(sheet.evening, by=cast.anna)
    asked = [
        (anna, f"/clubs/{cast.club.pk}/"),
        (anna, "/account/login/"),
        (client, f"/clubs/{cast.club.pk}/"),
        (client, f"/pen/{create_scoring_link(sheet)}/"),
        (client, f"/e/{link.token}/"),
        (client, "/sheets/new/"),
        (client, "/no-such-page/"),
        (client, "/try/ddv/"),
    ]
    assert {who.get(address).headers.get(TAG) for who, address in asked} == {"noindex, nofollow"}


def test_nobodys_page_has_a_preview(cast: Cast, client: Client) -> None:
    """A link to it shows only the link's text; the picture belongs to the home page of a stranger."""
    sheet, anna = papers.sheet(cast), signed_in(cast.anna)
    pages = (
        anna.get(f"/clubs/{cast.club.pk}/"),
        anna.get("/", follow=True),
        client.get(f"/pen/{create_scoring_link(sheet)}/"),
    )
    assert [b"og:" in page.content or b'name="description"' in page.content for page in pages] == [False] * 3


@pytest.mark.django_db
def test_robots_are_forbidden_nothing(client: Client) -> None:
    answer = client.get("/robots.txt")
    assert (answer.headers["Content-Type"], answer.content) == ("text/plain", b"User-agent: *\nDisallow:\n")


@pytest.mark.django_db
def test_a_browser_without_a_page_finds_the_sign(client: Client) -> None:
    address = client.get("/favicon.ico")["Location"]
    assert finders.find(address.removeprefix("/static/")) is not None
