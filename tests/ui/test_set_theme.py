"""Light, dark, or as the system wishes: a plain form, a cookie."""

import pytest
from django.test import Client
from django.urls import reverse

from dokoclub.core.cookies import COOKIE

PATH = reverse("ui:set_theme")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_keeps_the_choice_and_goes_back(client: Client, theme: str) -> None:
    answer = client.post(PATH, {"theme": theme, "next": "/clubs/1/?page=2"})

    cookie = answer.cookies[COOKIE]
    assert (answer.status_code, answer["Location"]) == (302, "/clubs/1/?page=2")
    assert (cookie.value, cookie["samesite"], cookie["httponly"]) == (theme, "Lax", True)
    assert int(cookie["max-age"]) == 365 * 24 * 60 * 60


@pytest.mark.parametrize("theme", ["", "purple", '"><script>'])
def test_anything_else_leaves_it_to_the_system(client: Client, theme: str) -> None:
    client.cookies[COOKIE] = "dark"
    answer = client.post(PATH, {"theme": theme, "next": "/"})
    assert (answer.cookies[COOKIE].value, answer.cookies[COOKIE]["max-age"]) == ("", 0)


@pytest.mark.promise("redirects")
@pytest.mark.parametrize(
    "elsewhere", ["https://evil.example/", "//evil.example", "javascript:alert(1)", "", "\\\\evil"]
)
def test_it_never_leads_to_another_site(client: Client, elsewhere: str) -> None:
    assert client.post(PATH, {"theme": "dark", "next": elsewhere})["Location"] == "/"


def test_reading_changes_nothing(client: Client) -> None:
    assert client.get(PATH).status_code == 405


def test_it_asks_for_the_token() -> None:
    assert Client(enforce_csrf_checks=True).post(PATH, {"theme": "dark"}).status_code == 403


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("cookie", "html"),
    [("dark", '<html lang="de" data-theme="dark">'), ("", '<html lang="de">'), ("purple", '<html lang="de">')],
)
def test_every_page_wears_the_theme(client: Client, cookie: str, html: str) -> None:
    client.cookies[COOKIE] = cookie
    assert html in client.get(reverse("account_login")).content.decode()


@pytest.mark.django_db
def test_the_bars_of_the_browser_take_the_colour_of_the_paper(client: Client) -> None:
    client.cookies[COOKIE] = "dark"
    page = client.get(reverse("account_login")).content.decode()
    assert '<meta name="theme-color" content="#181714">' in page
