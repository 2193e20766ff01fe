"""/clubs/…/players/…/leave/ and …/return/: leave, stay in the history, come back."""

from __future__ import annotations

from django.test import Client

from dokoclub.clubs.models import Membership, Player
from tests.cast import Cast, make_player
from tests.pages import seen


def test_who_leaves_is_no_longer_proposed_but_still_there(anna: Client, cast: Cast) -> None:
    player = cast.player(cast.dora)
    response = anna.post(f"/clubs/{cast.club.pk}/players/{player.pk}/leave/", follow=True)
    player.refresh_from_db()
    assert (player.active, player.left_at is None) == (False, False)
    assert "Dora ist nicht mehr im Club; die Spiele bleiben." in seen(response)
    assert "Nicht mehr dabei Dora" in seen(response)


def test_leaving_can_be_undone_at_once(anna: Client, cast: Cast) -> None:
    """The list says so with a button, which brings back who did not play as one who does not."""
    resting = make_player(cast.club, "Heinz")
    resting.active = False
    resting.save()
    for player, active in ((cast.player(cast.dora), True), (resting, False)):
        leave_and_undo(player, anna)
        player.refresh_from_db()
        assert (player.active, player.left_at) == (active, None)


def leave_and_undo(player: Player, anna: Client) -> None:
    """Let a player leave, and press Undo on the page that follows."""
    url = f"/clubs/{player.club_id}/players/{player.pk}"
    page = anna.post(f"{url}/leave/", follow=True)
    button = f'action="{url}/return/">'
    form = next(part for part in page.content.decode().split("<form ")[1:] if button in part and 'name="undo"' in part)
    assert "Rückgängig" in form
    back = anna.post(f"{url}/return/", {"undo": ""}, follow=True)
    assert "Rückgängig" not in seen(back)


def test_leaving_twice_keeps_the_first_date(anna: Client, cast: Cast) -> None:
    url = f"/clubs/{cast.club.pk}/players/{cast.player(cast.dora).pk}/leave/"
    anna.post(url)
    first = cast.player(cast.dora).left_at
    anna.post(url)
    assert cast.player(cast.dora).left_at == first
    assert cast.player(cast.dora).history.count() == 2


def test_the_account_still_belongs_to_the_club(anna: Client, cast: Cast) -> None:
    anna.post(f"/clubs/{cast.club.pk}/players/{cast.player(cast.dora).pk}/leave/")
    assert Membership.objects.filter(club=cast.club, account=cast.dora).exists()


def test_who_is_back_plays_again(anna: Client, cast: Cast) -> None:
    url = f"/clubs/{cast.club.pk}/players/{cast.player(cast.dora).pk}"
    anna.post(f"{url}/leave/")
    response = anna.post(f"{url}/return/", follow=True)
    player = cast.player(cast.dora)
    assert (player.active, player.left_at) == (True, None)
    assert "Dora ist wieder da." in seen(response)
    assert "Nicht mehr dabei" not in seen(response)


def test_back_twice_is_back_once(anna: Client, cast: Cast) -> None:
    url = f"/clubs/{cast.club.pk}/players/{cast.player(cast.dora).pk}/return/"
    Player.objects.filter(pk=cast.player(cast.dora).pk).update(active=False)
    anna.post(url)
    assert not cast.player(cast.dora).active  # a player who never left is not changed


def test_a_name_that_is_taken_by_now_is_said(anna: Client, cast: Cast) -> None:
    url = f"/clubs/{cast.club.pk}/players/{cast.player(cast.dora).pk}"
    anna.post(f"{url}/leave/")
    make_player(cast.club, "Dora")
    response = anna.post(f"{url}/return/", follow=True)
    assert "So heißt schon Dora." in seen(response)
    assert cast.player(cast.dora).left_at is not None


def test_an_account_that_plays_as_somebody_else_by_now_is_said(anna: Client, cast: Cast) -> None:
    url = f"/clubs/{cast.club.pk}/players/{cast.player(cast.dora).pk}"
    left = cast.player(cast.dora)
    anna.post(f"{url}/leave/")
    make_player(cast.club, "Dorothea", cast.dora)
    response = anna.post(f"{url}/return/", follow=True)
    left.refresh_from_db()
    assert "Dora spielt hier schon als Dorothea." in seen(response)
    assert left.left_at is not None
