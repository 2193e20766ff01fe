"""Deleting and restoring an evening while phones write on it: every acknowledged game is there afterwards."""

from __future__ import annotations

from collections import Counter
from datetime import date
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.urls import reverse

from dokoclub.evenings import access
from dokoclub.evenings.models import Entry, Evening, Sheet
from dokoclub.evenings.services import evenings, sheets
from tests.cast import Cast
from tests.evenings.pages import url_of
from tests.evenings.papers import evening, table
from tests.evenings.sending import save
from tests.evenings.views import fields, phone, url
from tests.once import Once
from tests.processes import run_at_once
from tests.settlement import purse

pytestmark = pytest.mark.django_db(transaction=True)

DAY = date(2026, 11, 13)
TYPED = {"typed": "13.11.2026"}
GAMES = 8


@pytest.fixture
def cast(kept_cast: Once[Cast], transactional_db: None) -> Cast:
    return kept_cast.anew()


@pytest.fixture
def one(cast: Cast) -> Evening:
    return evening(cast, table(cast, name="1"), table(cast, name="2"), day=DAY, stake=5)


def writing(cast: Cast, one: Evening, place: int, answers: Counter[int], written: set[str]) -> None:
    """Write game after game on one of the two tables from a phone, each with a separate key."""
    sheet, ben = one.sheets.order_by("pk")[place % 2], phone(cast)
    ben.raise_request_exception = False
    for _ in range(GAMES):
        sent = fields(cast, expected="")
        status = save(ben, sheet, sent).status_code
        answers[status] += 1
        if status == 200:
            written.add(str(sent["uuid"]))


def deleting(cast: Cast, one: Evening, answers: Counter[int]) -> None:
    anna = phone(cast, "Anna")
    anna.raise_request_exception = False
    for _ in range(3):
        answers[anna.post(url_of(one, "delete/"), TYPED).status_code] += 1
        answers[anna.post(url_of(one, "take-back/")).status_code] += 1


def closing(cast: Cast, one: Evening, answers: Counter[int]) -> None:
    anna = phone(cast, "Anna")
    anna.raise_request_exception = False
    for _ in range(3):
        answers[anna.post(url_of(one, "close/")).status_code] += 1
        answers[anna.post(url_of(one, "reopen/")).status_code] += 1


def changing(cast: Cast, one: Evening, answers: Counter[int]) -> None:
    """Make every other change to an evening and its tables."""
    anna, sheet = phone(cast, "Anna"), one.sheets.latest("pk")
    anna.raise_request_exception = False
    evening_form = {"day": "13.11.2026", "place": "Bei Anna", "stake": "5", "club_evening": "on"}
    for address, form in (
        (url_of(one, "edit/"), evening_form),
        (reverse("settlement:freeze", args=[one.pk]), {}),
        (url("show_pen", sheet), {}),
        (url("close_sheet", sheet), {}),
        (url("reopen_sheet", sheet), {}),
        (url("revoke_pen", sheet), {}),
        (url_of(one, "links/"), {}),
        (reverse("settlement:excuse", args=[one.pk]), {"player": cast.ids("Dora")[0], "excused": "on"}),
    ):
        answers[anna.post(address, form).status_code] += 1


def assert_it_adds_up(one: Evening, written: set[str]) -> None:
    stored = [str(uuid) for uuid in Entry.objects.filter(sheet__evening=one).values_list("uuid", flat=True)]
    assert sorted(stored) == sorted(written)
    for sheet in one.sheets.all():
        numbers = list(sheet.entries.order_by("position").values_list("number", flat=True))
        assert numbers == list(range(1, len(numbers) + 1))
    call_command("check_ledger", verbosity=0)


@pytest.mark.promise("deleted-meanwhile")
def test_no_answered_game_is_lost_and_none_is_an_error(cast: Cast, one: Evening) -> None:
    answers: Counter[int] = Counter()
    written: set[str] = set()
    raised = run_at_once(
        *(lambda place=place: writing(cast, one, place, answers, written) for place in range(4)),
        lambda: deleting(cast, one, answers),
        lambda: closing(cast, one, answers),
        lambda: changing(cast, one, answers),
    )

    assert raised == [None] * 7
    assert sum(answers.values()) == 4 * GAMES + 12 + 8
    assert set(answers) <= {200, 302, 404, 409, 422}, answers
    evenings.take_back_evening(one, by=cast.anna)
    assert_it_adds_up(one, written)


@pytest.mark.promise("deleted-meanwhile")
def test_what_was_written_into_it_at_the_last_moment_waits_in_it(cast: Cast, one: Evening) -> None:
    """The evening is deleted once and for all: earlier games are there, later ones were refused with that reason."""
    answers: Counter[int] = Counter()
    written: set[str] = set()
    anna = phone(cast, "Anna")
    run_at_once(
        *(lambda place=place: writing(cast, one, place, answers, written) for place in range(4)),
        lambda: anna.post(url_of(one, "delete/"), TYPED),
    )

    assert set(answers) <= {200, 404, 409}
    assert not Evening.objects.not_deleted().filter(pk=one.pk).exists()
    call_command("check_ledger", verbosity=0)
    evenings.take_back_evening(one, by=cast.anna)
    assert_it_adds_up(one, written)


@pytest.mark.promise("deleted-meanwhile")
def test_a_correction_of_it_is_there_or_was_refused(cast: Cast, one: Evening) -> None:
    sheet = one.sheets.earliest("pk")
    purse.write(cast, sheet, {"Anna": 3, "Ben": 1, "Cleo": -1, "Dora": -3})
    entry = sheet.entries.get()
    ben, anna = phone(cast), phone(cast, "Anna")
    sent = fields(cast, seen=1, expected="", uuid=str(uuid4()))
    corrected, deleted = run_at_once(
        lambda: ben.post(url("amend_entry", sheet, entry), sent).status_code,
        lambda: anna.post(url_of(one, "delete/"), TYPED).status_code,
    )

    assert deleted == 302
    assert corrected in (200, 404, 409)
    entry.refresh_from_db()
    assert (entry.kind == "normal") == (corrected == 200)
    evenings.take_back_evening(one, by=cast.anna)
    call_command("check_ledger", verbosity=0)


@pytest.mark.promise("too-late")
@pytest.mark.parametrize("page", ["reopen/", "edit/"])
def test_who_comes_a_moment_too_late_finds_nothing(
    cast: Cast, one: Evening, page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Regression: reopening an evening, or changing its date, while it was deleted was answered 500."""
    find = access.evening_to_own if page == "reopen/" else access.evening_to_score

    def and_deleted(*asked: Any) -> Any:
        found = find(*asked)
        evenings.delete_evening(one, typed=DAY, by=cast.anna)
        return found

    monkeypatch.setattr(access, find.__name__, and_deleted)
    form = {"day": "13.11.2026", "place": "", "stake": "5", "club_evening": "on"}
    assert phone(cast, "Anna").post(url_of(one, page), form).status_code == 404


@pytest.mark.promise("too-late")
@pytest.mark.parametrize("page", ["close_sheet", "revoke_pen"])
def test_so_does_who_ends_a_table_that_is_taken_away(
    cast: Cast, one: Evening, page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    find, sheet = access.sheet_to_score, one.sheets.latest("pk")

    def and_withdrawn(*asked: Any) -> Any:
        found = find(*asked)
        sheets.withdraw_sheet(Sheet.objects.get(pk=sheet.pk), by=cast.ben)
        return found

    monkeypatch.setattr(access, "sheet_to_score", and_withdrawn)
    assert phone(cast).post(url(page, sheet)).status_code == 404


@pytest.mark.promise("deleted-meanwhile")
def test_two_who_delete_it_and_two_who_take_it_back(cast: Cast, one: Evening) -> None:
    anna = [phone(cast, "Anna") for _ in range(4)]
    answers = run_at_once(
        *(lambda one_of=one_of: one_of.post(url_of(one, "delete/"), TYPED).status_code for one_of in anna[:2]),
        *(lambda one_of=one_of: one_of.post(url_of(one, "take-back/")).status_code for one_of in anna[2:]),
    )

    assert set(answers) <= {302, 404}
    call_command("check_ledger", verbosity=0)
