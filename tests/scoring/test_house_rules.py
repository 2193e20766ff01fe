"""House rules: worked cases of single clubs, and laws for every choice of a club. rules.md 1.18 to 1.28."""

import json
import random
from collections.abc import Mapping
from itertools import accumulate, product
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.contract import phone
from scoring.contract.cli import Desk
from scoring.game.extras import EXTRAS
from scoring.game.game import Game
from scoring.game.score import Scorer
from scoring.game.seating import first_to_lead, soloist_leads
from scoring.game.value_table import value_table
from scoring.rules.kinds import KINDS
from scoring.rules.parameters import EXTRA_KEYS
from scoring.rules.presets import PRESETS, get_rules
from scoring.rules.rules import Rules, store_rules
from scoring.terms import Call
from tests.portions import examples
from tests.scoring import client
from tests.scoring.client import Facts
from tests.scoring.random_sheets import Dice
from tests.scoring.test_vectors import from_the_command_line, lines

CASES = {line["id"]: line for line in lines("house_rules")}
DESK = Desk()
THOROUGH = settings(max_examples=examples(150), deadline=None, database=None, suppress_health_check=list(HealthCheck))

# The messages about a club's house rules. Add new sentences here, where somebody reads them all.
REFUSALS = {
    "There is no such kind of game or solo.",
    "Say something of it, or leave it out.",
    "A fixed price leaves nothing to add.",
    "Nobody plays alone in this kind of game.",
    "Where every step doubles, the game alone cannot be doubled.",
    "There are not so many steps.",
    "For nobody: points below 0, a deduction.",
    "Nothing is paid with 0 points.",
    "An extra is called that already.",
    "A reason is called that already.",
}


def rules(preset: str = "ddv", **overrides: Any) -> Rules:
    found = get_rules(preset, overrides)
    assert isinstance(found, Rules), found
    return found


def refused(preset: str = "ddv", **overrides: Any) -> dict[str, str]:
    found = get_rules(preset, overrides)
    assert isinstance(found, list), f"{overrides} was taken"
    return {problem.field.removeprefix("overrides."): str(problem) for problem in found}


def game(re: str = "AB", re_points: int = 130, **facts: Any) -> dict[str, Any]:
    kontra = [player for player in "ABCD" if player not in re]
    alone = {"kind": "solo", "solo": "damen"} if len(re) == 1 else {"kind": "normal"}
    return {**alone, "re": list(re), "kontra": kontra, "re_points": re_points, **facts}


def answer(overrides: Mapping[str, Any], facts: Mapping[str, Any], preset: str = "ddv") -> dict[str, Any]:
    found = DESK.score({"preset": preset, "overrides": overrides, "game": facts})
    assert isinstance(found, dict), found
    return json.loads(json.dumps(found))  # type: ignore[no-any-return]


def problems(overrides: Mapping[str, Any], facts: Mapping[str, Any]) -> dict[str, str]:
    found = DESK.score({"preset": "ddv", "overrides": overrides, "game": facts})
    assert isinstance(found, list), found
    return {problem.field: str(problem) for problem in found}


# --- Worked cases ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", CASES)
def test_a_worked_case_comes_out(name: str) -> None:
    case = CASES[name]
    found = DESK.sheet(case) if "games" in case else DESK.score(case)
    if "expect_error" in case:
        assert isinstance(found, list), found
        assert sorted(problem.field for problem in found) == case["expect_error"]
        return
    assert isinstance(found, dict), found
    got = json.loads(json.dumps(found))
    if "games" in case:
        got |= {
            "levels": [row["bock_level"] for row in got["games"]],
            "dealers": [row["dealer"] for row in got["games"]],
        }
    assert {key: got[key] for key in case["expect"]} == case["expect"]


def test_the_command_line_answers_them_alike() -> None:
    of_games = [line for line in CASES.values() if "game" in line]
    answers = [one for one in from_the_command_line("score", "house_rules", check=False) if one["id"] in CASES]
    by_id = {one["id"]: one for one in answers}
    for line in of_games:
        assert ("error" in by_id[line["id"]]) is ("expect_error" in line)
        assert by_id[line["id"]].get("net") == line.get("expect", {}).get("net")


# --- 1.19 By kind of game --------------------------------------------------------------------------------------------


def test_each_of_the_six_is_looked_up_by_itself() -> None:
    by_kind = {"damen": {"points": 1}, "solo": {"points": 4, "announced": True}}
    assert [item["key"] for item in answer({"by_kind": by_kind}, game("A"))["items"]] == ["won", "announced_re", "solo"]
    assert answer({"by_kind": by_kind}, game("A"))["value"] == 4
    assert answer({"by_kind": by_kind}, game("A", solo="herz"))["value"] == 7


def test_a_hochzeit_without_an_entry_is_no_normal_game() -> None:
    of_normal = {"by_kind": {"normal": {"points": 3}}}
    assert answer(of_normal, game())["value"] == 4
    assert answer(of_normal, game(kind="hochzeit"))["value"] == 1
    assert answer({"by_kind": {"solo": {"points": 3}}}, game("A", kind="hochzeit", solo=None))["value"] == 4


def test_what_is_said_of_a_kind_must_make_sense() -> None:
    assert refused(by_kind={"skat": {"points": 1}, "karo": {"points": 1}, "damen": {}, "normal": {"leads": True}}) == {
        "by_kind.skat": "There is no such kind of game or solo.",
        "by_kind.karo": "There is no such kind of game or solo.",
        "by_kind.damen": "Say something of it, or leave it out.",
        "by_kind.normal.leads": "Nobody plays alone in this kind of game.",
    }
    fixed = {"fixed": [3, 3], "points": 1, "extras": {}, "gegen_die_alten": True, "announced": True}
    assert set(refused(by_kind={"pik": fixed}).values()) == {"A fixed price leaves nothing to add."}
    assert refused(by_kind={"pik": fixed}).keys() == {
        f"by_kind.pik.{key}" for key in ("points", "extras", "gegen_die_alten")
    }
    assert refused(by_kind={"pik": {"fixed": [1, 101]}, "herz": {"price": 1}}).keys() == {
        "by_kind.pik.fixed",
        "by_kind.herz.price",
    }


def test_the_value_table_has_a_class_for_each_kind_that_has_something_of_its_own() -> None:
    """Its values are those of the engine. The only possible extras are those of the registry."""
    assert set(EXTRA_KEYS) == EXTRAS.keys()
    by_kind = {"normal": {"points": 1}, "damen": {"points": 2}, "solo": {"fixed": [4, 5]}, "armut": {"announced": True}}
    own = rules("forum", by_kind=by_kind, ansage="double_game", gegen_die_alten_as="game", at_120="double")
    table = json.loads(json.dumps(value_table(own)))
    assert list(table["classes"]) == ["normal", "armut", "solo", "damen", "hochzeit"]
    kinds = {"normal": None, "armut": None, "hochzeit": None, "damen": "damen", "solo": "pik"}
    for augen, re_call, kontra_call in product((60, 119, 120, 155), Call, Call):
        for side, solo in kinds.items():
            kind, re = ("solo", ("A",)) if solo else (side, ("A", "B"))
            played = Game(
                kind=kind,
                re=re,
                kontra=tuple(player for player in "ABCD" if player not in re),
                re_augen=augen,
                re_call=re_call,
                kontra_call=kontra_call,
                re_extras=(("fuchs", 1),),
                solo=solo,
            )
            shown = client.answer(table, Facts(augen, None, re_call, kontra_call, side, {"fuchs": 1}, {}, 1))
            assert shown.net == Scorer(own).reckoning(played, 1).net


def test_an_extra_of_one_kind_alone_is_known() -> None:
    only_there = {"by_kind": {"damen": {"extras": {"dulle": 2}}}}
    assert answer(only_there, game("A", extras={"re": {"dulle": 1}}))["value"] == 3
    assert answer(only_there, game(extras={"re": {"dulle": 1}}))["value"] == 1


def test_a_fixed_price_is_doubled_by_what_doubles() -> None:
    price = {"by_kind": {"damen": {"fixed": [5, 7]}}, "ansage": "double", "at_120": "double", "points_times": 10}
    told = answer(price, game("A", 120, announced={"kontra": "kontra"}, raises=0), "hausrunde")
    assert (told["winner"], told["value"]) == ("re", 5 * 2 * 2 * 10)
    assert [factor["key"] for factor in told["factors"]] == ["announced_kontra", "120_120", "written"]


# --- 1.20 to 1.26 ----------------------------------------------------------------------------------------------------


def test_further_calls_are_counted_and_limited() -> None:
    assert problems({"raises": 2}, game(raises=3)) == {"raises": "These rules know at most 2 further calls."}
    assert problems({"raises": 2}, game(raises=-1)).keys() == {"raises"}
    assert problems({"raises": 2}, game(raises=True)).keys() == {"raises"}
    assert answer({"raises": 2}, game(raises=2))["value"] == 1 + 2 * 2


def test_a_step_that_does_not_raise_cannot_be_announced() -> None:
    assert problems({"limits": ["no60"]}, game(announced={"re": "no90", "kontra": "schwarz"})) == {
        "announced.re": "These rules do not know this step.",
        "announced.kontra": "These rules do not know this step.",
    }


def test_what_does_not_fit_together_is_told_once() -> None:
    doubled = {"steps": "Where every step doubles, the game alone cannot be doubled."}
    assert refused(steps="double", ansage="double_game") == doubled
    assert refused(steps="double", bock={"effect": "double_game"}) == doubled
    assert refused(feigheit=3, limits=["no60", "schwarz"]) == {"feigheit": "There are not so many steps."}


def test_steps_have_an_end() -> None:
    told = answer({"steps": "double", "extras": {"dulle": 20}}, game(extras={"re": {"dulle": 5}}))
    assert told["value"] == 2**20


# --- 1.27, 1.28 ------------------------------------------------------------------------------------------------------

HOCHZEIT = {"payments": {"hochzeit": {"name": "Hochzeit", "points": 1, "with": "each"}}}


def test_who_married_is_one_of_re_in_a_hochzeit() -> None:
    assert problems(HOCHZEIT, game(kind="hochzeit")) == {"married": "Who has married?"}
    assert problems(HOCHZEIT, game(kind="hochzeit", married="C")) == {"married": "Only of Re."}
    assert problems(HOCHZEIT, game(married="A")) == {"married": "Only in a Hochzeit."}
    assert answer({}, game(kind="hochzeit", married="B"))["balance"] == {"A": 1, "B": 1, "C": -1, "D": -1}


def test_payments_come_back_only_where_rules_have_any() -> None:
    assert "payments" not in answer({}, game())
    assert answer(HOCHZEIT, game())["payments"] == []
    told = answer(HOCHZEIT, game(kind="hochzeit", married="B", payments=[{"key": "hochzeit", "by": "C"}]))
    assert told["payments"] == [
        {"by": "B", "key": "hochzeit", "points": 3},
        {"by": "C", "key": "hochzeit", "points": 3},
    ]
    sheet = {"preset": "ddv", "overrides": HOCHZEIT, "players": list("ABCD"), "games": [{"kind": "redeal"}]}
    rows = DESK.sheet(sheet)
    assert isinstance(rows, dict)
    assert list(rows["games"][0]["payments"]) == []


def test_payments_are_of_the_four_and_have_a_name() -> None:
    paid = game(payments=[{"key": "dulle", "by": "A"}, {"key": "hochzeit", "by": "Z"}, {"key": "hochzeit"}, 1])
    assert problems(HOCHZEIT, paid) == {
        "payments[0].key": "There is no such payment.",
        "payments[1].by": "Z does not play.",
        "payments[2]": "This must be an object with key and by.",
        "payments[3]": "This must be an object with key and by.",
    }
    assert refused(payments={"fuchs": {"name": "F", "points": 0, "with": "each"}}) == {
        "payments.fuchs": "An extra is called that already.",
        "payments.fuchs.points": "Nothing is paid with 0 points.",
    }
    dulle = {"dulle": {"name": "Dulle", "points": 1, "with": "each"}}
    of_a_kind = refused(payments=dulle, by_kind={"pik": {"extras": {"dulle": 1}}})
    assert of_a_kind == {"payments.dulle": "An extra is called that already."}
    assert refused(payments={"gift": {"name": "G", "points": 1, "with": "nobody"}, "x": {"name": ""}}).keys() == {
        "payments.gift.points",
        "payments.x.name",
        "payments.x.points",
        "payments.x.with",
    }


def test_who_played_a_wrong_card_has_not_won() -> None:
    pays = {"offender_pays": True}
    assert problems(pays, game(offender="A")) == {"offender": "A player of a wrong card has not won."}
    assert problems(pays, game(offender="Z")) == {"offender": "Z does not play."}
    assert problems({}, game(offender="A")) == {"offender": "These rules have no payment for a partner."}
    assert problems({**pays, "feigheit": 3}, game("AB", 215, offender="C")).keys() == {"offender"}


# --- 1.18 At the table -----------------------------------------------------------------------------------------------


def test_a_reason_of_ones_own_is_one_to_deal_again() -> None:
    own = {"redeal_names": {"achtzig": "80 Augen"}}
    assert answer(own, {"kind": "redeal", "reason": "achtzig"})["scores"] == {}
    assert refused(redeal_names={"kings": "Könige", "misdeal": "Vergeben"}) == {
        "redeal_names.kings": "A reason is called that already.",
        "redeal_names.misdeal": "A reason is called that already.",
    }


def test_when_the_soloist_leads_can_depend_on_solo_number_and_duty() -> None:
    twice = rules(solo_leads="soloist", solo_leads_first=2)
    assert [soloist_leads(twice, "damen", "lust", before) for before in (0, 1, 2)] == [True, True, False]
    meatless = rules(by_kind={"fleischlos": {"leads": True}})
    assert [soloist_leads(meatless, solo, "lust", 0) for solo in ("fleischlos", "damen")] == [True, False]
    unforced = rules(solo_leads="soloist", solo_leads_duties=["pflicht", "lust"])
    assert [soloist_leads(unforced, "damen", duty, 0) for duty in ("pflicht", "forced", None)] == [True, False, True]
    assert first_to_lead(unforced, "A", "ABCD", (), "C", "forced") == "B"
    assert first_to_lead(twice, "A", "ABCD", (), "C", "lust", 1) == "C"


# --- Laws, for everything by chance ----------------------------------------------------------------------------------


@THOROUGH
@given(st.integers(0, 10**9))
def test_every_game_under_any_rules_has_its_points(seed: int) -> None:
    """Sums are 0, except for points that nobody gets; at most one winner; a factor explains every difference."""
    dice = Dice(f"house {seed}")
    desk = Desk()
    for row in dice.rows(4):
        if row["kind"] not in ("normal", "hochzeit", "armut", "stille_hochzeit", "solo", "manual"):
            continue
        found = desk.score({**dice.given, "game": row})
        assert isinstance(found, dict), (found, row, dice.given)
        nobodys = sum(
            dice.rules.payments[one["key"]]["points"]
            for one in found.get("payments", ())
            if dice.rules.payments[one["key"]]["with"] == "nobody"
        )
        if not row.get("imported"):
            assert sum(found["balance"].values()) == nobodys
        if dice.rules.notation == "plus_only" and not nobodys:
            assert min(found["scores"].values()) >= 0
        if found["winner"] is not None:
            by_party = {"re": 0, "kontra": 0}
            for item in found["items"]:
                by_party[item["to"]] += item["points"]
            assert found["factors"] or by_party["re"] - by_party["kontra"] == found["net"]
            assert abs(found["net"]) == found["value"]
            assert all(factor["times"] > 1 for factor in found["factors"])


@THOROUGH
@given(st.integers(0, 10**9))
def test_a_reckoning_ends_at_the_value(seed: int) -> None:
    """Each factor is listed with its effect on the sum before it."""
    dice = Dice(f"told {seed}")
    sheet = phone.open_sheet(dice.sheet)
    assert isinstance(sheet, phone.Opened)
    for row in (row for row in dice.rows(3) if row["kind"] in KINDS):
        told = phone.format_row(sheet, {"facts": row, "attribution": {}}, dice.chance.randint(0, 2))["reckoning"]
        assert [*([told["sum"]] if told["times"] else []), *(one["points"] for one in told["times"])][-1:] in (
            [],
            [told["value"]],
        )
        if not told["times"]:
            assert sum(item["points"] for item in told["items"]) == told["value"]


def told_of(overrides: Mapping[str, Any], facts: Mapping[str, Any], preset: str = "ddv", level: int = 0) -> Any:
    sheet = phone.open_sheet(
        {"rules": store_rules(rules(preset, **overrides)), "players": list("ABCD"), "first_dealer": "A"}
    )
    assert isinstance(sheet, phone.Opened)
    return phone.format_row(sheet, {"facts": facts, "attribution": {}}, level)["reckoning"]


def test_a_reckoning_tells_game_factors_payments_and_who_was_too_timid() -> None:
    doubled = {"ansage": "double_game", "bock": {"effect": "double_game"}, "notation": "zero_sum", "points_times": 10}
    told = told_of(doubled, game(re_points=155, announced={"re": "re"}, extras={"re": {"fuchs": 1}}), "hausrunde", 1)
    assert (told["sum"], [one["points"] for one in told["times"]], told["value"]) == (3, [5, 9, 90], 90)
    paid = told_of(HOCHZEIT, game(kind="hochzeit", married="B"))
    values = {"payment": "Hochzeit", "player": {"player": "B"}, "points": 1}
    assert {"say": "{payment}: everybody pays {player} {points}", "values": values} in paid["notes"]
    timid = told_of({"feigheit": 3}, game(re_points=215))
    assert timid["notes"] == [{"say": "Too few steps called: the points change sides."}]
    wrong = told_of({"offender_pays": True}, game(re_points=0, offender="A"))
    assert wrong["notes"][-1]["values"] == {"player": {"player": "A"}}


@THOROUGH
@given(st.integers(0, 10**9))
def test_whatever_is_spoiled_is_answered_or_refused(seed: int) -> None:
    dice = Dice(f"spoiled house {seed}")
    overrides: Any = dice.spoiled(dice.given["overrides"]) if dice.given["overrides"] else {}
    found = get_rules(dice.given["preset"], overrides)
    assert isinstance(found, (Rules, list))
    line = {"preset": dice.given["preset"], "overrides": overrides, "game": dice.spoiled(dice.game(dice.seats))}
    assert isinstance(Desk().score(line), (dict, list))


@pytest.mark.parametrize("key", PRESETS)
def test_no_game_of_a_preset_knows_any_of_it(key: str) -> None:
    """With all defaults the scores have no trace of house rules; their values are covered by vectors and the other
    laws.
    """
    chance, scorer = random.Random(key), Scorer(PRESETS[key].rules)
    for augen in accumulate(chance.randint(0, 30) for _ in range(16)):
        one = Game(
            re=("A", "B"), kontra=("C", "D"), re_augen=min(augen, 240), kind=chance.choice(("normal", "hochzeit"))
        )
        score = scorer.score(one, chance.randint(0, 2))
        assert score.payments is None
        assert not {item.key for item in score.reckoning.items} & {"raises", "fixed", "no_turn", "hochzeit", "normal"}
        assert {factor.key for factor in score.reckoning.factors} <= {"bock", "announced_re", "announced_kontra"}


def test_every_refusal_is_told_by_some_rules() -> None:
    told = {
        *refused(by_kind={"skat": {"points": 1}, "damen": {}, "pik": {"fixed": [1, 1], "points": 1}}).values(),
        *refused(by_kind={"normal": {"leads": True}}, steps="double", ansage="double_game").values(),
        *refused(feigheit=3, limits=[], redeal_names={"kings": "K"}).values(),
        *refused(payments={"fuchs": {"name": "F", "points": 0, "with": "each"}}).values(),
        *refused(payments={"gift": {"name": "F", "points": 1, "with": "nobody"}}).values(),
    }
    assert told == REFUSALS
