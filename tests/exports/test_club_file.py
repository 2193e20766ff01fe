"""A whole club as a file: complete, without secrets, and the same club again wherever it is brought in."""

from __future__ import annotations

import json
from dataclasses import replace
from decimal import Decimal
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import models

from dokoclub.clubs.models import Awaited, Club, Membership
from dokoclub.clubs.services.players import add_player
from dokoclub.core.http import Reused
from dokoclub.demo.club import demo_club
from dokoclub.evenings.domain.ledger_check import check_sheets
from dokoclub.evenings.models import Entry, Sheet
from dokoclub.evenings.services.corrections import correct_player, correct_rules
from dokoclub.exports.club_file.schema import LEFT_OUT, TABLES
from dokoclub.exports.club_file.table import FileTable
from dokoclub.exports.club_file.writing import club_file
from dokoclub.exports.services.club_file import found_from_file
from scoring.rules.presets import DDV, PRESETS
from scoring.rules.rules import store_rules
from tests.cast import Cast, account
from tests.evenings import papers
from tests.evenings.rows import insert_entry, strike_entry
from tests.exports.club_files import (
    IBAN,
    SECRETS,
    brought_in,
    changed,
    former_file,
    struck,
)

pytestmark = pytest.mark.usefixtures("english")


# --- There and back ---------------------------------------------------------------------------------------------------


def test_the_club_of_the_test_has_everything(written: str) -> None:
    assert [name for name, rows in json.loads(written).items() if rows == []] == []


def test_it_is_the_same_club_again(written: str) -> None:
    club = brought_in(written)
    assert former_file(club) == written
    assert club.evenings.get(closed_at=None).stake == Decimal("2.5")
    assert [problem for _, problems in check_sheets() for problem in problems] == []
    assert [*club.memberships.values_list("account__username", "owner")] == [("anna", True)]
    assert Entry.objects.count() == Entry.history.count() > 100
    assert club.players.exclude(honour=None).exists()
    here = {str(pk) for pk in club.players.values_list("pk", flat=True)}
    assert {facts["by"] for facts in redeals(club) if "by" in facts} <= here
    assert any("reason" in facts for facts in redeals(club))


def redeals(club: Club) -> list[dict[str, Any]]:
    found = Entry.objects.filter(sheet__evening__club=club, kind="redeal")
    return list(found.values_list("facts", flat=True))


def test_a_sheet_that_was_corrected_as_a_whole_is_the_same_there(cast: Cast) -> None:
    cast.guest("Emil")
    sheet = papers.sheet(cast)
    rows = [papers.write(cast, sheet, papers.anna_ben(cast, augen)) for augen in (120, 155, 131)]
    said: dict[str, Any] = {"by": cast.ben, "confirmed": True}

    def seen() -> int:
        return Sheet.objects.get(pk=sheet.pk).version

    insert_entry(rows[1], papers.anna_ben(cast, 140), by=cast.ben)
    correct_rules(sheet.evening, PRESETS["hausrunde"].rules, key=uuid4(), seen={sheet.pk: seen()}, **said)
    dora, emil = cast.players["Dora"], cast.players["Emil"]
    told: dict[str, Any] = {"was": dora, "really": emil, "first": 1, "last": 2}
    correct_player(sheet, **told, key=uuid4(), seen={sheet.pk: seen()}, **said)
    before = papers.totals(sheet)
    found = found_from_file(BytesIO("".join(club_file(cast.club)).encode()), key=uuid4(), by=cast.ben)
    there = Sheet.objects.get(evening__club=found)

    assert papers.totals(there) == before
    assert there.rules == Sheet.objects.get(pk=sheet.pk).rules
    assert [wrong for _, wrongs in check_sheets() for wrong in wrongs] == []


def test_own_solos_come_along(cast: Cast) -> None:
    own = replace(DDV, solo_names={"zehner": "Zehnersolo"}, solos=("damen", "zehner"))
    sheet = papers.sheet(cast, rules=own)
    papers.write(cast, sheet, papers.solo(cast, "Anna", 130, solo="zehner"))
    cast.club.rules_versions.update(rules=store_rules(own))
    found = found_from_file(BytesIO("".join(club_file(cast.club)).encode()), key=uuid4(), by=cast.ben)
    assert found.rules_versions.get().parsed == own
    [entry] = Entry.objects.filter(sheet__evening__club=found)
    assert (entry.facts["solo"], entry.sheet.parsed.solo_names) == ("zehner", {"zehner": "Zehnersolo"})
    assert [problem for _, problems in check_sheets() for problem in problems] == []


def test_beside_other_clubs_and_the_original(written: str) -> None:
    add_player(demo_club(), name="Zuerst", short_name="", guest=False, active=True, notes="", by=account("Ben"))
    first, second = (
        found_from_file(BytesIO(written.encode()), key=uuid4(), by=account(name)) for name in ("Anna", "Cleo")
    )
    assert former_file(first) == former_file(second) == written


def test_an_evening_goes_on_where_it_stopped(written: str) -> None:
    club = brought_in(written)
    sheet = club.evenings.get(closed_at=None).sheets.get()
    last = sheet.entries.counted().latest("position")
    strike_entry(last, by=club.memberships.get().account)
    assert [problem for _, problems in check_sheets() for problem in problems] == []


def test_the_same_form_founds_one_club(written: str) -> None:
    anna, key = account("Anna"), uuid4()
    assert [found_from_file(BytesIO(written.encode()), key=key, by=anna) for _ in range(2)] == [Club.objects.get()] * 2
    with pytest.raises(Reused):
        found_from_file(BytesIO(written.encode()), key=key, by=account("Ben"))


# --- Complete, and without secrets ------------------------------------------------------------------------------------


def of_the_project() -> list[type[models.Model]]:
    return [model for model in apps.get_models(include_auto_created=True) if model.__module__.startswith("dokoclub.")]


def test_every_model_is_in_it_or_named_as_left_out() -> None:
    known = {table.model for table in TABLES} | {apps.get_model(label) for label in LEFT_OUT}
    unknown = [model._meta.label for model in of_the_project() if model not in known]
    assert [label for label in unknown if not label.split(".")[1].startswith("Historical")] == []
    assert {table.model for table in TABLES} & {apps.get_model(label) for label in LEFT_OUT} == set()


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_every_field_is_in_it_or_named_as_left_out(table: FileTable) -> None:
    fields = {field.name for field in table.model._meta.concrete_fields if not field.primary_key}
    assert fields == {*table.columns, *table.left_out}
    assert len(fields) == len(table.columns) + len(table.left_out)


def test_no_field_of_it_opens_a_door(written: str) -> None:
    secret = {"password", "email", "token_hash", "random", "pen", "iban", "account", "key", "session_seal"}
    assert [name for table in TABLES for name in table.columns if name in secret] == []
    for what, words in SECRETS.items():
        assert all(words), what
        assert len(words) > 0, what
        assert [word for word in words if word in written] == [], what
    for word in (IBAN, "geheim", "username", "opened_by"):
        assert word not in written


# --- Older files, and rows that were struck ---------------------------------------------------------------------------


def test_a_struck_row_comes_along(written: str) -> None:
    club = brought_in(changed(written, struck))
    assert Entry.objects.filter(sheet__evening__club=club).exclude(struck_at=None).exists()
    assert [problem for _, problems in check_sheets() for problem in problems] == []


def test_dates_keep_the_uid_that_calendars_know(written: str) -> None:
    uids = [date["uid"] for date in json.loads(written)["dates"]]
    assert uids == [*brought_in(written).dates.order_by("pk").values_list("uid", flat=True)]


def test_dates_of_an_older_file_get_a_uid_each(written: str) -> None:
    def change(document: dict[str, Any]) -> None:
        document["version"] = 7
        for date in document["dates"]:
            del date["uid"]

    uids = [*brought_in(changed(written, change)).dates.values_list("uid", flat=True)]
    assert len(set(uids)) == len(uids) > 1
    assert all(uids)


def test_a_file_from_before_there_were_dates_is_read(written: str) -> None:
    def change(document: dict[str, Any]) -> None:
        document["version"] = 2
        del document["dates"], document["replies"]

    club = brought_in(changed(written, change))
    assert not club.dates.exists()
    assert Entry.objects.count() > 100


def test_a_file_from_before_there_were_cards_deals_them(written: str) -> None:
    def change(document: dict[str, Any]) -> None:
        document["version"] = 4
        for player in document["players"]:
            del player["tint"], player["monogram"]

    club = brought_in(changed(written, change))
    tints = list(club.players.order_by("pk").values_list("tint", flat=True))
    assert tints == [place % 12 + 1 for place in range(len(tints))]


def test_a_file_from_before_there_were_rights_awaits_nobody(written: str) -> None:
    def change(document: dict[str, Any]) -> None:
        document["version"] = 6
        del document["rights"]

    club = brought_in(changed(written, change))
    assert not Awaited.objects.filter(player__club=club).exists()


# --- The command ------------------------------------------------------------------------------------------------------


def test_the_command_brings_a_club_in(written: str, tmp_path: Path) -> None:
    account("Anna")
    (tmp_path / "club.json").write_text(written, encoding="utf-8")
    out = StringIO()
    call_command("import_club", str(tmp_path / "club.json"), owner="ANNA", stdout=out)
    club = Club.objects.get()
    assert out.getvalue() == f"{club.name} is here; Anna owns it.\n"
    assert Membership.objects.get().owner


def test_the_command_says_what_is_wrong(written: str, tmp_path: Path) -> None:
    path = tmp_path / "club.json"
    with pytest.raises(CommandError, match="Nobody signs in as anna"):
        call_command("import_club", str(path), owner="anna")
    account("Anna")
    with pytest.raises(CommandError, match="cannot be read: No such file"):
        call_command("import_club", str(path), owner="anna")
    path.write_text("{}", encoding="utf-8")
    with pytest.raises(CommandError, match=r"Choose a club file."):
        call_command("import_club", str(path), owner="anna")
