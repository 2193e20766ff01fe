"""Database constraints that refuse nonsense from any writer."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from dokoclub.clubs.models import Club, Invitation, Membership, Player, Right, RulesVersion
from tests.cast import Cast, make_player
from tests.clubs.test_show_invitation import make_invitation


def refused(constraint: str, write: Any) -> None:
    """Expect the write to break this constraint. SQLite names the columns of a unique constraint instead of its
    name.
    """
    with pytest.raises(IntegrityError) as error, transaction.atomic():
        write()
    assert constraint in str(error.value) or "UNIQUE constraint failed" in str(error.value)


def test_players(cast: Cast) -> None:
    dora = Player.objects.filter(pk=cast.player(cast.dora).pk)
    refused("player_has_a_name", lambda: dora.update(name=""))
    refused("player_name_once_among_those_present", lambda: make_player(cast.club, "DORA"))
    refused("account_is_one_present_player", lambda: make_player(cast.club, "Zwei", cast.dora))
    refused("player_who_left_does_not_play", lambda: dora.update(left_at=timezone.now()))
    refused("erased_player_has_left", lambda: dora.update(erased_number=1))
    gone: dict[str, Any] = {"left_at": timezone.now(), "active": False, "erased_number": 1}
    make_player(cast.club, "Ehemaliges Mitglied 1", **gone)
    refused("erased_number_once_in_a_club", lambda: make_player(cast.club, "Ehemaliges Mitglied 1", **gone))


def test_memberships_and_clubs(cast: Cast) -> None:
    refused("account_is_member", lambda: Membership.objects.create(club=cast.club, account=cast.dora))
    refused("club_has_a_name", lambda: Club.objects.update(name=""))


def test_invitations(cast: Cast) -> None:
    _token, invitation = make_invitation(cast, player=make_player(cast.club, "Gerd"))
    row = Invitation.objects.filter(pk=invitation.pk)
    refused("invitation_of_a_player_is_for_one_person", lambda: row.update(single_use=False))
    refused("invitation_for_one_is_used_once", lambda: row.update(uses=2))
    early = invitation.created_at - timedelta(seconds=1)
    refused("invitation_expires_after_it_was_made", lambda: row.update(expires_at=early))


def test_rules(cast: Cast) -> None:
    refused("rules_version_number_once", lambda: RulesVersion.objects.create(club=cast.club, number=1, rules={}))
    refused("rules_versions_begin_with_one", lambda: RulesVersion.objects.create(club=cast.club, number=0, rules={}))


@pytest.mark.parametrize(
    ("given", "may"),
    [
        ({}, {Right.READ}),
        ({"scorer": True}, {Right.READ, Right.SCORE}),
        ({"treasurer": True}, {Right.READ, Right.MONEY}),
        ({"scorer": True, "treasurer": True}, {Right.READ, Right.SCORE, Right.MONEY}),
        ({"owner": True}, set(Right)),
    ],
)
def test_rights(given: dict[str, bool], may: set[Right]) -> None:
    membership = Membership(**given)
    assert {right for right in Right if membership.may(right)} == may
    assert (membership.may_score, membership.may_keep_money) == (Right.SCORE in may, Right.MONEY in may)


def test_which_clubs_exist_for_an_account(cast: Cast) -> None:
    assert list(Club.objects.seen_by(cast.dora)) == [cast.club]
    assert list(Club.objects.seen_by(cast.stranger)) == [cast.other_club]


def test_rules_that_nobody_wrote_are_our_bug(cast: Cast) -> None:
    with pytest.raises(ValueError, match="version"):
        _ = RulesVersion(club=cast.club, rules={"version": 99}).parsed
