"""/clubs/…/invitations/link/TOKEN/: the link and its QR code, once."""

from __future__ import annotations

from datetime import timedelta

from django.test import Client
from django.utils import timezone

from dokoclub.accounts.models import fresh_token
from dokoclub.clubs.models import Invitation
from dokoclub.clubs.services import invitations as services
from tests.cast import Cast
from tests.pages import seen


def make_invitation(cast: Cast, **facts: object) -> tuple[str, Invitation]:
    """Token and invitation, by Anna, for one person and a week."""
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


def test_no_other_page_knows_the_link(anna: Client, cast: Cast) -> None:
    token, _invitation = make_invitation(cast)
    assert token not in anna.get(f"/clubs/{cast.club.pk}/invitations/").content.decode()
    assert token not in str(list(Invitation.objects.values()))


def test_an_unknown_token_is_404(anna: Client, cast: Cast) -> None:
    assert anna.get(f"/clubs/{cast.club.pk}/invitations/link/{fresh_token()}/").status_code == 404


def test_a_token_of_another_club_is_404(stranger: Client, cast: Cast) -> None:
    token, _invitation = make_invitation(cast)
    assert stranger.get(f"/clubs/{cast.other_club.pk}/invitations/link/{token}/").status_code == 404
