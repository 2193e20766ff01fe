"""Rules: everything a club may vary, checked, frozen, to and from JSON. rules.md 1, 1.17."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from scoring.rules.combinations import combination_problems, follow_table, table_problems
from scoring.rules.kinds import SOLO_ALIASES, SOLO_WORDS
from scoring.rules.parameters import BOCK_PARAMETERS, PARAMETERS, REDEALS, Parameter
from scoring.rules.stored import upgrade_stored
from scoring.rules.table_notes import put_right
from scoring.rules.values import AnyOf
from scoring.terms import Problem, say

VERSION: Final = 4

# Rules without parameters of the table (1.18): all that were stored before version 3.
SILENT_OF_THE_TABLE: Final[Mapping[str, object]] = {
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
# House rules that nobody has chosen (1.18 to 1.28): all presets, and all rules that were stored before version 4.
NO_HOUSE_RULES: Final[Mapping[str, Any]] = {
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
# Parameters that came after version 1: the value that rules stored before then meant, by the version
# that added the parameter; those of Bock under `bock.…`. Never change a line that has been released.
ADDED: Final[Mapping[int, Mapping[str, object]]] = {
    2: {"bock.in_solo": True, "karlchen_card": "jack", "doppelkopf": "augen_40", "solo_names": {}},
    3: SILENT_OF_THE_TABLE,
    4: {"bock.several": "one", **NO_HOUSE_RULES},
}

Points: TypeAlias = Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bock:
    """Bock parameters: when games count more, and how. rules.md 1.13; the defaults are those of a partial override."""

    effect: str = "double_all"
    points: int = 2
    length: str | int = "round"
    overlap: str = "stack"
    max_level: int | None = None
    overflow: str = "ignore"
    triggers: tuple[str, ...] = ()
    solo_extends_at: tuple[int, ...] = ()
    in_solo: bool = True
    several: str = "one"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """One complete set of parameters; rules.md 1 explains each."""

    re_needs_120: str
    kontra_needs_121: str
    ansage: str
    ansage_points: int
    ansage_double_loser: str
    absage_points: int
    against: str
    no_winner_keeps: tuple[str, ...]
    schwarz: str
    gegen_die_alten: int
    gegen_die_alten_solo: bool
    gegen_die_alten_armut: bool
    extras: Points
    extras_solo: Points
    karlchen_cap: int | None
    solo_factor: int
    solo_points: int
    solo_points_to: str
    notation: str
    bock: Bock | None
    pflichtsolo: bool
    games_per_list: int | None
    dealer_after_solo: str
    solos: tuple[str, ...]
    armut: bool
    extra_names: Mapping[str, str]
    karlchen_card: str
    doppelkopf: str
    solo_names: Mapping[str, str]
    # Of the table, never of the points (1.18):
    deck: int
    call_cards: tuple[int, ...] | None  # in hand, by step of the ladder
    call_cards_hochzeit: tuple[int, ...] | None
    skip_steps: bool
    solo_leads: str
    redeals: tuple[str, ...]
    marks: Mapping[str, str]
    marks_force_ansage: tuple[str, ...]
    forced_ansage: tuple[str, ...]
    table_notes: str
    # House rules:
    by_kind: Mapping[str, Mapping[str, Any]]  # of a kind of game or a solo
    gegen_die_alten_as: str
    raises: int
    steps: str
    points_times: int
    solo_factor_for: str
    at_120: str
    feigheit: int | None
    loser_can_gain: bool
    limits: tuple[str, ...]
    payments: Mapping[str, Mapping[str, Any]]  # name, points, with
    offender_pays: bool
    # House rules of the table:
    redeal_names: Mapping[str, str]
    call_cards_kontra: tuple[int, ...] | None
    call_cards_solo: tuple[int, ...] | None
    solo_leads_first: int | None
    solo_leads_duties: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Return all parameters as JSON values, in the order of this class."""
        return _plain(self)

    def knows_extra(self, key: str) -> bool:
        return (
            key in self.extras
            or key in self.extras_solo
            or key in self.extra_names
            or any(key in entry.get("extras", ()) for entry in self.by_kind.values())
        )


def find_problems(parameters: Mapping[str, Any], *, stored: bool = False) -> list[Problem]:
    """List the problems of a complete set of parameters: unknown and missing keys, values, combinations.
    `stored`: rules that were fine when they were written may contradict themselves at the table.
    """
    found = list(_key_and_value_problems(parameters, _with_own_words(parameters), ""))
    if "bock" in parameters:
        found.extend(_bock_problems(parameters["bock"]))
    wrong = {problem.field for problem in found}
    found.extend(combination_problems(parameters, wrong))
    if not stored:
        found.extend(table_problems(parameters, wrong))
    return found


def from_json(parameters: Mapping[str, object]) -> Rules | list[Problem]:
    """Return the rules of a complete set of parameters, or all its problems."""
    return find_problems(parameters) or _build(parameters)


def override_rules(rules: Rules, overrides: Mapping[str, object]) -> Rules | list[Problem]:
    """Return `rules` with whole parameters replaced; a partial `bock` is completed by its defaults (1.13).
    Parameters of the table (1.18) that are not overridden follow those that are: see `follow_table`.
    """
    before = rules.to_json()
    changed = follow_table({**before, **overrides}, before, overrides)
    if isinstance(changed["bock"], dict):
        changed["bock"] = {**_plain(Bock()), **changed["bock"]}
    return from_json(changed)


def store_rules(rules: Rules) -> dict[str, Any]:
    """Return the rules as stored with a sheet: the parameters and the version of their meaning."""
    return {"version": VERSION, **rules.to_json()}


def restore_rules(
    stored: Mapping[str, object],
    *,
    version: int = VERSION,
    added: Mapping[int, Mapping[str, object]] = ADDED,
) -> Rules | list[Problem]:
    """Read rules that `store_rules` wrote, today or long ago. Return all problems if they are invalid.
    A parameter added after the stored version takes the value that old sheets meant. `version` and
    `added` are there for tests of that promise.
    """
    parameters = upgrade_stored(stored, version, added)
    if isinstance(parameters, list):
        return parameters
    note = parameters.get("table_notes")
    if isinstance(note, str):
        parameters["table_notes"] = put_right(note)
    whole = _with_late_bock(parameters)
    return find_problems(whole, stored=True) or _build(whole)


def load_rules(stored: Mapping[str, object]) -> Rules | list[Problem]:
    """Read rules that were checked when they were stored.
    Unlike in `restore_rules`, only a version from later is a problem.
    """
    parameters = upgrade_stored(stored, VERSION, ADDED)
    return parameters if isinstance(parameters, list) else _build(_with_late_bock(parameters))


def _with_late_bock(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Move Bock parameters of later versions into `bock`; rules without Bock have none."""
    known = [field.name for field in dataclasses.fields(Bock)]
    late = {key: parameters[f"bock.{key}"] for key in known if f"bock.{key}" in parameters}
    whole = {key: value for key, value in parameters.items() if key.removeprefix("bock.") not in late}
    if isinstance(whole.get("bock"), dict):
        whole["bock"] = {**late, **whole["bock"]}
    return whole


def _key_and_value_problems(
    given: Mapping[str, object], known: Mapping[str, Parameter], prefix: str
) -> Iterator[Problem]:
    for key in given:
        if key not in known:
            yield Problem(f"{prefix}{key}", say("There is no such parameter."))
    for key, parameter in known.items():
        if key not in given:
            yield Problem(f"{prefix}{key}", say("This parameter is missing."))
        elif parameter.values is not None:
            yield from parameter.values.problems(f"{prefix}{key}", given[key])


def _with_own_words(given: Mapping[str, object]) -> Mapping[str, Parameter]:
    """Return the parameters, with the club's own words allowed in `solos` and `redeals`."""
    known = dict(PARAMETERS)
    for key, words, names in (("solos", SOLO_WORDS, "solo_names"), ("redeals", REDEALS, "redeal_names")):
        own = given.get(names)
        if isinstance(own, dict):
            known[key] = replace(known[key], values=AnyOf(tuple(dict.fromkeys((*words, *map(str, own))))))
    return known


def _bock_problems(bock: object) -> Iterator[Problem]:
    if bock is None:
        return
    if not isinstance(bock, dict):
        yield Problem("bock", say("This must be null or an object."))
        return
    yield from _key_and_value_problems(bock, BOCK_PARAMETERS, "bock.")


def _build(parameters: Mapping[str, Any]) -> Rules:
    solos = [SOLO_ALIASES.get(solo, solo) for solo in parameters["solos"]]
    bock = parameters["bock"]
    return Rules(
        **{
            **{key: freeze_value(value) for key, value in parameters.items()},
            "solos": tuple(dict.fromkeys(solos)),
            "bock": bock and Bock(**{key: freeze_value(value) for key, value in bock.items()}),
        }
    )


def freeze_value(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(value)
    if isinstance(value, dict):
        return MappingProxyType({key: freeze_value(inner) for key, inner in value.items()})
    return value


def _plain(record: Rules | Bock) -> dict[str, Any]:
    return {field.name: _thawed(getattr(record, field.name)) for field in dataclasses.fields(record)}


def _thawed(value: Any) -> Any:
    if isinstance(value, tuple):
        return list(value)
    if isinstance(value, Mapping):
        return {key: _thawed(inner) for key, inner in value.items()}
    if isinstance(value, Bock):
        return _plain(value)
    return value
