"""/clubs/…/take-back/: an owner brings a deleted club back within 30 days."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from dokoclub.clubs.models import Club
from dokoclub.clubs.services.clubs import delete_club
from tests.cast import Cast, signed_in
from tests.pages import seen


@pytest.fixture
def deleted(cast: Cast) -> str:
    delete_club(cast.club, typed="Linde", by=cast.anna)
    return f"/clubs/{cast.club.pk}/take-back/"


def test_an_owner_takes_it_back(anna: Client, deleted: str, cast: Cast) -> None:
    response = anna.post(deleted, follow=True)
    assert "Linde ist wieder da." in seen(response)
    assert signed_in(cast.dora).get(f"/clubs/{cast.club.pk}/").status_code == 200


def test_sent_twice_it_leads_to_the_club_both_times(anna: Client, deleted: str, cast: Cast) -> None:
    answers = [anna.post(deleted) for _ in range(2)]
    assert [answer["Location"] for answer in answers] == [f"/clubs/{cast.club.pk}/"] * 2


@pytest.mark.parametrize("name", ["ben", "cleo", "dora", "stranger"])
def test_nobody_else_does(name: str, deleted: str, cast: Cast) -> None:
    assert signed_in(getattr(cast, name)).post(deleted).status_code == 404
    assert not Club.objects.not_deleted().filter(pk=cast.club.pk).exists()


def test_nobody_signed_in_is_asked_to(client: Client, deleted: str) -> None:
    assert client.post(deleted).status_code == 401


def test_reading_takes_nothing_back(anna: Client, deleted: str) -> None:
    assert anna.get(deleted).status_code == 405


def test_after_thirty_days_it_is_too_late(anna: Client, deleted: str, cast: Cast) -> None:
    Club.objects.filter(pk=cast.club.pk).update(deleted_at=timezone.now() - timedelta(days=30, seconds=1))
    assert anna.post(deleted).status_code == 404
    assert "Linde" not in seen(anna.get("/"))


@pytest.mark.parametrize("name", ["ben", "stranger"])
def test_a_club_that_is_there_is_taken_back_by_nobody_else(name: str, cast: Cast) -> None:
    assert signed_in(getattr(cast, name)).post(f"/clubs/{cast.club.pk}/take-back/").status_code == 404
