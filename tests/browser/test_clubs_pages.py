"""Every page of a club, small and large, light and dark: nothing scrolls sideways, axe finds nothing serious."""

import pytest
from django.utils import timezone

from tests.browser.conftest import SignIn
from tests.browser.looks import Looks
from tests.cast import make_cast, make_club, make_player
from tests.clubs.test_show_invitation import make_invitation

pytestmark = pytest.mark.django_db(transaction=True)

LONG = "Friedrich-Wilhelm von und zu Kreuzdamen"


def test_every_page(looks: Looks, sign_in: SignIn) -> None:
    looks.look_at("/")
    cast = make_cast()
    player = make_player(cast.club, LONG, short_name="Fritz", guest=True)
    make_player(cast.club, "Gerd", left_at=timezone.now(), active=False)
    token, _invitation = make_invitation(cast, player=player, scorer=True, treasurer=True)
    looks.look_at(f"/invitation/{token}/", "/invitation/nothing/")

    for page in looks.pages:
        sign_in(page.context, cast.anna)
    club, member = f"/clubs/{cast.club.pk}", cast.member(cast.dora).pk
    looks.look_at(
        f"{club}/",
        f"{club}/settings/",
        f"{club}/edit/",
        f"{club}/leave/",
        f"{club}/delete/",
        f"{club}/players/",
        f"{club}/players/new/",
        f"{club}/players/{player.pk}/",
        f"{club}/players/{player.pk}/erase/",
        f"{club}/members/",
        f"{club}/members/{member}/",
        f"{club}/members/{member}/remove/",
        f"{club}/members/{member}/hand-over/",
        f"{club}/invitations/",
        f"{club}/invitations/new/",
        f"{club}/invitations/link/{token}/",
        f"{club}/rules/",
        f"{club}/rules/edit/?preset=hausrunde",
        "/clubs/new/",
        f"/invitation/{token}/",
    )
    make_club("Zweiter Club mit einem langen Namen, der umbricht", cast.anna)
    looks.look_at("/")
    assert looks.found == []
