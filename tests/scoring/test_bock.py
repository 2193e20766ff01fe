"""Games that count more, and how: rules.md 1.13, 2.5 to 2.9."""

import pytest

from scoring.game.bock import factor_at
from tests.scoring.paper import check, game, score

EVERY_TRIGGER = [
    "lost_announcement",
    "lost_re",
    "lost_kontra",
    "zero_game",
    "120_120",
    "solo_lost",
    "hearts_trick",
    "by_hand",
]


# --- Effects -----------------------------------------------------------------------------------------------------------


def test_double_all_doubles_everything_after_ansagen_and_extras() -> None:
    check(
        """
        Re | Augen | Re calls | extras       | Bock | reckoning             | factors                | net
        AB |   130 | re       | re fuchs     | 0    | re won 1, re fuchs 1  | announced_re 2         | +4
        AB |   130 | re       | re fuchs     | 1    | re won 1, re fuchs 1  | announced_re 2, bock 2 | +8
        AB |   130 | re       | re fuchs     | 2    | re won 1, re fuchs 1  | announced_re 2, bock 4 | +16
        AB |   130 |          |              | 10   | re won 1              | bock 1024              | +1024
        AB |   130 |          | kontra fuchs | 1    | re won 1, kontra fuchs 1 | bock 2              | 0
        """,
        "forum",
    )


def test_double_all_also_where_nobody_won() -> None:
    check(
        """
        Re | Augen | Re calls | Kontra calls | extras   | Bock | won    | factors | net
        AB |   130 | no90     | no90         | re fuchs | 1    | nobody | bock 2  | +2
        """,
        "forum",
    )


def test_double_game_leaves_gegen_die_alten_and_extras_alone() -> None:
    check(
        """
        Re | Augen | Re calls | extras       | Bock | won    | factors     | net
        AB |   130 | re       | re fuchs     | 0    | re     |             | +4
        AB |   130 | re       | re fuchs     | 1    | re     | bock_game 2 | +7
        AB |   130 | re       | re fuchs     | 2    | re     | bock_game 4 | +13
        AB |   110 |          | kontra fuchs | 1    | kontra | bock_game 2 | -4
        AB |   120 | no90     |              | 1    | kontra | bock_game 2 | -11
        """,
        bock={"effect": "double_game"},
    )


def test_double_game_doubles_the_solo_point() -> None:
    check(
        """
        Re | Augen | extras   | Bock | net
        A  |   130 | re fuchs | 1    | +9
        """,
        solo_points=3,
        extras_solo={"fuchs": 1},
        bock={"effect": "double_game"},
    )


def test_double_game_comes_before_the_doubling_of_ansagen() -> None:
    check(
        """
        Re | Augen | Re calls | extras                           | Bock | factors                     | net
        AB |   130 | re       | re fuchs                         | 1    | bock_game 2, announced_re 2 | +6
        AB |   130 | re       | kontra fuchs karlchen doppelkopf | 1    | bock_game 2                 | -1
        AB |   130 | re       | kontra fuchs karlchen doppelkopf | 2    | bock_game 4, announced_re 2 | +2
        """,
        "forum",
        bock={"effect": "double_game"},
    )


def test_double_game_and_add_only_where_somebody_won() -> None:
    for effect in ("double_game", "add"):
        check(
            """
            Re | Augen | Re calls | Kontra calls | extras   | Bock | won    | reckoning                        | factors | net
            AB |   155 | no60     | no90         | re fuchs | 1    | nobody | re under_90 1, re against_no90 1, re fuchs 1 |   | +3
            """,
            bock={"effect": effect},
        )


def test_add_gives_points_a_level_to_the_winner() -> None:
    check(
        """
        Re | Augen | extras                          | Bock | won    | reckoning                              | net
        AB |   130 |                                 | 0    | re     | re won 1                               | +1
        AB |   130 |                                 | 1    | re     | re won 1, re bock 3                    | +4
        AB |   130 |                                 | 2    | re     | re won 1, re bock 6                    | +7
        AB |   110 |                                 | 1    | kontra | kontra won 1, kontra gegen_die_alten 1, kontra bock 3 | -5
        AB |   130 | kontra fuchs karlchen doppelkopf | 1   | re     | re won 1, kontra fuchs 1, kontra karlchen 1, \
kontra doppelkopf 1, re bock 3 | +1
        """,
        bock={"effect": "add", "points": 3},
    )


def test_add_is_not_doubled_by_ansagen() -> None:
    check(
        """
        Re | Augen | Re calls | Bock | net
        AB |   130 | re       | 2    | +8
        """,
        "forum",
        bock={"effect": "add", "points": 3},
    )


def test_add_of_nothing_is_no_item() -> None:
    check(
        """
        Re | Augen | Bock | reckoning | net
        AB |   130 | 2    | re won 1  | +1
        """,
        bock={"effect": "add", "points": 0},
    )


def test_rules_without_bock_ignore_the_level_and_the_ticks() -> None:
    check("""
    Re | Augen | Bock | ticks                     | factors | triggers | net
    AB |   130 | 2    | hearts_trick bock_by_hand |         |          | +1
    """)


def test_a_level_is_a_number_from_0_to_10() -> None:
    assert score({**game({"Re": "AB", "Augen": "130"}), "bock": 10}, "forum")["factors"] == [
        {"key": "bock", "times": 1024}
    ]
    assert [factor_at(level) for level in range(4)] == [1, 2, 4, 8]


# --- Triggers ----------------------------------------------------------------------------------------------------------


def test_every_trigger() -> None:
    check(
        """
        Re | Augen | Re calls | Kontra calls | extras       | ticks        | won    | triggers
        AB |   130 |          |              |              |              | re     |
        AB |   110 | re       |              |              |              | kontra | lost_announcement lost_re
        AB |   130 | re       |              |              |              | re     |
        AB |   130 |          | kontra       |              |              | re     | lost_announcement lost_kontra
        AB |   130 | re       | kontra       |              |              | re     | lost_announcement lost_kontra
        AB |   150 | no90     |              |              |              | kontra | lost_announcement lost_re
        AB |   130 | no90     | no90         |              |              | nobody | lost_announcement
        AB |   120 | no90     | no90         |              |              | nobody | lost_announcement zero_game 120_120
        AB |   110 |          | kontra       |              |              | kontra |
        AB |   130 |          |              | kontra fuchs |              | re     | zero_game
        AB |   120 |          |              |              |              | kontra | 120_120
        A  |   110 |          |              |              |              | kontra | solo_lost
        A  |   130 |          |              |              |              | re     |
        A  |   110 | re       |              |              |              | kontra | lost_announcement lost_re solo_lost
        AB |   130 |          |              |              | hearts_trick | re     | hearts_trick
        AB |   130 |          |              |              | bock_by_hand | re     | by_hand
        A  |   120 | re       |              | kontra fuchs | bock_by_hand hearts_trick | kontra | lost_announcement \
lost_re 120_120 solo_lost hearts_trick by_hand
        """,
        bock={"triggers": EVERY_TRIGGER},
    )


def test_triggers_come_in_the_order_of_the_rule_text_whatever_the_order_in_the_rules() -> None:
    check(
        """
        Re | Augen | ticks                     | triggers
        AB |   120 | hearts_trick bock_by_hand | 120_120 hearts_trick by_hand
        """,
        bock={"triggers": EVERY_TRIGGER[::-1]},
    )


@pytest.mark.parametrize("trigger", EVERY_TRIGGER)
def test_only_the_triggers_of_the_rules_fire(trigger: str) -> None:
    check(
        f"""
        Re | Augen | Re calls | Kontra calls | ticks                     | triggers
        A  |   120 | re       |              | hearts_trick bock_by_hand | {"" if trigger in ("lost_kontra", "zero_game") else trigger}
        """,
        bock={"triggers": [trigger]},
    )


def test_a_zero_game_is_judged_before_ansagen_and_bock() -> None:
    check(
        """
        Re | Augen | extras       | Bock | net | triggers
        AB |   130 | kontra fuchs | 1    | +2  | zero_game
        AB |   130 |              | 1    | +3  |
        """,
        bock={"triggers": ["zero_game"], "effect": "add", "points": 2},
    )


def test_hausrunde_and_forum_know_what_starts_a_bockrunde() -> None:
    paper = """
    Re | Augen | Kontra calls | ticks                     | triggers
    AB |   130 | kontra       | hearts_trick bock_by_hand | {}
    """
    check(paper.format("lost_announcement"), "forum")
    check(paper.format("lost_announcement hearts_trick"), "hausrunde")
