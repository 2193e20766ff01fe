"""Different results of the same table under different rules: rules.md 3, every cell; its traps, rules.md 4."""

import pytest

from tests.scoring.paper import check

ALL = ("ddv", "handbook", "ham", "parlett", "forum", "wikipedia2010")
# A preset that is not named gives the result of `others`.
GAMES = {
    "120:120, only Kontra called": (
        "AB | 120 | | kontra | ",
        {"others": "re +3 +3 -3 -3", "forum": "kontra 0 0 +4 +4"},
    ),
    "both announced": (
        "AB | 120 | re | kontra | ",
        {
            "others": "kontra -6 -6 +6 +6",
            "parlett": "re +5 +5 -5 -5",
            "forum": "kontra 0 0 +8 +8",
            "wikipedia2010": "nobody 0 0 0 0",
        },
    ),
    "Re keine 90, 130:110": (
        "AB | 130 | no90 | | ",
        {
            "others": "kontra -5 -5 +5 +5",
            "parlett": "kontra -6 -6 +6 +6",
            "forum": "kontra 0 0 +6 +6",
            "wikipedia2010": "kontra -6 -6 +6 +6",
        },
    ),
    "Re keine 60, Kontra called": (
        "AB | 178 | no60 | kontra | ",
        {
            "others": "kontra -8 -8 +8 +8",
            "parlett": "kontra -10 -10 +10 +10",
            "forum": "kontra 0 0 +16 +16",
            "wikipedia2010": "kontra -10 -10 +10 +10",
        },
    ),
    "both keine 60": (
        "AB | 170 | no60 | no60 | ",
        {
            "others": "nobody 0 0 0 0",
            "ddv": "nobody +3 +3 -3 -3",
            "handbook": "nobody +3 +3 -3 -3",
            "ham": "nobody +2 +2 -2 -2",
        },
    ),
    "both keine 90": (
        "AB | 110 | no90 | no90 | ",
        {
            "others": "nobody 0 0 0 0",
            "ddv": "nobody -1 -1 +1 +1",
            "handbook": "nobody -1 -1 +1 +1",
            "ham": "nobody -1 -1 +1 +1",
        },
    ),
    "240:0, Kontra has a trick of 0 Augen": (
        "AB | 240 | | | ",
        {"others": "re +4 +4 -4 -4", "ham": "re +5 +5 -5 -5", "forum": "re +4 +4 0 0"},
    ),
    "solo lost 119:121": (
        "A | 119 | | | ",
        {
            "others": "kontra -3 +1 +1 +1",
            "ham": "kontra -6 +2 +2 +2",
            "forum": "kontra 0 +9 +9 +9",
            "wikipedia2010": "kontra -6 +2 +2 +2",
        },
    ),
    "solo won 130, soloist makes a Doppelkopf": (
        "A | 130 | | | re doppelkopf",
        {
            "others": "re +3 -1 -1 -1",
            "ham": "re +6 -2 -2 -2",
            "parlett": "re +6 -2 -2 -2",
            "forum": "re +9 0 0 0",
        },
    ),
    "solo won 155, Re called": ("A | 155 | re | | ", {"others": "re +12 -4 -4 -4", "forum": "re +18 0 0 0"}),
    "Re 130, Re called, Kontra 3 Sonderpunkte": (
        "AB | 130 | re | | kontra fuchs karlchen doppelkopf",
        {"others": "re 0 0 0 0", "forum": "re 0 0 +2 +2"},
    ),
    "Re 130, Kontra one Fuchs": ("AB | 130 | | | kontra fuchs", {"others": "re 0 0 0 0"}),
}


@pytest.mark.parametrize("preset", ALL)
@pytest.mark.parametrize("situation", GAMES)
def test_the_table_of_differences(situation: str, preset: str) -> None:
    game, expected = GAMES[situation]
    won, points = expected.get(preset, expected["others"]).split(" ", 1)
    check(
        f"""
        Re | Augen | Re calls | Kontra calls | extras | won | Anna Ben Cleo Dora
        {game} | {won} | {points}
        """,
        preset,
    )


def test_what_starts_a_bockrunde_in_the_forum() -> None:
    check(
        """
        Re | Augen | Re calls | Kontra calls | extras                             | triggers
        AB |   120 |          | kontra       |                                    | 120_120
        AB |   120 | re       | kontra       |                                    | lost_announcement 120_120
        AB |   130 | re       |              | kontra fuchs karlchen doppelkopf   |
        AB |   130 |          |              | kontra fuchs                       | zero_game
        """,
        "forum",
    )


# --- Traps in published programs, rules.md 4 -------------------------------------------------------------------------


def test_an_ansage_of_the_other_side_does_not_cancel_a_failed_absage() -> None:
    check("""
    Re | Augen | Re calls | Kontra calls | won    | value
    AB |   151 | no60     | kontra       | kontra | 8
    AB |   178 | no60     | kontra       | kontra | 8
    AB |   181 | no60     | kontra       | re     | 9
    """)


def test_against_counts_for_every_announced_level() -> None:
    check("""
    Re | Augen | Re calls | reckoning
    AB |   120 | no30     | kontra won 1, kontra announced_re 2, kontra absage_no90_re 1, kontra absage_no60_re 1, \
kontra absage_no30_re 1, kontra against_no90 1, kontra against_no60 1, kontra against_no30 1, kontra gegen_die_alten 1
    """)


def test_against_schwarz_needs_thirty_augen_not_a_trick() -> None:
    check("""
    Re | Augen | Re calls | won    | value
    AB |   211 | schwarz  | kontra | 8
    AB |   210 | schwarz  | kontra | 9
    """)


def test_no_augen_are_not_schwarz() -> None:
    check("""
    Re | Augen       | Re calls | won    | value
    AB | 240         | schwarz  | kontra | 8
    AB | 240 schwarz | schwarz  | re     | 11
    AB | 240         |          | re     | 4
    AB | 240 schwarz |          | re     | 5
    AB | 0           |          | kontra | 5
    AB | 0 schwarz   |          | kontra | 6
    """)


def test_where_nobody_wins_played_under_still_counts_in_ddv() -> None:
    check("""
    Re | Augen | Re calls | Kontra calls | won    | reckoning
    AB |   170 | no60     | no60         | nobody | re under_90 1, re against_no90 1, re against_no60 1
    """)
