"""/clubs/…/players/…/erase/: the games stay, the name goes, from the change history too."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from dokoclub.clubs.models import Membership, Player
from dokoclub.clubs.services.members import erase_player
from dokoclub.clubs.services.players import change_player
from tests.cast import Cast, make_player
from tests.clubs.test_show_invitation import make_invitation
from tests.pages import seen


def make_gerd(cast: Cast) -> Player:
    """Create a player without an account and with an earlier name."""
    player = make_player(cast.club, "Gerhard Geheim", short_name="Geheim", notes="Geheim")
    change_player(
        player, name="Gerd Geheim", short_name="Gerd", guest=False, active=True, notes="auch Geheim", by=cast.anna
    )
    return player


@pytest.fixture
def gerd(cast: Cast) -> Player:
    return make_gerd(cast)


def url_of(player: Player) -> str:
    return f"/clubs/{player.club_id}/players/{player.pk}/erase/"


def everything_stored() -> str:
    """Return all rows of all tables as text."""
    with connection.cursor() as cursor:
        rows = []
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')  # noqa: S608  # our own table names
            rows.append(str(cursor.fetchall()))
    return " ".join(rows)


def test_it_asks_first(anna: Client, gerd: Player) -> None:
    page = seen(anna.get(url_of(gerd)))
    assert "Gerd Geheim löschen" in page
    assert "Das ist endgültig. In diesem Club ersetzt „Ehemaliges Mitglied“:" in page
    gerd.refresh_from_db()
    assert not gerd.is_erased


def test_the_name_is_nowhere_any_more(anna: Client, gerd: Player) -> None:
    assert "Geheim" in everything_stored()
    response = anna.post(url_of(gerd), follow=True)
    gerd.refresh_from_db()
    assert (gerd.name, gerd.short_name, gerd.notes) == ("Ehemaliges Mitglied 1", "", "")
    assert (gerd.erased_number, gerd.active, gerd.left_at is None) == (1, False, False)
    assert "Alles steht jetzt unter „Ehemaliges Mitglied 1“." in seen(response)
    assert "Geheim" not in everything_stored()
    assert {row.name for row in gerd.history.all()} == {"Ehemaliges Mitglied 1"}


def test_the_history_still_knows_when_and_who(anna: Client, gerd: Player, cast: Cast) -> None:
    anna.post(url_of(gerd))
    assert [row.history_user for row in gerd.history.all()] == [cast.anna, cast.anna, None]


def test_numbers_go_on_in_each_club(anna: Client, gerd: Player, cast: Cast) -> None:
    anna.post(url_of(gerd))
    anna.post(url_of(cast.player(cast.dora)))
    foreign = make_player(cast.other_club, "Fremd")
    erase_player(foreign, by=cast.stranger)
    assert set(cast.club.players.exclude(erased_number=None).values_list("name", flat=True)) == {
        "Ehemaliges Mitglied 1",
        "Ehemaliges Mitglied 2",
    }
    assert foreign.name == "Ehemaliges Mitglied 1"


def test_an_english_page_writes_the_same_name(anna: Client, gerd: Player) -> None:
    anna.post(url_of(gerd), headers={"accept-language": "en"})
    gerd.refresh_from_db()
    assert gerd.name == "Ehemaliges Mitglied 1"


def test_the_second_time_changes_nothing(anna: Client, gerd: Player) -> None:
    anna.post(url_of(gerd))
    assert anna.post(url_of(gerd)).status_code == 302
    gerd.refresh_from_db()
    assert (gerd.erased_number, gerd.history.count()) == (1, 3)


def test_an_account_leaves_the_club_and_stays_itself(anna: Client, cast: Cast) -> None:
    player = cast.player(cast.dora)
    anna.post(url_of(player))
    player.refresh_from_db()
    cast.dora.refresh_from_db()
    assert player.account is None
    assert not Membership.objects.filter(club=cast.club, account=cast.dora).exists()
    assert str(cast.dora) == "Dora"


def test_who_plays_as_another_by_now_stays_a_member(anna: Client, cast: Cast) -> None:
    former = make_player(cast.club, "Dorle", cast.dora, left_at=timezone.now(), active=False)
    anna.post(url_of(former))
    former.refresh_from_db()
    assert former.is_erased
    assert Membership.objects.filter(club=cast.club, account=cast.dora).exists()
    assert cast.player(cast.dora).name == "Dora"


def test_the_last_owner_cannot_be_erased(anna: Client, cast: Cast) -> None:
    response = anna.post(url_of(cast.player(cast.anna)))
    assert response.status_code == 422
    assert "Linde hätte keinen Inhaber mehr." in seen(response)
    assert cast.player(cast.anna).name == "Anna"


def test_an_open_invitation_opens_nothing_any_more(anna: Client, gerd: Player, cast: Cast) -> None:
    _token, invitation = make_invitation(cast, player=gerd)
    anna.post(url_of(gerd))
    invitation.refresh_from_db()
    assert invitation.state == "revoked"


def test_it_cannot_be_undone(anna: Client, gerd: Player) -> None:
    anna.post(url_of(gerd))
    base = url_of(gerd).removesuffix("erase/")
    assert anna.get(base).status_code == 404
    assert anna.post(f"{base}return/").status_code == 404


def test_who_left_long_ago_can_be_erased(anna: Client, cast: Cast) -> None:
    long_ago = timezone.now().replace(year=2020)
    player = make_player(cast.club, "Gerd", left_at=long_ago, active=False)
    anna.post(url_of(player))
    player.refresh_from_db()
    assert (player.name, player.left_at) == ("Ehemaliges Mitglied 1", long_ago)
