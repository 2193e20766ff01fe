"""Files of other programs: read, or told why not; nothing in them goes missing without a word."""

from __future__ import annotations

import json
from io import BytesIO
from uuid import uuid4
from zipfile import ZipFile

import pytest
import xlsxwriter
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from dokoclub.clubs.services.clubs import found_club, switch_feature
from dokoclub.exports.exporters.catalog import build_sheet_document
from dokoclub.exports.exporters.formats import FORMATS
from dokoclub.exports.importers.unpacking import Budget, Exhausted
from dokoclub.exports.models import Import
from dokoclub.exports.services.reading import natural_order
from scoring.csv_cells import guard_cell, unguard_cell
from scoring.tables.reading import Options
from scoring.tables.sheet import OldSheet
from tests.cast import Cast, make_player
from tests.evenings import papers
from tests.evenings.pages import phone, seen
from tests.exports.old_sheets import read_old_sheets
from tests.exports.pages import FIRST
from tests.exports.pages import papers as files_of
from tests.exports.test_old_sheets import workbook

FOUR = ["Anna", "Ben", "Cleo", "Dora"]
TEXT = "Anna;Ben;Cleo;Dora\n3;-3;3;-3\n5;-5;-5;5\n"
ROWS: list[list[object]] = [[*FOUR], [3, -3, 3, -3], [5, -5, -5, 5]]
NO_TABLE = "Add a row with four player names above the numbers."


def read(name: str, content: bytes, **options: str) -> list[OldSheet]:
    return read_old_sheets(name, content, Options(**options), Budget())  # type: ignore[arg-type]


def notes(sheet: OldSheet) -> list[tuple[int | None, str]]:
    return [(note.row, note.text.format(**note.values)) for note in (*sheet.problems, *sheet.oddities)]


# --- ODS --------------------------------------------------------------------------------------------------------------


def ods(table: str) -> bytes:
    content = (
        '<?xml version="1.0"?><office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
        'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
        'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>'
        f'<table:table table:name="Abend1">{table}</table:table></office:spreadsheet></office:body>'
        "</office:document-content>"
    )
    out = BytesIO()
    with ZipFile(out, "w") as packed:
        packed.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        packed.writestr("content.xml", content)
        packed.writestr("META-INF/manifest.xml", "<manifest/>")
    return out.getvalue()


def cell(value: object, repeated: str = "") -> str:
    if isinstance(value, str):
        return f'<table:table-cell office:value-type="string"{repeated}><text:p>{value}</text:p></table:table-cell>'
    written = f'office:value-type="float" office:value="{value}"{repeated}'
    return f"<table:table-cell {written}><text:p>{value}</text:p></table:table-cell>"


def row(values: list[object], repeated: str = "") -> str:
    return f"<table:table-row{repeated}>{''.join(map(cell, values))}</table:table-row>"


MANY_COLUMNS = ' table:number-columns-repeated="16384"'
MANY_ROWS = ' table:number-rows-repeated="1048576"'
EMPTY_REST = f"<table:table-row{MANY_ROWS}><table:table-cell{MANY_COLUMNS}/></table:table-row>"


def test_a_sheet_of_libreoffice() -> None:
    (sheet,) = read("Liste.ods", ods("".join(map(row, ROWS)) + EMPTY_REST))
    assert (sheet.names, notes(sheet), len(sheet.games)) == (FOUR, [], 2)


def test_hidden_rows_and_formulas_without_results_of_libreoffice_are_named() -> None:
    hidden = row([3, -3, 3, -3], ' table:visibility="filter" table:number-rows-repeated="2"')
    unsolved = '<table:table-cell table:formula="of:=[.A1]"/>' * 4
    (sheet,) = read("Liste.ods", ods(row([*FOUR]) + hidden + row([5, -5, -5, 5])), points="game")
    assert (len(sheet.games), notes(sheet)) == (3, [(None, "2 hidden rows are read like all others.")])
    (sheet,) = read("Liste.ods", ods("".join(map(row, ROWS)) + f"<table:table-row>{unsolved}</table:table-row>"))
    assert [(row, text.partition(" of this")[0]) for row, text in notes(sheet)] == [(4, "The formulas")]


@pytest.mark.parametrize(
    "bomb",
    [
        row([1], MANY_ROWS) + row([2]),
        f"<table:table-row{MANY_ROWS}>{cell(1, MANY_COLUMNS)}</table:table-row>",
        row(["a" * 30_000], ' table:number-rows-repeated="1000000"'),
    ],
)
def test_a_cell_that_stands_for_millions_takes_nothing_down(bomb: str) -> None:
    with pytest.raises(Exhausted):
        read("Liste.ods", ods(bomb))


# --- JSON -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "other",
    [
        [{"id": 1, "scores": {"Anna": 6, "Ben": -2, "Cleo": -5, "Dora": 1}}],
        [],
        [[1, 2, 3, 4], ["Anna", "Ben", "Cleo", "Dora"]],
        {"scores": {"Anna": 6}},
        {},
    ],
)
def test_json_of_somebody_else_is_no_table(other: object) -> None:
    for written in (json.dumps(other), json.dumps(other, indent=1)):
        (sheet,) = read("Liste.json", written.encode())
        assert notes(sheet) == [(None, "This JSON is neither a file of this site nor a list of games.")]


# --- Letters ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-16"])
@pytest.mark.parametrize("chosen", ["", "utf-16"])
def test_utf_16_is_read_without_its_mark(encoding: str, chosen: str) -> None:
    (sheet,) = read("Liste.csv", TEXT.replace("Anna", "Änne").encode(encoding), encoding=chosen)
    assert (sheet.names, notes(sheet)) == (["Änne", *FOUR[1:]], [])


@pytest.mark.parametrize("content", [b"\0" * 200, bytes(range(256)) * 4, b"A;B;C;D\n1;1;-1;-1\n\0"])
def test_what_is_no_text_is_refused(content: bytes) -> None:
    (sheet,) = read("Liste.csv", content)
    assert notes(sheet) == [(None, "This is neither a CSV file nor a workbook.")]


@pytest.mark.parametrize("text", ["=1+1", "+Anna", "@a", "-", "'=1", "''=x", "Anna", "'Anna", "-5", "", "'", "−1"])
def test_a_guarded_cell_comes_back_as_it_was(text: str) -> None:
    guarded = guard_cell(text)
    assert isinstance(guarded, str)
    assert unguard_cell(guarded) == text


def test_a_player_called_like_a_formula_comes_back_from_our_own_file(cast: Cast) -> None:
    cast.players["=1+1"] = make_player(cast.club, "=1+1")
    sheet = papers.sheet(cast, "Anna", "Ben", "Cleo", "=1+1")
    papers.write(cast, sheet, {"kind": "manual", "points": dict(zip(sheet.players, (3, -1, -1, -1), strict=True))})
    content = b"".join(FORMATS["csv"].write(build_sheet_document(sheet)))
    (again,) = read("wieder.csv", content)
    assert again.names == ["Anna", "Ben", "Cleo", "=1+1"]


# --- Workbooks --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("empty", [[], [["Notizen"]], [["Datum", *FOUR]], [["a", "b"], ["c", "d"]]])
def test_a_tab_without_games_stops_no_other(empty: list[list[object]]) -> None:
    sheets = read("Liste.xlsx", workbook(Erst=empty, Zweit=ROWS))
    assert [(sheet.names, sheet.problems) for sheet in sheets] == [(FOUR, [])]
    assert notes(sheets[0]) == ([(None, "Left out, because no games stand there: Erst.")] if empty else [])


def test_tabs_without_games_alone_are_told() -> None:
    (sheet,) = read("Liste.xlsx", workbook(Erst=[["Notizen"]]))
    assert notes(sheet) == [(None, NO_TABLE)]


def test_hidden_tabs_and_hidden_rows_are_told() -> None:
    out = BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as book:
        sheet, other = book.add_worksheet("Liste"), book.add_worksheet("Alt & neu")
        for number, values in enumerate(ROWS):
            sheet.write_row(number, 0, values)
            other.write_row(number, 0, values)
        sheet.autofilter(0, 0, 2, 3)
        sheet.set_row(2, options={"hidden": True})
        other.hide()
    (found,) = read("Liste.xlsx", out.getvalue())
    assert len(found.games) == 2
    assert notes(found) == [
        (None, "Not read, because they are hidden: Alt & neu."),
        (None, "1 hidden rows are read like all others."),
    ]


def unsolved(**cells: object) -> bytes:
    """A workbook in which `=B2` and the like have no results, as programs write that work nothing out."""
    out = BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as book:
        sheet = book.add_worksheet()
        for number, values in enumerate([["Datum", *FOUR], ["05.01.2024", 3, -1, -1, -1], ["12.01.2024"]]):
            sheet.write_row(number, 0, values)
        for place, formula in cells.items():
            sheet.write_formula(place, formula, None, "")
    return out.getvalue()


def test_a_row_of_formulas_without_results_is_named() -> None:
    for content in (unsolved(B3="=B2+1", C3="=C2", D3="=D2", E3="=E2"), unsolved(E3="=E2")):
        (sheet,) = read("Liste.xlsx", content)
        assert sheet.problems[0].row == 3
        assert sheet.problems[0].text.startswith("The formulas of this row have no results in the file")


def test_sums_without_results_are_left_out() -> None:
    out = BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as book:
        sheet = book.add_worksheet()
        for number, values in enumerate([["Nr", *FOUR], [1, 3, -3, 3, -3], [2, 5, -5, -5, 5], ["Summe"]]):
            sheet.write_row(number, 0, values)
        for column in "BCDE":
            sheet.write_formula(f"{column}4", f"=SUM({column}2:{column}3)", None, "")
    (found,) = read("Liste.xlsx", out.getvalue())
    assert (found.problems, len(found.games)) == ([], 2)


# --- Files that another app shares ------------------------------------------------------------------------------------


def test_a_share_without_a_token_writes_nothing(cast: Cast) -> None:
    """Another app has no token of a form, so what it sends only leads to the page that asks."""
    anna, stranger = Client(enforce_csrf_checks=True), Client(enforce_csrf_checks=True)
    anna.force_login(cast.anna)
    shared = [one.post("/shared/", {"upload": files_of(Liste=FIRST), "key": str(uuid4())}) for one in (anna, stranger)]
    assert [answer.status_code for answer in shared] == [302, 401]
    assert shared[0].headers["Location"] == "/shared/"
    assert not Import.objects.exists()
    assert anna.post(f"/clubs/{cast.club.pk}/imports/new/", {"upload": files_of(Liste=FIRST)}).status_code == 403


def test_it_asks_which_of_several_clubs(cast: Cast, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    anna = phone(cast, "Anna")
    anna.get("/shared/")
    with django_assert_num_queries(3):
        page = anna.get("/shared/").content.decode()
    assert "In welchen Club?" not in page
    assert f'formaction="/clubs/{cast.club.pk}/imports/new/"' in page
    other = found_club(name="Ahorn", preset="ddv", player_name="Anna", key=uuid4(), by=cast.anna)
    page = anna.get("/shared/").content.decode()
    assert f'formaction="/clubs/{other.pk}/imports/new/"' not in page  # it does not import
    switch_feature(other, "imports", on=True, by=cast.anna)
    with django_assert_num_queries(3):
        page = anna.get("/shared/").content.decode()
    assert "In welchen Club?" in page
    assert f'formaction="/clubs/{other.pk}/imports/new/"' in page


def test_it_says_what_is_lacking(cast: Cast) -> None:
    """Ben owns no club, and Anna's club does not import."""
    assert "Alte Zettel importiert ein Inhaber des Clubs." in seen(phone(cast, "Ben").get("/shared/"))
    switch_feature(cast.club, "imports", on=False, by=cast.anna)
    page = phone(cast, "Anna").get("/shared/")
    assert "Import" in seen(page)
    assert f'href="/clubs/{cast.club.pk}/settings/"' in page.content.decode()


def test_files_in_the_order_of_their_numbers() -> None:
    assert sorted(["Game10", "game2", "Game1", "1"], key=natural_order) == ["1", "Game1", "game2", "Game10"]
