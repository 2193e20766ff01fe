"""/clubs/…/members/…/hand-over/: another owner instead of me."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from dokoclub.clubs.models import Membership
from dokoclub.clubs.services.members import hand_over
from tests.clubs.cast import Cast, seen


def test_the_other_owns_the_club_and_i_do_not(anna: Client, cast: Cast) -> None:
    response = anna.post(f"/clubs/{cast.club.pk}/members/{cast.member(cast.ben).pk}/hand-over/", follow=True)
    assert "Der Club gehört jetzt Ben." in seen(response)
    assert [cast.member(account).owner for account in (cast.anna, cast.ben)] == [False, True]
    assert cast.member(cast.ben).scorer


def test_the_second_time_i_may_no_longer(anna: Client, cast: Cast) -> None:
    url = f"/clubs/{cast.club.pk}/members/{cast.member(cast.ben).pk}/hand-over/"
    anna.post(url)
    assert anna.post(url).status_code == 403


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
