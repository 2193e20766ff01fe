"""/clubs/…/invitations/: the invitations given out, and their state."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from dokoclub.clubs.models import Invitation
from dokoclub.clubs.services.invitations import accept_invitation, revoke_invitation
from tests.cast import Cast, make_player
from tests.clubs.test_show_invitation import make_invitation
from tests.pages import seen


def page_of(anna: Client, cast: Cast) -> str:
    return seen(anna.get(f"/clubs/{cast.club.pk}/invitations/"))


def test_without_any_it_says_what_they_are(anna: Client, cast: Cast) -> None:
    assert "Noch keine Einladungen" in page_of(anna, cast)


def test_an_open_one_can_be_revoked(anna: Client, cast: Cast) -> None:
    make_invitation(cast, scorer=True, treasurer=True)
    page = page_of(anna, cast)
    assert "eine Person von Anna" in page
    assert "schreibt den Zettel führt die Kasse offen bis" in page
    assert "Zurückziehen" in page


def test_one_for_a_player_names_it(anna: Client, cast: Cast) -> None:
    make_invitation(cast, player=make_player(cast.club, "Gerd"))
    assert "Gerd von Anna" in page_of(anna, cast)


def test_a_used_one(anna: Client, cast: Cast) -> None:
    _token, invitation = make_invitation(cast)
    accept_invitation(invitation, player_name="", by=cast.stranger)
    assert "liest mit verbraucht" in page_of(anna, cast)
    assert "Zurückziehen" not in page_of(anna, cast)


def test_one_for_many_counts(anna: Client, cast: Cast) -> None:
    make_invitation(cast, single_use=False)
    Invitation.objects.update(uses=2)
    page = page_of(anna, cast)
    assert "alle mit dem Link" in page
    assert "2-mal benutzt" in page


def test_a_revoked_and_an_expired_one(anna: Client, cast: Cast) -> None:
    _token, invitation = make_invitation(cast)
    revoke_invitation(invitation)
    make_invitation(cast)
    past = timezone.now() - timedelta(seconds=1)
    Invitation.objects.exclude(pk=invitation.pk).update(created_at=past - timedelta(days=1), expires_at=past)
    page = page_of(anna, cast)
    assert "liest mit abgelaufen" in page
    assert "liest mit zurückgezogen" in page


@pytest.mark.parametrize("number", [1, 3])
def test_many_cost_no_more_queries(
    anna: Client, cast: Cast, number: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for index in range(number):
        make_invitation(cast, player=make_player(cast.club, f"Gerd {index}"))
    anna.get(f"/clubs/{cast.club.pk}/invitations/")
    with django_assert_num_queries(4):
        anna.get(f"/clubs/{cast.club.pk}/invitations/")
