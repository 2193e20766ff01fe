"""Which columns of an old sheet are players: by the numbers, and as somebody says by a tap on a head."""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle

import pytest

from dokoclub.exports.importers.unpacking import Budget
from dokoclub.exports.models import Import, ImportState
from scoring.rules.presets import DDV
from scoring.rules.rules import store_rules
from scoring.tables.reading import Options
from scoring.tables.sheet import OldSheet
from tests.cast import Cast
from tests.evenings.pages import phone, seen
from tests.exports.old_sheets import read_old_sheets
from tests.exports.pages import draft, page, send

FOUR = ["Anna", "Ben", "Cleo", "Dora"]
GAMES = ["-3;3;-3;3", "-1;-1;1;1", "-5;-5;5;5", "9;-3;-3;-3", "1;-1;1;-1", "-2;2;-2;2"]


def read(text: str, **options: object) -> list[OldSheet]:
    return read_old_sheets("Liste.csv", text.encode(), Options(**options), Budget())  # type: ignore[arg-type]


def sheet_of(text: str, **options: object) -> OldSheet:
    (sheet,) = read(text, **options)
    return sheet


def with_column(heading: str, cells: list[str], at: int) -> str:
    """The six games with one more column."""
    rows = [FOUR, *(game.split(";") for game in GAMES)]
    return "\n".join(";".join([*row[:at], cell, *row[at:]]) for row, cell in zip(rows, [heading, *cells], strict=True))


COUNTS = ["1", "2", "3", "4", "5", "6"]
DAYS = ["05.01.2024"] * 6
MARKS = ["", "B", "", "", "O", ""]
COLUMNS = [
    *((heading, COUNTS) for heading in ("Spiel Nr", "Partie", "Hand", "Rundennr", "Nummer des Spiels", "Frida")),
    *((heading, DAYS) for heading in ("Wann", "Termin", "Gespielt am")),
    ("Bock", MARKS),
    ("Angaben", MARKS),
    ("Vorhand", ["A", "B", "C", "D", "A", "B"]),
    ("Jahr", ["2024"] * 6),
    ("Runde", ["1", "1", "2", "2", "3", "3"]),
    ("Spielpunkte am Tisch", ["3", "1", "5", "3", "1", "2"]),
    ("Tag", ["20240105"] * 6),
    ("", MARKS),
]


@pytest.mark.parametrize("at", [0, 2, 4])
@pytest.mark.parametrize(("heading", "cells"), COLUMNS)
def test_another_column_is_no_player_wherever_it_stands(heading: str, cells: list[str], at: int) -> None:
    sheet = sheet_of(with_column(heading, cells, at))
    assert (sheet.names, sheet.problems, len(sheet.games)) == (FOUR, [], 6)
    assert sheet.totals == [-1, -5, -1, 7]


@pytest.mark.parametrize("at", [0, 2, 4])
@pytest.mark.parametrize(
    ("heading", "cells"), [("Quer", ["0"] * 6), ("Bo", ["x", "", "x", "", "", "x"]), ("R", ["-", "x", "X", "", "", ""])]
)
def test_a_column_without_points_is_no_player_and_is_asked_about(heading: str, cells: list[str], at: int) -> None:
    sheet = sheet_of(with_column(heading, cells, at))
    assert (sheet.names, sheet.totals, sheet.problems) == (FOUR, [-1, -5, -1, 7], [])
    assert [note.text.partition(":")[0] for note in sheet.oddities] == ["Other columns could be the players’ as well"]


def test_running_totals_beside_the_points_are_no_players() -> None:
    rows = [[int(cell) for cell in game.split(";")] for game in GAMES]
    sums = [[sum(column) for column in zip(*rows[: at + 1], strict=True)] for at in range(len(rows))]
    beside = [[str(cell) for pair in zip(*both, strict=True) for cell in pair] for both in zip(rows, sums, strict=True)]
    heading = [name for player in FOUR for name in (player, f"{player} ges")]
    sheet = sheet_of("\n".join(";".join(row) for row in [heading, *beside]))
    assert (sheet.names, sheet.totals, sheet.problems) == (FOUR, [-1, -5, -1, 7], [])


def test_few_games_beside_running_totals_are_no_evenings_without_a_question() -> None:
    rows = "x;0;-2;-2;2;2;2;2;-2;-2\n-9;-9;x;-2;3;5;3;5;3;1\n0;-9;0;-2;x;5;0;5;0;1\n0;-9;0;-2;0;5;x;5;0;1\n"
    assert sheet_of(f"A;A ges.;B;B ges.;C;C ges.;D;D ges.;E;E ges.\n{rows}").problems


def test_marks_between_all_players_are_none() -> None:
    marked = [
        [text for cell in game.split(";") for text in (cell, "x" if cell.startswith("-") else "")] for game in GAMES
    ]
    heading = [name for player in FOUR for name in (player, player[0])]
    sheet = sheet_of("\n".join(";".join(row) for row in [heading, *marked]))
    assert (sheet.names, sheet.totals, sheet.problems) == (FOUR, [-1, -5, -1, 7], [])


@pytest.mark.parametrize("heading", ["Art", "Re", "Spiel", "S", "Kontrolle", "Tag"])
def test_a_player_may_be_called_like_what_stands_beside_players(heading: str) -> None:
    sheet = sheet_of("\n".join([f"{heading};Ben;Cleo;Dora", *GAMES]))
    assert sheet.names == [heading, "Ben", "Cleo", "Dora"]


def test_a_slip_in_a_row_makes_no_player_of_another_column() -> None:
    (sheet,) = read("Anna;Ben;Cleo;Dora;Bier\n3;-3;3;-3;1\n1;1;-1;-1;0\n5o;-5;-5;5;0\n")
    assert [(note.row, note.column) for note in sheet.problems] == [(4, "A (Anna)")]
    assert sheet.names == FOUR


def test_columns_between_the_players() -> None:
    text = (
        "Bock;Punkte;;Anna;;Ben;;Cleo;;Dora;Kontrolle\n;;;0;;0;;0;;0;0\n;2;;2;;2;F;-2;;-2;0\n;1;H;3;;1;;-3;;-1;0\n"
        "B;3;;-3;R;7;;3;;-7;0\nO;2;;1;;3;S;-9;;5;0\n;1;;2;;2;;-8;;4;0\n"
    )
    sheet = sheet_of(text)
    assert (sheet.names, sheet.kind, sheet.totals) == (FOUR, "running", [2, 2, -8, 4])


METADATA = """#;Zeitpunkt;Spieltyp;Siegerpartei;Bockrunde;Parteipunkte;Solo-Spieler;Kommentar;Anna;Ben;Cleo;Dora;Emil
1;05.01.2026, 20:12;Normal;Re;Nein;3;;;0;-3;;0;-3
2;05.01.2026, 20:20;Hochzeit;Re;Nein;1;;;-2;0;-1;-2;
3;05.01.2026, 20:31;Solo;Solo;Ja;2;Dora;;-2;-2;;0;-2
4;05.01.2026, 20:44;Normal;Kontra;Nein;4;;;-4;-4;0;;0
Summe;;;;;;;;-8;-9;-1;-2;-5
"""


def test_what_games_were_worth_is_no_player_where_only_minus_points_are_written() -> None:
    sheet = sheet_of(METADATA, notation="minus_only")
    assert (sheet.names, sheet.totals) == ([*FOUR, "Emil"], [-8, -9, -1, -2, -5])
    assert "Other columns" not in str(sheet.oddities)


def test_the_same_is_asked_where_the_club_writes_otherwise() -> None:
    sheet = sheet_of(METADATA)
    assert "Only minus points stand here" in str(sheet.problems)
    assert sheet.table is not None
    told = {one["answer"]: dict(one["totals"]) for one in sheet.table["answers"]}
    assert told["minus_only"] == {"Anna": -8, "Ben": -9, "Cleo": -1, "Dora": -2, "Emil": -5}
    assert sheet_of(METADATA, written="minus_only").problems == []


def test_points_of_one_sign_without_another_doubt_are_read_so_and_told() -> None:
    sheet = sheet_of("Anna;Ben;Cleo;Dora\n3;3;0;0\n0;1;0;1\n6;0;0;0\n")
    assert (sheet.notation, sheet.totals, sheet.problems) == ("plus_only", [9, 4, 0, 1], [])
    assert [note.text.partition(",")[0] for note in sheet.oddities if "sum to" not in note.text] == [
        "Read as plus points only"
    ]


def test_sums_below_a_heading_with_their_word_are_no_game() -> None:
    sheet = sheet_of("Geber;Anna;Ben;Cleo;Dora;Summe\nA;1;-1;1;-1;0\nB;2;-2;-2;2;0\nC;1;1;-1;-1;0\nSumme;4;-2;-2;0;0\n")
    assert (sheet.names, sheet.totals, sheet.problems) == (FOUR, [4, -2, -2, 0], [])


def test_a_list_before_its_headings_again_is_not_lost() -> None:
    rows = "-;-2;-;-2\n-1;-;-1;-1\n-;-4;-;-4\n"
    sheets = read(f"A;B;C;D\n{rows}A;B;C;D\n{rows}", notation="minus_only", points="game")
    assert [sheet.totals for sheet in sheets] == [[-1, -6, -1, -7]] * 2


def test_a_list_of_minus_points_keeps_its_fifth_player() -> None:
    text = "Nr.;Anna;Ben;Cleo;Dora;Emil\n1;-4;0;;-4;0\n2;0;;-6;0;-6\n3;;-2;-3;-3;0\n4;-1;0;-1;-1;\n5;0;;0;0;-3\n"
    sheet = sheet_of(f"{text}Summe;-5;-2;-10;-8;-9\n", notation="minus_only")
    assert (sheet.names, sheet.totals, sheet.kind) == ([*FOUR, "Emil"], [-5, -2, -10, -8, -9], "game")


LISTS = "Nr.;Anna;Ben;Cleo;Dora\n1;-3;0;0;-3\n2;-4;-4;0;0\n"


@pytest.mark.parametrize(
    ("text", "notation", "kind"),
    [
        (LISTS + "Summe;-7;-4;0;-3\n", "zero_sum", "game"),
        (LISTS + "Summe;-7;-4;0;-3\n", "minus_only", "game"),
        (LISTS, "minus_only", "game"),  # as running totals, somebody would have got plus points
        ("Nr;Anna;Ben;Cleo;Dora\n1;1;1;-1;-1\n2;2;2;-2;-2\nSumme;2;2;-2;-2\n", "zero_sum", "running"),
        ("Nr;Anna;Ben;Cleo;Dora\n1;1;1;-1;-1\n2;2;2;-2;-2\nSumme;3;3;-3;-3\n", "zero_sum", "game"),
    ],
)
def test_what_the_club_has_said_comes_before_a_guess(text: str, notation: str, kind: str) -> None:
    assert sheet_of(text, notation=notation).kind == kind


# --- Days -------------------------------------------------------------------------------------------------------------


ROWS = ["3,-1,-1,-1", "1,1,-1,-1"]


def days_of(*days: str, **options: object) -> tuple[list[str], str]:
    sheets = read(
        "Date,Anna,Ben,Cleo,Dora\n" + "".join(f"{day},{game}\n" for day, game in zip(days, cycle(ROWS))), **options
    )
    return [str(sheet.day) for sheet in sheets], str(sheets[0].problems)


def test_one_order_for_a_column_of_days() -> None:
    days, told = days_of("1/5/2024", "1/12/2024", "1/19/2024", "2/2/2024")
    assert days == ["2024-01-05", "2024-01-12", "2024-01-19", "2024-02-02"]
    assert "Day or month" not in told


def test_days_that_rise_in_one_order_alone_tell_it() -> None:
    days, told = days_of("1/5/2024", "1/12/2024", "2/2/2024", "2/9/2024", "3/1/2024")
    assert (days[0], "Day or month" in told) == ("2024-01-05", False)


@pytest.mark.parametrize("sign", ["/", "-"])
def test_where_nothing_tells_the_order_it_is_asked(sign: str) -> None:
    written = [day.replace("/", sign) for day in ("1/5/2024", "2/6/2024")]
    _, told = days_of(*written)
    assert "Day or month may come first" in told
    assert days_of(*written, day_order="mdy") == (["2024-01-05", "2024-02-06"], "[]")
    assert days_of(*written, day_order="dmy") == (["2024-05-01", "2024-06-02"], "[]")


def test_days_with_points_have_the_day_first() -> None:
    assert days_of("1.5.2024", "2.6.2024") == (["2024-05-01", "2024-06-02"], "[]")


def test_a_day_that_is_none_in_the_order_of_the_column_is_a_problem() -> None:
    (sheet,) = read("Datum,Anna,Ben,Cleo,Dora\n13.1.2024,3,-1,-1,-1\n1.13.2024,3,-1,-1,-1\n14.1.2024,3,-1,-1,-1\n")
    assert [(note.row, note.text) for note in sheet.problems] == [(3, "“{cell}” is not a day.")]


# --- A tap on a head --------------------------------------------------------------------------------------------------

BEER = "Anna;Ben;Cleo;Dora;Bier\n3;-3;3;-3;1\n1;1;-1;-1;0\n5;-5;-5;5;0\n"


def tap(cast: Cast, made: Import, head: str, **typed: str) -> Import:
    """Tap the head of a column, without any script."""
    table = made.tables[0]
    place = [column["head"] for column in table["columns"]].index(head)
    answer = send(cast, made, "check", column=f"{table['shape']}:{place}", first_day="", **typed)
    assert answer.status_code == 302
    made.refresh_from_db()
    return made


def names_of(made: Import) -> list[str]:
    return [name for sheet in made.sheets.all() for name in sheet.names]


def roles_of(made: Import) -> list[str]:
    return [column["role"] for column in made.tables[0]["columns"]]


def test_a_tap_makes_a_player_of_a_column_and_takes_that_back(cast: Cast) -> None:
    made = draft(cast, Eins=BEER)
    assert (names_of(made), roles_of(made)[-1]) == (FOUR, "other")
    tap(cast, made, "Bier")
    assert (names_of(made), roles_of(made)[-1]) == ([*FOUR, "Bier"], "player")
    tap(cast, made, "Bier")
    assert names_of(made) == FOUR


def test_what_was_said_is_kept_when_it_is_read_again(cast: Cast) -> None:
    made = tap(cast, draft(cast, Eins=BEER), "Bier")
    for typed in ({"points": "game"}, {"points": "running"}, {"double": "on"}):
        send(cast, made, "check", **typed)
        assert "Bier" in names_of(made)
    made.refresh_from_db()
    shape = made.tables[0]["shape"]
    send(cast, made, "check", column=f"{shape}:")
    assert names_of(made) == FOUR


def test_a_column_of_days_can_be_the_day_or_not(cast: Cast) -> None:
    made = draft(cast, Eins="Wann;Anna;Ben;Cleo;Dora\n05.01.2024;3;-3;3;-3\n05.01.2024;1;1;-1;-1\n")
    assert (roles_of(made)[0], str(made.sheets.get().day)) == ("day", "2024-01-05")
    tap(cast, made, "Wann")
    assert (roles_of(made)[0], made.sheets.get().day) == ("other", None)
    tap(cast, tap(cast, made, "Wann"), "Wann")
    assert (roles_of(made)[0], str(made.sheets.get().day)) == ("day", "2024-01-05")


def test_too_few_players_are_told_and_the_heads_stay(cast: Cast) -> None:
    made = tap(cast, draft(cast, Eins=BEER), "Dora")
    text = seen(phone(cast, "Anna").get(page(made)))
    assert "Mindestens vier Spalten brauchen einen Spielernamen." in text
    assert "Dora kein Spieler" in text
    tap(cast, made, "Dora")
    send(cast, made, accept="on")
    made.refresh_from_db()
    assert made.state == ImportState.DONE


@pytest.mark.parametrize("value", ["", "x", "x:1", "{shape}:99", "{shape}:-1", "{shape}:x", "{shape}:1:2"])
def test_a_head_that_is_none_changes_nothing(cast: Cast, value: str) -> None:
    made = draft(cast, Eins=BEER)
    assert send(cast, made, "check", column=value.format(shape=made.tables[0]["shape"])).status_code == 302
    assert names_of(made) == FOUR


# --- What saving would refuse -----------------------------------------------------------------------------------------


def test_the_rules_of_the_club_say_of_which_sign_points_are(cast: Cast) -> None:
    cast.club.rules_versions.update(rules=store_rules(replace(DDV, notation="minus_only", solo_factor=3)))
    made = draft(cast, Eins=METADATA)
    assert names_of(made) == [*FOUR, "Emil"]
    notes = [(note.row, note.text) for note in made.sheets.get().all_oddities]
    assert (3, "No game gives these points under the rules of the club.") in notes


def test_what_saving_would_refuse_is_a_problem_of_its_row(cast: Cast) -> None:
    totals = ["2;2;-2;-2", "90000;90000;-90000;-90000", "-90000;-90000;90000;90000"]
    made = draft(cast, Eins="\n".join([";".join(FOUR), *totals]))
    send(cast, made, "check", points="running")
    sheet = made.sheets.get()
    assert [(note.row, note.text) for note in sheet.all_problems] == [(4, "Enter a smaller number.")]
