"""/evenings/…/delete/ and …/take-back/: delete and restore an evening."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
import time_machine
from django.utils import timezone

from dokoclub.evenings.models import Evening
from dokoclub.evenings.services import evenings
from tests.cast import Cast
from tests.evenings.pages import field, phone, seen, url_of
from tests.evenings.papers import evening


@pytest.fixture
def one(cast: Cast) -> Evening:
    return evening(cast, day=date(2026, 11, 13))


def deleted(cast: Cast, one: Evening) -> Evening:
    return evenings.delete_evening(one, typed=one.date, by=cast.anna)


@pytest.mark.parametrize("typed", ["13.11.2026", "13.11.26", "2026-11-13"])
def test_typing_its_date_deletes_it(cast: Cast, one: Evening, typed: str) -> None:
    response = phone(cast, "Anna").post(url_of(one, "delete/"), {"typed": typed}, follow=True)
    assert "Abend gelöscht. 30 Tage lang kannst du ihn zurückholen." in seen(response)
    assert "Gelöschte Abende Freitag, 13. November 2026" in seen(response)
    assert not Evening.objects.not_deleted().exists()


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        ("14.11.2026", "Tippe das Datum des Abends ein."),
        ("ja", "Bitte ein gültiges Datum eingeben."),
        ("", "Bitte ausfüllen."),
    ],
)
def test_anything_else_does_not(cast: Cast, one: Evening, typed: str, problem: str) -> None:
    page = phone(cast, "Anna").post(url_of(one, "delete/"), {"typed": typed})
    assert page.status_code == 422
    assert problem in seen(page)
    assert field(page, "typed") == [typed]
    assert Evening.objects.not_deleted().exists()


def test_the_date_to_type_is_told(cast: Cast, one: Evening) -> None:
    assert "Tippe zum Löschen das Datum ein: 13.11.2026" in seen(phone(cast, "Anna").get(url_of(one, "delete/")))


def test_sent_twice_the_second_finds_nothing(cast: Cast, one: Evening) -> None:
    anna = phone(cast, "Anna")
    assert anna.post(url_of(one, "delete/"), {"typed": "13.11.2026"}).status_code == 302
    assert anna.post(url_of(one, "delete/"), {"typed": "13.11.2026"}).status_code == 404


def test_it_comes_back(cast: Cast, one: Evening) -> None:
    deleted(cast, one)
    response = phone(cast, "Anna").post(url_of(one, "take-back/"), follow=True)
    assert "Der Abend ist wieder da." in seen(response)
    assert Evening.objects.not_deleted().get() == one


@pytest.mark.parametrize(("name", "status"), [("Ben", 403), ("Cleo", 403), ("Dora", 403), ("Stranger", 404)])
def test_only_owners_bring_it_back(cast: Cast, one: Evening, name: str, status: int) -> None:
    deleted(cast, one)
    assert phone(cast, name).post(url_of(one, "take-back/")).status_code == status


def test_after_thirty_days_it_does_not_come_back(cast: Cast, one: Evening) -> None:
    deleted(cast, one)
    Evening.objects.update(deleted_at=timezone.now() - timedelta(days=31))
    assert phone(cast, "Anna").post(url_of(one, "take-back/")).status_code == 404


def test_what_is_there_needs_no_taking_back(cast: Cast, one: Evening) -> None:
    assert phone(cast, "Anna").post(url_of(one, "take-back/")).status_code == 404
    assert phone(cast, "Anna").get(url_of(one, "take-back/")).status_code == 405


@time_machine.travel("2026-11-20T20:00:00+01:00", tick=False)
def test_only_owners_see_what_was_deleted(cast: Cast, one: Evening) -> None:
    deleted(cast, one)
    url = f"/clubs/{cast.club.pk}/evenings/"
    assert "bis Sonntag, 20. Dezember 2026 zurückholbar" in seen(phone(cast, "Anna").get(url))
    assert "Gelöschte Abende" not in seen(phone(cast, "Ben").get(url))
