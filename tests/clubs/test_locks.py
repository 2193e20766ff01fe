"""A write locks its club until it ends; before there is a club, it locks the account."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest

from dokoclub.clubs.services.clubs import delete_club, found_club
from dokoclub.clubs.services.invitations import accept_invitation
from dokoclub.clubs.services.members import erase_player, leave_club, login_link
from dokoclub.clubs.services.players import add_player
from tests.cast import Cast
from tests.clubs.test_show_invitation import make_invitation
from tests.locks import held


def add_emil(cast: Cast) -> object:
    return add_player(cast.club, name="Emil", short_name="", guest=False, active=True, notes="", by=cast.anna)


WRITING: dict[str, tuple[Callable[[Cast], object], list[str]]] = {
    "found_club": (
        lambda cast: found_club(name="Ahorn", preset="ddv", player_name="", key=uuid4(), by=cast.dora),
        ["Account"],
    ),
    "delete_club": (lambda cast: delete_club(cast.club, typed="Linde", by=cast.anna), ["Club"]),
    "add_player": (add_emil, ["Club"]),
    "erase_player": (lambda cast: erase_player(cast.player(cast.dora), by=cast.anna), ["Club"]),
    "accept": (lambda cast: accept_invitation(make_invitation(cast)[1], player_name="", by=cast.stranger), ["Club"]),
    "leave_club": (lambda cast: leave_club(cast.member(cast.dora)), ["Club"]),
    "login_link": (lambda cast: login_link(cast.member(cast.dora), by=cast.anna), ["Account"]),
}


@pytest.mark.promise("locks")
@pytest.mark.parametrize("name", WRITING)
def test_it_is_held(name: str, cast: Cast) -> None:
    write, models = WRITING[name]
    with held() as found:
        write(cast)

    assert found == models
