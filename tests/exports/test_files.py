"""Sheets, evenings, tables and clubs as CSV, XLSX and JSON: complete, guarded, and nothing that is not to be seen."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from io import BytesIO, StringIO
from typing import Any

import pytest
from django.test import Client
from django.utils import translation
from python_calamine import CalamineWorkbook

from dokoclub.clubs.models import Player
from dokoclub.evenings.models import Sheet
from dokoclub.evenings.services.evenings import close_evening
from dokoclub.exports.exporters.catalog import build_games_document
from dokoclub.exports.exporters.formats import FORMATS, Document, DocumentColumn, DocumentTable
from dokoclub.exports.importers.unpacking import Budget
from dokoclub.exports.presenters import filled_paper
from scoring.format.cli import check_content
from scoring.rules.presets import DDV
from scoring.tables.reading import Options
from tests.cast import Cast
from tests.evenings import papers
from tests.evenings.pages import phone
from tests.evenings.rows import strike_entry
from tests.exports.old_sheets import read_old_sheets

HEADS = ["Nr.", "Anna", "Ben", "Cleo", "Dora", "Art", "Wert", "Bock", "Re", "Augen von Re", "Notiz", "Grund", "Wer"]


@pytest.fixture
def sheet(cast: Cast) -> Sheet:
    """Two games, a penalty, cards dealt again, and a row that was struck."""
    found = papers.sheet(cast)
    papers.write(cast, found, papers.anna_ben(cast, 131))
    papers.write(cast, found, {"kind": "penalty", "points": {cast.ids("Cleo")[0]: -3}, "reason": "verworfen"})
    papers.write(cast, found, {"kind": "redeal", "reason": "nines", "by": cast.ids("Dora")[0]}, note="seufz")
    papers.write(cast, found, papers.solo(cast, "Dora", 100), note="=cmd()")
    struck = papers.write(cast, found, papers.anna_ben(cast, 160))
    strike_entry(struck, by=cast.ben)
    return Sheet.objects.get(pk=found.pk)


def got(client: Client, url: str) -> bytes:
    answer = client.get(url)
    assert answer.status_code == 200
    assert "attachment" in answer.headers["Content-Disposition"]
    return b"".join(answer.streaming_content)  # type: ignore[attr-defined]


def rows(content: bytes) -> list[list[str]]:
    return list(csv.reader(StringIO(content.decode("utf-8-sig"), newline=""), delimiter=";"))


def tabs(content: bytes) -> dict[str, list[list[Any]]]:
    book = CalamineWorkbook.from_filelike(BytesIO(content))
    return {name: book.get_sheet_by_name(name).to_python() for name in book.sheet_names}


# --- What is in them --------------------------------------------------------------------------------------------------


def test_a_sheet_as_csv(cast: Cast, sheet: Sheet) -> None:
    assert rows(got(phone(cast, "Dora"), f"/sheets/{sheet.pk}/sheet.csv")) == [
        HEADS,
        ["1", "1", "1", "-1", "-1", "Normalspiel", "1", "", "Anna, Ben", "131", "", "", ""],
        ["", "", "", "-3", "", "Strafe", "", "", "", "", "", "verworfen", ""],
        ["", "", "", "", "", "Eingeworfen", "", "", "", "", "seufz", "fünf Neunen", "Dora"],
        ["2", "1", "1", "1", "-3", "Damensolo", "1", "", "Dora", "100", "'=cmd()", "", ""],
        ["Summe", "2", "2", "-3", "-4", "", "", "", "", "", "", "", ""],
    ]


def test_an_own_solo_is_called_by_its_name(cast: Cast) -> None:
    own = replace(DDV, solo_names={"zehner": "Zehnersolo"}, solos=("damen", "zehner"))
    sheet = papers.sheet(cast, rules=own)
    papers.write(cast, sheet, papers.solo(cast, "Anna", 130, solo="zehner"))
    assert [row.note for row in filled_paper(sheet).rows] == ["Zehnersolo"]


def test_a_sheet_as_a_workbook(cast: Cast, sheet: Sheet) -> None:
    (games,) = tabs(got(phone(cast, "Dora"), f"/sheets/{sheet.pk}/sheet.xlsx")).values()
    assert games[0] == HEADS
    assert games[3] == ["", "", "", "", "", "Eingeworfen", "", "", "", "", "seufz", "fünf Neunen", "Dora"]
    assert games[4] == [2, 1, 1, 1, -3, "Damensolo", 1, "", "Dora", 100, "=cmd()", "", ""]


def test_a_sheet_as_json(cast: Cast, sheet: Sheet) -> None:
    found = json.loads(got(phone(cast, "Dora"), f"/sheets/{sheet.pk}/sheet.json"))
    assert (found["format"], found["scope"], "parts" in found) == ("doko-zettel", "sheet", False)
    names = {player["n"]: player["name"] for player in found["players"]}
    rows = found["evenings"][0]["sheets"][0]["rows"]
    assert [names[n] for n in rows[0]["re"]] == ["Anna", "Ben"]
    assert {names[int(n)]: points for n, points in rows[0]["computed"]["scores"].items()} == {
        "Anna": 1, "Ben": 1, "Cleo": -1, "Dora": -1,
    }  # fmt: skip
    redeal = next(row for row in rows if row["kind"] == "redeal")
    assert (redeal["reason"], names[redeal["by"]]) == ("nines", "Dora")


@pytest.mark.parametrize(
    ("address", "scope"),
    [
        ("sheets/{0}/sheet", "sheet"),
        ("evenings/{1}/files/evening", "evening"),
        ("clubs/{2}/files/games", "club"),
    ],
)
def test_games_are_doko_zettel_that_everybody_of_the_club_may_have(
    cast: Cast, sheet: Sheet, address: str, scope: str
) -> None:
    url = f"/{address.format(sheet.pk, sheet.evening_id, cast.club.pk)}.json"
    answer = phone(cast, "Dora").get(url)
    content = answer.getvalue()
    assert check_content(content, must_be_canonical=True).problems == []
    assert (json.loads(content)["scope"], "parts" in json.loads(content)) == (scope, False)
    assert '.doko.json"' in answer["Content-Disposition"]
    assert phone(cast, "Stranger").get(url).status_code == 404


def test_cards_dealt_again_without_a_word_why(cast: Cast) -> None:
    sheet = papers.sheet(cast)
    papers.write(cast, sheet, {"kind": "redeal"})
    (_, redeal, _) = rows(got(phone(cast, "Dora"), f"/sheets/{sheet.pk}/sheet.csv"))
    assert [cell for cell in redeal if cell] == ["Eingeworfen"]


def test_a_player_may_be_called_like_a_key(cast: Cast, sheet: Sheet) -> None:
    Player.objects.filter(pk=cast.players["Anna"].pk).update(name="value")
    document = build_games_document(sheet.evening.club)
    first = json.loads(b"".join(FORMATS["json"].write(document)))["games"][0]
    assert (first["points"]["value"], first["value"], first["kind"]) == (1, 1, "Normalspiel")


@pytest.mark.parametrize(
    ("title", "tab"),
    [
        ("😀" * 40, "😀" * 15),  # Excel counts halves of them, and takes 31
        ("ä" * 40, "ä" * 31),
        ("'Mai' [1]: a/b\\c?*", "Mai 1 abc"),
        ("a\x00b\x1f\n", "ab"),
        ("History", "Sheet1"),
        ("[]:", "Sheet1"),
    ],
)
def test_titles_that_excel_would_not_take(title: str, tab: str) -> None:
    document = Document("x", [DocumentTable("t", title, [DocumentColumn("a", "A")], [[1]])])
    assert list(tabs(b"".join(FORMATS["xlsx"].write(document)))) == [tab]


def test_an_evening(cast: Cast, sheet: Sheet) -> None:
    url = f"/evenings/{sheet.evening_id}/files/evening"
    day = str(sheet.evening.date)
    assert rows(got(phone(cast, "Dora"), f"{url}.csv"))[1][:8] == [day, "1", "1", "1", "1", "1", "-1", "-1"]
    found = tabs(got(phone(cast, "Dora"), f"{url}.xlsx"))
    assert found["Ergebnisse"][1:] == [
        [sheet.evening.date, 1, 1, "Anna", 2, 2, 2],
        [sheet.evening.date, 1, 1, "Ben", 2, 2, 2],
        [sheet.evening.date, 1, 1, "Cleo", 2, -3, -3],
        [sheet.evening.date, 1, 1, "Dora", 2, -4, -4],
    ]


def test_a_league_table(cast: Cast, sheet: Sheet) -> None:
    close_evening(sheet.evening, by=cast.anna)
    url = f"/clubs/{cast.club.pk}/files/table-all"
    found = json.loads(got(phone(cast, "Dora"), f"{url}.json"))["table"]
    assert [(row["rank"], row["name"], row["points"]) for row in found] == [
        (1, "Anna", 2), (1, "Ben", 2), (3, "Cleo", -3), (4, "Dora", -4),
    ]  # fmt: skip
    assert rows(got(phone(cast, "Dora"), f"{url}.csv"))[1][:2] == ["1", "Anna"]
    assert phone(cast, "Dora").get(f"/clubs/{cast.club.pk}/files/table-nonsense.csv").status_code == 404


def test_all_games_of_a_club_leave_out_what_is_deleted(cast: Cast, sheet: Sheet) -> None:
    other = papers.sheet(cast, "Anna", "Ben", "Cleo", "Dora")
    papers.write(cast, other, papers.anna_ben(cast, 121))
    other.evening.deleted_at = other.evening.opened_at
    other.evening.save()
    url = f"/clubs/{cast.club.pk}/files/games"
    assert len(rows(got(phone(cast, "Dora"), f"{url}.csv"))) == 5
    found = tabs(got(phone(cast, "Dora"), f"{url}.xlsx"))
    assert list(found) == ["Spiele", "Ergebnisse", "Spieler"]
    assert [row[0] for row in found["Spieler"][1:]] == ["Anna", "Ben", "Cleo", "Dora"]


def test_what_was_exported_can_be_imported(cast: Cast, sheet: Sheet) -> None:
    content = got(phone(cast, "Dora"), f"/sheets/{sheet.pk}/sheet.csv").replace(b";;;-3;;", b";0;0;-3;0;")
    (found,) = read_old_sheets("Liste.csv", content, Options(), Budget())
    assert (found.problems, dict(zip(found.names, found.totals, strict=True))) == (
        [], {"Anna": 2, "Ben": 2, "Cleo": -3, "Dora": -4},
    )  # fmt: skip


# --- Guarded ----------------------------------------------------------------------------------------------------------

FORMULAS = ["=1+1", "+1+cmd", "-1+1", "@SUM(A1)", "\tx", "\rx"]


@pytest.mark.parametrize("formula", FORMULAS)
def test_no_text_is_taken_for_a_formula(formula: str) -> None:
    table = DocumentTable("t", "T [1]:'", [DocumentColumn("a", formula)], [[formula], [-5], [None]])
    document = Document("x", [table])
    text = b"".join(FORMATS["csv"].write(document)).decode("utf-8-sig")
    seen = list(csv.reader(StringIO(text, newline=""), delimiter=";"))
    assert seen == [[f"'{formula}"], [f"'{formula}"], ["-5"], [""]]
    (found,) = tabs(b"".join(FORMATS["xlsx"].write(document))).values()
    assert [row[0] for row in found][2] == -5
    assert json.loads(b"".join(FORMATS["json"].write(document)))["t"] == [{"a": formula}, {"a": -5}, {"a": None}]


@pytest.mark.parametrize(("language", "mean"), [("de", "-2,96"), ("en", "-2.96")])
def test_a_mean_is_no_day_of_1996(language: str, mean: str) -> None:
    document = Document("x", [DocumentTable("t", "T", [DocumentColumn("a", "A")], [[-2.96]])])
    with translation.override(language):
        pieces = FORMATS["csv"].write(document)
    assert rows(b"".join(pieces))[1] == [mean]


def test_many_rows_come_in_pieces() -> None:
    for name, format_ in FORMATS.items():
        table = DocumentTable(
            "t", "T", [DocumentColumn("a", "A")], ([f"{number} {'x' * 90}"] for number in range(2000))
        )
        pieces = list(format_.write(Document("x", [table])))
        assert name == "xlsx" or (len(pieces) > 3 and max(map(len, pieces)) < 50_000)


# --- Who may ----------------------------------------------------------------------------------------------------------


def test_the_whole_club_is_for_owners(cast: Cast, sheet: Sheet) -> None:
    url = f"/clubs/{cast.club.pk}/files/"
    found = json.loads(got(phone(cast, "Anna"), f"{url}club.json"))
    rows = found["evenings"][0]["sheets"][0]["rows"]
    assert (found["format"], len(rows), {*found["parts"]}) == ("doko-zettel", 5, {"club"})
    assert phone(cast, "Dora").get(f"{url}club.json").status_code == 403
    assert "club.json" in phone(cast, "Anna").get(url).content.decode()
    assert "club.json" not in phone(cast, "Dora").get(url).content.decode()


def test_a_new_club_is_offered_no_empty_file(cast: Cast) -> None:
    page = phone(cast, "Anna").get(f"/clubs/{cast.club.pk}/files/").content.decode()
    assert f"/clubs/{cast.club.pk}/paper/" in page
    assert "games.csv" not in page
    assert "payments.csv" not in page
    papers.sheet(cast)
    page = phone(cast, "Anna").get(f"/clubs/{cast.club.pk}/files/").content.decode()
    assert "games.csv" in page
    assert "payments.csv" in page


def test_files_are_not_kept_on_the_way(cast: Cast, sheet: Sheet) -> None:
    answer = phone(cast, "Dora").get(f"/sheets/{sheet.pk}/sheet.csv")
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert "linde-" in answer.headers["Content-Disposition"]


def test_a_club_with_letters_that_no_file_name_takes(cast: Cast, sheet: Sheet) -> None:
    cast.club.name = "♣ “Doppel”/../Köpfe"
    cast.club.save()
    disposition = phone(cast, "Dora").get(f"/sheets/{sheet.pk}/sheet.csv").headers["Content-Disposition"]
    assert disposition.startswith('attachment; filename="doppelkoepfe-')


def test_ways_lead_there(cast: Cast, sheet: Sheet) -> None:
    client = phone(cast, "Dora")
    files = f"/clubs/{cast.club.pk}/files/"
    assert files in client.get(f"/clubs/{cast.club.pk}/about/").content.decode()
    assert f"/evenings/{sheet.evening_id}/files/" in client.get(f"/evenings/{sheet.evening_id}/").content.decode()
    assert f"/sheets/{sheet.pk}/paper/" in client.get(f"/evenings/{sheet.evening_id}/files/").content.decode()
    assert f"/clubs/{cast.club.pk}/paper/all/" in client.get(f"/clubs/{cast.club.pk}/table/all/").content.decode()
    assert files in phone(cast, "Anna").get(f"/clubs/{cast.club.pk}/settings/").content.decode()


@pytest.mark.parametrize("number", [1, 3])
def test_a_sheet_costs_the_same(cast: Cast, number: int, django_assert_num_queries: Any) -> None:
    found = papers.sheet(cast)
    for _ in range(number):
        papers.write(cast, found, papers.anna_ben(cast))
    client = phone(cast, "Dora")
    got(client, f"/sheets/{found.pk}/sheet.csv")
    with django_assert_num_queries(8):
        got(client, f"/sheets/{found.pk}/sheet.csv")


def test_players_who_were_erased_stay_nameless(cast: Cast, sheet: Sheet) -> None:
    Player.objects.filter(pk=cast.players["Dora"].pk).update(name="Ehemaliges Mitglied 1")
    assert "Ehemaliges Mitglied 1" in rows(got(phone(cast, "Anna"), f"/sheets/{sheet.pk}/sheet.csv"))[0]
