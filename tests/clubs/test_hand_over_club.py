"""/clubs/…/members/…/hand-over/: make another member the owner."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from dokoclub.clubs.models import Membership
from dokoclub.clubs.services.members import hand_over
from tests.cast import Cast
from tests.pages import seen


def test_the_other_owns_the_club_and_i_do_not(anna: Client, cast: Cast) -> None:
    response = anna.post(f"/clubs/{cast.club.pk}/members/{cast.member(cast.ben).pk}/hand-over/", follow=True)
    assert "Der Club gehört jetzt Ben." in seen(response)
    assert [cast.member(account).owner for account in (cast.anna, cast.ben)] == [False, True]
    assert cast.member(cast.ben).scorer


def test_sent_twice_it_leads_to_the_members_both_times(anna: Client, cast: Cast) -> None:
    url = f"/clubs/{cast.club.pk}/members/{cast.member(cast.ben).pk}/hand-over/"
    answers = [anna.post(url) for _ in range(2)]
    assert [answer["Location"] for answer in answers] == [f"/clubs/{cast.club.pk}/members/"] * 2


def test_afterwards_i_may_not_hand_it_to_another(anna: Client, cast: Cast) -> None:
    members = f"/clubs/{cast.club.pk}/members"
    anna.post(f"{members}/{cast.member(cast.ben).pk}/hand-over/")
    assert anna.post(f"{members}/{cast.member(cast.cleo).pk}/hand-over/").status_code == 403
    assert not cast.member(cast.cleo).owner


def test_one_tap_hands_nothing_over(anna: Client, cast: Cast) -> None:
    url = f"/clubs/{cast.club.pk}/members/{cast.member(cast.ben).pk}/"
    assert f'href="{url}hand-over/"' in anna.get(url).content.decode()
    assert "Der Club gehört dann Ben; zurückgeben kann ihn dir nur Ben." in seen(anna.get(f"{url}hand-over/"))
    assert cast.member(cast.anna).owner


def test_to_oneself_it_changes_nothing(anna: Client, cast: Cast) -> None:
    anna.post(f"/clubs/{cast.club.pk}/members/{cast.member(cast.anna).pk}/hand-over/")
    assert cast.member(cast.anna).owner


def test_who_left_a_moment_ago_gets_nothing(cast: Cast) -> None:
    me, heir = cast.member(cast.anna), cast.member(cast.ben)
    Membership.objects.filter(pk=heir.pk).delete()
    with pytest.raises(ValidationError, match="Ben ist nicht mehr dabei"):
        hand_over(to=heir, by=me)
    assert cast.member(cast.anna).owner


def test_a_second_window_hands_over_nothing(cast: Cast) -> None:
    me = cast.member(cast.anna)
    hand_over(to=cast.member(cast.ben), by=me)
    hand_over(to=cast.member(cast.cleo), by=me)
    assert not cast.member(cast.cleo).owner
