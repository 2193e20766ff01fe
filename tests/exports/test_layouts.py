"""Score sheets of every layout: read right or asked about, never wrong without a word."""

from __future__ import annotations

from collections import Counter

import pytest

from bench.layouts import ASKED, RIGHT, WRONG, judge_layout
from bench.made_layouts import make_layout
from dokoclub.exports.importers.unpacking import Budget
from scoring.tables.reading import Options
from scoring.tables.sheet import OldSheet
from tests.exports.old_sheets import read_old_sheets

FILES = 100  # of a seed


def read(text: str, **options: object) -> list[OldSheet]:
    return read_old_sheets("Liste.csv", text.encode(), Options(**options), Budget())  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(101, 105))
def test_no_layout_is_read_wrong_without_a_question(seed: int) -> None:
    layouts = [make_layout(seed * 1_000_000 + place) for place in range(FILES)]
    verdicts = {layout.seed: judge_layout(layout) for layout in layouts}
    assert [made for made, verdict in verdicts.items() if verdict == WRONG] == []
    counted = Counter(verdicts.values())
    assert counted[RIGHT] >= 0.7 * FILES, counted
    assert counted[ASKED], "without a question the layouts would be too easy"


ANEW = """Datum;A;B;C;D
5.1.2024;2;2;-2;-2
5.1.2024;1;3;-3;-1
12.1.2024;2;2;-2;-2
12.1.2024;1;3;-3;-1
12.1.2024;4;6;-6;-4
"""


@pytest.mark.parametrize(
    ("points", "totals"),
    [("running", [[1, 3, -3, -1], [3, 3, -3, -3]]), ("anew", [[1, 3, -3, -1], [4, 6, -6, -4]])],
)
def test_running_totals_that_may_begin_anew_are_asked_about(points: str, totals: list[list[int]]) -> None:
    asked = read(ANEW)[0]
    assert [note.text.partition(" may ")[0] for note in asked.problems] == ["These running totals"]
    assert [sheet.totals for sheet in read(ANEW, points=points)] == totals


def test_a_row_of_nothing_is_a_game_of_nothing() -> None:
    (sheet,) = read("A;B;C;D;E\n2;2;-2;-2;-\n-;-3;3;3;-3\n-;-;-;-;0\n1;-;1;-1;-1\n", points="game")
    assert (sheet.problems, len(sheet.games), sheet.totals) == ([], 4, [3, -1, 2, 0, -4])


def test_who_did_not_win_among_four_has_no_points() -> None:
    rows = "4;;4;\n;2;2;\n3;3;;\n;;1;1\n6;;;\n;5;;5\n"
    (sheet,) = read(f"A;B;C;D\n{rows}", notation="plus_only", points="game")
    assert (sheet.problems, sheet.totals) == ([], [13, 10, 7, 6])
    assert read(f"A;B;C;D\n{rows}", points="game")[0].problems


STANDING = "Datum;A;B;C;D;E\n5.1.2024;5;-4;;-1;\n12.1.2024;9;-6;;-3;\n19.1.2024;6;{};4;{};{}\n"


def test_a_few_rows_that_may_be_evenings_or_the_standing_are_asked_about() -> None:
    rows = STANDING.format(-7, -3, 0)
    assert ["evening" in note.text for sheet in read(rows) for note in sheet.problems] == [True]
    assert [sheet.totals for sheet in read(rows, points="evening")][-1] == [6, -7, 4, -3]
    assert [sheet.totals for sheet in read(rows, points="stand")][-1] == [-3, -1, 4]


def test_many_rows_that_stay_and_grow_are_a_standing() -> None:
    rows = [(5, -5, 0, 0, 0), (5, 1, -6, 0, 0), (9, 1, -6, -4, 0), (9, 8, -6, -4, -7), (15, 8, -12, -4, -7)]
    text = "".join(f"{1 + 7 * place}.1.2024;{';'.join(map(str, row))}\n" for place, row in enumerate(rows))
    sheets = read(f"Datum;A;B;C;D;E\n{text}")
    assert not any(sheet.problems for sheet in sheets)
    assert [dict(zip(sheet.names, sheet.totals, strict=True)) for sheet in sheets][1:] == [
        {"B": 6, "C": -6}, {"A": 4, "D": -4}, {"B": 7, "E": -7}, {"A": 6, "C": -6},
    ]  # fmt: skip


def test_what_games_were_worth_is_no_player_beside_one_sided_points() -> None:
    games = ["6;;6;6;", "6;6;6;;", "2;2;2;;", "1;;1;;1", "3;3;3;3;", "0;;;;", "2;;;2;2", "4;4;;;4"]
    (sheet,) = read("W;A;B;C;D\n" + "\n".join(games), notation="plus_only")
    assert (sheet.problems, sheet.names, sheet.totals) == ([], ["A", "B", "C", "D"], [15, 18, 11, 7])


def test_a_slip_that_another_column_hides_is_asked_about() -> None:
    (sheet,) = read("P;A;B;C;D\n2;2;-2;-2;2\n2;2;-2;-2;2\n-5;5;-5;5;-4\n")
    assert sheet.problems


def test_a_game_on_each_day_is_no_standing() -> None:
    sheets = read("Wann;A;B;C;D\n05.01.2024;3;-1;-1;-1\n12.01.2024;1;1;-1;-1\n")
    assert [(sheet.problems, sheet.totals) for sheet in sheets] == [([], [3, -1, -1, -1]), ([], [1, 1, -1, -1])]


def test_gaps_that_only_a_standing_can_have_tell_it() -> None:
    sheets = read(STANDING.format("", "", -1))
    assert [(sheet.problems, sheet.totals) for sheet in sheets] == [
        ([], [5, -4, -1]), ([], [4, -2, -2]), ([], [-3, 4, -1]),
    ]  # fmt: skip


def test_sums_and_words_above_the_names_are_no_games() -> None:
    games = "2;2;-2;-2;1\n-3;3;3;-3;1\n1;1;-1;-1;2\n"
    (sheet,) = read(f"Stand;0;6;0;-6\nLinde;Montag;kalt;voll\nAnna;Ben;Cleo;Dora;Wer schrieb\n{games}")
    assert (sheet.problems, sheet.names, sheet.totals) == ([], ["Anna", "Ben", "Cleo", "Dora"], [0, 6, 0, -6])
    (sheet,) = read(f"Anna;Ben;Cleo;Dora;W;;;;\n;;;;;Linde;Montag;kalt;voll\n{games}")
    assert (sheet.problems, sheet.names, sheet.totals) == ([], ["Anna", "Ben", "Cleo", "Dora"], [0, 6, 0, -6])


def test_a_player_with_a_slip_in_the_sign_is_asked_about() -> None:
    games = [
        "-1;-1;;0;0",
        "0;;0;-2;-2",
        ";-3;-3;0;0",
        "0;0;-1;;-1",
        "-4;0;0;-4;",
        "-1;-1;;0;0",
        "0;;-2;-2;0",
        "5;0;0;-5;",
    ]
    (sheet,) = read("\n".join(["C;A;B;D;E", *games, ""]), notation="minus_only")
    assert sheet.problems


def test_running_totals_beside_a_player_whose_points_count_up_are_no_players() -> None:
    games = ["-2;-2;-2;-2;2;2;2;2", "3;1;3;1;-9;-7;3;5", "-3;-2;3;4;-3;-10;3;8", "3;1;3;7;-9;-19;3;11"]
    (sheet,) = read("\n".join(["A;A ges.;B;B ges.;C;C ges.;D;D ges.", *games, ""]))
    assert (sheet.problems, sheet.names, sheet.totals) == ([], ["A", "B", "C", "D"], [1, 7, -19, 11])


def test_a_total_that_stands_for_two_players_is_asked_about() -> None:
    """B never changes, and the running total of the values is as large as A and B together."""
    (sheet,) = read("A;B;C;D;E;F;Lauf\n0;8;0;8;8;-24;8\n2;8;0;6;6;-22;10\n4;8;-6;6;8;-20;12\n")
    assert sheet.problems


def test_running_totals_that_begin_anew_with_a_slip_are_no_evenings() -> None:
    """Half the rows are no steps of one running total: the first of the second day, and two beside a slip."""
    first = "5.1.2024;0;-1;1;-1;1\n"
    second = ["-8;0;8;-8;8", "-5;3;8;-11;5", "-7;5;10;-11;3", "6;8;7;-14;3", "-4;3;2;-9;8"]
    sheets = read(f"Datum;A;B;C;D;E\n{first}" + "".join(f"12.1.2024;{row}\n" for row in second))
    assert any(sheet.problems for sheet in sheets)


def test_a_player_without_points_may_be_missing_from_a_one_sided_list() -> None:
    """A sits out in a row and has only 0 in the others; the marks of Bock fill that gap."""
    games = [";0;1;0;1;1", "0;;1;1;0;0", "0;8;;0;8;0", "0;5;0;;5;0", "0;1;0;1;;1"]
    (sheet,) = read("\n".join(["A;B;C;D;E;Bock", *games, ""]), notation="plus_only")
    assert sheet.problems


def test_a_total_that_stands_for_two_players_hides_no_slip() -> None:
    """C and G won all games but the second, where C's total is wrong; `Lauf` fits in place of both."""
    games = ["0;0;0;-5;-5;5;5;5", "0;0;10;-5;-5;5;5;5", "2;-2;0;-5;-5;3;7;7", "2;-2;0;-5;-5;3;7;7"]
    games += ["3;-1;1;-8;-5;3;7;8", "3;0;2;-9;-6;3;7;9", "3;0;2;-9;-6;3;7;9"]
    (sheet,) = read("\n".join(["A;B;C;D;E;F;G;Lauf", *games, ""]))
    assert sheet.problems


def test_a_player_who_is_summed_up_is_not_lost_for_a_slip_in_the_sign() -> None:
    games = ["-3;;-3;;0", ";0;-8;-8;", "0;;-1;;-1", ";9;;0;-1", "-8;;;-8;0", ";-4;0;0;-4"]
    (sheet,) = read(
        "\n".join(["Summe;A;B;C;D;E", *(f"0;{game}" for game in games), "Summe;-11;5;-12;-16;-6", ""]),
        notation="minus_only",
    )
    assert sheet.problems


def test_partners_of_the_same_games_are_no_running_totals_of_each_other() -> None:
    """A and D won the same games and have 0 in between; a column with the running total stands beside each player."""
    games = ["-;0;0;0;4;4;0;0;4;4", "1;1;-;0;1;5;1;1;0;4", "0;1;5;5;-;5;0;1;5;9", "0;1;3;8;0;5;-;1;3;12"]
    games += ["1;2;0;8;0;5;1;2;-;12", "-;2;6;14;6;11;0;2;0;12", "Endstand;2;;14;;11;;2;;12;"]
    rows = [game if game.startswith("Endstand") else f"5.1.2024;{game}" for game in games]
    (sheet,) = read("\n".join(["Datum;A;A ges.;B;B ges.;C;C ges.;D;D ges.;E;E ges.", *rows, ""]), notation="minus_only")
    assert (sheet.names, sheet.totals) == (["A", "B", "C", "D", "E"], [2, 14, 11, 2, 12])


def test_a_player_without_a_number_is_not_lost_for_another_column() -> None:
    """A won nothing, so that nothing stands there, and Z has numbers as if it had won with others."""
    (sheet,) = read("A;B;C;D;Z\n;;3;3;0\n;;2;2;2\n;2;2;;0\n", notation="plus_only")
    assert sheet.problems


def test_two_rows_that_sum_to_zero_by_chance_are_asked_about() -> None:
    """The totals are of minus points only, but those of W, Kaffee and three players sum to 0 in both rows."""
    rows = ["0;0;0;;0;0;0;0", "2;0;0;0;;-2;0;-3", "1;0;1;-1;0;;-1;-2"]
    (sheet,) = read("\n".join(["W;Check;Kaffee;A;B;C;D;E", *rows, ""]))
    assert sheet.problems
