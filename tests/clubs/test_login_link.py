"""/clubs/…/members/…/login-link/: an owner lets a locked-out member in again who is in no other owner's club."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from dokoclub.accounts.models import LoginLink
from dokoclub.accounts.services.sign_ins import create_login_link
from dokoclub.clubs.models import Club, Membership
from dokoclub.clubs.services.clubs import delete_club
from dokoclub.clubs.services.invitations import accept_invitation
from dokoclub.clubs.services.members import hand_over, leave_club, login_link
from tests.accounts.people import make_account
from tests.cast import Cast, make_club
from tests.clubs.test_show_invitation import make_invitation
from tests.pages import seen


@pytest.fixture
def url(cast: Cast) -> str:
    return f"/clubs/{cast.club.pk}/members/{cast.member(cast.dora).pk}/login-link/"


def test_the_link_signs_the_member_in(anna: Client, url: str, cast: Cast, client: Client) -> None:
    page = anna.post(url)
    [link] = re.findall(r"http://localhost:8000(/login-link/[^/\s]+/)", seen(page))
    assert "Anmeldelink für Dora" in seen(page)
    assert "<svg" in page.content.decode()
    client.post(link)
    assert client.session["_auth_user_id"] == str(cast.dora.pk)


def test_it_is_noted_who_made_it(anna: Client, url: str, cast: Cast) -> None:
    anna.post(url)
    made = LoginLink.objects.get()
    assert (made.account, made.made_by) == (cast.dora, cast.anna)


def test_it_is_in_no_cache(anna: Client, url: str) -> None:
    assert "no-store" in anna.post(url)["Cache-Control"]


def test_not_for_a_member_of_another_club(anna: Client, url: str, cast: Cast) -> None:
    Membership.objects.create(club=cast.other_club, account=cast.dora)
    response = anna.post(url, follow=True)
    assert "Dora ist auch in einem fremden Club." in seen(response)
    assert not LoginLink.objects.exists()


def test_not_even_where_that_club_is_deleted(anna: Client, url: str, cast: Cast) -> None:
    Membership.objects.create(club=cast.other_club, account=cast.dora)
    delete_club(cast.other_club, typed="Eiche", by=cast.stranger)
    anna.post(url)
    assert not LoginLink.objects.exists()


def test_not_where_i_only_write(anna: Client, url: str, cast: Cast) -> None:
    Membership.objects.create(club=cast.other_club, account=cast.dora)
    Membership.objects.create(club=cast.other_club, account=cast.anna, scorer=True)
    anna.post(url)
    assert not LoginLink.objects.exists()


def test_where_all_the_clubs_are_mine(anna: Client, url: str, cast: Cast) -> None:
    Membership.objects.create(club=make_club("Ahorn", cast.anna), account=cast.dora)
    assert anna.post(url).status_code == 200
    assert Club.objects.seen_by(cast.dora).count() == 2


@pytest.mark.parametrize("power", ["is_founder", "is_staff", "is_superuser"])
def test_not_for_who_runs_the_site(anna: Client, url: str, cast: Cast, power: str) -> None:
    setattr(cast.dora, power, True)
    cast.dora.save()
    assert "Dora betreibt diese Seite." in seen(anna.post(url, follow=True))
    assert not LoginLink.objects.exists()


def test_not_for_an_account_that_cannot_sign_in(anna: Client, url: str, cast: Cast) -> None:
    cast.dora.is_active = False
    cast.dora.save()
    assert "Für diesen Zugang gibt es keinen Anmeldelink." in seen(anna.post(url, follow=True))


def opens(token: str) -> bool:
    return LoginLink.objects.usable().of(token).exists()


def test_it_opens_no_club_founded_since(cast: Cast) -> None:
    token = login_link(cast.member(cast.dora), by=cast.anna)
    make_club("Ahorn", cast.dora)
    assert not opens(token)


def test_it_opens_no_club_joined_since(cast: Cast) -> None:
    guest = make_account("gerd", "Gerd")
    alone = Membership.objects.create(club=cast.other_club, account=guest)
    token = login_link(alone, by=cast.stranger)
    _token, invitation = make_invitation(cast)
    accept_invitation(invitation, player_name="", by=guest)
    assert not opens(token)


def test_it_opens_nothing_when_its_maker_no_longer_owns_the_club(cast: Cast) -> None:
    token = login_link(cast.member(cast.dora), by=cast.anna)
    hand_over(to=cast.member(cast.ben), by=cast.member(cast.anna))
    assert not opens(token)


def test_it_opens_nothing_when_its_maker_has_left(cast: Cast) -> None:
    Membership.objects.filter(account=cast.ben).update(owner=True)
    token = login_link(cast.member(cast.dora), by=cast.anna)
    leave_club(cast.member(cast.anna))
    assert not opens(token)


def test_a_link_of_who_runs_the_site_stays_good(cast: Cast) -> None:
    token = create_login_link(cast.dora)
    make_club("Ahorn", cast.dora)
    assert opens(token)
