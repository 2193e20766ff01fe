"""A club that has switched its features off: their pages are gone, for members and by secret links alike."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from django.test.utils import override_settings
from django.urls import reverse

from dokoclub.clubs.models import Club
from dokoclub.clubs.models.features import FEATURES, all_features, is_used
from dokoclub.clubs.services.clubs import switch_feature
from tests.cast import Cast, signed_in
from tests.house import address_kwargs
from tests.house.access_table import DOORS
from tests.house.addresses import addresses
from tests.pages import seen

GAPS: Final = dict(addresses())
BELONGING: Final = {name: feature for name in DOORS for feature in FEATURES if feature.has_page(name)}


pytestmark = pytest.mark.django_db


@pytest.fixture
def filled(cast: Cast, tmp_path: Path) -> Iterator[tuple[Cast, dict[str, Any]]]:
    with override_settings(DATA_DIR=tmp_path, PUSH_CONTACT="doko@example.org"):
        yield cast, address_kwargs.fill(cast)


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


def test_an_owner_switches_at_once_and_takes_it_back(cast: Cast) -> None:
    client, url = signed_in(cast.anna), reverse("clubs:switch_feature", args=[cast.club.pk, "tournaments"])
    off = client.post(url, {"on": "0"}, follow=True)
    assert "Turniere ausgeschaltet. Rückgängig" in seen(off)
    assert 'aria-checked="false"' in off.content.decode()
    assert "Turniere eingeschaltet." in seen(client.post(url, {"on": "1"}, follow=True))
    cast.club.refresh_from_db()
    assert cast.club.features == all_features()


def test_a_feature_brings_the_one_that_it_needs(cast: Cast) -> None:
    cast.club.features = []
    cast.club.save()
    assert switch_feature(cast.club, "dues", on=True, by=cast.anna).features == ["kitty", "dues"]


def test_nothing_is_switched_off_while_money_is_open_in_it(filled: tuple[Cast, dict[str, Any]]) -> None:
    cast, _ = filled
    url = reverse("clubs:switch_feature", args=[cast.club.pk, "dues"])
    answer = signed_in(cast.anna).post(url, {"on": "0"}, follow=True)
    assert "Auf den Mitgliederkonten ist noch Geld offen." in seen(answer)
    cast.club.refresh_from_db()
    assert cast.club.uses("dues")


@pytest.mark.parametrize(("feature", "on", "status"), [("unknown", "0", 404), ("dates", "", 400)])
def test_what_the_page_does_not_offer_is_refused(cast: Cast, feature: str, on: str, status: int) -> None:
    url = reverse("clubs:switch_feature", args=[cast.club.pk, feature])
    assert signed_in(cast.anna).post(url, {"on": on}).status_code == status
    assert Club.objects.get(pk=cast.club.pk).uses("dates")
