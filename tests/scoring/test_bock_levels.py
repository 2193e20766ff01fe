"""The levels of the games to come: the additions of a Bockrunde, and the rest of one."""

import pytest

from scoring.game.bock import after_game, count_raised, level_now
from scoring.rules.presets import PRESETS
from scoring.rules.rules import Bock
from tests.scoring.paper import check, check_list, sheet

# --- The levels of the coming games ------------------------------------------------------------------------------------


def levels(rows: str, preset: str = "hausrunde", players: str = "ABCD", **bock: object) -> tuple[list[int], list[int]]:
    """Return the Bock levels of the games, and the levels left.

    The games are `.` (nothing), `!` (triggers), `s` (a solo), `$` (a solo that triggers).
    """
    written = {".": "AB-CD 130", "!": "AB-CD 130 bock_by_hand", "s": "A-BCD 130", "$": "A-BCD 130 bock_by_hand"}
    answer = sheet(
        [written[letter] for letter in rows], preset, players, bock={"triggers": ["by_hand"], "length": 3, **bock}
    )
    return [line["bock_level"] for line in answer["games"]], answer["bock_left"]


def test_a_bockrunde_starts_with_the_next_game() -> None:
    assert levels(".!....") == ([0, 0, 1, 1, 1, 0], [])
    assert levels(".!.") == ([0, 0, 1], [1, 1])
    assert levels("!") == ([0], [1, 1, 1])


def test_a_round_is_as_many_games_as_sit_at_the_table() -> None:
    for players in ("ABCD", "ABCDE", "ABCDEF", "ABCDEFG"):
        assert levels("!", players=players, length="round") == ([0], len(players) * [1])
    assert levels("!", length=1) == ([0], [1])
    assert levels("!", length=60) == ([0], 60 * [1])


def test_several_triggers_in_one_game_make_one_bockrunde() -> None:
    answer = sheet(["AB-CD 120 bock_by_hand"], bock={"triggers": ["by_hand", "120_120"], "length": 3})
    assert answer["games"][0]["bock_triggers"] == ["120_120", "by_hand"]
    assert answer["bock_left"] == [1, 1, 1]


def test_stack_raises_each_of_the_next_games_by_a_level() -> None:
    assert levels("!.!....") == ([0, 1, 1, 2, 1, 1, 0], [])
    assert levels("!!!!") == ([0, 1, 2, 3], [3, 2, 1])
    assert levels("!..!...") == ([0, 1, 1, 1, 1, 1, 1], [])


def test_append_puts_a_round_behind_all_that_is_scheduled() -> None:
    assert levels("!!.....", overlap="append") == ([0, 1, 1, 1, 1, 1, 1], [])
    assert levels("!!", overlap="append") == ([0, 1], [1, 1, 1, 1, 1])
    assert levels("!!!", overlap="append") == ([0, 1, 1], [1, 1, 1, 1, 1, 1, 1])


def test_restart_starts_the_running_one_anew() -> None:
    assert levels("!.!", overlap="restart") == ([0, 1, 1], [1, 1, 1])
    assert levels("!..!", overlap="restart") == ([0, 1, 1, 1], [1, 1, 1])


def test_ignore_changes_nothing_while_one_runs() -> None:
    assert levels("!.!.", overlap="ignore") == ([0, 1, 1, 1], [])
    assert levels("!..!", overlap="ignore") == ([0, 1, 1, 1], [])
    assert levels("!...!", overlap="ignore") == ([0, 1, 1, 1, 0], [1, 1, 1])


def test_a_stack_never_exceeds_the_maximum() -> None:
    assert levels("!!!", max_level=2) == ([0, 1, 2], [2, 1])
    assert levels("!!!", max_level=2, overflow="append") == ([0, 1, 2], [2, 1, 1, 1, 1])
    assert levels("!!!", max_level=3) == ([0, 1, 2], [3, 2, 1])
    assert levels("!!", max_level=1) == ([0, 1], [1, 1])
    assert levels("!!", max_level=1, overflow="append") == ([0, 1], [1, 1, 1, 1, 1])


def test_whether_it_runs_is_judged_by_the_level_of_the_game_just_played() -> None:
    """A game of level 1 raises the next ones, but none above the maximum."""
    bock = Bock(length=3, max_level=2)
    assert after_game(bock, (1, 2, 2, 1), triggered=True, is_solo=False, at_table=4) == (2, 2, 2)
    assert after_game(bock, (2, 1, 1, 1), triggered=True, is_solo=False, at_table=4) == (1, 1, 1)
    assert level_now((2, 1)) == 2
    assert level_now(()) == 0


def test_a_stack_longer_than_a_round_keeps_its_end() -> None:
    bock = Bock(length=2)
    assert after_game(bock, (1, 1, 1, 1, 1), triggered=True, is_solo=False, at_table=4) == (2, 2, 1, 1)


def test_a_solo_does_not_use_up_a_bock_game_at_some_tables() -> None:
    assert levels("!s.s...", solo_extends_at=[4]) == ([0, 1, 1, 1, 1, 1, 0], [])
    assert levels("!s.", solo_extends_at=[5]) == ([0, 1, 1], [1])
    assert levels("!s.", players="ABCDE", solo_extends_at=[5]) == ([0, 1, 1], [1, 1])
    assert levels("!$", solo_extends_at=[4]) == ([0, 1], [2, 2, 2])
    assert levels("!!s", solo_extends_at=[4]) == ([0, 1, 2], [2, 2, 1])
    assert levels("s", solo_extends_at=[4]) == ([0], [])


@pytest.mark.parametrize("effect", ["double_all", "double_game", "add"])
def test_a_solo_in_bock_can_count_as_ever(effect: str) -> None:
    paper = """
    Re | Augen | kind            | Bock | factors | net | Anna Ben Cleo Dora | balance
    A  |   130 |                 | 1    |         | +2  | +6 0 0 0           | +6 -2 -2 -2
    A  |   130 | hochzeit        | 2    |         | +2  | +6 0 0 0           | +6 -2 -2 -2
    A  |   110 | stille_hochzeit | 1    |         | -3  | 0 +9 +9 +9         | -9 +3 +3 +3
    """
    check(paper, "forum", bock={"effect": effect, "in_solo": False})


def test_only_solos_can_count_as_ever() -> None:
    paper = """
    Re | Augen | Bock | factors | net | Anna Ben Cleo Dora
    AB |   130 | 1    | bock 2  | +2  | +2 +2 0 0
    A  |   130 | 1    | bock 2  | +4  | +12 0 0 0
    """
    check(paper, "forum")
    check(paper, "forum", bock={"in_solo": True})
    normal = "\n".join(paper.splitlines()[:3])
    check(normal, "forum", bock={"in_solo": False})


def test_a_solo_that_counts_as_ever_uses_up_and_starts_bock_all_the_same() -> None:
    for extends in ([], [4]):
        told = levels("!s$.", in_solo=False, solo_extends_at=extends)
        assert told == levels("!s$.", in_solo=True, solo_extends_at=extends)
    assert levels("!s", in_solo=False) == ([0, 1], [1, 1])
    assert levels("!s", in_solo=False, solo_extends_at=[4]) == ([0, 1], [1, 1, 1])


def test_who_plays_alone_plays_a_solo_for_bock_too() -> None:
    answer = sheet(["AB-CD 130 bock_by_hand", "A-BCD 130 stille_hochzeit", "A-BCD 130 hochzeit"],
                   bock={"triggers": ["by_hand"], "length": 2, "solo_extends_at": [4]})  # fmt: skip
    assert [line["bock_level"] for line in answer["games"]] == [0, 1, 1]
    assert answer["bock_left"] == [1, 1]


def test_rows_that_are_not_games_neither_use_up_bock_nor_trigger_it() -> None:
    answer = sheet(
        ["AB-CD 130 bock_by_hand", "redeal", "penalty A-3", "table ABCD", "AB-CD 130"],
        bock={"triggers": ["by_hand", "zero_game"], "length": 2},
    )
    assert answer["bock_left"] == [1]


def test_rows_by_hand_use_up_bock_but_neither_count_more_nor_trigger() -> None:
    check_list(
        """
        row                    | number | Bock | triggers | scores
        AB-CD 130 bock_by_hand |      1 |    0 | by_hand  | +1 +1 -1 -1
        manual AB 3 of ABCD    |      2 |    1 |          | +3 +3 -3 -3
        manual A0 B0 C0 D0     |      3 |    1 |          | 0 0 0 0
        AB-CD 130              |      4 |    0 |          | +1 +1 -1 -1
        """,
        bock={"triggers": ["by_hand", "zero_game"], "length": 2},
    )


def test_the_levels_multiply_the_points() -> None:
    check_list(
        """
        row       | Bock | scores      | totals
        AB-CD 120 |    0 | -2 -2 +2 +2 | -2 -2 +2 +2
        AB-CD 120 |    1 | -4 -4 +4 +4 | -6 -6 +6 +6
        AB-CD 130 |    2 | +4 +4 -4 -4 | -2 -2 +2 +2
        next      |    2 |             |
        """,
        "hausrunde",
    )


def test_the_number_at_the_table_counts_when_a_bockrunde_is_triggered() -> None:
    """Joining and leaving do not change the scheduled games."""
    answer = sheet(["AB-CD 130 bock_by_hand", "table ABCDE", "AB-CD 130", "table ABCD"],
                   bock={"triggers": ["by_hand"]})  # fmt: skip
    assert answer["bock_left"] == [1, 1, 1]
    answer = sheet(["table ABCDE", "AB-CD 130 bock_by_hand", "table ABCD"], bock={"triggers": ["by_hand"]})
    assert answer["bock_left"] == [1, 1, 1, 1, 1]


def test_bock_is_worked_out_anew_when_an_old_game_is_struck() -> None:
    rows = ["AB-CD 120", "AB-CD 130", "AB-CD 130"]
    assert [line["bock_level"] for line in sheet(rows, "forum")["games"]] == [0, 1, 1]
    assert [line["bock_level"] for line in sheet(rows[1:], "forum")["games"]] == [0, 0]


def test_rules_without_bock_have_no_levels() -> None:
    for preset, own in PRESETS.items():
        if own.rules.bock is None:
            answer = sheet(["AB-CD 120 bock_by_hand re", "AB-CD 120"], preset)
            assert answer["bock_left"] == []
            assert [line["bock_level"] for line in answer["games"]] == [0, 0]


# --- The preview on a phone before the game is written ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("queue", "is_solo", "raised"),
    [
        ((), False, 4),  # all of the new round
        ((1, 1, 1), False, 4),  # two go on, and rise; two are new
        ((2, 2, 2, 2), False, 4),  # nothing rises above two: the round comes afterwards
        ((1, 1, 1, 1), True, 4),  # a solo at four does not use one up
        ((1, 1, 1, 1), False, 4),
        ((2, 1), False, 4),
    ],
)
def test_how_many_coming_games_would_rise(queue: tuple[int, ...], is_solo: bool, raised: int) -> None:
    bock = PRESETS["forum"].rules.bock
    assert bock is not None
    assert count_raised(bock, queue, is_solo=is_solo, at_table=4) == raised


def test_a_bockrunde_that_is_dropped_raises_nothing() -> None:
    assert count_raised(Bock(overlap="ignore"), (1, 1, 1), is_solo=False, at_table=4) == 0
