"""/clubs/…/members/…/remove/: out of the club, while the player stays."""

from __future__ import annotations

from django.test import Client

from dokoclub.clubs.models import Membership
from tests.clubs.cast import Cast, seen, signed_in


def test_the_account_no_longer_sees_the_club(anna: Client, cast: Cast) -> None:
    response = anna.post(f"/clubs/{cast.club.pk}/members/{cast.member(cast.dora).pk}/remove/", follow=True)
    assert "Dora ist nicht mehr dabei." in seen(response)
    assert signed_in(cast.dora).get(f"/clubs/{cast.club.pk}/").status_code == 404


def test_the_player_stays_in_the_list(anna: Client, cast: Cast) -> None:
    anna.post(f"/clubs/{cast.club.pk}/members/{cast.member(cast.dora).pk}/remove/")
    assert cast.player(cast.dora).left_at is None


def test_the_last_owner_cannot_be_removed(anna: Client, cast: Cast) -> None:
    response = anna.post(f"/clubs/{cast.club.pk}/members/{cast.member(cast.anna).pk}/remove/", follow=True)
    assert "Linde hätte dann keinen Inhaber." in seen(response)
    assert cast.member(cast.anna).owner


def test_the_second_time_there_is_nobody(anna: Client, cast: Cast) -> None:
    url = f"/clubs/{cast.club.pk}/members/{cast.member(cast.dora).pk}/remove/"
    anna.post(url)
    assert anna.post(url).status_code == 404
    assert Membership.objects.filter(club=cast.club).count() == 3
