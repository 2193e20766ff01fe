"""What is read from the files of others: dialects, headings, totals, days, and every problem at its place."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from io import BytesIO
from zipfile import ZipFile

import pytest
import xlsxwriter
from django.utils import translation

from dokoclub.exports.importers.problems import TranslatedNote
from dokoclub.exports.importers.unpacking import Budget, Exhausted
from scoring.tables.cells import RHYTHMS, day_in, read_number
from scoring.tables.points import looks_like_a_game
from scoring.tables.reading import Options
from scoring.tables.sheet import OldSheet
from tests.exports.old_sheets import read_old_sheets

TOTALS = "Anna,Ben,Cleo,Dora\n2,2,-2,-2\n-1,5,1,-5\n"
PER_GAME = [[2, 2, -2, -2], [-3, 3, 3, -3]]


def sheet_of(text: str | bytes, name: str = "Liste.csv", **options: object) -> OldSheet:
    content = text.encode() if isinstance(text, str) else text
    (found,) = read_old_sheets(name, content, Options(**options), Budget())  # type: ignore[arg-type]
    return found


def points(sheet: OldSheet) -> list[list[int | None]]:
    return [row for _, row in sheet.games]


def told(sheet: OldSheet) -> list[tuple[int | None, str, str]]:
    with translation.override("en"):
        return [(note.row, note.column, TranslatedNote(*note).said) for note in sheet.problems]


def workbook(**tabs: list[list[object]]) -> bytes:
    out = BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as book:
        for title, rows in tabs.items():
            sheet = book.add_worksheet(title)
            for number, row in enumerate(rows):
                sheet.write_row(number, 0, row)
    return out.getvalue()


DOUBLED = "use whole points, or double all points below."
TWO = "players with points, but four to seven sit at a table. Enter two tables as two sheets."
SO = "If it is a whole evening, choose so below."

# --- Totals or points of a game ---------------------------------------------------------------------------------------


def test_running_totals() -> None:
    sheet = sheet_of(TOTALS)
    assert (sheet.kind, sheet.names, points(sheet)) == ("running", ["Anna", "Ben", "Cleo", "Dora"], PER_GAME)
    assert sheet.totals == [-1, 5, 1, -5]


def test_points_of_each_game() -> None:
    sheet = sheet_of("Anna,Ben,Cleo,Dora\n2,2,-2,-2\n-3,3,3,-3\n6,-2,-2,-2\n")
    assert (sheet.kind, points(sheet)[:2], sheet.totals) == ("game", PER_GAME, [5, 3, -1, -7])


def test_somebody_knows_better() -> None:
    assert points(sheet_of(TOTALS, points="game"))[1] == [-1, 5, 1, -5]


def test_only_plus_points_are_recognised_too() -> None:
    sheet = sheet_of("Anna,Ben,Cleo,Dora\n2,2,0,0\n2,5,3,0\n")
    assert (sheet.kind, sheet.totals) == ("running", [2, 5, 3, 0])
    told = "Read as plus points only, though the club does not write so."
    assert [note.text for note in sheet.oddities] == [*["The points sum to {total}, not to 0."] * 2, told]


@pytest.mark.parametrize(
    "values", [[0, -4, 4, 0], [4, 4, 4, 4], [-2, -2, -2, 2], [6, 2, 2, 2], [1, 2, 0, 0], [-1, 5, 1, -5]]
)
def test_what_no_game_gives(values: list[int]) -> None:
    assert not looks_like_a_game(values)


@pytest.mark.parametrize(
    "values", [[2, -2, -2, 2], [-6, 2, 2, 2], [-1, 3, -1, -1], [0, 3, 3, 0], [9, None, 0, 0], [0, 0, 0, 0]]
)
def test_what_a_game_gives(values: list[int | None]) -> None:
    assert looks_like_a_game(values)


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ("1,1,-1,-1\n2,2,-2,-2\n", "These are read as running totals, but may be the points of each game"),
        ("2,2,-2,-2\n-3,3,3,-3\n6,-2,-2,-2\n", None),
        ("2,2,-2,-2\n-1,5,1,-5\n", None),
    ],
)
def test_who_can_only_guess_says_so(rows: str, words: str | None) -> None:
    sheet = sheet_of(f"A,B,C,D\n{rows}")
    assert [note.text.split(":")[0] for note in sheet.problems] == ([words] if words else [])
    assert sheet_of(f"A,B,C,D\n{rows}", points=sheet.kind).problems == []


def test_a_total_without_a_word_before_it_is_no_game() -> None:
    sheet = sheet_of("A,B,C,D\n2,2,-2,-2\n-3,3,3,-3\n6,-2,-2,-2\n5,3,-1,-7\n")
    assert (sheet.kind, len(sheet.games), sheet.totals, sheet.oddities) == ("game", 3, [5, 3, -1, -7], [])


@pytest.mark.parametrize(
    ("rows", "row"),
    [
        ("2,2,-2,-2\n-3,3,3,-3\n3,-3,-3,3\n2,2,-2,-2\n", 5),  # the sum of all, and a game as well
        ("2,2,-2,-2\n-1,5,1,-5\n-3,7,3,-7\n-3,7,3,-7\n", 5),  # the totals once more, or a game of 0
    ],
)
def test_a_last_row_that_may_be_a_total_is_told(rows: str, row: int) -> None:
    sheet = sheet_of(f"A,B,C,D\n{rows}")
    assert (len(sheet.games), [note.row for note in sheet.oddities]) == (4, [row])


# --- Dialects ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("separator", [";", "\t", ",", "|"])
def test_separators_are_found_out(separator: str) -> None:
    assert points(sheet_of(TOTALS.replace(",", separator))) == PER_GAME


def test_decimal_commas_of_whole_numbers() -> None:
    assert points(sheet_of("Anna;Ben;Cleo;Dora\n2,0;2,0;-2,0;−2,00\n-1;+5;1;(5)\n")) == PER_GAME


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_encodings_are_found_out(encoding: str) -> None:
    assert sheet_of(TOTALS.replace("Anna", "Änne").encode(encoding)).names[0] == "Änne"


def test_line_ends_blank_lines_and_the_line_that_excel_likes() -> None:
    sheet = sheet_of("sep=;\r\n" + TOTALS.replace(",", ";").replace("\n", "\r\n\r\n"))
    assert [row for row, _ in sheet.games] == [4, 6]


def test_a_workbook_with_a_sheet_a_tab() -> None:
    rows: list[list[object]] = [["Anna", "Ben", "Cleo", "Dora"], [2, 2, -2, -2], [-1, 5.0, "1", -5]]
    found = read_old_sheets("alt.xlsx", workbook(Mai=rows, Juni=[[], [], *rows], Leer=[]), Options(), Budget())
    assert [(sheet.title, points(sheet)) for sheet in found] == [("alt · Mai", PER_GAME), ("alt · Juni", PER_GAME)]
    assert [row for row, _ in found[1].games] == [4, 5]


# --- Headings and columns ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "A,B,C,D,S\n2,2,-2,-2,2\n-1,5,1,-5,3\n",  # the sum behind the players
        "A,B,C,D,S\n2,2,-2,-2,-2,HZ\n-1,5,1,-5,3\n",  # one heading too few
        "A,B,C,D,S,\n2,2,-2,-2,-2,TA\n-1,5,1,-5,3\n",  # an empty one too many
        "A,B,C,D\n2,2,-2,-2,2,x\n-1,5,1,-5\n",  # no heading behind
        "Nr,Geber,A,B,C,D,Wert,Notiz\n1,A,2,2,-2,-2,2,gut\n2,B,-1,5,1,-5,3,\n",
        "Doppelkopf bei Anna,,,\n\nA,B,C,D\n2,2,-2,-2\n-1,5,1,-5\n",
        ",A,B,C,D\n1,2,2,-2,-2\n2,-1,5,1,-5\nSumme,-1,5,1,-5\n",
    ],
)
def test_what_stands_around_the_players_is_ignored(text: str) -> None:
    sheet = sheet_of(text)
    assert (sheet.names, points(sheet)) == (["A", "B", "C", "D"], PER_GAME)
    assert (sheet.problems, sheet.oddities) == ([], [])


def test_s_may_be_a_player() -> None:
    sheet = sheet_of("A,B,C,D,S\n2,2,-2,,-2\n,-3,3,3,-3\n")
    assert (sheet.names, points(sheet)) == (["A", "B", "C", "D", "S"], [[2, 2, -2, None, -2], [None, -3, 3, 3, -3]])


def test_a_list_that_goes_on() -> None:
    sheet = sheet_of("Nr,A,B,C,D\nÜbertrag,10,-10,5,-5\n1,12,-8,3,-7\n2,9,-5,6,-10\nSumme,9,-5,6,-10\n")
    assert (points(sheet), sheet.oddities) == (PER_GAME, [])


def test_a_wrong_sum_of_the_file_is_told() -> None:
    sheet = sheet_of("Nr,A,B,C,D\n1,2,2,-2,-2\n2,-3,3,3,-3\n3,1,-1,1,-1\nSumme,0,4,2,-5\n")
    (note,) = sheet.oddities
    assert (note.row, note.column, note.values) == (5, "E (D)", {"written": -5, "right": -6})


# --- Five and more ----------------------------------------------------------------------------------------------------


def test_who_has_an_empty_cell_sits_out() -> None:
    sheet = sheet_of("A,B,C,D,E\n,2,2,-2,-2\n-3,,-3,3,3\n")
    assert points(sheet) == [[None, 2, 2, -2, -2], [-3, None, -3, 3, 3]]


def test_who_has_no_points_sat_out_if_it_was_his_turn() -> None:
    sheet = sheet_of("A,B,C,D,E\n0,2,2,-2,-2\n0,0,0,0,0\n-1,-1,1,0,1\n")
    assert [points(sheet)[game].index(None) for game in range(3)] == [0, 1, 3]


def test_a_long_list_of_names_of_whom_few_played() -> None:
    names = ",".join("ABCDEFGHIJ")
    sheet = sheet_of(f"{names}\n,,2,2,,-2,-2,,,\n,,-1,5,,1,-5,,,\n")
    assert (sheet.names, points(sheet)) == (["C", "D", "F", "G"], PER_GAME)


# --- Days -------------------------------------------------------------------------------------------------------------


def test_a_column_of_days_makes_evenings() -> None:
    text = "Datum;A;B;C;D\n3.1.20;2;2;-2;-2\n;-1;5;1;-5\n10.01.2020;1;-1;1;-1\n"
    found = read_old_sheets("Jahr.csv", text.encode(), Options(), Budget())
    assert [(sheet.title, sheet.day, sheet.totals) for sheet in found] == [
        ("Jahr · 1", date(2020, 1, 3), [-1, 5, 1, -5]),
        ("Jahr · 2", date(2020, 1, 10), [1, -1, 1, -1]),
    ]


def test_totals_may_go_on_over_the_evenings() -> None:
    text = "Datum;A;B;C;D\n3.1.20;2;2;-2;-2\n;-1;5;1;-5\n10.1.20;0;4;2;-6\n17.1.20;-3;7;5;-9\n"
    found = read_old_sheets("Jahr.csv", text.encode(), Options(), Budget())
    assert [sheet.totals for sheet in found] == [[-1, 5, 1, -5], [1, -1, 1, -1], [-3, 3, 3, -3]]


@pytest.mark.parametrize(
    ("text", "name"),
    [(TOTALS, "2020-01-03 bei Anna.csv"), (TOTALS, "Doko 3.1.20.csv"), ("am 03.01.2020,,,\n" + TOTALS, "Liste.csv")],
)
def test_the_day_stands_above_or_in_the_name(text: str, name: str) -> None:
    assert sheet_of(text, name).day == date(2020, 1, 3)


def test_days_that_are_all_wrong_are_told() -> None:
    for heading, cell in (("Datum", "gestern"), ("Tag", "31.2.2020")):
        sheet = sheet_of(f"{heading};A;B;C;D\n{cell};1;1;-1;-1\n;2;2;-2;-2\nSumme;2;2;-2;-2\n", points="running")
        assert told(sheet) == [(2, "A", f"“{cell}” is not a day.")]


def test_a_tag_may_be_a_weekday() -> None:
    assert told(sheet_of("Tag;A;B;C;D\nFreitag;1;1;-1;-1\nSamstag;-2;4;2;-4\n")) == []


def test_totals_may_stand_in_the_column_of_days() -> None:
    sheet = sheet_of("Datum;A;B;C;D\n3.1.2020;2;2;-2;-2\n;-1;5;1;-5\nSumme;-1;5;1;-5\n")
    assert (told(sheet), sheet.day, sheet.totals) == ([], date(2020, 1, 3), [-1, 5, 1, -5])


def test_what_is_no_day() -> None:
    assert [day_in(text) for text in ("31.2.2020", "Game10", "1.2", "")] == [None] * 4


def test_rhythms() -> None:
    begin = date(2024, 1, 31)
    found = {name: rhythm(begin, 1) for name, rhythm in RHYTHMS.items()}
    assert found == {
        "same": begin,
        "daily": date(2024, 2, 1),
        "weekly": date(2024, 2, 7),
        "fortnightly": date(2024, 2, 14),
        "three_weekly": date(2024, 2, 21),
        "four_weekly": date(2024, 2, 28),
        "monthly": date(2024, 2, 29),
        "monthly_weekday": date(2024, 2, 28),  # the fifth Wednesday, or the last
    }
    assert RHYTHMS["monthly_weekday"](date(2024, 1, 12), 12) == date(2025, 1, 10)


# --- Problems ---------------------------------------------------------------------------------------------------------


def test_every_problem_at_its_row_and_column() -> None:
    sheet = sheet_of("Nr;A;B;C;D\n1;2;zwei;-2;-2\n2;1,5;;3;-200000\n")
    assert told(sheet) == [
        (2, "C (B)", "“zwei” is not a number."),
        (3, "B (A)", f"1,5: {DOUBLED}"),
        (3, "C (B)", "Enter a number."),
        (3, "E (D)", "-200000 is too large."),
    ]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("A,B,C,D\n", (None, "", "There are no games in it.")),
        ("1,2,3,4\n1,1,-1,-1\n", (None, "", "Add a row with four player names above the numbers.")),
        ("A,B,C\n1,1,-2,0\n", (None, "", "Add a row with four player names above the numbers.")),
        ("Nr,A,B,C,Wert\n1,1,1,-2,2\n", (1, "", "Name at least four player columns.")),
        ("A,B,a,D\n1,1,-1,-1\n", (1, "C", "“a” is already in column A.")),
        ("A,B,!!,D\n1,1,-1,-1\n", (1, "C", "“!!” cannot be the name of a player: it needs a letter or a digit.")),
        ("A,B,C,D\nx,x,x,x\n", (None, "", "There are no games in it.")),
        ("A,B,C,D,E\n1,1,-1,-1,\n1,1,-2,,\n", (3, "", "Only 3 players have points in this row.")),
        ("A,B,C,D,E\n1,1,-1,-2,1\n", (2, "", f"5 players have points in this row: at most four play. {SO}")),
        ("Datum,A,B,C,D\ngestern,1,1,-1,-1\n1.1.20,1,1,-1,-1\n", (2, "A", "“gestern” is not a day.")),
    ],
)
def test_what_cannot_be_read(text: str, problem: tuple[int | None, str, str]) -> None:
    assert problem in told(sheet_of(text))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "There is nothing in it."),
        (b"\n\n;;\n", "There is nothing in it."),
        (b"\x89PNG\r\n\x1a\n\0\0", "This is neither a CSV file nor a workbook."),
        (b"\xd0\xcf\x11\xe0\xa1\xb1", "This is an old Excel file. Please save it as XLSX or CSV."),
        (b"PK\x03\x04 broken", "This workbook is damaged, or neither XLSX nor ODS."),
        (b'A,B,C,D\n1,1,-1,-1\n"' + b"x" * 200_000, "Not valid CSV from row 3: save it as CSV again."),
        (b"x" * (5 * 1024 * 1024 + 1), "Choose a file up to 5 MB."),
        (b"A;B;C;D\n" + b"1;1;-1;-1\n" * 30_000, "More than 30000 rows: split the file."),
    ],
)
def test_what_is_no_sheet_at_all(content: bytes, words: str) -> None:
    assert told(sheet_of(content)) == [(None, "", words)]


@pytest.mark.parametrize("corner", [(1_048_575, 16_383), (100_000, 100)])
def test_a_cell_in_the_far_corner_does_not_take_the_server_down(corner: tuple[int, int]) -> None:
    out = BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as book:
        sheet = book.add_worksheet()
        sheet.write_row(0, 0, ["A", "B", "C", "D"])
        sheet.write(*corner, "x")
    with pytest.raises(Exhausted) as refusal:
        read_old_sheets("Liste.xlsx", out.getvalue(), Options(), Budget())
    assert refusal.value.note.values == {"most": 2}


@pytest.mark.parametrize(
    "change",
    [
        lambda parts: parts.update({"content.xml": b"<ods/>"}),  # an ODS may repeat a cell endlessly
        lambda parts: _rewrite(parts, b'r="A2"', b'r="ZZZZZZ99999999999"'),
        lambda parts: _rewrite(parts, b'<row r="2"', b'<row r="-2"'),
        lambda parts: _rewrite(parts, b'r="A2"', b'r="A1"', b'r="A1"', b'r="A2"'),  # rows that go backwards
    ],
)
def test_a_workbook_that_no_program_writes(change: Callable[[dict[str, bytes]], None]) -> None:
    with ZipFile(BytesIO(workbook(Liste=[["A", "B", "C", "D"], [1, 1, -1, -1]]))) as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}
    change(parts)
    out = BytesIO()
    with ZipFile(out, "w") as packed:
        for name, content in parts.items():
            packed.writestr(name, content)
    (refused,) = read_old_sheets("Liste.xlsx", out.getvalue(), Options(), Budget())
    assert told(refused)


def _rewrite(parts: dict[str, bytes], *words: bytes) -> None:
    name = "xl/worksheets/sheet1.xml"
    for old, new in zip(words[::2], words[1::2], strict=True):
        parts[name] = parts[name].replace(old, new)


def test_empty_cells_below_do_no_harm() -> None:
    out = BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as book:
        sheet = book.add_worksheet()
        for number, row in enumerate([["A", "B", "C", "D"], [1, 1, -1, -1]]):
            sheet.write_row(number, 0, row)
        sheet.write_blank(1_048_575, 16_383, None, book.add_format({"bold": True}))
    (found,) = read_old_sheets("Liste.xlsx", out.getvalue(), Options(), Budget())
    assert (told(found), found.totals) == ([], [1, 1, -1, -1])


def test_it_has_at_most_seven_players() -> None:
    sheet = sheet_of("A,B,C,D,E,F,G,H\n1,1,-1,-1,,,,\n,,,,1,1,-1,-1\n", points="game")
    assert told(sheet) == [(2, "", f"8 {TWO}")]


@pytest.mark.parametrize(
    ("cell", "value"),
    [("+5", 5), ("−5", -5), ("5-", -5), ("(5)", -5), ("±0", 0), ("1.234", 1234), ("2,0", 2), ("- 5", -5), ("'7", 7)],
)
def test_numbers_as_people_write_them(cell: str, value: int) -> None:
    assert read_number(cell) == value


@pytest.mark.parametrize("cell", ["", "zwei", "1e5", "=1+1", "1,2,3", "--5", "٣", "#REF!", "5 5"])
def test_what_is_no_number(cell: str) -> None:
    assert read_number(cell) is None
