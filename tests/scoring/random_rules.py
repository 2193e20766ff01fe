"""Rules that no club would think of, but that every page and program must obey."""

import random
from typing import Any

from scoring.rules.combinations import BY_STEP
from scoring.rules.kinds import HOCHZEIT_ALONE, KINDS, KINDS_TOGETHER, SOLOS
from scoring.rules.parameters import BOCK_PARAMETERS, PARAMETERS, TRIGGERS, WHEN
from scoring.rules.values import (
    AnyOf,
    Entries,
    Flag,
    Keys,
    Name,
    NamesByKey,
    Numbers,
    OneOf,
    PointsByKey,
    Text,
    Values,
    Whole,
)

FITTING_REDEALS = ("kings", "no_high_trump", "few_trumps", "full_hand")
WITH = ("each", "opponents", "nobody")
BESIDE_NO_PRICE = ("points", "extras", "gegen_die_alten")
EXTRAS = ("fuchs", "karlchen", "karlchen_gefangen", "doppelkopf", "dulle")


WILD: tuple[Any, ...] = (
    *(None, 0, -1, 1.5, True, "", "nines", 10**30, [], {}, [None], [[]], [{}], ["nines", "nines"], [12] * 5),
    *([1, 2, 3, 4, 5], {"a": None}, {"a": {}}, {"A": 1}, {"damen": []}, {"damen": {"fixed": [1]}}, "a\x00b"),
)


def random_overrides(chance: random.Random, most: int = 12) -> dict[str, Any]:
    """Return some parameters with values that they can take, also in combination."""
    overrides = {key: value_of(PARAMETERS[key].values, chance) for key in chance.sample(list(PARAMETERS), most)}
    if "bock" in overrides:
        overrides["bock"] = random_bock(chance)
    if overrides.keys() & {"re_needs_120", "kontra_needs_121"}:
        kontra = chance.randrange(len(WHEN))
        re = chance.randint(0, min(kontra, len(WHEN) - 2))
        overrides |= {"re_needs_120": WHEN[re], "kontra_needs_121": WHEN[kontra]}
    if "marks" in overrides or "marks_force_ansage" in overrides:
        overrides["marks"] = overrides.get("marks", {})
        overrides["marks_force_ansage"] = chance.sample(
            list(overrides["marks"]), chance.randint(0, len(overrides["marks"]))
        )
    of_the_table_together(overrides)
    of_the_house_together(overrides)
    if overrides.keys() & {"notation", "solo_factor"}:
        overrides.setdefault("notation", chance.choice(("plus_only", "minus_only")))
        factor = 3 if overrides["notation"] == "zero_sum" else chance.randint(1, 10)
        overrides["solo_factor"] = factor
    return {key: overrides[key] for key in chance.sample(list(overrides), len(overrides))}


def careless_overrides(chance: random.Random, wildness: float = 0.3) -> dict[str, Any]:
    """Return parameters that nobody has made consistent; some have values that no parameter takes."""
    overrides: dict[str, Any] = {}
    for key in chance.sample(list(PARAMETERS), chance.randint(1, 14)):
        values = PARAMETERS[key].values
        value = value_of(values, chance) if values else random_bock(chance)
        if isinstance(value, dict) and value and chance.random() < wildness:
            value = {**value, chance.choice(list(value)): chance.choice(WILD)}
        overrides[key] = chance.choice(WILD) if chance.random() < wildness else value
    return overrides


def of_the_table_together(overrides: dict[str, Any]) -> None:
    """Make the parameters of the table consistent where chance did not."""
    if not overrides.get("solos", [""]):
        overrides["pflichtsolo"] = False
    if "redeals" in overrides:
        overrides["redeals"] = [reason for reason in overrides["redeals"] if reason in FITTING_REDEALS]
    if "forced_ansage" in overrides:
        overrides["forced_ansage"] = [forced for forced in overrides["forced_ansage"] if forced != "marks"]
    for key in BY_STEP:
        if overrides.get(key):
            overrides[key] = sorted((min(cards, 10) for cards in overrides[key]), reverse=True)


def of_the_house_together(overrides: dict[str, Any]) -> None:
    """Make the house rules consistent in the same way."""
    bock = overrides.get("bock") or {}
    if overrides.get("steps") == "double" and "double_game" in (overrides.get("ansage"), bock.get("effect")):
        overrides["steps"] = "add"
    if overrides.get("feigheit"):
        overrides["feigheit"] = min(overrides["feigheit"], len(overrides.get("limits", "1234"))) or None


def random_entries(values: Entries, chance: random.Random) -> dict[str, Any]:
    """Return entries of a few kinds and solos, or some payments."""
    if "leads" not in values.parameters:
        return {
            key: {"name": "Zahlung", "points": chance.choice((-3, -1)), "with": chance.choice(WITH)}
            for key in ("hochzeit", "karlchen_weg")
            if chance.random() < 0.6
        }
    keys = chance.sample((*KINDS, HOCHZEIT_ALONE, *SOLOS), chance.randint(0, 4))
    return {key: random_entry(values, key, chance) for key in keys}


def random_entry(values: Entries, key: str, chance: random.Random) -> dict[str, Any]:
    known = [what for what in values.parameters if what != "leads" or key not in KINDS_TOGETHER]
    entry = {what: value_of(values.parameters[what], chance) for what in chance.sample(known, chance.randint(1, 3))}
    return {what: value for what, value in entry.items() if "fixed" not in entry or what not in BESIDE_NO_PRICE}


def random_bock(chance: random.Random) -> dict[str, Any] | None:
    if chance.random() < 0.2:
        return None
    keys = chance.sample(list(BOCK_PARAMETERS), chance.randint(0, len(BOCK_PARAMETERS)))
    bock = {key: value_of(BOCK_PARAMETERS[key].values, chance) for key in keys}
    if "triggers" in bock:
        bock["triggers"] = chance.sample(TRIGGERS, chance.randint(0, len(TRIGGERS)))
    return bock


def value_of(values: Values | Name | None, chance: random.Random) -> Any:
    match values:
        case Flag():
            return chance.random() < 0.5
        case OneOf(words):
            return chance.choice(words)
        case Whole():
            return random_whole(values, chance)
        case AnyOf(words):
            return chance.sample(words, chance.randint(0, len(words)))
        case PointsByKey():
            return {key: chance.randint(0, 3) for key in EXTRAS if chance.random() < 0.6}
        case NamesByKey():
            return {"dulle": "Dulle gefangen"} if chance.random() < 0.5 else {}
        case _:
            return of_the_table(values, chance)


def of_the_table(values: Values | Name | None, chance: random.Random) -> Any:
    match values:
        case Entries():
            return random_entries(values, chance)
        case Numbers(nullable=False):
            return [chance.randint(0, 12) for _ in values.steps]
        case Numbers():
            return chance.choice((None, [chance.randint(values.low, values.high) for _ in values.steps]))
        case Text():
            return chance.choice(("", "Wer gibt, kocht Kaffee.\nZweite Dulle sticht."))
        case Keys():
            return []
    return None


def random_whole(values: Whole, chance: random.Random) -> int | str | None:
    """Return a whole number, often a small one, as clubs choose them."""
    words = [None] * values.nullable + [values.word] * (values.word is not None)
    small = chance.randint(values.low, min(values.low + 4, values.high))
    return chance.choice([*words, small, chance.randint(values.low, values.high)])
