"""A form that is sent again: with the same content it writes nothing more, with other content it says so."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from itertools import islice
from typing import Any, Final
from uuid import UUID

import pytest
from django.db import transaction
from django.test import Client
from django.test.utils import override_settings
from django.urls import resolve
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from dokoclub.ui.forms import DEMO_CLUB
from tests.cast import make_cast, make_player
from tests.house.asking import HANDLERS, cookies_of
from tests.house.forms import Choice, Form
from tests.house.test_foreign_ids import Rows, fill, find_all_forms, rows_now
from tests.once import taken_back

OTHERWISE: Final = {"text": "Anders", "number": "7", "textarea": "Anders", "date": "2026-03-11"}
SAYS_ON_NEXT_PAGE: Final = {
    "settlement:close_cash_year",
    "settlement:net",
    "settlement:pay_all_open",
    "settlement:pay_tapped",
    "tournaments:note_penalty",
}
NO_CONTENT: Final = {"counting_rounds", "length", "until"}  # say nothing unless another field is chosen
OWN_KEY: Final = {"guest_name"}  # with a name in it, the form only enters a guest, by a key of the guest's own
COUNTERS: Final = {"tournaments.Tournament"}  # a version that makes followers ask again

Fields = dict[str, list[str]]

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def keyed(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[str, list[Form]]]:
    """The cookies of the club's owner, and all forms with a key on the pages that she may read."""
    with taken_back(django_db_blocker), override_settings(DATA_DIR=tmp_path_factory.mktemp("keys")):
        cast = make_cast()
        filled, _pen = fill(cast)
        free = [make_player(cast.club, name).pk for name in ("Nils", "Olga", "Paul", "Rosa")]
        cookies = cookies_of(cast.anna)
        forms = [sit_down(form, free) for form in find_all_forms(cookies, filled)]
        yield cookies, [form for form in forms if any(field.name == "key" for field in form.fields)]


def sit_down(form: Form, players: list[int]) -> Form:
    """As taps leave it: these sit at a table that nobody sits at, because everybody else plays already."""
    seats = " ".join(map(str, players))
    return form._replace(
        fields=[field._replace(sent=[seats]) if is_empty_table(field) else field for field in form.fields]
    )


def is_empty_table(field: Choice) -> bool:
    return field.name == "seats" and field.sent == [""]


def ways(form: Form) -> Iterator[Fields]:
    """With and without a press on the first button; on days that are over, and on days to come; choices left alone."""
    soon = (timezone.localdate() + timedelta(days=7)).isoformat()
    dates = {field.name: [soon] for field in form.fields if field.kind == "date"}
    chosen = {field.name: field.sent for field in form.fields if field.kind == "select" and field.sent == [""]}
    amounts = {field.name: ["12,50"] for field in form.fields if field.name == "amount" and field.sent == [""]}
    for press in (False, True):
        data: Fields = {}
        for name, value in form.fill(press=press):
            data.setdefault(name, []).append(value)
        data |= amounts
        yield data
        if dates:
            yield data | dates
        if chosen:
            yield data | chosen


def send(cookies: str, form: Form, data: Fields) -> Any:
    client = Client(headers={"Cookie": cookies})
    client.handler = HANDLERS[False]
    return client.post(form.action, data)


def is_taken(cookies: str, form: Form, data: Fields) -> bool:
    with transaction.atomic():
        answer = send(cookies, form, data)
        transaction.set_rollback(True)
    return bool(answer.status_code == 302)


def changes(form: Form) -> Iterator[Fields]:
    """Each field that a person types into, changed alone."""
    for field in form.fields:
        if field.kind in OTHERWISE and field.name not in {"key", *NO_CONTENT, *OWN_KEY}:
            yield {field.name: [OTHERWISE[field.kind]]}


def view_of(form: Form) -> str:
    return str(resolve(form.action.partition("?")[0]).view_name)


def differences(before: Rows, after: Rows) -> list[str]:
    return [label for label, rows in after.items() if rows != before[label] and label not in COUNTERS]


def test_every_key_is_left_alone_by_the_browsers_memory(keyed: tuple[str, list[Form]]) -> None:
    fields = [(view_of(form), field) for form in keyed[1] for field in form.fields if field.name == "key"]

    assert [view for view, field in fields if field.attributes.get("autocomplete") != "off"] == []
    assert len(fields) > 15


@pytest.mark.walk
def test_the_same_form_again_writes_nothing_more_and_another_one_says_so(keyed: tuple[str, list[Form]]) -> None:
    cookies, forms = keyed
    wrong, taken = [], set()
    for form in forms:
        data = next((way for way in ways(form) if is_taken(cookies, form, way)), None)
        for change in [] if data is None else [{}, *islice(changes(form), 3)]:
            with transaction.atomic():
                send(cookies, form, data or {})
                between = rows_now()
                again = send(cookies, form, (data or {}) | change)
                wrote = differences(between, rows_now())
                transaction.set_rollback(True)
            taken.add(view_of(form))
            if wrote:
                wrong.append(f"{view_of(form)} with {change} wrote {wrote}")
            if (again.status_code == 302) == bool(change) and view_of(form) not in SAYS_ON_NEXT_PAGE:
                wrong.append(f"{view_of(form)} with {change} answered {again.status_code}")
    assert "\n".join(wrong) == ""
    assert taken >= {"clubs:found_club", "dates:plan_dates", "evenings:start_evening", "tournaments:found_tournament"}
    assert len(taken) > 15, sorted(taken)


@pytest.mark.parametrize("key", [DEMO_CLUB, UUID(int=5), UUID("6ba7b810-9dad-11d1-80b4-00c04fd430c8")])
def test_a_key_that_no_browser_makes_is_refused(keyed: tuple[str, list[Form]], key: UUID) -> None:
    cookies, forms = keyed
    for form in forms:
        with transaction.atomic():
            answer = send(cookies, form, next(ways(form)) | {"key": [str(key)]})
            transaction.set_rollback(True)
        is_refused = answer.status_code == 422 or (answer.status_code == 302 and view_of(form) in SAYS_ON_NEXT_PAGE)
        assert is_refused, f"{view_of(form)} answered {answer.status_code}"
