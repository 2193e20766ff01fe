"""Requests without a session: a page redirects to sign-in and back; anything else is a plain 401."""

from __future__ import annotations

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db
URL = "/clubs/1/players/new/"


def test_a_page_leads_to_sign_in_and_back(client: Client) -> None:
    response = client.get(f"{URL}?guest=1")
    assert (response.status_code, response["Location"]) == (302, f"/account/login/?next={URL}%3Fguest%3D1")


def test_a_form_is_answered_with_a_page_that_helps(client: Client) -> None:
    response = client.post(URL, {"name": "Gerd"})
    assert response.status_code == 401
    assert "Du bist abgemeldet" in response.content.decode()
    assert "deine eingabe bleibt" in response.content.decode().lower()
    assert 'href="/account/login/"' in response.content.decode()


def test_a_script_is_answered_in_its_language(client: Client) -> None:
    response = client.post(URL, headers={"accept": "application/json"})
    assert response.status_code == 401
    assert response.json() == {"error": "signed_out", "sign_in": "/account/login/"}


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_fragment_is_401(client: Client, method: str) -> None:
    assert getattr(client, method)(URL, headers={"HX-Request": "true"}).status_code == 401


def test_what_is_public_stays_so(client: Client) -> None:
    assert client.get("/").status_code == 200
