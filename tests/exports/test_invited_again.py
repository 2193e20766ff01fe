"""Where a club has arrived, everybody who had an account is invited with the rights of before."""

from __future__ import annotations

import json
from datetime import timedelta
from io import BytesIO, StringIO
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from dokoclub.clubs.models import Awaited, Club, Invitation, Membership
from dokoclub.clubs.services.clubs import begin_move
from dokoclub.clubs.services.members import erase_player
from dokoclub.exports.services.club_file import found_from_file
from tests.cast import Cast, account, signed_in
from tests.exports.moves import NEW, download
from tests.pages import seen

pytestmark = pytest.mark.django_db


def arrived(cast: Cast) -> tuple[Club, Client]:
    begin_move(cast.club, to=NEW, by=cast.anna)
    owner = account("Mia")
    return found_from_file(BytesIO(download(cast)), key=uuid4(), by=owner), signed_in(owner)


def test_an_owner_is_never_made_by_an_invitation(cast: Cast) -> None:
    Membership.objects.filter(account=cast.ben).update(owner=True, scorer=False)
    club, mia = arrived(cast)
    address = reverse("clubs:invite_again", args=[club.pk])
    assert "besaß den Club" in seen(mia.get(address))
    ben = club.players.get(name="Ben")
    typed = {"seed": mia.get(address).context["form"]["seed"].value(), "lasts": 7, "players": [ben.pk]}
    mia.post(address, typed)
    made = Invitation.objects.get(club=club)
    assert (made.player, made.scorer, made.treasurer, made.single_use) == (ben, True, True, True)
    assert Awaited.objects.filter(player__club=club).count() == 3


@pytest.mark.parametrize("number", [1, 3])
def test_many_people_cost_no_more_queries(
    cast: Cast, number: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    club, mia = arrived(cast)
    ticked = list(Awaited.objects.filter(player__club=club).values_list("player", flat=True)[:number])
    Awaited.objects.filter(player__club=club).exclude(player__in=ticked).delete()
    address = reverse("clubs:invite_again", args=[club.pk])
    mia.get(address)  # the first page of a day renews the session
    with django_assert_num_queries(6):
        seed = mia.get(address).context["form"]["seed"].value()
    with django_assert_num_queries(12):
        made = mia.post(address, {"seed": seed, "lasts": 7, "players": ticked}).headers["Location"]
    with django_assert_num_queries(4):
        assert len(mia.get(made).context["made"]) == number


def test_nobody_is_invited_and_nothing_is_kept(cast: Cast) -> None:
    club, mia = arrived(cast)
    assert "4 neu einladen" in seen(mia.get(club.get_absolute_url()))
    mia.post(reverse("clubs:invite_again", args=[club.pk]), {"forget": "1"})
    assert not Awaited.objects.filter(player__club=club).exists()
    assert "neu einladen" not in seen(mia.get(club.get_absolute_url()))


def test_what_was_typed_is_kept_where_something_is_wrong(cast: Cast) -> None:
    club, mia = arrived(cast)
    ben = club.players.get(name="Ben")
    address = reverse("clubs:invite_again", args=[club.pk])
    answer = mia.post(address, {"seed": "forged", "lasts": 7, "players": [ben.pk]})
    assert answer.status_code == 422
    assert [one.player.name for one, ticked in answer.context["awaited"] if ticked] == ["Ben"]
    assert not Invitation.objects.filter(club=club).exists()


def test_who_is_awaited_is_forgotten_after_a_month_and_when_erased(cast: Cast) -> None:
    club, _ = arrived(cast)
    erase_player(club.players.get(name="Ben"), by=club.memberships.get().account)
    assert Awaited.objects.filter(player__club=club).count() == 3
    Awaited.objects.update(came_at=timezone.now() - timedelta(days=31))
    call_command("purge", stdout=StringIO())
    assert not Awaited.objects.exists()


def test_rights_stand_in_the_file_by_player(cast: Cast) -> None:
    begin_move(cast.club, to=NEW, by=cast.anna)
    told = json.loads(download(cast))
    names = [row["name"] for row in told["players"]]
    rights = {
        names[row["player"] - 1]: [name for name in ("owner", "scorer", "treasurer") if row.get(name)]
        for row in told["parts"]["club"]["rights"]
    }
    assert rights == {"Anna": ["owner"], "Ben": ["scorer"], "Cleo": ["treasurer"], "Dora": []}
