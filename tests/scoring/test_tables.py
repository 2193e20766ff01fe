"""`convert --from table`: a table of points becomes a document, or the command asks and an option answers."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scoring.format.checks import find_problems
from scoring.format.cli import convert_content
from scoring.format.convert import Options
from scoring.format.csv_table import TableOptions
from tests.processes import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
PLAIN = "Datum;Nr;Anna;Ben;Cleo;Dora;Bier\n5.1.2024;1;2;2;-2;-2;1\n5.1.2024;2;-3;3;3;-3;0\n12.1.2024;1;1;-1;1;-1;3\n"
RUNNING = "A;B;C;D\n2;2;-2;-2\n-1;5;1;-5\n-2;4;0;-2\n0;6;-2;-4\n"
NAMELESS = "1;2;2;-2;-2\n2;-3;3;3;-3\n3;1;1;-1;-1\n"
WHO = "P;A;B;C;D;Wer\n2;2;-2;-2;2;ich\n2;2;-2;-2;2;ich\n-5;5;-5;5;-4;du\n"
ANEW = "Datum;A;B;C;D\n5.1.2024;2;2;-2;-2\n5.1.2024;1;3;-3;-1\n12.1.2024;2;2;-2;-2\n12.1.2024;1;3;-3;-1\n12.1.2024;4;6;-6;-4\n"  # fmt: skip
PLUS = "A;B;C;D\n4;;4;\n;2;2;\n3;3;;\n;;1;1\n6;;;\n;5;;5\n"
STANDING = "Datum;A;B;C;D;E\n5.1.2024;5;-4;;-1;\n12.1.2024;9;-6;;-3;\n19.1.2024;6;-7;4;-3;0\n"


def convert(text: str, **answers: Any) -> tuple[int, list[dict[str, int]], str]:
    """Convert a table: exit status, totals by evening, and what is said."""
    done = convert_content(text.encode(), Options("table", table=TableOptions(**answers)))
    written = "".join(done.pieces)
    document = json.loads(written) if written else {"players": [], "evenings": []}
    assert not written or find_problems(document) == []
    names = {str(player["n"]): player["name"] for player in document["players"]}
    totals = []
    for evening in document["evenings"]:
        rows = [row for sheet in evening["sheets"] for row in sheet["rows"]]
        totals.append({name: sum(row["points"].get(n, 0) for row in rows) for n, name in names.items()})
    return done.status, totals, "\n".join(done.said)


def test_the_players_are_found_and_other_columns_are_told() -> None:
    status, totals, said = convert(PLAIN)
    assert (status, said) == (1, "The column “Bier”: it holds no points of a player (1)")
    assert totals == [{"Anna": -1, "Ben": 5, "Cleo": 1, "Dora": -5}, {"Anna": 1, "Ben": -1, "Cleo": 1, "Dora": -1}]


def test_a_table_with_nothing_else_is_taken_whole() -> None:
    assert convert("Anna;Ben;Cleo;Dora\n2;2;-2;-2\n-3;3;3;-3\n1;-1;1;-1\n", title="Doko 2024-01-05")[0::2] == (0, "")


def test_running_totals_and_odd_rows_are_read() -> None:
    status, totals, said = convert(RUNNING, title="2024-01-05")
    assert (status, totals) == (0, [{"A": 0, "B": 6, "C": -2, "D": -4}]), said
    status, totals, said = convert("A;B;C;D\n2;2;-2;-2\n3;-3;3;-2\n1;-1;1;-1\n", title="2024-01-05")
    assert (status, said) == (1, "row 3: The points sum to 1, not to 0. (1)")
    assert totals == [{"A": 6, "B": -2, "C": 2, "D": -5}]


def test_names_are_asked_for_and_given_by_column() -> None:
    status, _, said = convert(NAMELESS)
    assert status == 2
    assert "COLUMN;NAME" in said
    assert "B: 2, -3, 1 …; sum 0" in said
    names = {"B": "Anna", "C": "Ben", "D": "Cleo", "E": "Dora"}
    assert convert(NAMELESS, names=names)[1] == [{"Anna": 0, "Ben": 6, "Cleo": 0, "Dora": -6}]
    assert convert(NAMELESS, players="Anna,Ben,Cleo,Dora")[::2] == (2, "No column is called “Anna”.")
    assert convert(NAMELESS, names={"Z": "Anna"})[::2] == (2, "There is no column Z.")


def test_names_tell_two_equal_headings_apart() -> None:
    twice = "Anna;Anna;Cleo;Dora\n2;2;-2;-2\n-3;3;3;-3\n1;-1;1;-1\n"
    assert convert(twice)[::2] == (2, "row 1, column B: “Anna” is already in column A.")
    assert convert(twice, names={"B": "Anna M."})[1] == [{"Anna": 0, "Anna M.": 4, "Cleo": 2, "Dora": -6}]


def test_players_are_asked_for_and_given_by_heading() -> None:
    status, _, said = convert(WHO)
    assert status == 2
    assert "For example: --players " in said
    assert "C (B): -2, -2, -5 …; sum -9" in said
    status, totals, _ = convert(WHO, players="a, B,C,D", kinds=["game"])
    assert (status, totals) == (1, [{"A": 9, "B": -9, "C": 1, "D": 0}])
    assert convert(WHO, players="A,B,C,X")[::2] == (2, "No column is called “X”.")


def test_chosen_players_keep_their_days() -> None:
    assert convert(PLAIN, players="Anna,Ben,Cleo,Dora") == convert(PLAIN)


@pytest.mark.parametrize(
    ("text", "answer", "totals"),
    [
        (ANEW, "running", [[1, 3, -3, -1], [3, 3, -3, -3]]),
        (ANEW, "anew", [[1, 3, -3, -1], [4, 6, -6, -4]]),
        (STANDING, "evening", [[5, -4, -1, 0], [9, -6, -3, 0], [6, -7, -3, 4]]),
        (STANDING, "stand", [[5, -4, -1, 0], [4, -2, -2, 0], [-3, -1, 0, 4]]),
        (PLUS, "plus", [[13, 10, 7, 6]]),
    ],
)
def test_what_points_mean_is_asked_and_each_answer_is_obeyed(text: str, answer: str, totals: list[list[int]]) -> None:
    status, _, said = convert(text)
    assert status == 2
    assert f"--points {answer}: " in said
    assert [[*one.values()] for one in convert(text, kinds=[answer])[1]] == totals


def test_points_of_one_sign_are_asked_about_even_if_all_rows_are_games() -> None:
    text = "Anna;Ben;Cleo;Dora\n2;2;0;0\n0;3;3;0\n1;0;0;1\n0;0;2;2\n4;0;4;0\n6;0;0;0\n"
    status, _, said = convert(text)
    assert (status, said.splitlines()[0][:23]) == (2, "Points of one sign only")
    assert convert(text, kinds=["plus"], title="2024-01-05")[::2] == (0, "")


def test_the_order_of_days_is_asked() -> None:
    text = "Datum;A;B;C;D\n3/4/2024;2;2;-2;-2\n3/4/2024;-3;3;3;-3\n3/4/2024;1;-1;1;-1\n"
    status, _, said = convert(text)
    assert status == 2
    assert "--days mdy: 3/4/2024 is 2024-03-04" in said
    assert '"day":"2024-03-04"' in "".join(
        convert_content(text.encode(), Options("table", table=TableOptions(day_order="mdy"))).pieces
    )


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"PK\x03\x04", "Only CSV files are read as tables: save it as CSV."),
        (b"A;B;C;D\n0.5;0.5;-0.5;-0.5\n1;-1;1;-1\n2;2;-2;-2\n", "row 2, column A (A): 0.5: use whole points."),
        (b"nothing\n", "Add a row with four player names above the numbers."),
        (b"", "There is nothing in it."),
    ],
)
def test_what_is_no_table_is_refused_in_a_sentence(content: bytes, said: str) -> None:
    done = convert_content(content, Options("table"))
    assert (done.status, [*done.pieces], done.said) == (2, [], [said])


def test_evenings_of_several_tables_have_a_sheet_each() -> None:
    text = "Datum;Tisch;A;B;C;D;E;F;G;H\n"
    text += "".join(f"5.1.2024;1;{row};;;;\n" for row in ("2;2;-2;-2", "1;-1;1;-1"))
    text += "".join(f"5.1.2024;2;;;;;{row}\n" for row in ("3;3;-3;-3", "1;-1;1;-1"))
    done = convert_content(text.encode(), Options("table"))
    document = json.loads("".join(done.pieces))
    (evening,) = document["evenings"]
    assert [(sheet["round"], sheet["table"], len(sheet["rows"])) for sheet in evening["sheets"]] == [("1", "1", 2), ("1", "2", 2)]  # fmt: skip


@pytest.mark.parametrize("name", ["=Anna", "@Anna", "'=Anna", "−Anna"])
def test_a_name_that_looks_like_a_formula_comes_back(name: str) -> None:
    text = f"'{name};Ben;Cleo;Dora\n2;2;-2;-2\n-3;3;3;-3\n1;-1;1;-1\n"
    written = "".join(convert_content(text.encode(), Options("table"), "csv").pieces)
    assert written.splitlines()[0] == f"\ufeffdate;table;'{name};Ben;Cleo;Dora"
    assert [*convert(written, title="2024-01-05")[1][0].values()] == [0, 4, 2, -6]


def run(*arguments: str, given: bytes = b"") -> tuple[int, str, str]:
    """Run the command line with a bare Python: exit status, output, messages."""
    command = [sys.executable, "-S", "-E", "-m", "scoring", "convert", *arguments]
    done = subprocess.run(command, input=given, capture_output=True, cwd=ROOT, env={}, timeout=PATIENCE)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def test_the_command_line_takes_the_answers(tmp_path: Path) -> None:
    table, names = tmp_path / "2024-01-05.csv", tmp_path / "names.txt"
    table.write_text(NAMELESS, encoding="utf-8")
    names.write_text("\ufeffB;Anna\nC;Ben\nD;Cleo\nE;Dora\n", encoding="utf-8")
    status, out, said = run("--from", "table", "--names", str(names), "--points", "game", str(table))
    assert (status, said) == (0, "")
    assert '"day":"2024-01-05"' in out
    assert run("--from", "table", "--players", "A,B,C,D", "-", given=WHO.encode())[0] == 2
    status, _, said = run("--from", "table", "--points", "guess", str(table))
    assert (status, said.partition(":")[0]) == (2, "--points is one of")
    status, _, said = run(str(table))
    assert (status, said.splitlines()[1:]) == (2, ["A table of points is read with --from table."])
    names.write_text("B;Anna\nC,Ben\n", encoding="utf-8")
    told = f"{names}: Line 2 of the names is not like this: ID;NAME\n"
    assert run("--from", "table", "--names", str(names), str(table)) == (2, "", told)


def test_the_name_of_a_table_is_no_formula() -> None:
    document: dict[str, Any] = json.loads("".join(convert_content(PLAIN.encode(), Options("table")).pieces))
    document["evenings"][0]["sheets"][0]["table"] = "=1+1"
    written = "".join(convert_content(json.dumps(document).encode(), Options(), "csv").pieces)
    assert written.splitlines()[1].startswith("2024-01-05;'=1+1;")
