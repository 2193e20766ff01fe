"""/clubs/…/evenings/new/: start an evening."""

from __future__ import annotations

import re
from datetime import date
from uuid import uuid4

import pytest
import time_machine
from pytest_django import DjangoAssertNumQueries

from dokoclub.clubs.models import Player
from dokoclub.clubs.services.players import let_leave
from dokoclub.evenings.models import Evening, Sheet
from scoring.rules.presets import PRESETS
from tests.cast import Cast
from tests.evenings.pages import field, many, names, phone, seats, seen, started, starting
from tests.evenings.papers import evening, table
from tests.markup import markup


@pytest.fixture
def url(cast: Cast) -> str:
    return f"/clubs/{cast.club.pk}/evenings/new/"


# ---- Same as last time ----------------------------------------------------------------------------------------------


def test_everybody_of_the_last_evening_is_proposed_in_their_seats(cast: Cast, url: str) -> None:
    cast.guest("Emil")
    evening(
        cast, table(cast, "Dora", "Cleo", "Emil", "Anna", dealer="Emil"), place="Linde", stake=5, day=date(2026, 11, 13)
    )
    page = phone(cast, "Ben").get(url)
    assert field(page, "seats") == [seats([cast.players[name] for name in ("Dora", "Cleo", "Emil", "Anna")])]
    assert field(page, "place") == ["Linde"]
    assert field(page, "stake") == ["5"]
    assert f'<option value="{cast.players["Emil"].pk}" selected translate="no">Emil</option>' in markup(page)


def test_a_club_of_three_is_asked_for_names_first(cast: Cast, url: str) -> None:
    """Only a button that can succeed is filled."""
    client = phone(cast, "Ben")
    assert "more guest" in markup(client.get(url))
    assert 'class="more guest" open' not in markup(client.get(url))
    let_leave(cast.players["Dora"], by=cast.anna)
    page = markup(client.get(url))
    assert '<details class="more guest" open>' in page
    assert re.findall(r'class="button primary" id="([\w-]+)"', page) == ["add-guest"]
    assert "Setzt einen Gast auf den leeren Platz und tragt die Punkte von Hand ein." in page
    add = {"do": "guest", "guest_name": "Emil", "guest_key": str(uuid4()), "name": "1"}
    after = client.post(url, {**add, "seats": seats(cast.four[:3])})
    assert re.findall(r'class="button primary" id="([\w-]+)"', markup(after)) == ["open"]


def test_a_button_that_cannot_do_anything_yet_looks_like_it(cast: Cast, url: str) -> None:
    """Regression: with nobody at the table it looked like any other."""
    client = phone(cast, "Ben")
    assert 'id="open"' in markup(client.get(url))
    assert "early" not in markup(client.get(url))
    after = markup(client.post(url, {"do": "nobody", "seats": seats(cast.four), "name": "1"}))
    assert 'class="button early" id="open"' in after
    assert "0 am Tisch (4–7)" in after


def test_sent_as_it_is_it_starts_the_evening(cast: Cast, url: str) -> None:
    response = started(cast)
    sheet = Sheet.objects.get()
    assert response.headers["Location"] == f"/sheets/{sheet.pk}/"
    assert names(sheet) == ["Anna", "Ben", "Cleo", "Dora"]
    assert sheet.first_dealer == cast.players["Anna"]
    assert sheet.evening.opened_by == cast.ben


@time_machine.travel("2026-11-21T03:00:00+01:00", tick=False)
def test_after_midnight_it_is_still_the_evening_before(cast: Cast) -> None:
    started(cast)
    assert Evening.objects.get().date == date(2026, 11, 20)


def test_everything_can_be_said_otherwise(cast: Cast) -> None:
    started(
        cast,
        dealer=[str(cast.players["Cleo"].pk)],
        rules="ddv",
        length_kind="rounds",
        length="5",
        place="Gasthaus Linde",
        stake="10",
        day="2026-11-13",
        club_evening="on",
    )
    sheet = Sheet.objects.get()
    assert sheet.first_dealer == cast.players["Cleo"]
    assert (sheet.length_kind, sheet.length) == ("rounds", 5)
    assert sheet.parsed.extras == PRESETS["ddv"].rules.extras
    one = sheet.evening
    assert (one.place, one.date, one.club_evening) == ("Gasthaus Linde", date(2026, 11, 13), True)
    assert one.stake == 10


@pytest.mark.parametrize("day", ["0202-11-13", "9999-12-31"])
def test_a_slip_of_the_year_is_told(cast: Cast, day: str) -> None:
    page = started(cast, day=day)
    assert page.status_code == 422
    assert "Stimmt das Jahr?" in seen(page)
    assert not Evening.objects.exists()


def test_the_rules_are_those_of_the_club(cast: Cast) -> None:
    started(cast)
    assert Sheet.objects.get().parsed.extras == PRESETS["hausrunde"].rules.extras


def test_an_open_end_has_no_number(cast: Cast) -> None:
    started(cast, length_kind="open", length="24")
    assert Sheet.objects.get().length is None


# ---- Tap by tap, without a script -----------------------------------------------------------------------------------


def test_a_tap_takes_somebody_in_and_another_takes_him_out(cast: Cast, url: str) -> None:
    emil, ben = cast.guest("Emil"), phone(cast, "Ben")
    page = ben.post(url, starting(cast, do=f"toggle-{emil.pk}"))
    assert (page.status_code, field(page, "seats")) == (200, [seats([*cast.four, emil])])
    page = ben.post(url, starting(cast, do=f"toggle-{cast.players['Anna'].pk}"))
    assert field(page, "seats") == [seats(cast.four[1:])]
    assert not Evening.objects.exists()


def test_at_a_first_evening_everybody_sits_as_entered_and_is_asked_not_told(cast: Cast, url: str) -> None:
    """Regression: "Tap in the order in which you sit" stood above four seated players; following it removed them
    all.
    """
    page = phone(cast, "Ben").get(url)
    assert '<p class="hint" id="in-order" hidden>' in markup(page)
    assert 'id="reseat">Sitzt ihr so?' in markup(page)
    page = phone(cast, "Ben").post(url, starting(cast, do="nobody"))
    assert field(page, "seats") == [""]
    assert '<p class="hint" id="in-order">Tippe in Sitzreihenfolge.' in markup(page)
    assert 'id="reseat" hidden>' in markup(page)


def test_an_owner_enters_a_member_right_here(cast: Cast, url: str) -> None:
    """Regression: from this page friends joined as guests only."""
    sent = starting(cast, do="guest", guest_name="Paula", guest_key=str(uuid4()), guest_belongs="on")
    assert "Neuer Name" in seen(phone(cast, "Anna").get(url))
    assert phone(cast, "Anna").post(url, sent).status_code == 200
    assert Player.objects.get(name="Paula").guest is False


def test_a_new_club_enters_its_own_people_and_all_of_them_sit_down(cast: Cast, url: str) -> None:
    """Regression: a new club's members had to be entered as guests, and each ticked as a member."""
    for name in ("Ben", "Cleo", "Dora"):
        let_leave(cast.players[name], by=cast.anna)
    page = phone(cast, "Anna").get(url)
    assert "Für einen Tisch fehlen noch 3. Name des Gastes Hinzufügen" in seen(page)
    assert 'aria-label="Gast hinzufügen"' in markup(page)
    assert re.search(r'name="guest_belongs"[^>]* checked', markup(page))
    sent = starting(cast, seats="", do="guest", guest_name="Paula", guest_key=str(uuid4()), guest_belongs="on")
    page = phone(cast, "Anna").post(url, sent)
    assert field(page, "seats") == [seats([cast.players["Anna"], Player.objects.get(name="Paula")])]
    assert "Für einen Tisch fehlen noch 2." in seen(page)


def test_a_guest_of_a_club_with_enough_people_is_no_member_by_default(cast: Cast, url: str) -> None:
    page = markup(phone(cast, "Anna").get(url))
    assert 'name="guest_belongs"' in page
    assert not re.search(r'name="guest_belongs"[^>]* checked', page)


def test_who_only_writes_adds_guests_alone(cast: Cast, url: str) -> None:
    sent = starting(cast, do="guest", guest_name="Paula", guest_key=str(uuid4()), guest_belongs="on")
    assert "Neuer Name" not in seen(phone(cast, "Ben").get(url))
    phone(cast, "Ben").post(url, sent)
    assert Player.objects.get(name="Paula").guest is True


def test_evenings_that_are_still_open_can_be_told_apart_and_are_not_many(cast: Cast, url: str) -> None:
    """Regression: four open evenings of one day were four identical warnings."""
    for place in ("Linde", "Krone", "Hirsch", "Adler"):
        evening(cast, table(cast), place=place)
    page = seen(phone(cast, "Ben").get(url))
    assert page.count("Abend läuft schon") == 3
    assert "Adler · seit" in page
    assert "Linde" not in page
    assert "Noch 1 Abend ist offen" in page


def test_while_an_evening_goes_on_nothing_starts_another_by_itself(cast: Cast, url: str) -> None:
    """Regression: the filled button started a second evening of the same people, who were proposed for it."""
    emil = cast.guest("Emil")
    one = evening(cast)
    page = phone(cast, "Ben").get(url)
    assert "button primary" not in markup(page)
    assert f'<a class="row" href="/evenings/{one.pk}/">' in markup(page)
    assert field(page, "seats") == [""]
    assert markup(page).index(f'data-player="{emil.pk}"') < markup(page).index(
        f'data-player="{cast.players["Anna"].pk}"'
    )


def test_an_evening_that_was_forgotten_binds_nobody(cast: Cast, url: str) -> None:
    evening(cast, day=date(2026, 11, 13))
    page = phone(cast, "Ben").get(url)
    assert field(page, "seats") == [seats(cast.four)]
    assert 'class="button primary" id="open"' in markup(page)
    assert "13. November" in seen(page)


def test_a_question_keeps_its_own_mark(cast: Cast, url: str) -> None:
    """Regression: the page showed "Wer spielt mit?: An einem Tisch …"."""
    page = seen(phone(cast, "Ben").post(url, starting(cast, seats=[""])))
    assert "mit?:" not in page


def test_arrows_change_seats(cast: Cast, url: str) -> None:
    anna, ben, cleo, dora = cast.four
    page = phone(cast, "Ben").post(url, starting(cast, do=f"up-{cleo.pk}"))
    assert field(page, "seats") == [seats([anna, cleo, ben, dora])]
    page = phone(cast, "Ben").post(url, starting(cast, do=f"down-{dora.pk}"))
    assert field(page, "seats") == [seats([anna, ben, cleo, dora])]


def test_what_was_typed_stays_through_the_taps(cast: Cast, url: str) -> None:
    sent = starting(cast, do=f"up-{cast.players['Cleo'].pk}", place="Vereinsheim", stake="zehn", length_kind="games")
    page = phone(cast, "Ben").post(url, sent)
    assert field(page, "place") == ["Vereinsheim"]
    assert field(page, "stake") == ["zehn"]
    assert field(page, "key") == [sent["key"]]
    assert 'id="id_club_evening" checked' not in page.content.decode()
    assert 'class="problems"' not in page.content.decode()


def test_a_script_gets_the_form_alone(cast: Cast, url: str) -> None:
    page = phone(cast, "Ben").post(url, starting(cast, do="lot"), headers={"HX-Request": "true"})
    assert page.content.decode().lstrip().startswith("<form")


# ---- A guest on the spot --------------------------------------------------------------------------------------------


def test_a_guest_is_added_and_sits_down(cast: Cast, url: str) -> None:
    page = phone(cast, "Ben").post(url, starting(cast, do="guest", guest_name=" Tante  Paula ", guest_key=str(uuid4())))
    paula = Player.objects.get(name="Tante Paula")
    assert (page.status_code, paula.guest, paula.club) == (200, True, cast.club)
    assert field(page, "seats") == [seats([*cast.four, paula])]
    assert field(page, "guest_name") == [""]


def test_a_guest_sent_twice_is_one(cast: Cast, url: str) -> None:
    sent = starting(cast, do="guest", guest_name="Paula", guest_key=str(uuid4()))
    for _ in range(2):
        page = phone(cast, "Ben").post(url, sent)
    assert field(page, "seats") == [seats([*cast.four, Player.objects.get(name="Paula")])]


def test_going_back_and_typing_another_name_adds_another_guest(cast: Cast, url: str) -> None:
    key = str(uuid4())
    for name in ("Paula", "Oskar"):
        phone(cast, "Ben").post(url, starting(cast, do="guest", guest_name=name, guest_key=key))
    assert set(cast.club.players.filter(guest=True).values_list("name", flat=True)) == {"Paula", "Oskar"}


def test_a_taken_name_is_told_at_its_field(cast: Cast, url: str) -> None:
    page = phone(cast, "Ben").post(
        url, starting(cast, do="guest", guest_name="anna", guest_key=str(uuid4()), place="Linde")
    )
    assert page.status_code == 422
    assert "So heißt schon Anna." in seen(page)
    assert field(page, "guest_name") == ["anna"]
    assert field(page, "place") == ["Linde"]


def test_a_guest_whose_name_was_only_typed_is_not_forgotten(cast: Cast, url: str) -> None:
    """Start was tapped instead of the button next to the name: the guest is in, and start is tapped once more."""
    page = phone(cast, "Ben").post(url, starting(cast, guest_name="Paula", guest_key=str(uuid4())))
    assert field(page, "seats") == [seats([*cast.four, Player.objects.get(name="Paula")])]
    assert not Evening.objects.exists()


# ---- Refusals -------------------------------------------------------------------------------------------------------


def test_three_are_too_few_and_told_what_they_can_do(cast: Cast) -> None:
    page = started(cast, cast.four[:3], place="Linde")
    assert "3 am Tisch: Setzt einen Gast auf den leeren Platz" in seen(page)
    assert page.status_code == 422
    assert "An einem Tisch sitzen vier bis sieben" in seen(page)
    assert field(page, "place") == ["Linde"]
    assert not Evening.objects.exists()


@pytest.mark.parametrize(
    "typed",
    [
        {"stake": "-1"},
        {"stake": "viel"},
        {"length_kind": "games", "length": ""},
        {"length_kind": "rounds", "length": "51"},
        {"length_kind": "days"},
        {"rules": "skat"},
        {"day": "gestern"},
        {"key": "none"},
    ],
)
def test_a_mistake_is_told_and_everything_kept(cast: Cast, typed: dict[str, str]) -> None:
    page = started(cast, place="Vereinsheim", **typed)
    assert page.status_code == 422
    assert re.search(r'class="(problems|[^"]*\bwrong\b)', page.content.decode())
    assert field(page, "place") == ["Vereinsheim"]
    assert field(page, "seats") == [seats(cast.four)]
    assert not Evening.objects.exists()


def test_who_left_meanwhile_is_told(cast: Cast) -> None:
    Player.objects.filter(name="Dora").update(left_at="2026-11-20T18:00Z", active=False)
    page = started(cast)
    assert page.status_code == 422
    assert "ist nicht mehr im Club" in seen(page)


@pytest.mark.parametrize("sent", ["1 1 1 1", "abc 2", "", "٣"])
def test_nonsense_in_the_seats_is_no_error_of_ours(cast: Cast, sent: str) -> None:
    assert started(cast, seats=[sent], dealer=["x"], **{"at-1": "99"}).status_code == 422


# ---- Access, language, cost -----------------------------------------------------------------------------------------


def test_it_speaks_english(cast: Cast, url: str) -> None:
    page = seen(phone(cast, "Ben").get(url, headers={"accept-language": "en"}))
    assert "Start an evening" in page
    assert "Tap in seating order." in page


@pytest.mark.parametrize("number", [4, 30])
def test_many_players_cost_no_more_queries(
    cast: Cast, url: str, number: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    many(cast, number)
    evening(cast)
    client = phone(cast, "Ben")
    client.get(url)
    with django_assert_num_queries(10):
        client.get(url)


def test_what_is_folded_is_told(cast: Cast, url: str) -> None:
    """The dealer, and what rules, stake and place are proposed; typed ones after a tap."""
    evening(cast, day=date(2026, 11, 13), place="Linde", stake=5)
    page = seen(phone(cast, "Ben").get(url))
    assert "Plätze und Geber Geber: Anna" in page
    assert "5 Cent pro Punkt, Linde" in page
    tapped = starting(cast, do=f"toggle-{cast.players['Dora'].pk}", place="Krone", stake="0")
    assert "(eure), Krone" in seen(phone(cast, "Ben").post(url, tapped))
