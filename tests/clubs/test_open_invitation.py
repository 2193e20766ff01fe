"""/invitation/TOKEN/: join by a link."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from dokoclub.accounts.models import Account, fresh_token
from dokoclub.clubs.models import Invitation, Membership, Player
from dokoclub.clubs.services.clubs import delete_club
from tests.accounts.people import PASSWORD
from tests.cast import Cast, make_player, signed_in
from tests.clubs.test_show_invitation import make_invitation
from tests.pages import seen


@pytest.fixture
def gerd(cast: Cast) -> Player:
    return make_player(cast.club, "Gerd")


def test_looking_shows_the_club_and_uses_nothing_up(client: Client, cast: Cast, gerd: Player) -> None:
    token, _invitation = make_invitation(cast, player=gerd, scorer=True)
    page = client.get(f"/invitation/{token}/")
    assert "Linde Anna lädt dich ein Du spielst als Gerd." in seen(page)
    assert "Du darfst den Zettel schreiben." in seen(page)
    assert "Ich bin neu hier Ich habe einen Zugang" in seen(page)
    assert Invitation.objects.get().uses == 0
    assert "no-store" in page["Cache-Control"]


def test_who_has_erased_the_account_invites_nobody_by_name(client: Client, cast: Cast) -> None:
    token, _invitation = make_invitation(cast)
    Account.objects.filter(pk=cast.anna.pk).update(erased_at=timezone.now())
    assert "Linde Du bist eingeladen Du siehst alle Abende" in seen(client.get(f"/invitation/{token}/"))


def test_who_is_new_registers_comes_back_and_confirms(
    client: Client, cast: Cast, gerd: Player, settings: Settings
) -> None:
    settings.REGISTRATION = "invited"
    token, _invitation = make_invitation(cast, player=gerd, treasurer=True)
    url = f"/invitation/{token}/"
    register = client.post(url, {"register": "1"})["Location"]
    assert register == f"/account/register/?next=%2Finvitation%2F{token}%2F"

    who = {"username": "gerd", "display_name": "Gerd G", "password1": PASSWORD, "next": url}
    assert client.post(register, who)["Location"] == url
    assert not Membership.objects.filter(account__username="gerd").exists()  # none before it is confirmed

    assert "Bei Linde mitmachen" in seen(client.get(url))
    response = client.post(url, follow=True)
    membership = Membership.objects.get(account__username="gerd")
    gerd.refresh_from_db()
    assert (membership.owner, membership.scorer, membership.treasurer) == (False, False, True)
    assert gerd.account == membership.account
    assert "Willkommen bei Linde." in seen(response)


def test_without_an_invitation_registering_stays_closed(client: Client, cast: Cast, settings: Settings) -> None:
    settings.REGISTRATION = "invited"
    token, invitation = make_invitation(cast)
    assert client.get("/account/register/").status_code == 403
    client.post(f"/invitation/{token}/", {"register": "1"})
    assert client.get("/account/register/").status_code == 200
    Invitation.objects.filter(pk=invitation.pk).update(revoked_at=timezone.now())
    assert client.get("/account/register/").status_code == 403


def test_who_has_an_account_signs_in_comes_back_and_confirms(client: Client, cast: Cast, gerd: Player) -> None:
    cast.stranger.set_password(PASSWORD)
    cast.stranger.save()
    token, _invitation = make_invitation(cast, player=gerd)
    url = f"/invitation/{token}/"
    sign_in = client.post(url, {"sign_in": "1"})["Location"]
    assert sign_in == f"/account/login/?next=%2Finvitation%2F{token}%2F"
    assert client.post(sign_in, {"login": "stranger", "password": PASSWORD, "next": url})["Location"] == url
    client.post(url)
    gerd.refresh_from_db()
    assert gerd.account == cast.stranger


def test_it_never_signs_anybody_in(client: Client, cast: Cast) -> None:
    player = make_player(cast.club, "Stranger", cast.stranger)
    token, _invitation = make_invitation(cast, player=player)
    client.get(f"/invitation/{token}/")
    client.post(f"/invitation/{token}/", {"sign_in": "1"})
    client.post(f"/invitation/{token}/", {})
    assert "_auth_user_id" not in client.session


def test_a_link_without_a_name_asks_for_one(stranger: Client, cast: Cast) -> None:
    token, _invitation = make_invitation(cast)
    url = f"/invitation/{token}/"
    assert 'name="player_name" value="Stranger"' in stranger.get(url).content.decode()
    stranger.post(url, {"player_name": " Sascha "})
    assert cast.player(cast.stranger).name == "Sascha"


def test_who_only_reads_needs_no_name(stranger: Client, cast: Cast) -> None:
    token, _invitation = make_invitation(cast)
    stranger.post(f"/invitation/{token}/", {"player_name": ""})
    assert cast.member(cast.stranger).may_score is False
    assert not cast.club.players.filter(account=cast.stranger).exists()


def test_a_name_that_is_taken_is_said_and_uses_nothing_up(stranger: Client, cast: Cast) -> None:
    token, _invitation = make_invitation(cast)
    response = stranger.post(f"/invitation/{token}/", {"player_name": "anna"})
    assert response.status_code == 422
    assert response.context["form"].errors == {"player_name": ["So heißt schon Anna."]}
    assert seen(response).count("So heißt schon Anna.") == 1
    assert 'value="anna"' in response.content.decode()
    assert Invitation.objects.get().uses == 0
    assert not cast.club.memberships.filter(account=cast.stranger).exists()


def test_a_name_without_a_letter_is_refused(stranger: Client, cast: Cast) -> None:
    token, _invitation = make_invitation(cast)
    response = stranger.post(f"/invitation/{token}/", {"player_name": "–!"})
    assert response.status_code == 422
    assert set(response.context["form"].errors) == {"player_name"}


def test_a_name_nobody_can_see_is_none(stranger: Client, cast: Cast) -> None:
    """An invisible name counts as empty: the account reads along and no player is added to the list."""
    token, _invitation = make_invitation(cast)
    before = cast.club.players.count()
    assert stranger.post(f"/invitation/{token}/", {"player_name": "\u202e"}).status_code == 302
    assert cast.club.players.count() == before


def test_confirmed_twice_counts_once(stranger: Client, cast: Cast) -> None:
    token, _invitation = make_invitation(cast, single_use=False)
    for _ in range(2):
        assert stranger.post(f"/invitation/{token}/", {"player_name": "S"}).status_code == 302
    assert Invitation.objects.get().uses == 1
    assert cast.club.memberships.filter(account=cast.stranger).count() == 1


@pytest.mark.parametrize("again", ["post", "get"])
def test_who_came_in_by_it_gets_to_the_club_again(stranger: Client, cast: Cast, again: str) -> None:
    """The link is sent twice by a double tap, or opened once more from the chat."""
    token, _invitation = make_invitation(cast)
    url = f"/invitation/{token}/"
    stranger.post(url, {"player_name": "S"})
    answer = getattr(stranger, again)(url, {"player_name": "S"})
    assert (answer.status_code, answer["Location"]) == (302, f"/clubs/{cast.club.pk}/")
    assert Invitation.objects.get().uses == 1


def test_a_used_one_of_a_deleted_club_opens_nothing(stranger: Client, cast: Cast) -> None:
    token, _invitation = make_invitation(cast)
    stranger.post(f"/invitation/{token}/", {"player_name": ""})
    delete_club(cast.club, typed="Linde", by=cast.anna)
    assert stranger.get(f"/invitation/{token}/").status_code == 404


def test_one_for_one_person_lets_only_one_in(stranger: Client, cast: Cast, client: Client) -> None:
    token, _invitation = make_invitation(cast)
    stranger.post(f"/invitation/{token}/", {"player_name": ""})
    page = client.get(f"/invitation/{token}/")
    assert page.status_code == 404
    assert "Einladung ungültig" in seen(page)


def test_one_for_many_lets_many_in(cast: Cast, stranger: Client) -> None:
    token, _invitation = make_invitation(cast, single_use=False)
    other = Account.objects.create_user("other", password=PASSWORD, display_name="Other")
    for client in (stranger, signed_in(other)):
        client.post(f"/invitation/{token}/", {"player_name": ""})
    assert (Invitation.objects.get().uses, cast.club.memberships.count()) == (2, 6)


@pytest.mark.parametrize("end", ["expired", "revoked", "deleted", "invented"])
def test_what_has_ended_opens_nothing(stranger: Client, cast: Cast, end: str) -> None:
    token, invitation = make_invitation(cast)
    past = timezone.now() - timedelta(seconds=1)
    match end:
        case "expired":
            Invitation.objects.update(created_at=past - timedelta(days=1), expires_at=past)
        case "revoked":
            Invitation.objects.filter(pk=invitation.pk).update(revoked_at=past)
        case "deleted":
            delete_club(cast.club, typed="Linde", by=cast.anna)
        case _:
            token = fresh_token()
    pages = [stranger.get(f"/invitation/{token}/"), stranger.post(f"/invitation/{token}/", {"player_name": ""})]
    assert [page.status_code for page in pages] == [404, 404]
    assert not Membership.objects.filter(club=cast.club, account=cast.stranger).exists()


def test_a_member_keeps_its_rights(cast: Cast) -> None:
    token, _invitation = make_invitation(cast, treasurer=True)
    dora = signed_in(cast.dora)
    assert "In diesem Club bist du schon" in seen(dora.get(f"/invitation/{token}/"))
    assert dora.post(f"/invitation/{token}/", {"player_name": ""})["Location"] == f"/clubs/{cast.club.pk}/"
    assert not cast.member(cast.dora).treasurer
    assert Invitation.objects.get().uses == 0


def test_a_member_without_a_player_becomes_the_invited_one(cast: Cast, gerd: Player) -> None:
    cast.player(cast.dora).delete()
    token, _invitation = make_invitation(cast, player=gerd)
    signed_in(cast.dora).post(f"/invitation/{token}/")
    gerd.refresh_from_db()
    assert gerd.account == cast.dora


def test_a_member_who_plays_does_not_become_somebody_else(cast: Cast, gerd: Player) -> None:
    token, _invitation = make_invitation(cast, player=gerd)
    response = signed_in(cast.dora).post(f"/invitation/{token}/")
    gerd.refresh_from_db()
    assert response.status_code == 422
    assert "Dora spielt hier schon als Dora." in seen(response)
    assert gerd.account is None


def test_who_comes_back_is_the_same_player_again(dora: Client, cast: Cast) -> None:
    dora.post(f"/clubs/{cast.club.pk}/leave/")
    token, _invitation = make_invitation(cast)
    assert "Du spielst wieder als Dora." in seen(dora.get(f"/invitation/{token}/"))
    dora.post(f"/invitation/{token}/")
    player = cast.player(cast.dora)
    assert (player.left_at, player.active) == (None, True)
    assert cast.member(cast.dora).may_score is False


def test_a_player_whose_account_was_removed_can_be_invited_again(anna: Client, cast: Cast, stranger: Client) -> None:
    anna.post(f"/clubs/{cast.club.pk}/members/{cast.member(cast.dora).pk}/remove/")
    player = Player.objects.get(account=cast.dora)
    token, _invitation = make_invitation(cast, player=player)
    stranger.post(f"/invitation/{token}/")
    player.refresh_from_db()
    assert player.account == cast.stranger


def test_two_at_once_cannot_use_up_one(cast: Cast) -> None:
    make_invitation(cast)
    assert [Invitation.objects.all().take() for _ in range(2)] == [True, False]


def test_it_is_rate_limited(client: Client, cast: Cast, settings: Settings) -> None:
    settings.UNKNOWN_TOKENS = {"invitation": 2}
    answers = [client.get(f"/invitation/{fresh_token()}/").status_code for _ in range(3)]
    assert answers == [404, 404, 429]
    right, _invitation = make_invitation(cast)
    assert client.get(f"/invitation/{right}/").status_code == 200
