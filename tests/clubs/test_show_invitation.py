"""/clubs/…/invitations/link/TOKEN/: the link and its QR code, shown once."""

from __future__ import annotations

from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from dokoclub.accounts.models import fresh_token
from dokoclub.clubs.models import Invitation
from dokoclub.clubs.services import invitations as services
from tests.cast import Cast
from tests.evenings import papers
from tests.pages import seen


def make_invitation(cast: Cast, **facts: object) -> tuple[str, Invitation]:
    """Return token and invitation, by Anna, for one person and a week."""
    given: dict[str, object] = {
        "player": None,
        "scorer": False,
        "treasurer": False,
        "single_use": True,
        "expires_at": timezone.now() + timedelta(days=7),
    }
    token = fresh_token()
    invitation = services.invite_player(cast.club, token=token, by=cast.anna, **{**given, **facts})  # type: ignore[arg-type]
    return token, invitation


def test_it_shows_the_link_and_a_qr_code(anna: Client, cast: Cast) -> None:
    token, _invitation = make_invitation(cast, player=None)
    response = anna.get(f"/clubs/{cast.club.pk}/invitations/link/{token}/")
    assert f"http://localhost:8000/invitation/{token}/" in seen(response)
    assert "<svg" in response.content.decode()
    assert 'style="' not in response.content.decode()


def test_it_says_what_the_link_lets_one_do(anna: Client, cast: Cast) -> None:
    token, _invitation = make_invitation(cast, scorer=True)
    assert "schreibt den Zettel Für eine Person." in seen(anna.get(f"/clubs/{cast.club.pk}/invitations/link/{token}/"))
    token, _invitation = make_invitation(cast)
    told = seen(anna.get(f"/clubs/{cast.club.pk}/invitations/link/{token}/"))
    assert "Für eine Person. Nur zum Mitlesen. Gültig bis" in told


def test_no_other_page_knows_the_link(anna: Client, cast: Cast) -> None:
    token, _invitation = make_invitation(cast)
    assert token not in anna.get(f"/clubs/{cast.club.pk}/invitations/").content.decode()
    assert token not in str(list(Invitation.objects.values()))


def test_an_unknown_token_is_404(anna: Client, cast: Cast) -> None:
    assert anna.get(f"/clubs/{cast.club.pk}/invitations/link/{fresh_token()}/").status_code == 404


@pytest.mark.parametrize(
    ("address", "host", "said", "unsaid"),
    [
        ("http://localhost:8000", "127.0.0.1", "HOST=0.0.0.0 make run", "PUBLIC_URL="),
        ("http://127.0.0.1:8000", "0.0.0.0", "HOST=0.0.0.0 PUBLIC_URL=… make run", "nur auf diesem Rechner"),  # noqa: S104
        ("http://192.168.1.5:8000", "0.0.0.0", "http://192.168.1.5:8000/invitation/", "Andere Handys"),  # noqa: S104
        ("https://doko.example.org", "127.0.0.1", "https://doko.example.org/invitation/", "Andere Handys"),
    ],
)
def test_where_no_phone_can_follow_the_link_it_says_what_to_do(
    anna: Client, cast: Cast, settings: Settings, address: str, host: str, said: str, unsaid: str
) -> None:
    """Regression: on a new install the QR code for the friends' phones silently named `localhost`."""
    settings.PUBLIC_URL, settings.PUBLIC_ADDRESS, settings.HOST = address, urlsplit(address), host
    token, _invitation = make_invitation(cast)
    page = seen(anna.get(f"/clubs/{cast.club.pk}/invitations/link/{token}/"))
    assert said in page
    assert unsaid not in page
    assert ("Andere Handys können es nicht öffnen" in page) is ("make run" in said)


@pytest.mark.parametrize(
    ("who", "said"), [("anna", "HOST=0.0.0.0 make run"), ("ben", "Bitte den Betreiber dieser Seite")]
)
def test_only_an_owner_is_told_how_to_start_the_server(
    request: pytest.FixtureRequest, cast: Cast, who: str, said: str
) -> None:
    sheet = papers.sheet(cast)
    client: Client = request.getfixturevalue(who)
    client.post(f"/sheets/{sheet.pk}/pen/")
    page = seen(client.get(f"/sheets/{sheet.pk}/pen/"))
    assert "Andere Handys können es nicht öffnen" in page
    assert said in page
