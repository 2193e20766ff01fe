"""Two people press at the same moment: a one-time action happens once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError

from dokoclub.clubs.models import Membership
from dokoclub.clubs.services.clubs import found_club
from dokoclub.clubs.services.invitations import accept_invitation
from dokoclub.clubs.services.members import leave_club
from dokoclub.clubs.services.players import add_player
from tests.accounts.people import make_account
from tests.cast import Cast, make_cast
from tests.clubs.test_show_invitation import make_invitation
from tests.processes import run_at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    return make_cast()


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """Return for each caller the result, or the ValidationError that it raised."""
    answers = run_at_once(*calls)
    for answer in answers:
        if isinstance(answer, Exception) and not isinstance(answer, ValidationError):
            raise answer
    return answers


def refusals(answers: list[Any]) -> int:
    return sum(isinstance(answer, ValidationError) for answer in answers)


@pytest.mark.promise("money-once")
def test_one_invitation_lets_one_person_in(cast: Cast) -> None:
    _token, invitation = make_invitation(cast)
    people = [make_account(f"neu{number}", f"Neu {number}") for number in range(4)]
    answers = at_once(*(lambda by=person: accept_invitation(invitation, player_name="", by=by) for person in people))
    assert refusals(answers) == 3
    assert cast.club.memberships.filter(account__in=people).count() == 1


def test_a_double_tap_founds_one_club(cast: Cast) -> None:
    key = uuid4()
    answers = at_once(
        *(lambda: found_club(name="Ahorn", preset="ddv", player_name="Anna", key=key, by=cast.anna) for _ in range(4))
    )
    assert len({club.pk for club in answers}) == 1


def test_a_name_is_given_once(cast: Cast) -> None:
    def add(name: str) -> Any:
        facts = {"short_name": "", "guest": False, "active": True, "notes": ""}
        return add_player(cast.club, name=name, by=cast.anna, key=uuid4(), **facts)  # type: ignore[arg-type]

    answers = at_once(*(lambda name=name: add(name) for name in ("Änne", "änne", "ÄNNE")))
    assert refusals(answers) == 2


def test_two_owners_who_leave_at_once_leave_one_behind(cast: Cast) -> None:
    Membership.objects.filter(club=cast.club, account=cast.ben).update(owner=True)
    owners = [cast.member(cast.anna), cast.member(cast.ben)]
    answers = at_once(*(lambda member=member: leave_club(member) for member in owners))
    assert refusals(answers) == 1
    assert cast.club.memberships.owners().count() == 1
