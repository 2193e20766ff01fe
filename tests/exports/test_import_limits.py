"""Limits of an import, and the queries of its pages."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from pytest_django import DjangoAssertNumQueries
from zeal import zeal_ignore

from dokoclub.exports.models import Import
from dokoclub.exports.services import reading
from tests.cast import Cast
from tests.evenings.pages import phone, seen
from tests.exports.pages import FIRST, SECOND, draft, page, papers


@pytest.fixture(autouse=True)
def many_writes_are_meant() -> object:
    """Sheet by sheet, each through the services of the import."""
    with zeal_ignore():
        yield


def test_nothing_chosen(cast: Cast) -> None:
    answer = phone(cast, "Anna").post(f"/clubs/{cast.club.pk}/imports/new/", {"key": str(uuid4())})
    assert answer.status_code == 422
    assert "Wähle mindestens eine Datei" in seen(answer)


def test_too_many_files_games_and_evenings(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    many = papers(**{f"f{number}": FIRST for number in range(101)})
    answer = phone(cast, "Anna").post(f"/clubs/{cast.club.pk}/imports/new/", {"upload": many, "key": str(uuid4())})
    assert answer.status_code == 422
    assert "Höchstens 100 Dateien" in seen(answer)
    for name, most in (("MOST_GAMES", 3), ("MOST_SHEETS", 1), ("MOST_BYTES_AT_ONCE", 60)):
        with monkeypatch.context() as patch:
            patch.setattr(reading, name, most)
            with pytest.raises(ValidationError):
                draft(cast, Eins=FIRST, Zwei=FIRST)
    assert not Import.objects.exists()


@pytest.mark.parametrize("number", [1, 3])
def test_the_preview_costs_the_same(cast: Cast, number: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    made = draft(cast, **{f"A{index}": FIRST for index in range(number)})
    client = phone(cast, "Anna")
    client.get(page(made))
    with django_assert_num_queries(8):
        client.get(page(made))


@pytest.mark.parametrize("number", [1, 3])
def test_the_list_costs_the_same(cast: Cast, number: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    for _ in range(number):
        draft(cast, Eins=FIRST, Zwei=SECOND)
    client = phone(cast, "Anna")
    client.get(f"/clubs/{cast.club.pk}/imports/")
    with django_assert_num_queries(5):
        text = seen(client.get(f"/clubs/{cast.club.pk}/imports/"))
    assert text.count("Eins.csv und 1 weitere Datei") == number
    assert text.count("2 Abende · 3 Spiele") == number
