"""The club file is a Doko-Zettel: written, read and written again it is the same, and what others wrote is kept."""

from __future__ import annotations

import json
import os
from copy import deepcopy
from io import BytesIO
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction
from django.utils import translation
from zeal import zeal_ignore

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club
from dokoclub.demo.club import demo_club
from dokoclub.evenings.domain.ledger_check import check_sheets
from dokoclub.evenings.models import Entry, Sheet
from dokoclub.exports.club_file.reading import InvalidClubFile
from dokoclub.exports.club_file.writing import club_file, evening_file
from dokoclub.exports.models import ForeignData
from dokoclub.exports.services.club_file import found_from_file
from scoring.format.canonical import write_document
from scoring.format.cli import check_content, convert_content
from scoring.format.convert import Options
from tests.cast import Cast, account
from tests.evenings import papers
from tests.evenings.rows import amend_entry
from tests.exports.club_files import filled, former_file
from tests.exports.pages import draft, send
from tests.scoring.format_documents import break_one, read_example

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]
STRANGE = {"x_wetter": "Regen"}


@pytest.fixture(autouse=True)
def many_writes_are_meant() -> object:
    with zeal_ignore():
        yield


def bring(content: str, name: str = "Anna") -> Club:
    by = Account.objects.filter(username=name.lower()).first() or account(name)
    return found_from_file(BytesIO(content.encode()), key=uuid4(), by=by)


def written(club: Club) -> str:
    return "".join(club_file(club))


def foreign() -> dict[str, Any]:
    """A club of another program, with its own ids, keys and parts everywhere."""
    document: dict[str, Any] = json.loads(read_example("valid-10-unknown-keys.json"))
    (evening,) = document["evenings"]
    (sheet,) = evening["sheets"]
    (row,) = sheet["rows"]
    document |= {"scope": "club", "id": "c0ffee", "name": "Linde", "parts": {"x_heft_seiten": {"version": 1, "s": 7}}}
    document["players"][0] |= {"id": "p-anna", **STRANGE}
    document["rules"][0] |= {"name": "Hausregeln", **STRANGE}
    evening |= {"n": 1, "id": "e1", "rev": 2, "day": "2026-11-13", "opened": "2026-11-13T18:00:00Z", **STRANGE}
    evening |= {"official": True, "closed": "2026-11-13T22:00:00Z"}
    sheet |= {"n": 1, "id": "s1", "round": "1", "table": "1", "opened": evening["opened"], **STRANGE}
    sheet |= {"closed": evening["closed"]}
    row |= {"id": "r1", "written": "2026-11-13T19:00:00Z"}
    return document


# --- There and back ---------------------------------------------------------------------------------------------------


def test_a_club_with_everything_is_the_same_again() -> None:
    with transaction.atomic():
        club = filled(demo_club())
        whole, former = written(club), former_file(club)
        transaction.set_rollback(True)
    assert check_content(whole.encode(), must_be_canonical=True).problems == []

    assert written(bring(whole)) == whole
    converted = "".join(convert_content(former.encode(), Options("dokoclub")).pieces)
    assert written(bring(former, "Ben")) == written(bring(converted, "Cleo")) == converted


def test_corrections_come_along_with_what_stood_there_before(cast: Cast) -> None:
    sheet = papers.sheet(cast)
    row = papers.write(cast, sheet, papers.anna_ben(cast, 131))
    amend_entry(row, papers.anna_ben(cast, 160), by=cast.ben)
    whole = written(cast.club)
    (told,) = json.loads(whole)["evenings"][0]["sheets"][0]["rows"]
    assert [one["re_points"] for one in told["was"]] == [131]
    assert told["was"][-1]["until"] == told["changed"]

    there = bring(whole, "Dora")
    assert written(there) == whole
    entry = Entry.objects.get(sheet__evening__club=there)
    assert [record.facts["re_points"] for record in entry.history.order_by("history_id")] == [131, 160]


# --- What other programs wrote ----------------------------------------------------------------------------------------


def test_a_club_of_another_program_keeps_its_ids_and_keys() -> None:
    document = foreign()
    club = bring(json.dumps(document))
    now = json.loads(written(club))

    assert {key: now[key] for key in ("id", "neu", "x_heft")} == {key: document[key] for key in ("id", "neu", "x_heft")}
    assert now["parts"]["x_heft_seiten"] == document["parts"]["x_heft_seiten"]
    assert now["players"] == document["players"]
    rules = next(rules for rules in now["rules"] if rules["n"] == now["evenings"][0]["sheets"][0]["rules"])
    assert rules | {"n": 1} == document["rules"][0]
    evening, sheet = now["evenings"][0], now["evenings"][0]["sheets"][0]
    before = document["evenings"][0]
    assert {**evening, "sheets": []} == {**before, "sheets": []}
    assert {**sheet, "rows": [], "rules": 1} == {**before["sheets"][0], "rows": []}
    assert sheet["rows"] == before["sheets"][0]["rows"]
    assert written(bring(written(club), "Ben")) == written(club)


def test_evenings_of_another_program_keep_them_too(cast: Cast) -> None:
    made = draft(cast, Zettel=json.dumps(foreign()))
    assert send(cast, made).status_code == 302

    sheet = Sheet.objects.get()
    now = json.loads("".join(evening_file(sheet.evening)))
    evening = now["evenings"][0]
    assert (evening["id"], evening["rev"], evening["x_wetter"]) == ("e1", 2, "Regen")
    assert (evening["sheets"][0]["id"], evening["sheets"][0]["x_wetter"]) == ("s1", "Regen")
    assert [(row["id"], row["x_wetter"]) for row in evening["sheets"][0]["rows"]] == [("r1", "Regen")]
    assert now["players"][0] | {"n": 1} == foreign()["players"][0]
    again = draft(cast, Zettel=json.dumps(foreign(), indent=1))
    with translation.override("en"):
        assert "imported before" in next(note.said for note in again.sheets.get().all_oddities)


def test_what_is_kept_of_an_evening_goes_with_it(cast: Cast) -> None:
    made = draft(cast, Zettel=json.dumps(foreign()))
    send(cast, made)
    assert ForeignData.objects.exclude(evening=None).exists()
    Sheet.objects.get().evening.delete()
    assert not ForeignData.objects.exclude(evening=None, sheet=None, entry=None).exists()


# --- Wrong ones -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "pointer"),
    [
        ("invalid-18-stranger.json", "/evenings/0/sheets/0/rows/0/re/1: "),
        ("invalid-30-wrong-points.json", "/evenings/0/sheets/0/rows/0/computed"),
        ("invalid-03-major-version.json", "/version: "),
    ],
)
def test_a_wrong_document_is_refused_at_its_pointer(name: str, pointer: str) -> None:
    with pytest.raises(InvalidClubFile) as refusal:
        bring(read_example(name).decode())
    assert str(refusal.value.problems[0]).startswith(pointer)
    assert not Club._base_manager.exists()


def test_a_wrong_row_of_a_part_is_refused_at_its_pointer(cast: Cast) -> None:
    document = json.loads(written(cast.club))
    document["parts"]["club"]["players"][1]["tint"] = 77
    with pytest.raises(InvalidClubFile) as refusal:
        bring(json.dumps(document))
    assert str(refusal.value.problems[0]).startswith("/parts/club/players/1/tint: ")


def test_a_cut_off_or_changed_file_is_refused_or_taken_whole(cast: Cast) -> None:
    sheet = papers.sheet(cast)
    papers.write(cast, sheet, papers.anna_ben(cast, 131))
    whole = written(cast.club).encode()
    dice = Random(7)
    for _ in range(20):
        broken = bytearray(whole)
        if dice.random() < 0.5:
            del broken[dice.randrange(len(broken)) :]
        else:
            broken[dice.randrange(len(broken))] ^= 1 << dice.randrange(8)
        clubs = Club._base_manager.count()
        try:
            with transaction.atomic():
                found_from_file(BytesIO(bytes(broken)), key=uuid4(), by=cast.dora)
        except InvalidClubFile as refusal:
            told = [str(problem) for problem in refusal.problems]
        else:
            told, clubs = ["taken"], clubs + 1
        assert all(told)
        assert Club._base_manager.count() == clubs


_WHOLE: list[dict[str, Any]] = []


@pytest.fixture
def whole(db: None) -> dict[str, Any]:
    """Return a club with two evenings and all that a club can have."""
    if not _WHOLE:
        with transaction.atomic():
            _WHOLE.append(json.loads(written(filled(demo_club(), evenings=2))))
            transaction.set_rollback(True)
    return _WHOLE[0]


@pytest.mark.cases
@pytest.mark.parametrize("part", range(5))
def test_a_changed_value_anywhere_is_refused_at_a_pointer_or_taken(whole: dict[str, Any], part: int) -> None:
    """`MUTATIONS=5000` tries more."""
    owner = account("Anna")
    for number in range(part, int(os.environ.get("MUTATIONS", "100")), 5):
        dice = Random(f"{number}")
        changed = deepcopy(whole)
        break_one(changed if dice.random() < 0.5 else changed["parts"], dice)
        with transaction.atomic():
            try:
                found_from_file(BytesIO(json.dumps(changed).encode()), key=uuid4(), by=owner)
                told = []
            except InvalidClubFile as refusal:
                told = [str(problem) for problem in refusal.problems]
            assert [problem for problem in told if not problem.startswith("/") and ":" in problem] == [], number
            assert [wrong for _, wrongs in check_sheets() for wrong in wrongs] == []
            assert Club._base_manager.exists() == (not told)
            transaction.set_rollback(True)


def test_the_example_with_parts_is_taken() -> None:
    document = json.loads(read_example("valid-12-club-with-parts.json"))
    document["parts"] = {}
    document["evenings"] = document["evenings"][:1]
    club = bring(write_document(document))
    assert json.loads(written(club))["evenings"][0]["id"] == "e1"
