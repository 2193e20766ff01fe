"""Pflichtsolo and Vorführung in a whole list: rules.md 1.14."""

from typing import Any

from scoring.game.rows import Table
from scoring.game.sheet import fold_rows
from scoring.rules.presets import PRESETS
from tests.scoring.paper import check_list, names, rows, sheet


def owed(*written: str, **more: Any) -> tuple[str, int | None]:
    answer = sheet(written, **more)
    return "".join(name[0] for name in answer["pflichtsolo_open"]), answer["forced_from"]


def test_everybody_owes_a_pflichtsolo() -> None:
    assert owed() == ("ABCD", 21)
    assert owed("B-ACD 130") == ("ACD", 22)
    assert owed("B-ACD 130", "B-ACD 130") == ("ACD", 22)
    assert owed("B-ACD 130", "A-BCD 130", "D-ABC 130", "C-ABD 130") == ("", None)


def test_neither_lust_nor_hochzeit_counts_as_a_pflichtsolo() -> None:
    assert owed("B-ACD 130 lust") == ("ABCD", 21)
    assert owed("B-ACD 130 stille_hochzeit") == ("ABCD", 21)
    assert owed("B-ACD 130 hochzeit") == ("ABCD", 21)
    assert owed("manual B 3 of ABCD") == ("ABCD", 21)
    assert owed("B-ACD 130 forced") == ("ACD", 22)
    assert owed("B-ACD 130 pflicht") == ("ACD", 22)


def test_a_penalty_can_count_as_a_solo_played() -> None:
    """Source: TSR 9.4."""
    assert owed("penalty B-12 solo_of:B") == ("ACD", 22)
    assert owed("penalty B-12") == ("ABCD", 21)


def test_the_list_is_longer_at_five() -> None:
    assert owed(players="ABCDE") == ("ABCDE", 26)
    assert owed(players="ABCDE", games_per_list=21) == ("ABCDE", 22)
    assert owed(games_per_list=4) == ("ABCD", 1)
    assert owed(games_per_list=None) == ("ABCD", None)


def test_without_pflichtsolo_nobody_owes_one() -> None:
    assert owed(pflichtsolo=False) == ("", None)


def test_games_are_forced_when_as_many_are_left_as_solos_are_open() -> None:
    """In a list of six, games 3 to 6 belong to the four Pflichtsoli; the dealer moves on after a forced one."""
    check_list(
        """
        row       | number | dealer
        AB-CD 130 |      1 | A
        AB-CD 130 |      2 | B
        D-ABC 130 |      3 | C
        A-BCD 130 |      4 | D
        B-ACD 130 |      5 | A
        C-ABD 130 |      6 | B
        next      |      7 | C
        """,
        games_per_list=6,
    )
    rules = {"games_per_list": 6}
    assert owed("AB-CD 130", "AB-CD 130", **rules) == ("ABCD", 3)
    assert owed("AB-CD 130", "AB-CD 130", "D-ABC 130", **rules) == ("ABC", 4)


def test_an_own_pflichtsolo_puts_the_vorfuehrung_off() -> None:
    assert owed("A-BCD 130", games_per_list=6) == ("BCD", 4)
    check_list(
        """
        row       | number | dealer
        A-BCD 130 |      1 | A
        AB-CD 130 |      2 | A
        A-BCD 130 |      3 | B
        B-ACD 130 |      4 | C
        next      |      5 | D
        """,
        games_per_list=6,
    )


def test_where_too_few_games_are_left_the_next_is_forced_at_once() -> None:
    assert owed("table ABCDE", "AB-CD 130", "AB-CD 130", "table ABCD", games_per_list=4) == ("ABCD", 3)
    assert owed(*4 * ["AB-CD 130"], games_per_list=4) == ("ABCD", 5)


def test_who_must_be_forced_is_the_open_player_next_on_the_dealers_left() -> None:
    rules = PRESETS["ddv"].rules
    played = rows(rules, *20 * ["AB-CD 130"])
    answer = fold_rows(rules, names("ABCD"), played[:19])
    assert (answer.next.number, answer.next.forced) == (20, None)
    answer = fold_rows(rules, names("ABCD"), played)
    assert (answer.next.dealer, answer.next.forced) == ("Anna", "Ben")
    answer = fold_rows(rules, names("ABCD"), [*played, *rows(rules, "B-ACD 130", "C-ABD 130")])
    assert (answer.next.dealer, answer.next.forced) == ("Cleo", "Dora")
    answer = fold_rows(rules, names("ABCD"), [*played, *rows(rules, "B-ACD 130", "C-ABD 130", "D-ABC 130")])
    assert (answer.next.dealer, answer.next.forced) == ("Dora", "Anna")
    answer = fold_rows(
        rules, names("ABCD"), [*played, *rows(rules, "B-ACD 130", "C-ABD 130", "D-ABC 130", "A-BCD 130")]
    )
    assert (answer.next.number, answer.next.forced, answer.forced_from) == (25, None, None)


def test_every_solo_has_a_duty_stated_or_worked_out() -> None:
    rules = PRESETS["ddv"].rules
    played = ("A-BCD 130", "A-BCD 130", "B-ACD 130 lust", "A-BCD 130 pflicht", "B-ACD 130 hochzeit", "AB-CD 130")
    lines = fold_rows(rules, names("ABCD"), rows(rules, *played)).lines
    assert [line.duty for line in lines] == ["pflicht", "lust", "lust", "pflicht", None, None]
    house = PRESETS["hausrunde"].rules
    assert fold_rows(house, names("ABCD"), rows(house, "A-BCD 130")).lines[0].duty == "lust"


def test_who_joins_later_owes_a_pflichtsolo_only_if_the_table_says_so() -> None:
    rules = PRESETS["ddv"].rules
    joined = Table(players=tuple(names("ABCDE")))
    assert fold_rows(rules, names("ABCD"), [joined]).pflichtsolo_open == tuple(names("ABCD"))
    owing = Table(players=tuple(names("ABCDE")), owing=frozenset(names("E")))
    assert fold_rows(rules, names("ABCD"), [owing]).pflichtsolo_open == tuple(names("ABCDE"))


def test_who_leaves_owes_nothing_while_away() -> None:
    assert owed("table ABCDE", "table ACDE") == ("ACD", 22)
    assert owed("table ABCDE", "table ACDE", "table DCBA") == ("DCBA", 21)


def test_games_beyond_the_list_are_answered_all_the_same() -> None:
    answer = sheet(30 * ["AB-CD 130"])
    assert len(answer["games"]) == 30
    assert answer["next"]["number"] == 31


def test_the_length_of_the_list_is_told() -> None:
    for players, games in (("ABCD", 24), ("ABCDE", 30)):
        assert fold_rows(PRESETS["ddv"].rules, names(players), []).games_in_list == games
    assert fold_rows(PRESETS["hausrunde"].rules, names("ABCD"), []).games_in_list is None
