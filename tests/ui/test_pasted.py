"""Links from messages, without the text behind them."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.cast import Cast
from tests.evenings.views import phone


@pytest.mark.parametrize("behind", [").", ",", ")", ">", "“", "”", "’", "!", "…", '"', "./", ")/", ";", "*", "**."])
def test_a_sign_behind_a_link_is_left_out(cast: Cast, behind: str) -> None:
    club = f"/clubs/{cast.club.pk}/"
    for start in (club, club.rstrip("/")):
        answer = phone(cast).get(f"{start}{behind}", follow=True)
        assert (answer.status_code, answer.request["PATH_INFO"]) == (200, club)


@pytest.mark.django_db
def test_a_secret_link_keeps_its_question(client: Client) -> None:
    answer = client.get("/t/abc/).?a=1")
    assert (answer.status_code, answer["Location"]) == (302, "/t/abc/?a=1")
    assert client.get("/t/abc/?a=1").status_code == 404, "and no further"


@pytest.mark.parametrize("address", ["/nothing/at/all).", "/).", "/.", "//evil.example/)", "/nothing"])
def test_what_is_nowhere_is_nowhere(client: Client, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code in (404, 302)
    assert "evil" not in answer.get("Location", "")


def test_what_is_sent_is_not_sent_elsewhere(cast: Cast) -> None:
    assert phone(cast).post(f"/clubs/{cast.club.pk}/).", {}).status_code == 404
