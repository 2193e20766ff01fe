"""The value that extras add to a game: rules.md 1.10."""

import pytest

from scoring.game.extras import most_in_a_game
from scoring.rules.presets import PRESETS, get_rules
from scoring.rules.rules import Rules
from tests.scoring.paper import DESK, check, game, score


def test_which_extras_count_in_a_game_and_in_a_solo() -> None:
    for preset, in_a_game, in_a_solo in (
        ("ddv", "fuchs karlchen doppelkopf", ""),
        ("handbook", "fuchs karlchen doppelkopf", ""),
        ("ham", "fuchs karlchen karlchen_gefangen doppelkopf", "fuchs karlchen karlchen_gefangen doppelkopf"),
        ("parlett", "fuchs karlchen doppelkopf", "doppelkopf"),
        ("forum", "fuchs karlchen karlchen_gefangen doppelkopf", "fuchs karlchen karlchen_gefangen doppelkopf"),
        ("wikipedia2010", "fuchs karlchen karlchen_gefangen doppelkopf", ""),
        ("hausrunde", "fuchs karlchen karlchen_gefangen doppelkopf", ""),
    ):
        for re, counted in (("AB", in_a_game), ("A", in_a_solo)):
            extras = ", ".join(f"re {key} 1" for key in counted.split())
            solo = ", re solo 1" if (preset, re) == ("forum", "A") else ""
            check(
                f"""
                Re   | Augen | extras                                        | reckoning
                {re} |   130 | re fuchs karlchen karlchen_gefangen doppelkopf | re won 1{solo}{", " if extras else ""}{extras}
                """,
                preset,
            )


@pytest.mark.parametrize("preset", PRESETS)
def test_an_extra_stays_with_who_earned_it_whoever_won(preset: str) -> None:
    """This also holds where an Absage failed: keine 60 and 160:80."""
    for re_calls, augen, winner in (("", 131, "re"), ("", 110, "kontra"), ("no60", 160, "kontra")):
        plain, of_re, of_kontra = (
            score(game({"Re": "AB", "Augen": str(augen), "Re calls": re_calls, "extras": extras}), preset)
            for extras in ("", "re fuchs", "kontra fuchs")
        )
        assert plain["winner"] == of_re["winner"] == of_kontra["winner"] == winner
        items = {"re": of_re["items"], "kontra": of_kontra["items"]}
        for party, lines in items.items():
            assert [item for item in lines if item not in plain["items"]] == [
                {"to": party, "key": "fuchs", "points": 1}
            ]
        assert of_kontra["net"] < plain["net"] < of_re["net"]


def test_an_extra_counts_times_its_points() -> None:
    check(
        """
        Re | Augen | extras                        | reckoning
        AB |   130 | re 2 fuchs, kontra doppelkopf | re won 1, re fuchs 6, kontra doppelkopf 2
        A  |   130 | re 2 fuchs, kontra doppelkopf | re won 1, re fuchs 8
        """,
        extras={"fuchs": 3, "doppelkopf": 2},
        extras_solo={"fuchs": 4},
    )


def test_a_known_extra_that_does_not_count_here_scores_nothing() -> None:
    check(
        """
        Re | Augen | extras                          | reckoning
        AB |   130 | re karlchen, kontra 2 doppelkopf | re won 1
        """,
        extras={"fuchs": 1, "doppelkopf": 0},
    )


def test_the_two_karlchen_together_count_at_most_the_cap() -> None:
    for cap, reckoning in (
        (None, ", re karlchen 2, re karlchen_gefangen 3"),
        (5, ", re karlchen 2, re karlchen_gefangen 3"),
        (4, ", re karlchen 2, re karlchen_gefangen 2"),
        (2, ", re karlchen 2"),
        (1, ", re karlchen 1"),
        (0, ""),
    ):
        check(
            f"""
            Re | Augen | extras                        | reckoning
            AB |   130 | re karlchen karlchen_gefangen | re won 1{reckoning}
            """,
            karlchen_cap=cap,
            extras={"karlchen": 2, "karlchen_gefangen": 3},
        )


def test_the_cap_leaves_other_extras_alone() -> None:
    check(
        """
        Re | Augen | extras                                   | reckoning
        AB |   130 | kontra fuchs 2 karlchen_gefangen          | re won 1, kontra fuchs 1, kontra karlchen_gefangen 1
        AB |   130 | re 2 doppelkopf, kontra karlchen_gefangen | re won 1, kontra karlchen_gefangen 1, re doppelkopf 2
        """,
        "parlett",
    )


def test_a_club_has_extras_of_its_own() -> None:
    check(
        """
        Re | Augen | extras                     | reckoning
        AB |   130 | re zebra, kontra 3 aal fuchs | re won 1, kontra fuchs 1, kontra aal 6, re zebra 1
        """,
        extras={"zebra": 1, "fuchs": 1, "aal": 2},
    )


def test_an_extra_that_has_only_a_name_is_known() -> None:
    check(
        """
        Re | Augen | extras   | reckoning
        AB |   130 | re dulle | re won 1
        """,
        extra_names={"dulle": "Dulle gefangen"},
    )


def test_lieschen_mueller_counts_and_is_checked_as_karlchen() -> None:
    """In Parlett's variant both in one trick count once, and there is only one last trick."""
    paper = """
    Re | Augen | Re calls | extras                         | net
    AB |   130 | re       | re karlchen                    | +4
    AB |   130 | re       | re karlchen karlchen_gefangen  | +4
    A  |   130 |          | re karlchen                    | +1
    """
    both = {"fuchs": 1, "karlchen": 1, "karlchen_gefangen": 1}
    for card in ("jack", "queen"):
        check(paper, "parlett", extras=both, karlchen_card=card)


def test_what_cannot_be_of_karlchen_cannot_be_of_lieschen_mueller() -> None:
    def told(card: str, **extras: object) -> list[str]:
        rules = {"preset": "ham", "overrides": {"karlchen_card": card}}
        game = {"kind": "normal", "re": ["A", "B"], "kontra": ["C", "D"], "re_points": 130, "extras": extras}
        found = DESK.score({**rules, "game": game})
        assert isinstance(found, list)
        return [str(problem) for problem in found]

    three = {"karlchen": 1, "karlchen_gefangen": 2}
    assert set(told("jack", re=three)) == {"Only two Karlchen per game."}
    assert set(told("queen", re=three)) == {"Only two queens of clubs per game."}
    for card in ("jack", "queen"):
        assert len(told(card, re={"karlchen": 1}, kontra={"karlchen": 1})) == 4
        assert len(told(card, re={"karlchen": 2})) == 1


def test_how_many_a_form_lets_people_count() -> None:
    pairs = get_rules("parlett", {"doppelkopf": "also_pairs"})
    assert isinstance(pairs, Rules)
    assert [most_in_a_game(key, pairs) for key in ("doppelkopf", "fuchs")] == [12, 2]
    assert [most_in_a_game(key, PRESETS["parlett"].rules) for key in ("doppelkopf", "fuchs")] == [4, 2]
    assert most_in_a_game("doppelkopf", None) == 4
