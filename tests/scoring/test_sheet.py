"""A whole list: numbers, totals, the preview, changes of the table. rules.md 1.14, 6."""

import pytest

from scoring.game.rows import Table
from scoring.game.seating import first_to_lead
from scoring.game.sheet import fold_rows
from scoring.rules.presets import PRESETS
from tests.scoring.paper import DESK, check_list, names, row, sheet


def test_a_list_counts_games_and_sums_points() -> None:
    answer = check_list(
        """
        row                 | number | dealer | out | scores      | balance     | totals
        AB-CD 130           |      1 | A      | -   | +1 +1 -1 -1 | +1 +1 -1 -1 | +1 +1 -1 -1
        redeal              |      - | B      | -   | 0 0 0 0     | 0 0 0 0     | +1 +1 -1 -1
        AC-BD 110           |      2 | B      | -   | -2 +2 -2 +2 | -2 +2 -2 +2 | -1 +3 -3 +1
        penalty A-3         |      - | C      | -   | -3 0 0 0    | -3 0 0 0    | -4 +3 -3 +1
        manual A+6 B-2 C-2 D-2 |   3 | C      | -   | +6 -2 -2 -2 | +6 -2 -2 -2 | +2 +1 -5 -1
        manual CD 2 of ABCD |      4 | D      | -   | -2 -2 +2 +2 | -2 -2 +2 +2 | 0 -1 -3 +1
        next                |      5 | A      | -   |             |             |
        """
    )
    assert answer["totals"] == {"Anna": 0, "Ben": -1, "Cleo": -3, "Dora": 1}
    assert answer["balances"] == answer["totals"]
    assert answer["next_dealer"] == "Anna"
    assert answer["next"] == {"number": 5, "dealer": "Anna", "sitting_out": [], "bock_level": 0}


def test_totals_and_balances_are_two_columns_where_only_plus_is_written() -> None:
    answer = check_list(
        """
        row       | scores    | balance     | totals
        AB-CD 130 | +1 +1 0 0 | +1 +1 -1 -1 | +1 +1 0 0
        A-BCD 130 | +6 0 0 0  | +6 -2 -2 -2 | +7 +1 0 0
        """,
        "forum",
    )
    assert answer["totals"] == {"Anna": 7, "Ben": 1, "Cleo": 0, "Dora": 0}
    assert answer["balances"] == {"Anna": 7, "Ben": -1, "Cleo": -3, "Dora": -3}


def test_an_empty_list_has_a_preview() -> None:
    answer = sheet([], players="ABCDE")
    assert answer == {
        "games": [],
        "totals": dict.fromkeys(names("ABCDE"), 0),
        "balances": dict.fromkeys(names("ABCDE"), 0),
        "bock_left": [],
        "next_dealer": "Anna",
        "next": {"number": 1, "dealer": "Anna", "sitting_out": ["Anna"], "bock_level": 0},
        "pflichtsolo_open": names("ABCDE"),
        "forced_from": 26,
    }


def test_every_line_holds_the_whole_reckoning() -> None:
    line = sheet(["AB-CD 130 re"])["games"][0]
    assert line == {
        "number": 1,
        "dealer": "Anna",
        "sitting_out": [],
        "bock_level": 0,
        "winner": "re",
        "value": 3,
        "net": 3,
        "factors": [],
        "scores": {"Anna": 3, "Ben": 3, "Cleo": -3, "Dora": -3},
        "balance": {"Anna": 3, "Ben": 3, "Cleo": -3, "Dora": -3},
        "items": [{"to": "re", "key": "won", "points": 1}, {"to": "re", "key": "announced_re", "points": 2}],
        "bock_triggers": [],
        "totals": {"Anna": 3, "Ben": 3, "Cleo": -3, "Dora": -3},
    }


def test_who_deals_first_can_be_said() -> None:
    check_list(
        """
        row       | dealer
        AB-CD 130 | C
        AB-CD 130 | D
        next      | A
        """,
        first_dealer="C",
    )


def test_a_bock_level_in_a_list_is_worked_out_and_never_read() -> None:
    line = {"preset": "forum", "players": names("ABCD"), "games": [{**row("AB-CD 130"), "bock": 3}]}
    answer = DESK.sheet(line)
    assert isinstance(answer, dict)
    assert answer["games"][0]["bock_level"] == 0
    assert answer["games"][0]["net"] == 1


# --- The dealer, after a solo and otherwise ----------------------------------------------------------------------------


def test_ddv_the_same_dealer_again_after_a_pflichtsolo() -> None:
    check_list("""
    row                | number | dealer
    A-BCD 130          |      1 | A
    A-BCD 130          |      2 | A
    B-ACD 130 pflicht  |      3 | B
    C-ABD 130 lust     |      4 | B
    D-ABC 130 forced   |      5 | C
    C-ABD 130 stille_hochzeit | 6 | D
    C-ABD 130 hochzeit |      7 | A
    C-ABD 130          |      8 | B
    next               |      9 | B
    """)


@pytest.mark.parametrize(
    ("choice", "four", "five"),
    [
        ("same_at_four", "A", "B"),
        ("same", "A", "A"),
        ("next", "B", "B"),
        ("same_after_pflichtsolo", "B", "B"),
    ],
)
def test_who_deals_after_a_solo_can_be_chosen(choice: str, four: str, five: str) -> None:
    """Every game of one against three is a solo; in ddv only a Pflichtsolo counts, and these rules have none."""
    for solo in ("A-BCD 130", "A-BCD 130 stille_hochzeit", "A-BCD 130 hochzeit"):
        answer = sheet([solo], "hausrunde", dealer_after_solo=choice)
        assert answer["next_dealer"][0] == four
        answer = sheet([solo.replace("BCD", "BCE")], "hausrunde", "ABCDE", dealer_after_solo=choice)
        assert answer["next_dealer"][0] == five
        answer = sheet(["AB-CD 130"], "hausrunde", dealer_after_solo=choice)
        assert answer["next_dealer"] == "Ben"


def test_a_stated_pflichtsolo_holds_the_deal_even_where_none_is_owed() -> None:
    assert (
        sheet(["A-BCD 130 pflicht"], "hausrunde", dealer_after_solo="same_after_pflichtsolo")["next_dealer"] == "Anna"
    )


def test_a_row_by_hand_moves_the_deal_whoever_won_it() -> None:
    for written in ("manual A 3 of ABCD", "manual A+6 B-2 C-2 D-2", "manual AB 3 of ABCD"):
        assert sheet([written], dealer_after_solo="same")["next_dealer"] == "Ben"


# --- Five, six and seven at the table ----------------------------------------------------------------------------------


def test_who_leads_sits_left_of_the_dealer() -> None:
    left, own = PRESETS["handbook"].rules, PRESETS["forum"].rules
    assert [first_to_lead(left, dealer, "ABCD", ()) for dealer in "ABCD"] == ["B", "C", "D", "A"]
    assert first_to_lead(left, "A", "ABCDE", ("A",)) == "B"
    assert first_to_lead(left, "D", "ABCDEF", ("D", "E")) == "F"  # the table decided otherwise
    assert first_to_lead(own, "A", "ABCD", ()) == "B"
    assert [first_to_lead(rules, "A", "ABCD", (), "C") for rules in (left, own)] == ["B", "C"]


def test_five_the_dealer_sits_out() -> None:
    check_list(
        """
        row       | number | dealer | out | scores
        BC-DE 130 |      1 | A      | A   | 0 +1 +1 -1 -1
        AC-DE 130 |      2 | B      | B   | +1 0 +1 -1 -1
        AB-DE 130 |      3 | C      | C   | +1 +1 0 -1 -1
        AB-CE 130 |      4 | D      | D   | +1 +1 -1 0 -1
        AB-CD 130 |      5 | E      | E   | +1 +1 -1 -1 0
        next      |      6 | A      | A   |
        """,
        players="ABCDE",
    )


def test_six_also_the_player_opposite() -> None:
    check_list(
        """
        row       | dealer | out | scores
        BC-EF 130 | A      | AD  | 0 +1 +1 0 -1 -1
        CD-FA 130 | B      | BE  | -1 0 +1 +1 0 -1
        redeal    | C      | CF  | 0 0 0 0 0 0
        next      | C      | CF  |
        """,
        players="ABCDEF",
    )


def test_who_sits_out_is_told_clockwise_from_the_dealer() -> None:
    check_list(
        """
        row       | dealer | out
        AB-CD 130 | E      | EF
        AB-EF 130 | F      | CD
        next      | A      | AD
        """,
        players="ABCDEF",
        first_dealer="E",
    )


def test_a_row_that_is_no_game_shows_the_game_to_come() -> None:
    check_list(
        """
        row         | number | dealer | out | Bock
        BC-DE 120   |      1 | A      | A   |    0
        redeal      |      - | B      | B   |    1
        penalty A-1 |      - | B      | B   |    1
        table BCDE  |      - | B      | -   |    1
        next        |      2 | B      | -   |    1
        """,
        "forum",
        players="ABCDE",
    )


def test_seven_also_the_third_and_fifth_from_the_dealer() -> None:
    check_list(
        """
        row       | dealer | out | scores
        BC-EG 130 | A      | ADF | 0 +1 +1 0 -1 0 -1
        next      | B      | BEG |
        """,
        players="ABCDEFG",
    )


def test_the_table_may_say_otherwise_and_the_deal_does_not_depend_on_it() -> None:
    check_list(
        """
        row       | dealer | out | scores
        AB-CD 130 | A      | E   | +1 +1 -1 -1 0
        AB-DE 130 | B      | C   | +1 +1 0 -1 -1
        next      | C      | C   |
        """,
        players="ABCDE",
    )
    check_list(
        """
        row                 | dealer | out | scores
        manual AB 3 of ABCF | A      | DE  | +3 +3 -3 0 0 -3
        next                | B      | BE  |
        """,
        players="ABCDEF",
    )


# --- Joining and leaving -----------------------------------------------------------------------------------------------


def test_somebody_joins_and_starts_at_nothing() -> None:
    answer = check_list("""
    row         | number | dealer | out | scores        | totals
    AB-CD 130   |      1 | A      | -   | +1 +1 -1 -1   | +1 +1 -1 -1
    table ABCDE |      - | B      | B   | 0 0 0 0 0     | +1 +1 -1 -1 0
    AC-DE 130   |      2 | B      | B   | +1 0 +1 -1 -1 | +2 +1 0 -2 -1
    next        |      3 | C      | C   |               |
    """)
    assert set(answer["totals"]) == set(names("ABCDE"))


def test_somebody_leaves_and_keeps_his_points() -> None:
    answer = check_list(
        """
        row        | dealer | out | scores        | totals
        BC-DE 130  | A      | A   | 0 +1 +1 -1 -1 | 0 +1 +1 -1 -1
        table ACDE | C      | -   | 0 0 0 0       | 0 +1 +1 -1 -1
        AC-DE 130  | C      | -   | +1 +1 -1 -1   | +1 +1 +2 -2 -2
        next       | D      | -   |               |
        """,
        players="ABCDE",
    )
    assert answer["totals"] == {"Anna": 1, "Ben": 1, "Cleo": 2, "Dora": -2, "Emil": -2}
    assert answer["balances"] == answer["totals"]


def test_who_comes_back_goes_on_with_his_points() -> None:
    check_list(
        """
        row         | totals
        BC-DE 130   | 0 +1 +1 -1 -1
        table ACDE  | 0 +1 +1 -1 -1
        table ABCDE | 0 +1 +1 -1 -1
        BC-DE 130   | 0 +2 +2 -2 -2
        """,
        players="ABCDE",
    )


def test_the_dealer_leaves_and_the_next_who_still_sits_there_deals() -> None:
    for left, dealer in (("ACDE", "C"), ("ADEF", "D"), ("FGAC", "C"), ("CDEA", "C"), ("BADC", "B")):
        check_list(
            f"""
            row          | dealer
            BC-DE 130    | A
            table {left} | {dealer}
            next         | {dealer}
            """,
            players="ABCDE",
        )


def test_nobody_of_before_sits_there_any_more() -> None:
    answer = fold_rows(PRESETS["ddv"].rules, "ABCD", [Table(players=tuple("WXYZ"))])
    assert answer.next.dealer == "W"


def test_only_a_table_row_sets_the_dealer() -> None:
    check_list("""
    row                  | dealer
    AB-CD 130            | A
    table ABCDE dealer:E | E
    AB-CD 130            | E
    next                 | A
    """)
