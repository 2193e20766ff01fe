"""The data that clubs store about an account, hooked into "what is stored about me"."""

from __future__ import annotations

import json

from django.test import Client

from dokoclub.clubs.models import Membership
from dokoclub.clubs.selectors import stored_about
from dokoclub.clubs.services.players import change_player
from tests.cast import Cast, make_player
from tests.clubs.test_show_invitation import make_invitation


def test_it_names_clubs_rights_and_players(cast: Cast) -> None:
    change_player(
        cast.player(cast.ben), name="Benno", short_name="B", guest=False, active=True, notes="schreibt", by=cast.anna
    )
    key, [club] = stored_about(cast.ben)
    assert (key, club["name"], club["deleted_at"]) == ("clubs", "Linde", None)
    assert [(row["owner"], row["scorer"], row["treasurer"]) for row in club["rights"]] == [(False, True, False)]
    [player] = club["players"]
    assert (player["name"], player["notes"]) == ("Benno", "schreibt")
    assert [row["name"] for row in player["earlier"]] == ["Benno", "Ben"]


def test_it_names_what_one_did(cast: Cast) -> None:
    make_invitation(cast)
    _key, [club] = stored_about(cast.anna)
    assert len(club["invitations_made"]) == 1
    assert [row["number"] for row in club["rules_versions_written"]] == [1]


def test_a_club_that_was_left_is_in_it(cast: Cast) -> None:
    Membership.objects.filter(account=cast.dora).delete()
    _key, [club] = stored_about(cast.dora)
    assert (club["name"], club["rights"]) == ("Linde", [])


def test_others_are_not_in_it(cast: Cast) -> None:
    make_player(cast.club, "Gerd")
    assert "Gerd" not in str(stored_about(cast.dora))
    assert "Anna" not in str(stored_about(cast.dora))


def test_the_download_holds_it(dora: Client) -> None:
    stored = json.loads(dora.get("/account/stored/").content)
    assert stored["clubs"][0]["players"][0]["name"] == "Dora"


def test_an_owner_downloads_what_is_stored_about_a_player_without_an_account(anna: Client, cast: Cast) -> None:
    gerd = make_player(cast.club, "Gerd")
    answer = anna.get(f"/clubs/{cast.club.pk}/players/{gerd.pk}/stored/")
    stored = json.loads(answer.content)
    assert answer["Content-Disposition"].startswith("attachment")
    assert (stored["player"]["name"], stored["results"]) == ("Gerd", [])
    assert "Dora" not in answer.content.decode()
