"""Deleting an account: its clubs forget it, through the hook ERASE_ACCOUNT of accounts."""

from __future__ import annotations

import pytest
from django.utils import timezone

from dokoclub.accounts.services.erasure import erase_account
from dokoclub.accounts.services.sign_ins import NotAllowed
from dokoclub.clubs.models import Membership, Player
from dokoclub.clubs.services.clubs import delete_club
from tests.cast import Cast, make_player


def test_every_club_forgets_the_person(cast: Cast) -> None:
    Membership.objects.create(club=cast.other_club, account=cast.dora)
    elsewhere = make_player(cast.other_club, "Dorle", cast.dora)
    here = cast.player(cast.dora)
    erase_account(cast.dora)
    for player in (here, elsewhere):
        player.refresh_from_db()
        assert (player.name, player.account) == ("Ehemaliges Mitglied 1", None)
    assert not Membership.objects.filter(account=cast.dora).exists()


def test_a_club_that_was_left_forgets_too(cast: Cast) -> None:
    left = make_player(cast.other_club, "Dorle", cast.dora, left_at=timezone.now(), active=False)
    erase_account(cast.dora)
    left.refresh_from_db()
    assert left.name == "Ehemaliges Mitglied 1"


def test_the_last_owner_is_refused_and_keeps_everything(cast: Cast) -> None:
    with pytest.raises(NotAllowed, match="Linde hätte keinen Inhaber mehr"):
        erase_account(cast.anna)
    assert cast.member(cast.anna).owner
    assert cast.player(cast.anna).name == "Anna"


def test_one_of_two_owners_may_go(cast: Cast) -> None:
    Membership.objects.filter(club=cast.club, account=cast.ben).update(owner=True)
    erase_account(cast.anna)
    assert not Membership.objects.filter(account=cast.anna).exists()


def test_a_deleted_club_needs_no_owner(cast: Cast) -> None:
    delete_club(cast.club, typed="Linde", by=cast.anna)
    erase_account(cast.anna)
    assert not Player.objects.filter(name="Anna").exists()
