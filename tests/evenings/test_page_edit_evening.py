"""/evenings/…/edit/: date, place and stake."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from dokoclub.evenings.models import Evening
from dokoclub.evenings.services import evenings
from tests.cast import Cast
from tests.evenings.pages import field, phone, url_of
from tests.evenings.papers import evening


@pytest.fixture
def one(cast: Cast) -> Evening:
    return evening(cast, day=date(2026, 11, 13), place="Linde", stake=5)


def test_it_shows_what_is_known(cast: Cast, one: Evening) -> None:
    page = phone(cast, "Ben").get(url_of(one, "edit/"))
    assert [field(page, name) for name in ("day", "place", "stake")] == [["2026-11-13"], ["Linde"], ["5"]]


def test_it_changes_everything(cast: Cast, one: Evening) -> None:
    typed = {"day": "2026-11-14", "place": " Garten ", "stake": ""}
    response = phone(cast, "Ben").post(url_of(one, "edit/"), typed)
    assert response.headers["Location"] == url_of(one)
    one.refresh_from_db()
    assert (one.date, one.place, one.stake, one.club_evening) == (date(2026, 11, 14), "Garten", Decimal(), False)


def test_a_place_is_kept_without_what_nobody_sees(cast: Cast, one: Evening) -> None:
    phone(cast, "Ben").post(url_of(one, "edit/"), {"day": "2026-11-13", "place": "\ufeffGar\u200bten\u202e "})
    one.refresh_from_db()
    assert one.place == "Garten"


@pytest.mark.parametrize(
    "wrong",
    [{"day": ""}, {"day": "bald"}, {"day": "0202-11-14"}, {"stake": "-5"}, {"stake": "10001"}, {"place": "x" * 121}],
)
def test_a_mistake_is_told_and_nothing_changed(cast: Cast, one: Evening, wrong: dict[str, str]) -> None:
    page = phone(cast, "Ben").post(url_of(one, "edit/"), {"day": "2026-11-14", "place": "X", "stake": "1", **wrong})
    assert page.status_code == 422
    assert 'class="errorlist"' in page.content.decode()
    one.refresh_from_db()
    assert (one.date, one.place) == (date(2026, 11, 13), "Linde")


def test_a_closed_evening_can_be_corrected_too(cast: Cast, one: Evening) -> None:
    evenings.close_evening(one, by=None)
    phone(cast, "Ben").post(url_of(one, "edit/"), {"day": "2026-11-13", "place": "Vereinsheim", "stake": "5"})
    one.refresh_from_db()
    assert one.place == "Vereinsheim"
