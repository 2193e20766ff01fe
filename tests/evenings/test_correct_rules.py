"""Changing the rules of a running evening: all its games are scored again, after a preview."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command

from dokoclub.clubs.services import clubs as club_rules
from dokoclub.core import http as errors_look
from dokoclub.evenings.domain.corrections import rules_for
from dokoclub.evenings.models import Entry, Evening, Sheet
from dokoclub.evenings.presenters.corrections import show_changes
from dokoclub.evenings.selectors import corrections
from dokoclub.evenings.services import corrections as corrections_services
from dokoclub.evenings.services import errors, evenings, sheets
from dokoclub.tournaments.models import Tournament
from scoring.rules.presets import PRESETS
from scoring.rules.rules import Rules
from tests.cast import Cast
from tests.evenings.papers import anna_ben, postings, solo, table, totals, write
from tests.evenings.papers import evening as new_evening
from tests.evenings.papers import sheet as new_sheet
from tests.evenings.rows import strike_entry
from tests.evenings.sending import batch, game, is_sound, now, numbers, send
from tests.evenings.views import phone, url

DDV, HOUSE, OTHER = (PRESETS[key].rules for key in ("ddv", "hausrunde", "forum"))


def seen(evening: Evening) -> dict[int, int]:
    return dict(Sheet.objects.filter(evening=evening).values_list("pk", "version"))


def correct(cast: Cast, evening: Evening, rules: Rules = HOUSE, **more: Any) -> list[Sheet]:
    said = {"key": uuid4(), "by": cast.ben, "seen": seen(evening), "confirmed": True, **more}
    return corrections_services.correct_rules(evening, rules, **said)


@pytest.fixture
def sheet(cast: Cast) -> Sheet:
    """Return a sheet by the rules of the DDV, where 120 all starts no Bockrunde."""
    sheet = new_sheet(cast)
    for augen in (120, 155):
        write(cast, sheet, anna_ben(cast, augen))
    return sheet


# --- The effect -------------------------------------------------------------------------------------------------------


def test_all_games_are_worked_out_by_the_other_rules(cast: Cast, sheet: Sheet) -> None:
    before = totals(sheet)
    correct(cast, sheet.evening)

    assert now(sheet).rules == rules_for(sheet, HOUSE)
    assert totals(sheet) != before
    assert postings(Entry.objects.get(sheet=sheet, number=2))["Anna"] == (4, 4)  # Bock
    assert now(sheet).bock_left
    assert is_sound(sheet)
    call_command("check_ledger", verbosity=0)


def test_what_it_does_is_shown_first(cast: Cast, sheet: Sheet) -> None:
    with pytest.raises(errors.Undecided) as undecided:
        correct(cast, sheet.evening, confirmed=False)
    (change,) = undecided.value.changes

    assert undecided.value.seen == seen(sheet.evening)
    assert [later.before.number for later in change.later] == [1, 2]
    assert now(sheet).rules == rules_for(sheet, DDV)


def test_a_confirmation_holds_for_what_was_shown_only(cast: Cast, sheet: Sheet) -> None:
    shown = seen(sheet.evening)
    write(cast, sheet, anna_ben(cast, 131))
    with pytest.raises(errors.Undecided):
        correct(cast, sheet.evening, seen=shown)


def test_every_table_of_the_evening_follows_a_finished_one_too(cast: Cast) -> None:
    evening = new_evening(cast, table(cast), table(cast, name="2"))
    one, two = evening.sheets.order_by("pk")
    for sheet in (one, two):
        write(cast, sheet, anna_ben(cast, 120))
        write(cast, sheet, anna_ben(cast, 155))
    sheets.close_sheet(two, by=cast.ben)
    correct(cast, evening)

    assert [totals(sheet)["Anna"] for sheet in (one, two)] == [totals(one)["Anna"]] * 2
    assert [now(sheet).rules for sheet in (one, two)] == [rules_for(one, HOUSE)] * 2
    assert is_sound(one)
    assert is_sound(two)


def test_the_length_of_the_list_stays(cast: Cast) -> None:
    tables = [replace(table(cast, rules="ddv"), length_kind="games", length=24)]
    evening = new_evening(cast, *tables)
    correct(cast, evening)
    assert evening.sheets.get().parsed.games_per_list == 24


def test_the_same_rules_change_nothing(cast: Cast, sheet: Sheet) -> None:
    before = now(sheet).version
    correct(cast, sheet.evening, DDV)
    assert now(sheet).version == before


# --- Impossible changes -----------------------------------------------------------------------------------------------


def test_a_game_that_cannot_be_there_is_named_with_its_reason(cast: Cast, sheet: Sheet) -> None:
    without = replace(HOUSE, solos=tuple(key for key in HOUSE.solos if key != "damen"))
    write(cast, sheet, solo(cast, "Ben", 130))
    with pytest.raises(errors.Impossible) as impossible:
        correct(cast, sheet.evening, without)

    assert [problem.field for problem in impossible.value.problems] == ["rows[3].solo"]
    assert now(sheet).rules == rules_for(sheet, DDV)


def test_one_table_that_does_not_fit_holds_all(cast: Cast) -> None:
    evening = new_evening(cast, table(cast), table(cast, name="2"))
    one, two = evening.sheets.order_by("pk")
    write(cast, one, anna_ben(cast))
    write(cast, two, solo(cast, "Ben", 130))
    with pytest.raises(errors.Impossible):
        correct(cast, evening, replace(HOUSE, solos=("buben",)))
    assert [now(sheet).rules for sheet in (one, two)] == [rules_for(one, DDV)] * 2


def test_points_by_hand_in_another_notation(cast: Cast) -> None:
    """They record how much each player lost, which plus-only rules cannot express; also for a struck row."""
    sheet = new_sheet(cast)
    points = dict(zip(cast.ids("Anna", "Ben", "Cleo", "Dora"), (3, 3, -3, -3), strict=True))
    entry = write(cast, sheet, {"kind": "manual", "points": points})
    plus = replace(DDV, notation="plus_only", solo_factor=1)
    for _ in range(2):
        with pytest.raises(errors.Impossible):
            correct(cast, sheet.evening, plus)
        strike_entry(entry, by=cast.ben)
    assert phone(cast).get(url("show_sheet", sheet)).status_code == 200


def test_closed_paid_and_tournaments(cast: Cast, sheet: Sheet) -> None:
    evening = sheet.evening
    Tournament.objects.create(club=cast.club, evening=evening, name="Herbst", day=evening.date, rules=sheet.rules)
    with pytest.raises(ValidationError, match="Turnier"):
        correct(cast, evening)
    Tournament.objects.all().delete()
    evenings.close_evening(evening, by=cast.ben)
    with pytest.raises(errors.Closed):
        correct(cast, evening)
    evenings.reopen_evening(evening, by=cast.anna)
    correct(cast, evening)
    assert is_sound(sheet)


# --- Sent twice, taken back -------------------------------------------------------------------------------------------


def test_the_same_key_writes_once_and_means_one_thing(cast: Cast, sheet: Sheet) -> None:
    key = uuid4()
    correct(cast, sheet.evening, key=key)
    version = now(sheet).version
    correct(cast, sheet.evening, key=key, seen={}, confirmed=False)
    assert now(sheet).version == version
    with pytest.raises(errors_look.Reused):
        correct(cast, sheet.evening, OTHER, key=key)


def test_it_is_in_the_list_and_is_taken_back(cast: Cast, sheet: Sheet) -> None:
    before, key = totals(sheet), uuid4()
    correct(cast, sheet.evening, key=key)
    write(cast, sheet, anna_ben(cast, 131))
    (done,) = corrections.list_corrections(sheet.evening)
    assert (done.key, done.by, done.stands) == (str(key), cast.ben, True)
    assert (done.before.rules, done.after.rules) == (rules_for(sheet, DDV), rules_for(sheet, HOUSE))

    corrections_services.undo_correction(sheet.evening, key, by=cast.anna)
    version = now(sheet).version
    corrections_services.undo_correction(sheet.evening, key, by=cast.anna)
    assert (now(sheet).version, now(sheet).rules) == (version, rules_for(sheet, DDV))
    assert totals(sheet)["Anna"] == before["Anna"] + 1
    assert [one.undone for one in corrections.list_corrections(sheet.evening)] == [True]
    assert is_sound(sheet)


def test_what_was_corrected_again_is_not_taken_back(cast: Cast, sheet: Sheet) -> None:
    key = uuid4()
    correct(cast, sheet.evening, key=key)
    correct(cast, sheet.evening, OTHER)
    for one in (key, UUID(int=1)):
        with pytest.raises(errors.Conflict):
            corrections_services.undo_correction(sheet.evening, one, by=cast.ben)


# --- Its page ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def second(cast: Cast) -> int:
    """Add a second version of the club's rules next to the one the sheet was opened with."""
    written = club_rules.change_rules(
        cast.club, HOUSE, preset="hausrunde", expected=cast.club.rules_versions.count(), key=uuid4(), by=cast.anna
    )
    return written.number


def test_the_page_shows_then_writes_then_takes_back(cast: Cast, sheet: Sheet, second: int) -> None:
    address, client = url("correct_sheet", sheet), phone(cast)
    page = client.get(address)
    form = page.context["rules_form"]
    assert form.initial["rules"] == str(second)
    sent = {"rules": str(second), "key": form["key"].value()}
    shown = client.post(address, sent)
    text = shown.content.decode()
    assert shown.status_code == 200
    assert "Spiel 2: Bock ×2, +2 → +4" in text
    assert now(sheet).rules == rules_for(sheet, DDV)

    asked = shown.context["asked"]
    confirmed = {field.html_name: field.value() for field in asked}
    assert client.post(address, confirmed).status_code == 302
    assert now(sheet).rules == rules_for(sheet, HOUSE)
    listed = client.get(address).content.decode()
    assert f"→ Fassung {second}" in listed
    (done,) = corrections.list_corrections(sheet.evening)
    client.post(f"{address}{done.key}/undo/")
    assert now(sheet).rules == rules_for(sheet, DDV)
    assert "zurückgenommen" in client.get(address).content.decode()


def test_two_at_once_are_told(cast: Cast, sheet: Sheet, second: int) -> None:
    address, client = url("correct_sheet", sheet), phone(cast)
    shown = client.post(address, {"rules": str(second), "key": str(uuid4())})
    confirmed = {field.html_name: field.value() for field in shown.context["asked"]}
    write(cast, sheet, anna_ben(cast, 131))
    again = client.post(address, confirmed)
    assert "Auf dem Zettel wurde inzwischen geschrieben." in again.content.decode()
    assert now(sheet).rules == rules_for(sheet, DDV)


def test_a_game_that_does_not_fit_is_told_on_the_page(cast: Cast, sheet: Sheet) -> None:
    write(cast, sheet, solo(cast, "Ben", 130))
    number = club_rules.change_rules(
        cast.club,
        replace(HOUSE, solos=("buben",)),
        preset="hausrunde",
        expected=cast.club.rules_versions.count(),
        key=uuid4(),
        by=cast.anna,
    ).number
    answer = phone(cast).post(url("correct_sheet", sheet), {"rules": str(number), "key": str(uuid4())})
    assert answer.status_code == 422
    assert "Spiel 3: " in answer.content.decode()


def test_rules_that_there_are_not(cast: Cast, sheet: Sheet) -> None:
    answer = phone(cast).post(url("correct_sheet", sheet), {"rules": "99", "key": str(uuid4())})
    assert answer.status_code == 422


def test_a_closed_evening_says_why(cast: Cast, sheet: Sheet, second: int) -> None:
    evenings.close_evening(sheet.evening, by=cast.ben)
    answer = phone(cast).post(url("correct_sheet", sheet), {"rules": str(second), "key": str(uuid4())})
    assert "Der Abend ist beendet. Ein Inhaber kann ihn wieder öffnen." in answer.content.decode()


def test_it_is_offered_on_the_pages_of_the_evening_and_of_the_rules(cast: Cast, sheet: Sheet, second: int) -> None:
    address = url("correct_sheet", sheet)
    rules = f"/clubs/{cast.club.pk}/rules/"
    evening = f"/evenings/{sheet.evening_id}/"
    assert address in phone(cast).get(evening).content.decode()
    assert address not in phone(cast, "Dora").get(evening).content.decode()
    assert f"{address}?rules={second}" in phone(cast).get(rules).content.decode()
    correct(cast, sheet.evening)
    assert address not in phone(cast).get(rules).content.decode()


# --- Phones -----------------------------------------------------------------------------------------------------------


def test_a_phone_hears_of_it_and_sends_what_waits(cast: Cast, sheet: Sheet) -> None:
    sent = batch(sheet, game(cast, number=3))
    correct(cast, sheet.evening)
    answer = send(phone(cast), sheet, sent)
    assert (answer.status_code, answer.json()["kit"]["rules"]) == (409, rules_for(sheet, HOUSE))
    assert send(phone(cast), sheet, batch(sheet, *sent["ops"])).status_code == 200
    assert postings(Entry.objects.get(sheet=sheet, number=3))["Anna"] == (2, 2)
    assert numbers(sheet) == [1, 2, 3]


def test_the_printed_sheet_is_not_that_of_before(cast: Cast, sheet: Sheet) -> None:
    """Rows are rendered once, and cached."""
    before = phone(cast).get(url("show_sheet", sheet)).content.decode()
    correct(cast, sheet.evening)
    after = phone(cast).get(url("show_sheet", sheet)).content.decode()
    assert "Spiel 2, Wert 2" in before
    assert "Spiel 2, Wert 4" in after


def test_where_a_game_keeps_its_value_the_preview_says_whose_points_change(cast: Cast) -> None:
    sheet = new_sheet(cast)
    write(cast, sheet, anna_ben(cast, 131))
    with pytest.raises(errors.Undecided) as undecided:
        correct(cast, sheet.evening, replace(DDV, notation="plus_only"), confirmed=False)
    ((_table, lines),) = show_changes(undecided.value.changes).differences

    assert len(lines) == 1
    assert "Cleo −" in lines[0]
    assert "Dora −" in lines[0]
    assert "→ ±0" in lines[0]
    assert "Anna" not in lines[0]
