"""/invitation/TOKEN/ without an account: people scan the group's QR code and tap their name in the list."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import Settings

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Claim, Invitation, Membership, Player
from tests.cast import Cast, make_player
from tests.clubs.test_show_invitation import make_invitation
from tests.evenings.papers import sheet as new_sheet
from tests.pages import seen


@pytest.fixture
def gerd(cast: Cast) -> Player:
    return make_player(cast.club, "Gerd")


@pytest.fixture
def url(cast: Cast, gerd: Player) -> str:
    """Return the address of a link for everybody, with the right to write."""
    token, _invitation = make_invitation(cast, single_use=False, scorer=True)
    return f"/invitation/{token}/"


@pytest.fixture
def looking(client: Client, url: str) -> Client:
    """Return a phone after a tap on "I am new here"."""
    client.post(url, {"look": "1"})
    return client


def newcomer(name: str = "Gerd") -> Membership:
    return Membership.objects.select_related("account").get(account__display_name=name)


def test_names_are_shown_to_who_says_that_he_is_meant(client: Client, url: str) -> None:
    """Messengers fetch every link for their previews."""
    assert "Gerd" not in seen(client.get(url))
    assert client.post(url, {"look": "1"})["Location"] == url
    page = client.get(url)
    assert "Wer bist du? Gerd Das bin ich" in seen(page)
    assert "Dora Das bin ich" not in seen(page)  # she has an account already
    assert "no-store" in page["Cache-Control"]
    assert "_auth_user_id" not in client.session


def test_two_taps_and_he_reads_along(looking: Client, url: str, gerd: Player, cast: Cast) -> None:
    sheet = new_sheet(cast)
    response = looking.post(url, {"join": "1", "player": gerd.pk})
    assert response["Location"] == f"/sheets/{sheet.pk}/"
    assert looking.get(response["Location"]).status_code == 200
    me = newcomer()
    assert (me.account.username, me.account.has_usable_password()) == ("gerd", False)
    assert (me.owner, me.scorer, me.treasurer) == (False, True, False)
    assert Claim.objects.get(membership=me).player == gerd
    gerd.refresh_from_db()
    assert gerd.account is None
    assert Invitation.objects.get().uses == 1


def test_he_is_told_what_comes_next(looking: Client, url: str, gerd: Player) -> None:
    page = seen(looking.post(url, {"join": "1", "player": gerd.pk}, follow=True))
    assert "Willkommen bei Linde. Ein Inhaber bestätigt noch, dass du Gerd bist. Bis dahin liest du mit." in page
    assert "Noch kein Passwort: Richte unter „Zugang“ eins ein, auch für andere Handys." in page
    assert "Bist du Gerd?" in page
    assert "weder ein Passwort noch einen Passkey" in seen(looking.get("/account/"))
    assert "Du hast kein Passwort." in seen(looking.get("/account/logout/"))
    answer = looking.post("/account/password/", {"password1": "kreuz bube sticht", "password2": "kreuz bube sticht"})
    assert answer.status_code == 302  # it can be set without an old one as proof


def test_who_only_reads_along_is_an_onlooker(looking: Client, url: str, gerd: Player, cast: Cast) -> None:
    looking.post(url, {"join": "1"})
    assert newcomer("Kiebitz").account.username == "kiebitz"
    assert not Claim.objects.exists()
    assert cast.club.players.filter(account=newcomer("Kiebitz").account).count() == 0


def test_who_is_not_on_the_list_types_a_name(looking: Client, url: str, cast: Cast) -> None:
    looking.post(url, {"join": "1", "player_name": "Uwe"})
    assert cast.player(newcomer("Uwe").account).name == "Uwe"


def test_two_of_one_name_have_two_sign_in_names(looking: Client, url: str, gerd: Player) -> None:
    Account.objects.create_user("gerd")
    looking.post(url, {"join": "1", "player": gerd.pk})
    assert newcomer().account.username == "gerd2"


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"player_name": "Dora"}, "So heißt schon Dora."),
        ({"player_name": "👨‍🍳"}, "Ein Name braucht einen Buchstaben oder eine Ziffer."),
        ({"player_name": "Do\u202era"}, "So heißt schon Dora."),
        ({"player": "x"}, "Tippe einen Namen an."),
        ({"player": "987654"}, "Tippe einen Namen an."),
    ],
)
def test_what_is_wrong_is_said_and_leaves_nothing_behind(
    looking: Client, url: str, sent: dict[str, str], said: str
) -> None:
    accounts = Account.objects.count()
    response = looking.post(url, {"join": "1", **sent})
    assert response.status_code == 422
    assert said in seen(response)
    assert Account.objects.count() == accounts
    assert Invitation.objects.get().uses == 0
    assert "_auth_user_id" not in looking.session


def test_a_player_who_has_an_account_is_refused(looking: Client, url: str, cast: Cast) -> None:
    accounts = Account.objects.count()
    response = looking.post(url, {"join": "1", "player": cast.player(cast.dora).pk})
    assert response.status_code == 422
    assert "Dora hat hier schon einen Zugang." in seen(response)
    assert (Account.objects.count(), Invitation.objects.get().uses) == (accounts, 0)


def test_a_player_of_another_club_is_nobody_here(looking: Client, url: str, cast: Cast) -> None:
    other = make_player(cast.other_club, "Xaver")
    response = looking.post(url, {"join": "1", "player": other.pk})
    assert response.status_code == 422
    assert "Xaver" not in seen(response)


def test_without_the_first_tap_nobody_is_let_in(client: Client, url: str, gerd: Player) -> None:
    assert client.post(url, {"join": "1", "player": gerd.pk})["Location"] == url
    assert not Claim.objects.exists()
    assert "_auth_user_id" not in client.session


def test_a_link_for_one_person_that_is_used_meanwhile_makes_no_account(
    client: Client, cast: Cast, gerd: Player, stranger: Client
) -> None:
    token, _invitation = make_invitation(cast)
    client.post(f"/invitation/{token}/", {"look": "1"})
    stranger.post(f"/invitation/{token}/", {"player_name": ""})
    accounts = Account.objects.count()
    assert client.post(f"/invitation/{token}/", {"join": "1", "player": gerd.pk}).status_code == 404
    assert Account.objects.count() == accounts


def test_a_link_with_a_name_on_it_asks_nothing(client: Client, cast: Cast, gerd: Player) -> None:
    """An owner made the link for Gerd, so the newcomer is Gerd at once."""
    token, _invitation = make_invitation(cast, player=gerd)
    client.post(f"/invitation/{token}/", {"look": "1"})
    assert "Du spielst als Gerd. Das bin ich" in seen(client.get(f"/invitation/{token}/"))
    client.post(f"/invitation/{token}/", {"join": "1"})
    gerd.refresh_from_db()
    assert gerd.account == newcomer().account
    assert not Claim.objects.exists()


def test_who_has_an_account_taps_a_name_too(stranger: Client, url: str, gerd: Player, cast: Cast) -> None:
    """Regression: the code for everybody refused exactly the people at the table: "So heißt schon Gerd."."""
    assert "Wer bist du? Gerd Das bin ich" in seen(stranger.get(url))
    page = seen(stranger.post(url, {"player": gerd.pk, "player_name": ""}, follow=True))
    assert "Ein Inhaber bestätigt noch, dass du Gerd bist." in page
    assert Claim.objects.get().membership.account == cast.stranger


def test_it_is_limited_by_address(looking: Client, url: str, settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"sign_up": "1/m/key"}
    answers = [looking.post(url, {"join": "1", "player": "x"}).status_code for _ in range(2)]
    assert answers == [422, 429]
