"""/clubs/…/invitations/…/revoke/: the link stops working."""

from __future__ import annotations

from django.test import Client

from tests.cast import Cast
from tests.clubs.test_show_invitation import make_invitation
from tests.pages import seen


def test_the_link_opens_nothing_any_more(anna: Client, cast: Cast, stranger: Client) -> None:
    token, invitation = make_invitation(cast)
    response = anna.post(f"/clubs/{cast.club.pk}/invitations/{invitation.pk}/revoke/", follow=True)
    assert "Der Link gilt nicht mehr." in seen(response)
    assert stranger.post(f"/invitation/{token}/", {"player_name": ""}).status_code == 404
    assert not cast.club.memberships.filter(account=cast.stranger).exists()


def test_the_second_time_the_first_date_stays(anna: Client, cast: Cast) -> None:
    _token, invitation = make_invitation(cast)
    url = f"/clubs/{cast.club.pk}/invitations/{invitation.pk}/revoke/"
    anna.post(url)
    invitation.refresh_from_db()
    first = invitation.revoked_at
    anna.post(url)
    invitation.refresh_from_db()
    assert invitation.revoked_at == first
