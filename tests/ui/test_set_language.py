"""German or English by the browser's setting, and by a switch that persists."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.markup import markup

PATH = reverse("ui:set_language")
pytestmark = pytest.mark.django_db


def page(client: Client, accept: str = "de") -> str:
    return client.get(reverse("account_login"), headers={"accept-language": accept}).content.decode()


def test_the_browser_decides_first(client: Client) -> None:
    assert '<html lang="en"' in page(client, "en-GB,en;q=0.9")
    assert '<html lang="de"' in page(client, "fr")


def test_the_switch_overrules_the_browser(client: Client) -> None:
    answer = client.post(PATH, {"language": "en", "next": "/account/login/"})

    assert (answer.status_code, answer["Location"]) == (302, "/account/login/")
    assert '<html lang="en"' in page(client, "de")


def test_an_unknown_language_changes_nothing(client: Client) -> None:
    client.post(PATH, {"language": "tlh", "next": "/"})
    assert '<html lang="de"' in page(client)


def test_it_never_leads_to_another_site(client: Client) -> None:
    assert client.post(PATH, {"language": "en", "next": "https://evil.example/"})["Location"] == "/"


def test_reading_changes_nothing(client: Client) -> None:
    assert client.get(PATH).status_code == 405


def test_each_language_is_written_in_its_own_words(client: Client) -> None:
    shown = markup(page(client))
    assert 'lang="de" aria-pressed="true">Deutsch</button>' in shown
    assert 'lang="en" aria-pressed="false">English</button>' in shown
