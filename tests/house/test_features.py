"""A club that has switched its features off: their pages are gone, for members and by secret links alike."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import pytest
from django.test.utils import override_settings
from django.urls import reverse

from dokoclub.clubs.models import Club
from dokoclub.clubs.models.features import FEATURES, all_features, is_used
from dokoclub.clubs.services.clubs import found_club, switch_feature
from dokoclub.settlement.selectors.evening import rules_of_club
from dokoclub.settlement.services.rules import change_club_money
from scoring.money.methods import MoneyRules
from tests.cast import Cast, signed_in
from tests.house import address_kwargs
from tests.house.access_table import ACCESS_RULES
from tests.house.addresses import addresses
from tests.pages import seen

GAPS: Final = dict(addresses())
BELONGING: Final = {name: feature for name in ACCESS_RULES for feature in FEATURES if feature.has_page(name)}
# Of apps with pages of a feature: those that every club has. A new page is declared here or in a feature.
OF_EVERY_CLUB: Final = {
    "exports": "confirm_move export_club export_evening export_games export_moving export_open export_payments "
    "make_archive export_sheet export_table found_from_file move_club open_shared print_empty print_sheet print_table "
    "show_evening_files show_files show_archive take_back_move",
    "screens": "enter_code give_invitation_code give_link_code give_pen_code type_code",
    "settlement": "change_currency clear_all edit_bank_account edit_club edit_evening excuse freeze let_go net "
    "net_several pay pay_all preview_club preview_evening remove_bank_account show_clearing show_code show_evening "
    "show_all show_evening_code show_overview show_person take_back "
    "take_back_clearing take_back_payment take_back_several",
    "standings": "choose_columns choose_frames choose_period close_month correct_points edit_league explain "
    "list_corrections list_league_links revoke_league_link show_by_link show_certificate show_club_statistics "
    "show_csv show_embedded "
    "show_hall show_json show_league show_league_link show_matrix show_period_csv show_period_embedded "
    "show_period_json show_player show_player_statistics show_statistics show_table show_table_by_link show_version "
    "switch_rating take_back_correction",
    "dates": "show_reminders subscribe_browser end_subscription",
    "tournaments": "",
}

pytestmark = pytest.mark.django_db


@pytest.fixture
def filled(cast: Cast, tmp_path: Path) -> Iterator[tuple[Cast, dict[str, Any]]]:
    with override_settings(DATA_DIR=tmp_path, PUSH_CONTACT="doko@example.org"):
        yield cast, address_kwargs.fill(cast)


def status(cast: Cast, name: str, places: dict[str, Any]) -> int:
    client = signed_in(cast.anna)
    url = reverse(name, kwargs={gap: places[gap] for gap in GAPS[name]})
    method = "POST" if "GET" not in ACCESS_RULES[name].methods else "GET"
    answer = client.generic(method, url)
    return answer.status_code


def test_every_page_of_a_feature_is_an_address() -> None:
    named = {name for feature in FEATURES for name in feature.pages | feature.but if not name.endswith(":")}
    assert named - set(GAPS) == set()


def test_every_page_declares_its_feature_or_that_every_club_has_it() -> None:
    of_apps = {name for name in ACCESS_RULES if name.partition(":")[0] in OF_EVERY_CLUB}
    declared = {f"{app}:{name}" for app, names in OF_EVERY_CLUB.items() for name in names.split()}
    assert of_apps - set(BELONGING) == declared


def test_a_new_club_uses_dates_alone(cast: Cast) -> None:
    club = found_club(name="Ahorn", preset="ddv", player_name="Anna", key=uuid4(), by=cast.anna)
    assert club.features == ["dates"]
    page = seen(signed_in(cast.anna).get(reverse("clubs:show_settings", args=[club.pk])))
    assert "Kasse" in page
    assert signed_in(cast.anna).get(reverse("settlement:show_kitty", args=[club.pk])).status_code == 404


def test_a_kitty_into_which_evenings_pay_stays(cast: Cast) -> None:
    change_club_money(cast.club, MoneyRules(method="per_point_loss"), by=cast.anna)
    url = reverse("clubs:switch_feature", args=[cast.club.pk, "kitty"])
    assert "Eure Abende zahlen in die Kasse" in seen(signed_in(cast.anna).post(url, {"on": "0"}, follow=True))
    change_club_money(cast.club, MoneyRules(method="players"), by=cast.anna)
    assert "Kasse ausgeschaltet. Gelöscht ist nichts. Rückgängig" in seen(
        signed_in(cast.anna).post(url, {"on": "0"}, follow=True)
    )


def test_without_a_kitty_no_evening_can_be_settled_into_one(cast: Cast) -> None:
    cast.club.features = []
    cast.club.save()
    client, url = signed_in(cast.anna), reverse("settlement:edit_club", args=[cast.club.pk])
    sent = {"method": "per_point_loss", "stake": "5", "scope": "evening", "rounding": "1", "rounding_way": "half"}
    assert client.post(url, sent).status_code == 422
    assert client.post(url, {**sent, "method": "players"}).status_code == 302
    rules = rules_of_club(Club.objects.get(pk=cast.club.pk))
    assert (rules.method, rules.present, rules.absent) == ("players", 0, 0)


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
    assert "Turniere ausgeschaltet. Gelöscht ist nichts. Rückgängig" in seen(off)
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
    assert "Auf Mitgliedskonten ist noch Geld offen." in seen(answer)
    cast.club.refresh_from_db()
    assert cast.club.uses("dues")


@pytest.mark.parametrize(("feature", "on", "status"), [("unknown", "0", 404), ("dates", "", 400)])
def test_what_the_page_does_not_offer_is_refused(cast: Cast, feature: str, on: str, status: int) -> None:
    url = reverse("clubs:switch_feature", args=[cast.club.pk, feature])
    assert signed_in(cast.anna).post(url, {"on": on}).status_code == status
    assert Club.objects.get(pk=cast.club.pk).uses("dates")
