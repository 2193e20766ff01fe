"""Parameters added after the published table of presets: their value in older rules, and in each preset."""

from collections.abc import Mapping
from typing import Any

from scoring.rules.rules import Rules

SINCE_2: Mapping[str, Any] = {"karlchen_card": "jack", "doppelkopf": "augen_40", "solo_names": {}}
SINCE_3: Mapping[str, Any] = {
    "deck": 48,
    "call_cards": None,
    "call_cards_hochzeit": None,
    "skip_steps": False,
    "solo_leads": "left_of_dealer",
    "redeals": [],
    "marks": {},
    "marks_force_ansage": [],
    "forced_ansage": [],
    "table_notes": "",
}
SINCE_4: Mapping[str, Any] = {
    "by_kind": {},
    "gegen_die_alten_as": "extra",
    "raises": 0,
    "steps": "add",
    "points_times": 1,
    "solo_factor_for": "whoever",
    "at_120": "as_won",
    "feigheit": None,
    "loser_can_gain": True,
    "limits": ["no90", "no60", "no30", "schwarz"],
    "payments": {},
    "offender_pays": False,
    "redeal_names": {},
    "call_cards_kontra": None,
    "call_cards_solo": None,
    "solo_leads_first": None,
    "solo_leads_duties": ["pflicht", "lust", "forced"],
}
OF_THE_TABLE_SINCE_4 = ("redeal_names", "call_cards_kontra", "call_cards_solo", "solo_leads_first", "solo_leads_duties")
OF_BOCK: Mapping[str, Any] = {"in_solo": True, "several": "one"}

REDEALS = ["nines", "armut_refused", "double_armut"]
PRESETS: Mapping[str, Mapping[str, Any]] = {
    "ham": {"call_cards_hochzeit": [9, 8, 7, 6, 5]},
    "forum": {
        "solo_leads": "soloist",
        "redeals": REDEALS,
        "marks": {"schweine": "Schweine", "hyperschweine": "Hyperschweine"},
        "marks_force_ansage": ["schweine"],
        "forced_ansage": ["first_trick_30", "three_suits", "marks"],
    },
    "wikipedia2010": {"marks": {"schweine": "Schweinchen", "superschweine": "Super-Schweinchen"}},
    "hausrunde": {"redeals": REDEALS},
}
RANKED_SOLOS = ["trumpf", "kreuz", "pik", "herz", "damen", "buben", "fleischlos"]  # of the forum


def completed(older: Mapping[str, Any]) -> dict[str, Any]:
    """Return a complete set of parameters in today's order, the later ones behind the others."""
    bock = older["bock"]
    return {
        **older,
        "bock": bock and {**bock, **_missing(bock, OF_BOCK)},
        **_missing(older, {**SINCE_2, **SINCE_3, **SINCE_4}),
    }


def _missing(older: Mapping[str, Any], later: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in later.items() if key not in older}


def amended(preset: str, published: Mapping[str, Any], notes: str) -> dict[str, Any]:
    """Return a preset as it was published, with the later parameters of the table."""
    cards = {"call_cards": [11, 10, 9, 8, 7], "table_notes": notes}
    solos = {"solos": RANKED_SOLOS} if preset == "forum" else {}
    return {**completed(published), **cards, **PRESETS.get(preset, {}), **solos}


def without_the_table(rules: Rules) -> dict[str, Any]:
    """Return the rules as in the value table: all parameters that can change a point."""
    of_the_table = {*SINCE_3, *OF_THE_TABLE_SINCE_4}
    return {key: value for key, value in rules.to_json().items() if key not in of_the_table}
