"""/clubs/…/claims/: "Das bin ich", and the owner's answer."""

from __future__ import annotations

from datetime import date
from typing import Final

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from dokoclub.accounts.models import Account
from dokoclub.accounts.services.erasure import erase_account
from dokoclub.clubs.models import Claim, Membership, Player
from dokoclub.clubs.services import members
from dokoclub.clubs.services import members as member_services
from dokoclub.clubs.services import players as player_services
from dokoclub.evenings.services.people import merge_players
from dokoclub.settlement.services.kitty import save_bank_account
from tests.accounts.people import make_account
from tests.cast import Cast, make_player, signed_in
from tests.evenings import papers
from tests.pages import seen
from tests.settlement import purse

IBAN: Final = "DE89370400440532013000"


@pytest.fixture
def gerd(cast: Cast) -> Player:
    return make_player(cast.club, "Gerd")


@pytest.fixture
def me(cast: Cast, gerd: Player) -> Membership:
    """Return the claim of a newcomer who says that they are Gerd."""
    membership = Membership.objects.create(club=cast.club, account=make_account("gerd", "Gerd G"))
    members.claim_player(membership, gerd)
    return membership


@pytest.fixture
def newcomer(me: Membership) -> Client:
    return signed_in(me.account)


def answer(client: Client, cast: Cast, what: str) -> str:
    claim = Claim.objects.get()
    return seen(client.post(f"/clubs/{cast.club.pk}/claims/{claim.pk}/{what}/", follow=True))


def plays_as(account: Account, cast: Cast) -> list[str]:
    return list(cast.club.players.filter(account=account).values_list("name", flat=True))


def test_the_owner_sees_who_asks_and_nobody_else_does(anna: Client, ben: Client, me: Membership, cast: Cast) -> None:
    assert "1 Spieler bestätigen" in seen(anna.get(f"/clubs/{cast.club.pk}/"))
    url = f"/clubs/{cast.club.pk}/about/"
    assert "Gerd G sagt: „Ich bin Gerd.“ Anmeldename gerd" in seen(anna.get(url))
    assert "sagt: „Ich bin Gerd.“" not in seen(ben.get(url))


def test_a_tap_confirms_it(anna: Client, me: Membership, cast: Cast) -> None:
    page = answer(anna, cast, "confirm")
    assert "Gerd G spielt jetzt als Gerd." in page
    assert "sagt: „Ich bin Gerd.“" not in page
    assert plays_as(me.account, cast) == ["Gerd"]
    assert not Claim.objects.exists()
    player = Player.objects.get(name="Gerd")
    assert player.history.first().history_user == cast.anna


def test_a_tap_refuses_it_and_he_goes_on_reading(anna: Client, newcomer: Client, me: Membership, cast: Cast) -> None:
    assert "Gerd G ist nicht Gerd und liest mit." in answer(anna, cast, "refuse")
    page = seen(newcomer.get(f"/clubs/{cast.club.pk}/about/"))
    assert "Ein Inhaber hat gesagt, dass du nicht Gerd bist." in page
    assert plays_as(me.account, cast) == []


def test_what_was_refused_cannot_be_asked_again(anna: Client, newcomer: Client, gerd: Player, cast: Cast) -> None:
    answer(anna, cast, "refuse")
    url = f"/clubs/{cast.club.pk}/claims/"
    refused = newcomer.post(url, {"player": gerd.pk})
    assert refused.status_code == 422
    assert "Ein Inhaber hat gesagt, dass du nicht Gerd bist." in seen(refused)
    other = make_player(cast.club, "Gerda")
    assert newcomer.post(url, {"player": other.pk}).status_code == 302
    assert Claim.objects.waiting().get().player == other


@pytest.mark.parametrize("what", ["confirm", "refuse"])
def test_answered_twice_it_counts_once(anna: Client, me: Membership, cast: Cast, what: str) -> None:
    claim = Claim.objects.get()
    for _ in range(2):
        anna.post(f"/clubs/{cast.club.pk}/claims/{claim.pk}/{what}/")
    assert plays_as(me.account, cast) == (["Gerd"] if what == "confirm" else [])


def test_a_refusal_and_a_confirmation_at_once_do_not_contradict(anna: Client, me: Membership, cast: Cast) -> None:
    claim = Claim.objects.get()
    members.refuse_claim(claim)
    members.confirm_claim(claim, by=cast.anna)
    assert plays_as(me.account, cast) == []


def test_of_two_who_say_so_one_is_confirmed(anna: Client, me: Membership, gerd: Player, cast: Cast) -> None:
    first = Claim.objects.get()
    second = Membership.objects.create(club=cast.club, account=make_account("gert", "Gert"))
    members.claim_player(second, gerd)
    members.confirm_claim(first, by=cast.anna)
    assert plays_as(me.account, cast) == ["Gerd"]
    assert Claim.objects.get(membership=second).refused_at is not None
    with pytest.raises(ValidationError, match=r"schon einen Zugang|already has an account"):
        members.claim_player(second, gerd)


def test_he_takes_it_back(newcomer: Client, me: Membership, cast: Cast) -> None:
    for _ in range(2):
        page = seen(newcomer.post(f"/clubs/{cast.club.pk}/claims/withdraw/", follow=True))
        assert "Zurückgenommen." in page
    assert not Claim.objects.exists()
    assert "Ich stehe auf der Spielerliste" in seen(newcomer.get(f"/clubs/{cast.club.pk}/about/"))


def test_a_member_who_plays_cannot_be_another_too(dora: Client, gerd: Player, cast: Cast) -> None:
    url = f"/clubs/{cast.club.pk}/claims/"
    assert "Du spielst als Dora." in seen(dora.get(url))
    refused = dora.post(url, {"player": gerd.pk})
    assert refused.status_code == 422
    assert "Dora spielt hier schon als Dora." in seen(refused)


def test_who_is_taken_cannot_be_claimed(newcomer: Client, cast: Cast) -> None:
    url = f"/clubs/{cast.club.pk}/claims/"
    assert "Dora Das bin ich" not in seen(newcomer.get(url))
    assert newcomer.post(url, {"player": cast.player(cast.dora).pk}).status_code == 422
    assert newcomer.post(url, {"player": "x"}).status_code == 422
    assert Claim.objects.get().player.name == "Gerd"


def test_it_is_refused_where_the_player_got_an_account_meanwhile(anna: Client, me: Membership, cast: Cast) -> None:
    other = Membership.objects.create(club=cast.club, account=make_account("uwe", "Uwe"))
    Player.objects.filter(name="Gerd").update(account=other.account)
    assert "Gerd gehört zu einem anderen Zugang." in answer(anna, cast, "confirm")
    assert plays_as(other.account, cast) == ["Gerd"]


def test_an_owner_who_binds_by_hand_has_answered(me: Membership, gerd: Player, cast: Cast) -> None:
    member_services.change_member(me, owner=False, scorer=False, treasurer=False, player=gerd, by=cast.anna)
    assert not Claim.objects.exists()


# ---- An unconfirmed claim gives no rights ----------------------------------------------------------------------------


def test_until_then_he_sees_neither_the_players_money_nor_an_iban(
    anna: Client, newcomer: Client, me: Membership, gerd: Player, cast: Cast
) -> None:
    save_bank_account(cast.anna, holder="Anna Müller", iban=IBAN)
    cast.players["Gerd"] = gerd
    purse.evening(cast, {"Anna": 3, "Ben": 1, "Cleo": -1, "Gerd": -3}, day=date(2025, 3, 12))
    code = f"/clubs/{cast.club.pk}/money/players/{cast.players['Anna'].pk}/code/"
    assert "Du hast nichts zu zahlen" in seen(newcomer.get(code))
    assert "Gerd" not in newcomer.get("/account/stored/").json()["clubs"][0]["players"]

    answer(anna, cast, "confirm")
    assert "DE89 3704 0044 0532 0130 00" in seen(newcomer.get(code))


def test_until_then_he_does_not_write_where_the_player_sits(
    anna: Client, newcomer: Client, gerd: Player, cast: Cast
) -> None:
    cast.players["Gerd"] = gerd
    sheet = papers.sheet(cast, "Anna", "Ben", "Cleo", "Gerd")
    assert newcomer.get(f"/sheets/{sheet.pk}/").status_code == 200
    assert newcomer.get(f"/sheets/{sheet.pk}/seats/").status_code == 403
    answer(anna, cast, "confirm")
    assert newcomer.get(f"/sheets/{sheet.pk}/seats/").status_code == 200


# ---- How a claim ends ------------------------------------------------------------------------------------------------


def test_it_ends_with_the_membership(me: Membership, cast: Cast) -> None:
    member_services.remove_member(me, by=cast.anna)
    assert not Claim.objects.exists()


def test_it_ends_when_he_leaves(newcomer: Client, cast: Cast) -> None:
    newcomer.post(f"/clubs/{cast.club.pk}/leave/")
    assert not Claim.objects.exists()


def test_it_ends_with_the_account(me: Membership) -> None:
    erase_account(me.account)
    assert not Claim.objects.exists()


def test_it_ends_when_the_player_leaves(me: Membership, gerd: Player, cast: Cast) -> None:
    player_services.let_leave(gerd, by=cast.anna)
    assert not Claim.objects.exists()


def test_it_ends_when_the_player_is_erased(me: Membership, gerd: Player, cast: Cast) -> None:
    members.erase_player(gerd, by=cast.anna)
    assert not Claim.objects.exists()


def test_it_follows_the_player_into_another(me: Membership, gerd: Player, cast: Cast) -> None:
    gerhard = make_player(cast.club, "Gerhard")
    merge_players(gerhard, gerd, by=cast.anna)
    assert Claim.objects.waiting().get().player == gerhard


def test_it_is_refused_when_the_player_becomes_somebody_with_an_account(
    me: Membership, gerd: Player, cast: Cast
) -> None:
    merge_players(cast.player(cast.dora), gerd, by=cast.anna)
    assert Claim.objects.get().refused_at is not None


def test_it_stands_in_what_is_stored_about_him(newcomer: Client) -> None:
    stored = newcomer.get("/account/stored/").json()
    (club,) = stored["clubs"]
    assert [claim["name"] for claim in club["says_to_be"]] == ["Gerd"]


# ---- Access ----------------------------------------------------------------------------------------------------------


def test_an_owner_answers_in_his_own_club_alone(stranger: Client, me: Membership, cast: Cast) -> None:
    claim = Claim.objects.get()
    url = f"/clubs/{cast.other_club.pk}/claims/{claim.pk}/confirm/"
    assert stranger.post(url).status_code == 404
    assert Claim.objects.waiting().exists()
