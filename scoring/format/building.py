"""Building documents: people, rules and rows from what other programs and files say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from scoring.format.canonical import FORMAT, VERSION
from scoring.rules.parameters import OF_THE_TABLE
from scoring.rules.presets import PRESETS, get_rules
from scoring.rules.rules import ADDED, Rules
from scoring.terms import TABLE_SIZES, say
from scoring.text import LONGEST_NAME

Json: TypeAlias = dict[str, Any]
Key: TypeAlias = str | int

UNTOLD_NAME: Final = say("not known")
_LONGEST_NOTE: Final = 200
_FIRST_HOUSE_MEANING: Final = 4
MEANING: Final = _FIRST_HOUSE_MEANING - 1  # of rules without house rules: more programs can read it
_LONGEST_LINE: Final = 200


class DocumentBuilder:
    """A document in the making; people are known by a key, which may be their name."""

    def __init__(self, origin: str, name: str = "") -> None:
        self._head: Json = {"made": {"from": as_line(origin)}}
        if as_line(name):
            self._head["name"] = as_line(name)
        self._people: dict[Key, int] = {}
        self._names: dict[str, int] = {}
        self._players: list[Json] = []
        self._rules: list[Json] = []
        self.evenings: list[Json] = []

    def add_player(self, key: Key, name: str) -> int:
        """Return the number of a person; equal names are one person."""
        if key not in self._people:
            folded = " ".join(name.split()).casefold()
            if folded not in self._names:
                self._names[folded] = len(self._players) + 1
                self._players.append({"n": len(self._players) + 1, "name": name})
            self._people[key] = self._names[folded]
        return self._people[key]

    def player_of(self, key: Key) -> int:
        """Return the number of a known person. Raises KeyError."""
        return self._people[key]

    def add_rules(self, rules: Json) -> int:
        """Return the number of these rules, which are kept once."""
        for known in self._rules:
            if {**known, "n": 0} == {**rules, "n": 0}:
                return int(known["n"])
        self._rules.append({**rules, "n": len(self._rules) + 1})
        return len(self._rules)

    def add_evening(self, sheets: Sequence[Json], *, day: str | None = None, key: str = "", place: str = "") -> None:
        evening: Json = {"id": key} if key else {}
        if day:
            evening["day"] = day
        if as_line(place):
            evening["place"] = as_line(place)
        self.evenings.append({**evening, "sheets": list(sheets)})

    def build(self) -> Json:
        """Return the document, with the narrowest scope that holds."""
        single = len(self.evenings) == 1
        scope = "club" if not single else "sheet" if len(self.evenings[0]["sheets"]) == 1 else "evening"
        head = {"format": FORMAT, "version": VERSION, "scope": scope, **self._head, "players": self._players}
        return {**head, "rules": self._rules, "evenings": self.evenings}


def untold_rules(text: str = "") -> Json:
    """Return rules that nobody told."""
    return {"preset": None, "name": UNTOLD_NAME, **({"text": text[:2000]} if text else {})}


def describe_rules(rules: Rules, preset: str | None = None) -> Json:
    """Return rules as a preset and overrides: the given preset, or the one with the fewest overrides."""
    choices = [preset] if preset in PRESETS else [*PRESETS]
    best = min((_list_overrides(rules, str(key)) for key in choices), key=lambda overrides: len(overrides[1]))
    key, overrides = best
    meaning = _FIRST_HOUSE_MEANING if _needs_house_meaning(overrides) else MEANING
    if meaning == MEANING and isinstance(overrides.get("bock"), dict):
        overrides["bock"] = {word: value for word, value in overrides["bock"].items() if word != "several"}
    return {"preset": key, "meaning": meaning, **({"overrides": overrides} if overrides else {})}


def _list_overrides(rules: Rules, preset: str) -> tuple[str, Json]:
    """Return the parameters that differ. Where some follow others at the table, those that must be repeated too."""
    wanted, before = rules.to_json(), PRESETS[preset].rules.to_json()
    overrides = {key: value for key, value in wanted.items() if value != before[key]}
    read = get_rules(preset, overrides)
    if isinstance(read, Rules):
        return preset, overrides | {key: wanted[key] for key, value in read.to_json().items() if value != wanted[key]}
    return preset, {key: value for key, value in overrides.items() if key not in OF_THE_TABLE}


def _needs_house_meaning(overrides: Json) -> bool:
    several = overrides["bock"].get("several", "one") if isinstance(overrides.get("bock"), dict) else "one"
    return several != "one" or not ADDED[_FIRST_HOUSE_MEANING].keys().isdisjoint(overrides)


def as_line(text: str) -> str:
    """Return a text as one line without control characters."""
    return "".join(["" if sign < " " or sign == "\x7f" else sign for sign in text.strip()])[:_LONGEST_LINE]


def as_name(text: str) -> str:
    """Return a name that a document can hold; nothing if there is none."""
    return " ".join(as_line(text).split())[:LONGEST_NAME]


def join_notes(parts: Iterable[str]) -> str:
    """Join the remarks on a game to a note: Solo · Bock."""
    return " · ".join(" ".join(part.split()) for part in parts if part.strip())[:_LONGEST_NOTE]


def points_row(points: Mapping[int, int], *, note: str = "", key: str = "", written: str = "") -> Json:
    """Return a game with known points and nothing else."""
    row: Json = {"kind": "manual", "points": {str(n): points[n] for n in sorted(points)}, "imported": True}
    optional = {"note": note, "id": key, "written": written}
    return row | {word: value for word, value in optional.items() if value}


def seat_players(rows: Sequence[Json], seats: Sequence[int] = ()) -> tuple[list[int], list[Json]]:
    """Return the players of a sheet and its rows, with changes of table where more than seven have played.

    `seats`: who sat there in any case.
    """
    people = list(dict.fromkeys([*seats, *(int(n) for row in rows for n in row["points"])]))
    if len(people) in TABLE_SIZES:
        return people, list(rows)
    if len(people) < TABLE_SIZES.start:
        return people, list(rows)
    table = [int(n) for n in rows[0]["points"]]
    first, whole = list(table), list[Json]()
    for row in rows:
        playing = [int(n) for n in row["points"]]
        if not set(playing) <= set(table):
            table = [*playing, *(n for n in table if n not in playing)][: max(len(playing), TABLE_SIZES.stop - 1)]
            whole.append({"kind": "table", "players": table})
        whole.append(row)
    return first, whole
