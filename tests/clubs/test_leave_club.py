"""/clubs/…/leave/: leave the club, and stay in its history."""

from __future__ import annotations

from django.test import Client

from dokoclub.clubs.models import Membership
from tests.cast import Cast, signed_in
from tests.pages import seen


def test_it_ends_the_membership_and_the_player_has_left(dora: Client, cast: Cast) -> None:
    response = dora.post(f"/clubs/{cast.club.pk}/leave/", follow=True)
    player = cast.player(cast.dora)
    assert not cast.club.memberships.filter(account=cast.dora).exists()
    assert (player.name, player.active, player.left_at is not None) == ("Dora", False, True)
    assert "Du hast Linde verlassen." in seen(response)
    assert dora.get(f"/clubs/{cast.club.pk}/").status_code == 404


def test_the_last_owner_cannot(anna: Client, cast: Cast) -> None:
    response = anna.post(f"/clubs/{cast.club.pk}/leave/")
    assert response.status_code == 422
    assert "Linde hätte keinen Inhaber mehr." in seen(response)
    assert cast.member(cast.anna).owner


def test_the_last_owner_is_told_what_to_do_instead(anna: Client, cast: Cast) -> None:
    url = f"/clubs/{cast.club.pk}/leave/"
    page = anna.get(url).content.decode()
    assert '<form method="post" class="form" novalidate>' not in page
    assert f'href="/clubs/{cast.club.pk}/members/">' in page
    assert f'href="/clubs/{cast.club.pk}/delete/">' in page
    Membership.objects.filter(club=cast.club, account=cast.ben).update(owner=True)
    assert '<form method="post" class="form" novalidate>' in anna.get(url).content.decode()


def test_who_is_alone_in_a_club_is_led_to_no_heir_but_to_inviting(anna: Client, cast: Cast) -> None:
    url = f"/clubs/{cast.club.pk}/leave/"
    assert ("Du bist allein im Club: Lade einen Nachfolger ein oder lösche ihn.") not in seen(anna.get(url))
    cast.club.memberships.exclude(account=cast.anna).delete()
    page = anna.get(url).content.decode()
    assert ("Du bist allein im Club: Lade einen Nachfolger ein oder lösche ihn.") in page
    assert f'href="/clubs/{cast.club.pk}/members/">' not in page
    assert f'href="/clubs/{cast.club.pk}/invitations/">' in page
    assert f'href="/clubs/{cast.club.pk}/delete/">' in page


def test_one_of_two_owners_can(anna: Client, cast: Cast) -> None:
    Membership.objects.filter(club=cast.club, account=cast.ben).update(owner=True)
    assert anna.post(f"/clubs/{cast.club.pk}/leave/").status_code == 302


def test_an_erased_account_is_no_second_owner(anna: Client, cast: Cast) -> None:
    from django.utils import timezone

    Membership.objects.filter(club=cast.club, account=cast.ben).update(owner=True)
    type(cast.ben).objects.filter(pk=cast.ben.pk).update(erased_at=timezone.now())
    assert anna.post(f"/clubs/{cast.club.pk}/leave/").status_code == 422


def test_the_history_keeps_who_had_which_right(cast: Cast) -> None:
    signed_in(cast.ben).post(f"/clubs/{cast.club.pk}/leave/")
    last = Membership.history.filter(club_id=cast.club.pk, account_id=cast.ben.pk).latest()
    assert (last.history_type, last.history_user, last.scorer) == ("-", cast.ben, True)


def test_who_does_not_play_can_leave_too(cast: Cast) -> None:
    cast.player(cast.dora).delete()
    assert signed_in(cast.dora).post(f"/clubs/{cast.club.pk}/leave/").status_code == 302


def test_sent_twice_it_leads_to_the_start_page_both_times(dora: Client, cast: Cast) -> None:
    answers = [dora.post(f"/clubs/{cast.club.pk}/leave/") for _ in range(2)]
    assert [answer["Location"] for answer in answers] == ["/", "/"]


def test_who_was_never_in_it_cannot_leave_it(stranger: Client, cast: Cast) -> None:
    assert stranger.post(f"/clubs/{cast.club.pk}/leave/").status_code == 404


def test_who_came_back_can_leave_again(dora: Client, cast: Cast) -> None:
    dora.post(f"/clubs/{cast.club.pk}/leave/")
    Membership.objects.create(club=cast.club, account=cast.dora)
    dora.post(f"/clubs/{cast.club.pk}/leave/")
    assert not cast.club.memberships.filter(account=cast.dora).exists()
