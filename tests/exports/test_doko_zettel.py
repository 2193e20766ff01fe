"""The club file is a Doko-Zettel: written, read and written again it is the same, and what others wrote is kept."""

from __future__ import annotations

import json
from copy import deepcopy
from io import BytesIO
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.utils import translation
from zeal import zeal_ignore

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club
from dokoclub.demo.club import demo_club
from dokoclub.evenings.domain.ledger_check import check_sheets
from dokoclub.evenings.models import Entry, Evening, Sheet
from dokoclub.evenings.services.evenings import close_evening, reopen_evening
from dokoclub.exports.club_file.reading import InvalidClubFile
from dokoclub.exports.club_file.writing import club_file, evening_file
from dokoclub.exports.models import ForeignData
from dokoclub.exports.services import importing, removal
from dokoclub.exports.services.club_file import found_from_file
from scoring.format.canonical import write_document
from scoring.format.cli import check_content, convert_content
from scoring.format.convert import Options
from tests.cast import Cast, account, make_player
from tests.evenings import papers
from tests.evenings.pages import phone, seen
from tests.evenings.rows import amend_entry
from tests.exports.club_files import filled, former_file
from tests.exports.pages import draft, page, send
from tests.scoring.format_documents import read_example

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
    row |= {"id": "r1", "written": "2026-11-13T19:00:00Z", "n": "sieben"}  # `n` is a key of ours elsewhere
    document["n"] = 5_000_000
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


def test_games_of_nothing_come_along(cast: Cast) -> None:
    """A party without a trick has 0 card points, and a game by hand may be worth 0."""
    (anna, ben), (cleo, dora) = cast.ids("Anna", "Ben"), cast.ids("Cleo", "Dora")
    sheet = papers.sheet(cast)
    papers.write(cast, sheet, papers.anna_ben(cast, 0) | {"no_tricks": "re"})
    papers.write(
        cast, sheet, {"kind": "manual", "players": [anna, ben, cleo, dora], "winners": [anna, ben], "value": 0}
    )
    whole = written(cast.club)
    assert written(bring(whole, "Dora")) == whole


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

    of_club = ("id", "neu", "x_heft", "n")
    assert {key: now[key] for key in of_club} == {key: document[key] for key in of_club}
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


def test_numbers_to_which_parts_of_another_program_refer_stay() -> None:
    document = foreign()
    document["players"].append({"n": 9, "name": "Emil"})
    document["evenings"][0]["n"], document["evenings"][0]["sheets"][0]["n"] = 8, 7
    club = bring(json.dumps(document))
    make_player(club, "Frieda")
    now = json.loads(written(club))
    assert [player["n"] for player in now["players"]] == [1, 2, 3, 4, 9, 10]
    assert (now["evenings"][0]["n"], now["evenings"][0]["sheets"][0]["n"]) == (8, 7)
    assert [row["player"] for row in now["parts"]["club"]["players"]] == [1, 2, 3, 4, 9, 10]
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


def test_an_evening_sent_twice_changes_nothing(cast: Cast) -> None:
    send(cast, draft(cast, Zettel=json.dumps(foreign())))
    older = foreign()
    older["evenings"][0] |= {"rev": 1, "day": "2026-11-12"}
    for again in (foreign(), older):
        with translation.override("en"), pytest.raises(ValidationError, match="already"):
            draft(cast, Zettel=json.dumps(again, indent=1))


def test_a_newer_version_replaces_the_evening_after_it_is_seen_what_differs(cast: Cast) -> None:
    send(cast, draft(cast, Zettel=json.dumps(foreign())))
    before = Sheet.objects.get().evening
    newer = foreign()
    newer["evenings"][0]["rev"] = 3
    (sheet,) = newer["evenings"][0]["sheets"]
    sheet["rows"].append({key: sheet["rows"][0][key] for key in ("kind", "re", "kontra", "re_points")} | {"id": "r2"})
    del sheet["totals"]
    made = draft(cast, Zettel=json.dumps(newer))
    (note,) = made.sheets.get().all_oddities
    assert "Anna +2 → +4" in note.said

    assert send(cast, made, accept="on").status_code == 302
    before.refresh_from_db()
    assert before.deleted_at is not None
    whole = written(cast.club)
    assert check_content(whole.encode(), must_be_canonical=True).problems == []
    told = [evening for evening in json.loads(whole)["evenings"] if "id" in evening]
    assert [(evening["id"], evening["rev"], len(evening["sheets"][0]["rows"])) for evening in told] == [("e1", 3, 2)]


def test_a_foreign_rev_grows_with_each_change(cast: Cast) -> None:
    send(cast, draft(cast, Zettel=json.dumps(foreign())))
    evening = Sheet.objects.get().evening

    def rev() -> int:
        told: int = json.loads("".join(evening_file(evening)))["evenings"][0]["rev"]
        return told

    found = [rev()]
    for change in (reopen_evening, close_evening):
        change(evening, by=cast.anna)
        found.append(rev())
    assert found[0] == 2
    assert found == sorted(set(found))
    assert json.loads(written(bring(written(cast.club))))["evenings"][0]["rev"] == found[-1]


def of_two_sheets() -> dict[str, Any]:
    document = foreign()
    (sheet,) = document["evenings"][0]["sheets"]
    other = deepcopy(sheet) | {"n": 2, "id": "s2", "table": "2"}
    other["rows"][0]["id"] = "r2"
    document["evenings"][0]["sheets"].append(other)
    return document


def test_an_evening_of_several_sheets_stays_one_and_is_known_again(cast: Cast) -> None:
    document = of_two_sheets()
    assert send(cast, draft(cast, Zettel=json.dumps(document))).status_code == 302
    (evening,) = json.loads(written(cast.club))["evenings"]
    told = [(sheet["id"], sheet["round"], sheet["table"], len(sheet["rows"])) for sheet in evening["sheets"]]
    assert (evening["id"], told) == ("e1", [("s1", "1", "1", 1), ("s2", "1", "2", 1)])
    assert Evening.objects.get().closed_at
    assert [wrong for _, wrongs in check_sheets() for wrong in wrongs] == []
    with translation.override("en"), pytest.raises(ValidationError, match="already"):
        draft(cast, Zettel=json.dumps(document))


def test_a_sheet_more_is_a_change_of_the_whole_evening(cast: Cast) -> None:
    send(cast, draft(cast, Zettel=json.dumps(foreign())))
    made = draft(cast, Zettel=json.dumps(of_two_sheets()))
    assert {note.said for sheet in made.sheets.all() for note in sheet.all_oddities if "+2 → +4" in note.said}
    assert send(cast, made, accept="on").status_code == 302
    (evening,) = [one for one in json.loads(written(cast.club))["evenings"] if "deleted" not in one]
    assert [sheet["id"] for sheet in evening["sheets"]] == ["s1", "s2"]


def test_sheets_of_one_evening_written_step_by_step_stay_one(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "EVENINGS_A_STEP", 1)
    made = draft(cast, Zettel=json.dumps(of_two_sheets()))
    send(cast, made)
    made.refresh_from_db()
    assert not Evening.objects.not_deleted().exists()
    importing.go_on_to_the_end(made, by=cast.anna)
    evening = Evening.objects.not_deleted().get()
    assert [sheet.table for sheet in evening.sheets.all()] == ["1", "2"]
    assert evening.closed_at
    removal.undo_import(made, by=cast.anna)
    assert not Evening.objects.exists()


def test_a_sheet_of_the_evening_may_be_left_out(cast: Cast) -> None:
    made = draft(cast, Zettel=json.dumps(of_two_sheets()))
    first = made.sheets.first()
    assert first is not None
    send(cast, made, "check", leave=first.place)
    send(cast, made)
    assert [sheet.table for sheet in Evening.objects.get().sheets.all()] == ["2"]


def test_ids_of_two_files_are_in_the_club_once(cast: Cast) -> None:
    send(cast, draft(cast, Zettel=json.dumps(foreign())))
    document = foreign()
    document["evenings"][0]["id"] = "e2"
    send(cast, draft(cast, Zettel=json.dumps(document)))
    whole = written(cast.club)
    assert [evening["id"] for evening in json.loads(whole)["evenings"]] == ["e1", "e2"]
    assert check_content(whole.encode(), must_be_canonical=True).problems == []


def test_what_an_imported_evening_loses_is_told(cast: Cast) -> None:
    made = draft(cast, Zettel=read_example("valid-07-corrected-and-struck.json"))
    assert "struck rows" in made.sheets.all()[0].all_oddities[0].said
    made = draft(cast, Zettel=read_example("valid-08-rules-not-told.json"))
    assert "as points" in made.sheets.all()[0].all_oddities[0].said


def test_a_club_whose_file_tells_no_rules_is_founded_and_that_is_said(cast: Cast) -> None:
    document = json.loads(read_example("valid-08-rules-not-told.json")) | {"scope": "club", "name": "Heft"}
    document["evenings"][0]["day"] = "2026-11-13"
    told = "Für 1 Zettel der Datei fehlen die Regeln"
    file = SimpleUploadedFile("heft.json", json.dumps(document).encode())
    answer = phone(cast, "Dora").post("/clubs/from-file/", {"file": file, "key": str(uuid4())}, follow=True)
    assert told in seen(answer)

    made = draft(cast, Zettel=json.dumps(document))
    assert told in seen(phone(cast, "Anna").post(page(made), {"action": "found"}, follow=True))

    file = SimpleUploadedFile("linde.json", written(cast.club).encode())
    answer = phone(cast, "Dora").post("/clubs/from-file/", {"file": file, "key": str(uuid4())}, follow=True)
    assert "fehlen die Regeln" not in seen(answer)


def test_the_file_of_a_club_founds_one_or_gives_its_evenings(cast: Cast) -> None:
    made = draft(cast, Zettel=json.dumps(foreign()))
    assert "Datei eines ganzen Clubs" in seen(phone(cast, "Anna").get(page(made)))
    answer = phone(cast, "Anna").post(page(made), {"action": "found"})
    club = Club.objects.exclude(pk=cast.club.pk).get(name="Linde")
    assert answer.headers["Location"] == f"/clubs/{club.pk}/"
    assert not Evening.objects.filter(club=cast.club).exists()
    assert Sheet.objects.get().evening.club == club


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


def test_the_example_with_parts_is_taken() -> None:
    document = json.loads(read_example("valid-12-club-with-parts.json"))
    document["parts"] = {}
    document["evenings"] = document["evenings"][:1]
    club = bring(write_document(document))
    assert json.loads(written(club))["evenings"][0]["id"] == "e1"
