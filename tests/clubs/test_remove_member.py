"""/clubs/…/members/…/remove/: out of the club, while the player stays."""

from __future__ import annotations

from django.test import Client

from dokoclub.clubs.models import Membership
from tests.cast import Cast, signed_in
from tests.pages import seen


def test_the_account_no_longer_sees_the_club(anna: Client, cast: Cast) -> None:
    response = anna.post(f"/clubs/{cast.club.pk}/members/{cast.member(cast.dora).pk}/remove/", follow=True)
    assert "Dora ist nicht mehr dabei." in seen(response)
    assert signed_in(cast.dora).get(f"/clubs/{cast.club.pk}/").status_code == 404


def test_the_player_stays_in_the_list(anna: Client, cast: Cast) -> None:
    anna.post(f"/clubs/{cast.club.pk}/members/{cast.member(cast.dora).pk}/remove/")
    assert cast.player(cast.dora).left_at is None


def test_the_last_owner_cannot_be_removed(anna: Client, cast: Cast) -> None:
    response = anna.post(f"/clubs/{cast.club.pk}/members/{cast.member(cast.anna).pk}/remove/", follow=True)
    assert "Linde hätte keinen Inhaber mehr." in seen(response)
    assert cast.member(cast.anna).owner


def test_sent_twice_it_leads_to_the_members_both_times(anna: Client, cast: Cast) -> None:
    url = f"/clubs/{cast.club.pk}/members/{cast.member(cast.dora).pk}/remove/"
    answers = [anna.post(url) for _ in range(2)]
    assert [answer["Location"] for answer in answers] == [f"/clubs/{cast.club.pk}/members/"] * 2
    assert Membership.objects.filter(club=cast.club).count() == 3


def test_who_left_another_club_is_not_here(anna: Client, cast: Cast) -> None:
    foreign = cast.other_club.memberships.get()
    pk = foreign.pk
    foreign.delete()
    assert anna.post(f"/clubs/{cast.club.pk}/members/{pk}/remove/").status_code == 404


def test_one_tap_removes_nobody(anna: Client, cast: Cast) -> None:
    url = f"/clubs/{cast.club.pk}/members/{cast.member(cast.dora).pk}/"
    assert f'href="{url}remove/"' in anna.get(url).content.decode()
    assert "Der Spieler bleibt in der Liste." in seen(anna.get(f"{url}remove/"))
    assert cast.club.memberships.filter(account=cast.dora).exists()
