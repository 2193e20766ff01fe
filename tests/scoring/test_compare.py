"""The effect of a correction on later games, and the same list under other rules."""

from scoring.game.compare import later_changes, what_if
from scoring.game.sheet import Sheet, fold_rows
from scoring.rules.presets import PRESETS
from scoring.rules.rules import Rules
from tests.scoring.paper import by_letter, names, rows

DDV, FORUM, HOUSE = (PRESETS[key].rules for key in ("ddv", "forum", "hausrunde"))
PLAYERS = names("ABCD")


def folded(rules: Rules, *written: str) -> Sheet:
    return fold_rows(rules, PLAYERS, rows(rules, *written))


# --- Later changes -----------------------------------------------------------------------------------------------------


def test_a_correction_that_takes_the_bock_away_changes_the_games_that_had_it() -> None:
    before = folded(HOUSE, "AB-CD 120", "AB-CD 130", "AB-CD 110", "AB-CD 130", "AB-CD 130", "AB-CD 130")
    after = folded(HOUSE, "AB-CD 121", "AB-CD 130", "AB-CD 110", "AB-CD 130", "AB-CD 130", "AB-CD 130")
    changes = later_changes(before, after, at=0)
    assert [(change.before.number, change.before.bock_level, change.after.bock_level) for change in changes] == [
        (2, 1, 0),
        (3, 1, 0),
        (4, 1, 0),
        (5, 1, 0),
    ]
    assert {change.what for change in changes} == {("bock_level", "score")}
    assert by_letter(changes[1].before.score.scores) == "-4 -4 +4 +4"
    assert by_letter(changes[1].after.score.scores) == "-2 -2 +2 +2"


def test_a_correction_that_only_changes_points_changes_no_later_game() -> None:
    before, after = folded(DDV, "AB-CD 130", "AB-CD 130"), folded(DDV, "AB-CD 160", "AB-CD 130")
    assert before.totals != after.totals
    assert later_changes(before, after, at=0) == []


def test_the_corrected_row_itself_is_no_later_change() -> None:
    before, after = folded(DDV, "AB-CD 130", "AB-CD 130"), folded(DDV, "AB-CD 130", "AB-CD 160")
    assert later_changes(before, after, at=1) == []


def test_a_game_made_a_solo_moves_the_deal_of_all_that_follow() -> None:
    before, after = folded(DDV, "AB-CD 130", "AB-CD 130", "redeal"), folded(DDV, "A-BCD 130", "AB-CD 130", "redeal")
    changes = later_changes(before, after, at=0)
    assert [(change.before.dealer, change.after.dealer, change.what) for change in changes] == [
        ("Ben", "Anna", ("dealer",)),
        ("Cleo", "Ben", ("dealer",)),
    ]


def test_striking_a_game_moves_the_later_ones_up() -> None:
    before = folded(DDV, "AB-CD 130", "AC-BD 130", "AD-BC 110")
    after = folded(DDV, "AB-CD 130", "AD-BC 110")
    changes = later_changes(before, after, at=1, shift=-1)
    assert [(change.before.number, change.after.number, change.what) for change in changes] == [
        (3, 2, ("number", "dealer"))
    ]


def test_inserting_a_game_moves_the_one_that_stood_there_and_the_later_ones_down() -> None:
    before = folded(DDV, "AB-CD 130", "AD-BC 110")
    after = folded(DDV, "AB-CD 130", "AC-BD 130", "AD-BC 110")
    changes = later_changes(before, after, at=1, shift=1)
    assert [(change.before.number, change.after.number) for change in changes] == [(2, 3)]
    assert later_changes(before, folded(DDV, "AB-CD 130", "redeal", "AD-BC 110"), at=1, shift=1) == []


def test_duties_that_change_are_told() -> None:
    before = folded(DDV, "A-BCD 130", "A-BCD 130")
    after = folded(DDV, "A-BCD 130 lust", "A-BCD 130")
    assert [change.what for change in later_changes(before, after, at=0)] == [("dealer", "duty")]


# --- What if -----------------------------------------------------------------------------------------------------------


def test_the_same_list_under_other_rules_side_by_side() -> None:
    played = ("AB-CD 120 kontra", "AB-CD 130", "A-BCD 119")
    seen = what_if(DDV, FORUM, PLAYERS, rows(DDV, *played))
    assert seen.own == folded(DDV, *played)
    assert seen.other == folded(FORUM, *played)
    assert [(by_letter(own.score.scores), by_letter(other.score.scores)) for own, other in seen.lines] == [
        ("+3 +3 -3 -3", "0 0 +4 +4"),
        ("+1 +1 -1 -1", "+2 +2 0 0"),
        ("-3 +1 +1 +1", "0 +18 +18 +18"),
    ]


def test_what_if_asks_as_the_list_was_dealt() -> None:
    seen = what_if(DDV, HOUSE, PLAYERS, rows(DDV, "A-BCD 130"), first_dealer="Cleo")
    assert (seen.own.lines[0].dealer, seen.other.lines[0].dealer) == ("Cleo", "Cleo")
    assert (seen.own.next.dealer, seen.other.next.dealer) == ("Cleo", "Cleo")


def test_an_extra_that_the_other_rules_do_not_know_scores_nothing_there() -> None:
    played = rows(HOUSE, "AB-CD 130 kontra:karlchen_gefangen")
    seen = what_if(HOUSE, DDV, PLAYERS, played)
    assert [(own.score.reckoning.net, other.score.reckoning.net) for own, other in seen.lines] == [(0, 1)]


def test_points_by_hand_move_into_the_other_notation() -> None:
    played = rows(FORUM, "manual A+4 B+4 C0 D0", "manual A0 B+9 C+9 D+9", "manual AB 2 of ABCD")
    seen = what_if(FORUM, DDV, PLAYERS, played)
    assert [(by_letter(own.score.scores), by_letter(other.score.scores)) for own, other in seen.lines] == [
        ("+4 +4 0 0", "+4 +4 -4 -4"),
        ("0 +9 +9 +9", "-9 +3 +3 +3"),
        ("+2 +2 0 0", "+2 +2 -2 -2"),
    ]
    back = what_if(DDV, FORUM, PLAYERS, rows(DDV, "manual A+4 B+4 C-4 D-4", "manual A-9 B+3 C+3 D+3"))
    assert [by_letter(other.score.scores) for _, other in back.lines] == ["+4 +4 0 0", "0 +9 +9 +9"]


def test_points_that_no_game_gives_stay_as_they_were_written() -> None:
    seen = what_if(DDV, FORUM, PLAYERS, rows(DDV, "manual A+5 B-1 C-3 D-1"))
    assert [(by_letter(other.score.scores), by_letter(other.score.balance)) for _, other in seen.lines] == [
        ("+5 -1 -3 -1", "+5 -1 -3 -1")
    ]
