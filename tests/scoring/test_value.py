"""The value of a game, item by item: rules.md 1.3 to 1.9 and 1.12, 2.3 to 2.6."""

from scoring.rules.presets import PRESETS
from tests.scoring.paper import check, score

ONE_EACH = {"fuchs": 1, "karlchen": 1, "karlchen_gefangen": 1, "doppelkopf": 1}


def items(game: dict[str, object], preset: str = "ddv", **overrides: object) -> list[str]:
    answer = score(game, preset, **overrides)
    return [f"{item['to']} {item['key']} {item['points']}" for item in answer["items"]]


# --- 1.3 Re / Kontra -------------------------------------------------------------------------------------------------


def test_an_ansage_adds_points_to_the_winner() -> None:
    check("""
    Re | Augen | Re calls | Kontra calls | reckoning                                                                   | value
    AB |   130 | re       |              | re won 1, re announced_re 2                                                  | 3
    AB |   130 |          | kontra       | re won 1, re announced_kontra 2                                              | 3
    AB |   130 | re       | kontra       | re won 1, re announced_re 2, re announced_kontra 2                           | 5
    AB |   110 | re       |              | kontra won 1, kontra announced_re 2, kontra gegen_die_alten 1                | 4
    """)


def test_an_ansage_can_be_worth_something_else() -> None:
    check(
        """
        Re | Augen | Re calls | Kontra calls | reckoning
        AB |   130 | re       | kontra       | re won 1, re announced_re 5, re announced_kontra 5
        """,
        ansage_points=5,
    )
    check(
        """
        Re | Augen | Re calls | reckoning
        AB |   130 | re       | re won 1
        """,
        ansage_points=0,
    )


def test_an_ansage_can_double() -> None:
    check(
        """
        Re | Augen | Re calls | Kontra calls | extras   | reckoning           | factors                            | net
        AB |   130 | re       |              |          | re won 1            | announced_re 2                     | +2
        AB |   130 |          | kontra       | re fuchs | re won 1, re fuchs 1 | announced_kontra 2                 | +4
        AB |   130 | re       | kontra       | re fuchs | re won 1, re fuchs 1 | announced_re 2, announced_kontra 2 | +8
        AB |   130 |          |              | re fuchs | re won 1, re fuchs 1 |                                    | +2
        """,
        "forum",
    )


def test_doubling_where_the_points_go_to_the_loser() -> None:
    """literal: not doubled where the winner had announced, doubled once where only the loser had."""
    for reading, net in (
        ("literal", ("-2", "-4", "-2", "+2", "+4", "+2")),
        ("never", ("-2", "-2", "-2", "+2", "+2", "+2")),
        ("always", ("-4", "-4", "-8", "+4", "+4", "+8")),
    ):
        check(
            f"""
            Re | Augen | Re calls | Kontra calls | extras                             | won    | net
            AB |   130 | re       |              | kontra fuchs karlchen doppelkopf   | re     | {net[0]}
            AB |   130 |          | kontra       | kontra fuchs karlchen doppelkopf   | re     | {net[1]}
            AB |   130 | re       | kontra       | kontra fuchs karlchen doppelkopf   | re     | {net[2]}
            AB |   110 |          | kontra       | re 2 fuchs karlchen doppelkopf     | kontra | {net[3]}
            AB |   110 | re       |              | re 2 fuchs karlchen doppelkopf     | kontra | {net[4]}
            AB |   110 | re       | kontra       | re 2 fuchs karlchen doppelkopf     | kontra | {net[5]}
            """,
            "forum",
            ansage_double_loser=reading,
        )


def test_nothing_doubles_where_nobody_wins() -> None:
    check(
        """
        Re | Augen | Re calls | Kontra calls | extras   | won    | factors | net
        AB |   130 | no90     | no90         | re fuchs | nobody |         | +1
        """,
        "forum",
    )


def test_a_game_of_nothing_lists_the_factors_of_its_winner() -> None:
    """0 points do not go to the loser."""
    check(
        """
        Re | Augen | Re calls | Kontra calls | extras       | Bock | won    | factors                                  | net
        AB |   130 | re       | kontra       | kontra fuchs | 1    | re     | announced_re 2, announced_kontra 2, bock 2 | 0
        AB |   110 | re       |              | re 2 fuchs   | 0    | kontra | announced_re 2                           | 0
        AB |   110 |          | kontra       | re 2 fuchs   | 0    | kontra | announced_kontra 2                       | 0
        """,
        "forum",
    )


# --- 1.4 Absagen -----------------------------------------------------------------------------------------------------


def test_every_announced_level_of_each_party_counts_for_the_winner() -> None:
    check("""
    Re | Augen | Re calls | Kontra calls | reckoning
    AB |   185 | no60     | kontra       | re won 1, re under_90 1, re under_60 1, re announced_re 2, \
re announced_kontra 2, re absage_no90_re 1, re absage_no60_re 1
    AB |   155 | no90     | no90         | re won 1, re under_90 1, re announced_re 2, re announced_kontra 2, \
re absage_no90_re 1, re absage_no90_kontra 1, re against_no90 1
    AB |    90 |          | schwarz      | re won 1, re announced_kontra 2, re absage_no90_kontra 1, \
re absage_no60_kontra 1, re absage_no30_kontra 1, re absage_schwarz_kontra 1, re against_no60 1, re against_no30 1, \
re against_schwarz 1
    """)


def test_an_absage_can_be_worth_something_else() -> None:
    check(
        """
        Re | Augen | Re calls | Kontra calls | reckoning
        AB |   185 | no60     |              | re won 1, re under_90 1, re under_60 1, re announced_re 2, \
re absage_no90_re 3, re absage_no60_re 3
        """,
        absage_points=3,
    )
    check(
        """
        Re | Augen | Re calls | value
        AB |   185 | no60     | 5
        """,
        absage_points=0,
    )


# --- 1.5 Against a failed Absage -------------------------------------------------------------------------------------


def test_thirty_over_the_limit_for_every_level_whose_mark_is_reached() -> None:
    for call, augen, keys in (
        ("no90", 121, []),
        ("no90", 120, ["no90"]),
        ("no60", 151, []),
        ("no60", 150, ["no60"]),
        ("no60", 120, ["no90", "no60"]),
        ("no30", 181, []),
        ("no30", 180, ["no30"]),
        ("no30", 150, ["no60", "no30"]),
        ("no30", 120, ["no90", "no60", "no30"]),
        ("schwarz", 211, []),
        ("schwarz", 210, ["schwarz"]),
        ("schwarz", 180, ["no30", "schwarz"]),
        ("schwarz", 120, ["no90", "no60", "no30", "schwarz"]),
    ):
        for party, other, augen_of_re in (("kontra", "re", augen), ("re", "kontra", 240 - augen)):
            game: dict[str, object] = {
                "kind": "normal",
                "re": ["A", "B"],
                "kontra": ["C", "D"],
                "re_points": augen_of_re,
                "announced": {other: call},
            }
            found = [item for item in items(game) if "against" in item]
            assert found == [f"{party} against_{key} 1" for key in keys], (call, augen_of_re)


def test_against_goes_to_who_reached_even_where_nobody_wins() -> None:
    check("""
    Re | Augen | Re calls | Kontra calls | won    | reckoning
    AB |   120 | no90     | no90         | nobody | re against_no90 1, kontra against_no90 1
    AB |    90 | no90     | no60         | nobody | kontra against_no90 1, re against_no60 1
    """)


def test_per_level_the_winner_gets_every_level_the_loser_announced() -> None:
    check(
        """
        Re | Augen | Re calls | Kontra calls | won    | reckoning
        AB |   178 | no60     |              | kontra | kontra won 1, kontra announced_re 2, \
kontra absage_no90_re 1, kontra absage_no60_re 1, kontra against_no90 1, kontra against_no60 1, kontra gegen_die_alten 1
        AB |   155 | no90     | no60         | re     | re won 1, re under_90 1, re announced_re 2, \
re announced_kontra 2, re absage_no90_re 1, re absage_no90_kontra 1, re absage_no60_kontra 1, re against_no90 1, \
re against_no60 1
        AB |   130 | no90     | no60         | nobody |
        """,
        "parlett",
    )


def test_per_level_both_get_what_the_other_announced_where_nobody_wins_and_it_is_kept() -> None:
    """1.6 credits kept points to the party that earned them."""
    check(
        """
        Re | Augen | Re calls | Kontra calls | won    | reckoning
        AB |   130 | no90     | no60         | nobody | re against_no90 1, kontra against_no90 1, re against_no60 1
        """,
        "parlett",
        no_winner_keeps=["against"],
    )


def test_against_can_count_nothing() -> None:
    check(
        """
        Re | Augen | Re calls | won    | value
        AB |   100 | no60     | kontra | 6
        """,
        against="none",
    )


# --- 1.6 Nobody wins -------------------------------------------------------------------------------------------------


def test_what_still_counts_where_nobody_wins() -> None:
    for kept, reckoning in (
        (["under", "against", "extras"], "re under_90 1, re against_no90 1, re against_no60 1, kontra fuchs 1"),
        (["under"], "re under_90 1"),
        (["against"], "re against_no90 1, re against_no60 1"),
        (["extras"], "kontra fuchs 1"),
        ([], ""),
    ):
        check(
            f"""
            Re | Augen | Re calls | Kontra calls | extras       | won    | reckoning
            AB |   170 | no60     | no60         | kontra fuchs | nobody | {reckoning}
            """,
            no_winner_keeps=kept,
        )


def test_nobody_wins_in_favour_of_either_party() -> None:
    check("""
    Re | Augen | Re calls | Kontra calls | won    | reckoning                                                   | net
    AB |    57 | schwarz  | schwarz      | nobody | kontra under_90 1, kontra under_60 1, kontra against_no90 1, \
kontra against_no60 1, kontra against_no30 1, re against_schwarz 1, kontra against_schwarz 1                           | -5
    AB |    75 | no90     | schwarz      | nobody | kontra under_90 1, kontra against_no90 1, re against_no30 1, \
re against_schwarz 1                                                                                                   | 0
    """)


def test_schwarz_played_counts_only_for_a_winner() -> None:
    check(
        """
        Re | Augen | Re calls | Kontra calls | won    | reckoning
        AB |   240 |          | no90         | re     | re won 1, re under_90 1, re under_60 1, re under_30 1, \
re schwarz_played 1, re announced_kontra 2, re absage_no90_kontra 1, re against_no90 1
        """,
        "ham",
    )


# --- 1.7 Played under, 1.8 schwarz -----------------------------------------------------------------------------------


def test_played_under_counts_for_every_limit() -> None:
    for augen, keys in (
        (150, []),
        (151, ["under_90"]),
        (180, ["under_90"]),
        (181, ["under_90", "under_60"]),
        (210, ["under_90", "under_60"]),
        (211, ["under_90", "under_60", "under_30"]),
        (239, ["under_90", "under_60", "under_30"]),
    ):
        game: dict[str, object] = {"kind": "normal", "re": ["A", "B"], "kontra": ["C", "D"], "re_points": augen}
        assert items(game) == ["re won 1", *(f"re {key} 1" for key in keys)]
        game["re_points"] = 240 - augen
        assert items(game) == ["kontra won 1", *(f"kontra {key} 1" for key in keys), "kontra gegen_die_alten 1"]


def test_schwarz_played_needs_no_trick_or_no_augen() -> None:
    paper = """
    Re | Augen       | won    | value
    AB | 240 schwarz | re     | 5
    AB | 240         | re     | {}
    AB | 0 schwarz   | kontra | 6
    AB | 0           | kontra | {}
    """
    check(paper.format(4, 5), "ddv")
    check(paper.format(5, 6), "ham")


# --- 1.9 Gegen die Alten ---------------------------------------------------------------------------------------------


def test_gegen_die_alten_only_for_kontra_and_only_if_it_wins() -> None:
    check("""
    Re | Augen | Re calls | Kontra calls | won    | reckoning
    AB |   110 |          |              | kontra | kontra won 1, kontra gegen_die_alten 1
    AB |   130 |          |              | re     | re won 1
    AB |   110 | no90     | no90         | nobody | kontra against_no90 1
    """)
    check(
        """
        Re | Augen | won    | value
        AB |   110 | kontra | 4
        """,
        gegen_die_alten=3,
    )
    check(
        """
        Re | Augen | reckoning
        AB |   110 | kontra won 1
        """,
        gegen_die_alten=0,
    )


def test_gegen_die_alten_in_a_solo_and_in_an_armut() -> None:
    paper = """
    Re | Augen | kind           | value
    A  |   110 | solo           | {solo}
    A  |   110 | stille_hochzeit | {solo}
    A  |   110 | hochzeit       | {solo}
    AB |   110 | armut          | {armut}
    AB |   110 | hochzeit       | 2
    """
    check(paper.format(solo=1, armut=2), gegen_die_alten_solo=False, gegen_die_alten_armut=True)
    check(paper.format(solo=2, armut=1), gegen_die_alten_solo=True, gegen_die_alten_armut=False)
    for preset, solo in (("ddv", 1), ("handbook", 1), ("parlett", 1), ("ham", 2), ("wikipedia2010", 2)):
        check(paper.format(solo=solo, armut=2), preset)


# --- 1.12 Solo -------------------------------------------------------------------------------------------------------


def test_a_solo_counts_three_times_for_the_soloist() -> None:
    check("""
    Re | Augen | Re calls | value | Anna Ben Cleo Dora
    A  |   121 |          | 1     | +3 -1 -1 -1
    A  |   120 |          | 1     | -3 +1 +1 +1
    C  |   155 | re       | 4     | -4 -4 +12 -4
    """)


def test_solo_points_before_any_doubling_to_the_winner_or_the_soloist() -> None:
    paper = """
    Re | Augen | Re calls | reckoning            | value
    A  |   130 | re       | re won 1, re solo 2  | 6
    A  |   110 | re       | kontra won 1{lost}   | {value}
    AB |   130 | re       | re won 1             | 2
    """
    check(
        paper.format(lost=", kontra solo 2, kontra gegen_die_alten 1", value=8),
        "forum",
        solo_points=2,
        solo_points_to="winner",
    )
    check(paper.format(lost=", kontra gegen_die_alten 1", value=4), "forum", solo_points=2, solo_points_to="soloist")


# --- The order of the items (rules.md 6) -----------------------------------------------------------------------------


def test_the_items_stand_in_the_order_a_player_counts_them() -> None:
    check(
        """
        Re | Augen     | Re calls | Kontra calls | extras                                             | Bock | reckoning
        A  | 0 schwarz | no90     | schwarz      | kontra karlchen aal doppelkopf fuchs               | 1    | kontra won 1, \
kontra under_90 1, kontra under_60 1, kontra under_30 1, kontra schwarz_played 1, kontra announced_re 2, \
kontra announced_kontra 2, kontra absage_no90_re 1, kontra absage_no90_kontra 1, kontra absage_no60_kontra 1, \
kontra absage_no30_kontra 1, kontra absage_schwarz_kontra 1, kontra against_no90 1, kontra solo 1, \
kontra gegen_die_alten 1, kontra fuchs 1, kontra karlchen 1, kontra doppelkopf 1, kontra aal 1, kontra bock 2
        """,
        gegen_die_alten_solo=True,
        solo_points=1,
        extras_solo={**ONE_EACH, "aal": 1},
        bock={"effect": "add"},
    )


def test_without_factors_the_items_sum_to_the_net() -> None:
    for preset in PRESETS:
        for augen in range(1, 240, 7):
            game = {
                "kind": "normal",
                "re": ["A", "B"],
                "kontra": ["C", "D"],
                "re_points": augen,
                "announced": {"re": "no90", "kontra": "kontra"},
                "extras": {"re": {"fuchs": 1}, "kontra": {"karlchen": 1}},
            }
            answer = score(game, preset)
            total = sum(item["points"] * (1 if item["to"] == "re" else -1) for item in answer["items"])
            times = 1
            for factor in answer["factors"]:
                times *= factor["times"]
            assert answer["net"] == total * times
            assert answer["value"] == abs(answer["net"])
