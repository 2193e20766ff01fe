"""The evening in words: every kind reached, and missed by a little; random evenings, reckoned once more."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import pytest

from scoring.game.sheet import fold_rows
from scoring.league.evening_facts import EveningFacts, collect_facts
from scoring.league.evening_history import History, PastEvening
from scoring.league.evening_kinds import KINDS, SLOTS
from scoring.league.evening_story import build_story, choose_kinds, remember_evening, true_by_history, true_by_itself
from scoring.rules.presets import PRESETS
from tests.scoring.paper import names, rows

RULES = PRESETS["ddv"].rules


def evening(*written: str, table: str = "ABCD") -> EveningFacts:
    played = rows(RULES, *written)
    return collect_facts([[*zip(played, fold_rows(RULES, names(table), played).lines, strict=True)]])


def times(number: int, *written: str) -> tuple[str, ...]:
    return written * number


A_WINS = ("AB-CD 130", "AC-BD 130", "AD-BC 130")  # +3, the others -1
A_HIGH = ("AB-CD 211", "AC-BD 211", "AD-BC 211")  # +12, the others -4
EVEN = ("AB-CD 130", "CD-AB 130")

BY_ITSELF: list[tuple[str, Sequence[str], Sequence[str]]] = [
    ("comeback", (*times(3, "BC-AD 130"), *A_HIGH), (*times(2, "BC-AD 130"), *A_HIGH)),
    ("last_game", ("AB-CD 130", "BC-AD 130", "A-BCD 130"), ("AB-CD 130", "A-BCD 130")),
    ("led_from", ("AB-CD 130", "A-BCD 130", "AC-BD 130"), ("AB-CD 130", "CD-AB 130", "A-BCD 130")),
    ("narrow", ("AB-CD 130", "AC-BD 130", "AB-CD 130"), ("AB-CD 130", "CD-AB 130")),
    ("runaway", (*A_HIGH, *A_WINS), A_HIGH),
    ("tie", ("AB-CD 130",), EVEN),
    ("won", ("AB-CD 130", "AC-BD 130"), ("AB-CD 130",)),
    ("led_late", ("AB-CD 130", "BC-AD 130", "A-BCD 130"), ("BC-AD 130", "B-ACD 130", *A_HIGH, *A_HIGH)),
    (
        "climbed",
        (*times(4, "BC-AD 130", "A-BCD 110"), *times(8, "AB-CD 211"), *times(1, "B-ACD 211")),
        (*times(3, "BC-AD 130"), *A_HIGH),
    ),
    ("most_wins", ("A-BCD 211", "BC-AD 130", "BD-AC 130"), ("A-BCD 211", "BC-AD 130")),
    ("second", ("A-BCD 130", "BC-AD 130", "AB-CD 130"), ("A-BCD 130",)),
    ("schwarz", ("AB-CD 240 no_tricks",), ("AB-CD 239",)),
    ("unlucky_call", ("AB-CD 111 re",), ("AB-CD 110 re",)),
    ("narrowest_game", ("AB-CD 121",), ("AB-CD 122",)),
    ("solos_won", times(3, "A-BCD 130"), times(2, "A-BCD 130")),
    ("win_streak", (*times(2, "AB-CD 130"), *times(2, "AC-BD 130")), ("AB-CD 130", "AC-BD 130", "AD-BC 130")),
    ("lost_solo", ("A-BCD 100",), times(2, "A-BCD 100")),
    ("best_solo", ("A-BCD 130", "B-ACD 211"), ("A-BCD 130", "B-ACD 130")),
    ("dearest", ("AB-CD 130", "AC-BD 211"), ("AB-CD 211", "AC-BD 211")),
    ("lead_changes", (*times(4, "A-BCD 130", "B-ACD 130", "B-ACD 130", "A-BCD 130"),), A_WINS),
    ("close_field", A_WINS, (*A_HIGH,)),
    ("no_solo", times(10, *EVEN), times(9, *EVEN)),
]


@pytest.mark.parametrize(("key", "does", "fails"), BY_ITSELF, ids=[one[0] for one in BY_ITSELF])
def test_a_kind_is_true_of_an_evening_and_nearly_of_another(
    key: str, does: Sequence[str], fails: Sequence[str]
) -> None:
    assert key in true_by_itself(evening(*does))
    assert key not in true_by_itself(evening(*fails))


def past(number: int, figures: str = "A5 B3 C0 D-8", **others: Any) -> PastEvening:
    """Return an evening of the history: letters with their points, the best first."""
    ranking = tuple((names(one[0])[0], int(one[1:])) for one in figures.split())
    facts = {"games": 20, "solos": 2, "fuechse": 1, "is_known": True, "kinds": ("won", "second"), **others}
    return PastEvening(f"2026-01-{number:02}", number, ranking, **facts)


def history(*before: PastEvening) -> History:
    found = History()
    for one in before:
        found.add(one)
    return found


B_WINS = "B5 A3 C0 D-8"
MANY = [past(number) for number in range(10)]
OF_B = [past(number, B_WINS) for number in range(5)]
WITHOUT_C = [past(number, "A5 B3 D-8") for number in range(10)]
BY_HISTORY: list[tuple[str, PastEvening, list[PastEvening], list[PastEvening]]] = [
    ("evenings_in_row", past(30), [past(1)], [past(1), past(2, B_WINS)]),
    ("drought", past(30), [past(9), *OF_B], [past(9), *OF_B[:4]]),
    ("first_win", past(30), OF_B[:4], OF_B[:3]),
    ("record_win", past(30, "A6 B3"), MANY, [*MANY, past(12, "B6 A3")]),
    ("lowest_win", past(30, "A4 B3"), MANY, [*MANY, past(12, "B4 A3")]),
    ("second_again", past(30), [past(1)], [past(1), past(2, B_WINS)]),
    ("rival", past(30), [past(1), past(2), past(3)], [past(1), past(2)]),
    ("turned", past(30), OF_B[:4], [*OF_B, past(7, "A5 B5")]),
    ("anniversary", past(60), MANY * 4 + MANY[:9], MANY * 4 + MANY[:8]),
    ("return", past(30), [past(0), *WITHOUT_C], [past(0), *WITHOUT_C[:9]]),
    ("newcomer", past(30, "A5 B3 E1"), MANY, MANY[:3]),
    ("most_fuechse", past(30, fuechse=2), MANY, [*MANY, past(11, fuechse=2)]),
    ("many_fuechse", past(30, fuechse=3), MANY[:3], MANY[:2]),
    ("most_solos", past(30, solos=3), MANY, [*MANY, past(11, is_known=False)]),
    ("most_games", past(30, games=21), MANY, MANY[:9]),
]


@pytest.mark.parametrize(("key", "now", "does", "fails"), BY_HISTORY, ids=[one[0] for one in BY_HISTORY])
def test_a_kind_is_true_because_of_earlier_evenings(
    key: str, now: PastEvening, does: list[PastEvening], fails: list[PastEvening]
) -> None:
    assert key in true_by_history(now, history(*does))
    assert key not in true_by_history(now, history(*fails))


def test_every_kind_has_an_example() -> None:
    assert {one[0] for one in BY_ITSELF} | {one[0] for one in BY_HISTORY} == {*KINDS}


def test_the_rarest_of_each_slot_is_told_and_no_topic_twice() -> None:
    seen = {"led_from": 9, "won": 2, "narrow": 5}
    assert choose_kinds(["led_from", "won", "narrow", "second"], seen, None) == ["won", "second"]
    assert choose_kinds(["narrow", "second", "dearest"], {}, None) == ["narrow", "dearest"]


def test_evenings_one_after_another_begin_differently() -> None:
    assert choose_kinds(["narrow", "won"], {}, "narrow") == ["won"]
    assert choose_kinds(["won", "dearest"], {}, "won") == ["dearest", "won"]
    assert choose_kinds(["won"], {}, "won") == []


def test_singular_and_plural() -> None:
    ones = {"name": "A", "other": "B", "game": 3, "points": 4, "names": "A", "number": 1}
    assert KINDS["narrow"].phrase(ones)["say"].endswith("{number} point ahead of {other}.")
    assert KINDS["narrow"].phrase({**ones, "number": 2})["say"].endswith("{number} points ahead of {other}.")


def test_no_sentence_knows_whether_somebody_is_a_man_or_a_woman() -> None:
    words = " ".join(text.casefold() for kind in KINDS.values() for text in (kind.one, kind.many))
    assert not {"he", "she", "his", "her", "him"} & {*words.split()}


def test_several_sheets_and_penalties_leave_out_what_needs_numbers() -> None:
    played = rows(RULES, *A_HIGH)
    sheet = [*zip(played, fold_rows(RULES, names("ABCD"), played).lines, strict=True)]
    both = collect_facts([sheet, sheet])
    assert both.totals["Anna"] == 24
    assert not {"dearest", "led_from"} & {*true_by_itself(both)}
    assert build_story(collect_facts([[]]), []) == []


# --- Random evenings -------------------------------------------------------------------------------------------------

PARTIES = ("AB-CD", "AC-BD", "AD-BC", "CD-AB", "BD-AC", "BC-AD", "A-BCD", "B-ACD", "C-ABD", "D-ABC")


def random_evening(chance: random.Random) -> list[str]:
    some = []
    for _ in range(chance.randint(1, 26)):
        parties = chance.choice(PARTIES[: chance.choice((6, 10))])
        augen = chance.choice((0, 59, 85, 111, 119, 120, 121, 135, 155, 190, 215, 240))
        tricks = " no_tricks" if augen in (0, 240) and chance.random() < 0.5 else ""
        more = chance.choice(("", " re", "" if tricks else " re:fuchs"))
        some.append(f"{parties} {augen}{tricks}{more}")
    return some


class Reckoned:
    """An evening counted a second time, from nothing but the points of each game."""

    def __init__(self, one: EveningFacts) -> None:
        self.games = [dict(game.points) for game in one.games]
        self.rows: list[Any] = [game.row for game in one.games]
        self.totals = self.after(len(self.games))
        self.order = sorted(self.totals.values(), reverse=True)

    def after(self, number: int) -> dict[str, int]:
        return {name: sum(game[name] for game in self.games[:number]) for name in names("ABCD")}

    def leads(self, name: str, number: int) -> bool:
        totals = self.after(number)
        return all(totals[name] > totals[other] for other in totals if other != name)

    def rank(self, name: str) -> int:
        return 1 + len([points for points in self.order if points > self.totals[name]])

    def won(self, name: str) -> list[bool]:
        return [game[name] > 0 for game in self.games]


def person(phrase: Any) -> str:
    return str(phrase["player"])


def people(phrase: Any) -> list[str]:
    if "player" in phrase:
        return [person(phrase)]
    found = phrase.get("parts") or phrase["values"].values()
    return [name for part in found for name in people(part)]


def is_comeback(one: Reckoned, told: Any) -> bool:
    then = one.after(told["game"])[person(told["name"])]
    left = len(one.games) - told["game"]
    return then < 0 and one.totals[person(told["name"])] - then == told["points"] and left == told["number"]


def is_best_solo(one: Reckoned, told: Any) -> bool:
    name, solos = person(told["name"]), [at for at, row in enumerate(one.rows) if row.is_solo]
    points = [one.games[at][one.rows[at].re[0]] for at in solos]
    best: int = max(points)
    return bool(one.games[told["game"] - 1][name] == told["number"] == best)


def has_series(one: Reckoned, told: Any) -> bool:
    won = "".join("w" if win else "." for win in one.won(person(told["name"])))
    return "w" * told["number"] in won and "w" * (told["number"] + 1) not in won


def count_changes(one: Reckoned) -> int:
    leads = [name for at in range(1, len(one.games) + 1) for name in one.totals if one.leads(name, at)]
    return sum(leads[at] != leads[at - 1] for at in range(1, len(leads)))


CHECKS: dict[str, Callable[[Reckoned, Any], bool]] = {
    "comeback": is_comeback,
    "last_game": lambda one, told: (
        one.leads(person(told["name"]), len(one.games)) and not one.leads(person(told["name"]), len(one.games) - 1)
    ),
    "led_from": lambda one, told: all(
        one.leads(person(told["name"]), number) for number in range(told["game"], len(one.games) + 1)
    ),
    "narrow": lambda one, told: one.totals[person(told["name"])] - one.totals[person(told["other"])] == told["number"],
    "runaway": lambda one, told: one.order[0] - one.order[1] == told["number"],
    "tie": lambda one, told: {one.rank(name) for name in people(told["names"])} == {1},
    "won": lambda one, told: one.order[0] == one.totals[person(told["name"])] == told["number"],
    "led_late": lambda one, told: (
        one.leads(person(told["name"]), told["game"]) and one.rank(person(told["name"])) == told["rank"] > 1
    ),
    "climbed": lambda one, told: (
        min(one.after(told["game"]).values()) == one.after(told["game"])[person(told["name"])]
        and one.rank(person(told["name"])) == told["rank"]
    ),
    "most_wins": lambda one, told: (
        sum(one.won(person(told["name"]))) == told["number"] == max(sum(one.won(name)) for name in one.totals)
    ),
    "second": lambda one, told: (
        one.rank(person(told["name"])) == 2 and one.order[0] - one.totals[person(told["name"])] == told["number"]
    ),
    "schwarz": lambda one, told: (
        one.rows[told["game"] - 1].re_augen in (0, 240)
        and all(one.won(name)[told["game"] - 1] for name in people(told["names"]))
    ),
    "unlucky_call": lambda one, told: (
        one.rows[told["game"] - 1].re_augen + told["number"] == 121
        and not any(one.won(name)[told["game"] - 1] for name in people(told["names"]))
    ),
    "narrowest_game": lambda one, told: (
        told["re"] + told["kontra"] == 240 and one.rows[told["game"] - 1].re_augen == told["re"]
    ),
    "solos_won": lambda one, told: (
        told["number"]
        == sum(row.is_solo for row in one.rows)
        == sum(row.is_solo and one.games[at][row.re[0]] > 0 for at, row in enumerate(one.rows))
    ),
    "win_streak": has_series,
    "lost_solo": lambda one, told: one.games[told["game"] - 1][person(told["name"])] == -told["number"],
    "best_solo": is_best_solo,
    "dearest": lambda one, told: (
        max(max(game.values()) for game in one.games) == told["number"]
        and {one.games[told["game"] - 1][name] for name in people(told["names"])} == {told["number"]}
    ),
    "close_field": lambda one, told: one.order[0] - one.order[-1] == told["number"],
    "no_solo": lambda one, told: not any(row.is_solo for row in one.rows) and told["number"] == len(one.games),
    "lead_changes": lambda one, told: told["number"] == count_changes(one),
}


@pytest.mark.parametrize("seed", range(60))
def test_every_sentence_is_true_of_random_evenings(seed: int) -> None:
    one = evening(*random_evening(random.Random(seed)))
    found = true_by_itself(one)
    assert not [key for key, told in found.items() if not CHECKS[key](Reckoned(one), told)]


@pytest.mark.parametrize("seed", range(4))
def test_a_year_of_stories(seed: int) -> None:
    """No kind twice, at most four, never two beginnings alike; what comes later changes nothing."""
    chance = random.Random(seed)
    evenings = [evening(*random_evening(chance)) for _ in range(40)]
    before = [remember_evening(one, "2026-01-01", number) for number, one in enumerate(evenings)]
    texts = {text: kind.key for kind in KINDS.values() for text in (kind.one, kind.many) if text}
    stories = [build_story(one, before[:number]) for number, one in enumerate(evenings)]
    told = [[texts[phrase["say"]] for phrase in story] for story in stories]
    assert all(len(kinds) == len({*kinds}) <= len(SLOTS) for kinds in told)
    assert all(one[:1] != other[:1] for one, other in pairwise(told) if one and other)
    assert len(Counter(kind for kinds in told for kind in kinds)) > 12


@pytest.mark.parametrize("seed", range(4))
def test_what_is_said_of_earlier_evenings_is_true(seed: int) -> None:
    chance, before = random.Random(f"history {seed}"), History()
    totals: list[dict[str, int]] = []
    for number in range(80):
        here = chance.sample("ABCDE", chance.choice((3, 4, 5)))
        points = {name: chance.randint(-9, 20) for name in sorted(here)}
        now = past(0, " ".join(f"{name}{points[name]}" for name in sorted(here, key=lambda name: -points[name])))
        totals.append({names(name)[0]: made for name, made in points.items()})
        for key, told in true_by_history(now, before).items():
            assert key not in HISTORY_CHECKS or HISTORY_CHECKS[key](totals, told), (number, key, told)
        before.add(now)


Totals = list[dict[str, int]]


def shared(totals: Totals, told: Any) -> list[bool]:
    """Return whether `name` was ahead of `other` on each evening of both, the latest first."""
    name, other = person(told["name"]), person(told["other"])
    return [one[name] > one[other] for one in reversed(totals) if name in one and other in one]


def firsts(totals: Totals, told: Any) -> list[bool]:
    """Return whether `name` was first on each evening they attended, the latest first."""
    name = person(told["name"])
    return [one[name] == max(one.values()) for one in reversed(totals) if name in one]


HISTORY_CHECKS: dict[str, Callable[[Totals, Any], bool]] = {
    "evenings_in_row": lambda totals, told: all(
        one.get(person(told["name"])) == max(one.values()) for one in totals[-told["number"] :]
    ),
    "drought": lambda totals, told: (
        firsts(totals, told)[: told["number"] + 2] == [True, *[False] * told["number"], True]
    ),
    "first_win": lambda totals, told: firsts(totals, told) == [True, *[False] * (told["number"] - 1)],
    "record_win": lambda totals, told: told["number"] > max(max(one.values()) for one in totals[:-1]),
    "lowest_win": lambda totals, told: told["number"] < min(max(one.values()) for one in totals[:-1]),
    "rival": lambda totals, told: all(shared(totals, told)[: told["number"]]),
    "turned": lambda totals, told: shared(totals, told)[: told["number"] + 1] == [True, *[False] * told["number"]],
    "return": lambda totals, told: not any(person(told["name"]) in one for one in totals[-told["number"] - 1 : -1]),
    "newcomer": lambda totals, told: not any(person(told["name"]) in one for one in totals[:-1]),
    "second_again": lambda totals, told: all(
        sorted(one.values(), reverse=True)[1] == one[person(told["name"])] for one in totals[-2:]
    ),
}
