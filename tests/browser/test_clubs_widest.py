"""The longest names without a space, and text at double size: no page of a club or of the account is too wide."""

from typing import Final

import pytest
from playwright.sync_api import Page

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Membership
from scoring.text import LONGEST_NAME
from tests.accounts.people import make_account
from tests.browser.conftest import Readers
from tests.browser.looks import enlarge_text, too_wide
from tests.cast import Cast, make_cast, make_player
from tests.clubs.test_show_invitation import make_invitation

pytestmark = pytest.mark.django_db(transaction=True)

LONGEST_ACCOUNT: Final = 60


@pytest.fixture
def cast() -> Cast:
    return make_cast()


def all_too_wide(page: Page, cast: Cast, owner: Account, player: int) -> list[str]:
    club = f"/clubs/{cast.club.pk}"
    member = cast.member(owner).pk
    found = []
    for address in (
        "/account/",
        "/account/sign-in/",
        f"{club}/players/{player}/details/",
        "/clubs/new/",
        f"{club}/",
        f"{club}/settings/",
        f"{club}/edit/",
        f"{club}/leave/",
        f"{club}/delete/",
        f"{club}/players/",
        f"{club}/players/new/",
        f"{club}/players/{player}/",
        f"{club}/players/{player}/erase/",
        f"{club}/members/",
        f"{club}/members/{member}/",
        f"{club}/members/{cast.member(cast.dora).pk}/",
        f"{club}/invitations/",
        f"{club}/invitations/new/",
        f"{club}/rules/",
        f"{club}/rules/edit/",
    ):
        page.goto(address)
        page.evaluate("document.querySelectorAll('.rules details').forEach((group) => { group.open = true; })")
        found += too_wide(page)
    return found


def test_the_longest_names(readers: Readers, cast: Cast) -> None:
    owner = make_account("w" * LONGEST_ACCOUNT, "W" * LONGEST_ACCOUNT)
    Membership.objects.create(club=cast.club, account=owner, owner=True)
    player = make_player(cast.club, "W" * LONGEST_NAME, owner)
    make_invitation(cast, player=make_player(cast.club, "M" * LONGEST_NAME, guest=True), scorer=True)
    for page in readers(owner):
        assert all_too_wide(page, cast, owner, player.pk) == []


def test_text_twice_as_large(readers: Readers, cast: Cast) -> None:
    make_invitation(cast, scorer=True, treasurer=True)
    for page in readers(cast.anna):
        assert all_too_wide(enlarge_text(page), cast, cast.anna, cast.player(cast.dora).pk) == []
