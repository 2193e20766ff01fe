"""A club that has switched its features off: their pages are gone, for members and by secret links alike."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from django.test.utils import override_settings
from django.urls import reverse

from dokoclub.clubs.models.features import FEATURES, all_features, is_used
from dokoclub.clubs.services.clubs import switch_feature
from tests.cast import Cast, signed_in
from tests.house import gaps
from tests.house.addresses import addresses
from tests.house.doors import DOORS

GAPS: Final = dict(addresses())
BELONGING: Final = {name: feature for name in DOORS for feature in FEATURES if feature.has_page(name)}


pytestmark = pytest.mark.django_db


@pytest.fixture
def filled(cast: Cast, tmp_path: Path) -> Iterator[tuple[Cast, dict[str, Any]]]:
    with override_settings(DATA_DIR=tmp_path, PUSH_CONTACT="doko@example.org"):
        yield cast, gaps.fill(cast)


def status(cast: Cast, name: str, places: dict[str, Any]) -> int:
    client = signed_in(cast.anna)
    url = reverse(name, kwargs={gap: places[gap] for gap in GAPS[name]})
    method = "POST" if "GET" not in DOORS[name].methods else "GET"
    answer = client.generic(method, url)
    return answer.status_code


def test_every_page_of_a_feature_is_an_address() -> None:
    named = {name for feature in FEATURES for name in feature.pages | feature.but if not name.endswith(":")}
    assert named - set(GAPS) == set()


def test_dues_need_the_kitty() -> None:
    assert not is_used("dues", ["dues"])
    assert is_used("dues", ["dues", "kitty"])


def test_a_page_of_a_feature_that_is_off_is_not_found(filled: tuple[Cast, dict[str, Any]]) -> None:
    cast, places = filled
    cast.club.features = []
    cast.club.save()
    answers = {name: status(cast, name, places) for name in BELONGING}
    assert {name: code for name, code in answers.items() if code != 404} == {}


def test_an_owner_reads_where_to_switch_it_on(filled: tuple[Cast, dict[str, Any]]) -> None:
    cast, _ = filled
    switch_feature(cast.club, "dates", on=False, by=cast.anna)
    url = reverse("dates:list_dates", args=[cast.club.pk])
    settings = reverse("clubs:show_settings", args=[cast.club.pk])
    owner, reader, stranger = (signed_in(person).get(url) for person in (cast.anna, cast.dora, cast.stranger))
    assert [answer.status_code for answer in (owner, reader, stranger)] == [404, 404, 404]
    assert "Der Club benutzt das nicht." in owner.content.decode()
    assert settings in owner.content.decode()
    assert settings not in reader.content.decode()
    assert "Der Club benutzt das nicht." not in stranger.content.decode()


def test_switching_twice_changes_nothing_more_and_deletes_nothing(filled: tuple[Cast, dict[str, Any]]) -> None:
    cast, _ = filled
    dates = cast.club.dates.count()
    off = switch_feature(cast.club, "dates", on=False, by=cast.anna)
    written = off.history.count()
    assert switch_feature(off, "dates", on=False, by=cast.anna).history.count() == written
    on = switch_feature(off, "dates", on=True, by=cast.anna)
    assert (on.features, on.dates.count()) == (all_features(), dates)
