"""Documents as the tables of a club: rows that refer to each other by number, from 1. docs/format.md."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias
from uuid import NAMESPACE_URL, uuid5

from scoring.format.canonical import ORDER, says_nothing
from scoring.format.club_file import PARTS
from scoring.format.reckoning import FACTS, PEOPLE, PEOPLE_LISTS, engine_who, read_rules
from scoring.rules.kinds import KINDS
from scoring.rules.presets import NEW_CLUB, PRESETS
from scoring.rules.rules import store_rules
from scoring.terms import Problem, say

Json: TypeAlias = dict[str, Any]
Placed: TypeAlias = tuple[str, Json]  # the table, and a row of it

UNNAMED: Final = "Doko-Zettel"
HIGHEST_N: Final = 999_999
FOREIGN_DATA: Final = "foreign_data"  # keys of other programs
EARLIER: Final = "earlier"  # versions of entries
LONGEST_FOREIGN_DATA: Final = 100_000  # characters, of each thing
_BEGAN: Final = "T18:00:00Z"  # where only the day is known
_LONG_AGO: Final = "2000-01-01T00:00:00Z"
_UUID: Final = re.compile(r"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\.\d+)?")  # see `club_file.write_row`
_NAMES: Final = {"club": "document", "entry": "row"}  # in ORDER
_OF_RULES: Final = ("name", "text")  # words of rules that no parameter tells


class Numbers(NamedTuple):
    """Numbers from 1 for the `n` of a document, by their order."""

    by_n: Mapping[int, int]

    @classmethod
    def of(cls, listed: Iterable[int]) -> Numbers:
        return cls({n: number for number, n in enumerate(sorted(listed), start=1)})

    @property
    def are_same(self) -> bool:
        return all(n == number for n, number in self.by_n.items())

    def get(self, n: object) -> Any:
        """Return the number of an `n`; other values stay unchanged."""
        return self.by_n.get(n, n) if isinstance(n, int) else n


class TableReader:
    """Reads a checked document into tables: its head first, then sheet by sheet.

    `small`: tables of parts that extend objects of the document.
    """

    def __init__(self, head: Json, small: Mapping[str, Sequence[Json]], players: Numbers, evenings: Numbers) -> None:
        self._head, self._small = head, small
        self._players, self._evenings = players, evenings
        self._entries = 0
        self._strange = {name: part for name, part in head.get("parts", {}).items() if name not in PARTS}
        self._with_n = ("n",) if self._strange else ()  # by which they refer
        whole = {row.get("rules"): row.get("whole") for row in small.get("whole_rules", ())}
        self._rules: dict[int, Json] = {}
        self._untold: set[int] = set()
        self._foreign_rules: dict[int, Json] = {}
        for raw in head.get("rules", ()):
            read = read_rules(raw)
            assert not isinstance(read, list)  # noqa: S101  # they are checked
            rules = read.rules or PRESETS[NEW_CLUB].rules
            stored = whole.get(raw["n"])
            self._rules[raw["n"]] = stored if isinstance(stored, dict) else store_rules(rules)
            if read.rules is None:
                self._untold.add(raw["n"])
            self._foreign_rules[raw["n"]] = find_foreign_data("rules", raw, _OF_RULES) | (
                {"preset": None} if read.rules is None else {}
            )

    def read_head(self, first: Json | None, last_rules: int | None) -> Iterator[Placed]:
        """Yield club, players and rules. `first`: the first evening; `last_rules`: those of the last sheet."""
        began = _opened(first) if first else _LONG_AGO
        club = next(iter(self._small.get("club", ())), {})
        yield "club", {"currency": "EUR", "founded_at": began, **club, "name": self._head.get("name", UNNAMED)}
        yield from self._find_foreign("club", 1, self._head, ("id",), {"parts": self._strange} if self._strange else {})
        more = {self._players.get(row.get("player")): row for row in self._small.get("players", ())}
        for raw in sorted(self._head["players"], key=lambda player: player["n"]):
            number = self._players.get(raw["n"])
            yield "players", self._player(raw, more.get(number), began)
            yield from self._find_foreign("player", number, raw, ("id", *self._with_n))
        versions = self._small.get("rules_versions") or [self._version(last_rules, began)]
        for row in versions:
            rules = self._rules.get(row.get("rules", 0), store_rules(PRESETS[NEW_CLUB].rules))
            yield "rules_versions", {**{key: row[key] for key in row if key != "rules"}, "rules": rules}

    def _player(self, raw: Json, more: Json | None, began: str) -> Json:
        is_former = raw.get("former", False)
        told = {"active": not is_former, "notes": "", "left_at": began if is_former else None, "erased_number": None}
        if more is not None:
            told |= {"left_at": None, **{key: value for key, value in more.items() if key != "player"}}
        return {"short_name": raw.get("short", ""), "name": raw["name"], "guest": raw.get("guest", False), **told}

    def _version(self, rules: int | None, began: str) -> Json:
        presets = {raw["n"]: raw["preset"] for raw in self._head.get("rules", ())}
        preset = presets.get(rules) or NEW_CLUB
        return {"number": 1, "preset": preset, "created_at": began, **({"rules": rules} if presets.get(rules) else {})}

    def read_evening(self, evening: Json) -> Iterator[Placed]:
        """Yield an evening; its sheets are read by `read_sheet`."""
        number = self._evenings.get(evening["n"])
        stakes = {self._evenings.get(row.get("evening")): row.get("stake") for row in self._small.get("stakes", ())}
        opened = _opened(evening)
        yield (
            "evenings",
            {
                "date": evening["day"],
                "place": evening.get("place", ""),
                "club_evening": evening.get("official", False),
                "stake": stakes.get(number, 0),
                "opened_at": opened,
                "closed_at": _closed(evening),
                "deleted_at": evening.get("deleted"),
            },
        )
        yield from self._find_foreign("evening", number, evening, ("id", "rev", *self._with_n))

    def read_sheet(self, number: int, evening: Json, sheet: Json, place: int) -> Iterator[Placed]:
        """Yield a sheet and its rows. `evening`: without its sheets; `place`: among them, from 1."""
        players = [str(self._players.get(n)) for n in sheet["players"]]
        length = sheet.get("length", {})
        is_known = length.get("kind") in ("games", "rounds") and "count" in length
        told = sheet.get("round", "")
        opened = sheet.get("opened", _opened(evening))
        yield (
            "sheets",
            {
                "evening": self._evenings.get(evening["n"]),
                "round": int(told) if told.isascii() and told.isdecimal() and 0 < len(told) < 4 else 1,
                "table": sheet.get("table", str(place)),
                "rules": self._rules[sheet["rules"]],
                "players": players,
                "first_dealer": self._players.get(sheet.get("first_dealer", sheet["players"][0])),
                "length_kind": length["kind"] if is_known else "open",
                "length": length["count"] if is_known else None,
                "opened_at": opened,
                "closed_at": sheet.get("closed", _closed(evening)),
            },
        )
        rules = self._foreign_rules[sheet["rules"]]
        yield from self._find_foreign("sheet", number, sheet, ("id", *self._with_n), {"rules": rules} if rules else {})
        counted = 0
        for position, row in enumerate(sheet["rows"], start=1):
            counts = "struck" not in row and (row["kind"] in KINDS or row["kind"] in ("manual", "sums"))
            counted += counts
            self._entries += 1
            former = row.get("computed", {}).get("number") if "struck" in row else None
            entry = {"sheet": number, "position": position, "number": counted if counts else former}
            yield from self._entry(entry, row, opened, is_untold=sheet["rules"] in self._untold)

    def _entry(self, entry: Json, row: Json, opened: str, *, is_untold: bool) -> Iterator[Placed]:
        key = row.get("id", "")
        found = _UUID.fullmatch(key)
        uuid = found[1] if found else str(uuid5(NAMESPACE_URL, f"{key or entry['position']} {entry['sheet']}"))
        told = self._read_facts(_points_only(row) if is_untold else row)
        times = {"written_at": row.get("written", opened), "changed_at": row.get("changed")}
        yield "entries", {"uuid": uuid, **entry, **told, **times, "struck_at": row.get("struck")}
        yield from self._find_foreign("entry", self._entries, row, () if found else ("id",))
        for was in () if is_untold else row.get("was", ()):
            yield EARLIER, {"entry": self._entries, **self._read_facts(was), "until": was["until"]}

    def _read_facts(self, row: Json) -> Json:
        facts: Json = {"kind": row["kind"]}
        for key in FACTS[row["kind"]]:
            if key in row and not says_nothing(row[key]):
                facts[key] = self._fact(key, row[key])
        who = {key: self._who(key, value) for key, value in engine_who(row).items() if value not in ([], {})}
        return {"kind": row["kind"], "facts": facts, "attribution": who, "note": row.get("note", "")}

    def _fact(self, key: str, value: Any) -> Any:
        if key in PEOPLE_LISTS:
            return [str(self._players.get(n)) for n in value]
        if key in PEOPLE:
            return str(self._players.get(value))
        if key == "points":
            return {str(self._players.get(int(n))): points for n, points in value.items()}
        if key == "payments":
            return [{**one, "by": str(self._players.get(one["by"]))} for one in value]
        return value

    def _who(self, key: str, value: Any) -> Any:
        if key in ("forced", "times", "key", "trick"):
            return value
        if isinstance(value, dict):
            return {word: self._who(word if word in ("key", "trick") else key, one) for word, one in value.items()}
        if isinstance(value, list):
            return [self._who(key, one) for one in value]
        return str(self._players.get(int(value))) if isinstance(value, str) and value.isdecimal() else value

    def _find_foreign(
        self, what: str, number: int, raw: Json, known: Sequence[str], more: Json | None = None
    ) -> Iterator[Placed]:
        keys = find_foreign_data(_NAMES.get(what, what), raw, known) | (more or {})
        if "n" in known and keys.get("n", 0) > HIGHEST_N:  # given here; else a key of another program
            del keys["n"]
        if keys:
            yield FOREIGN_DATA, {what: number, "keys": keys}


def find_foreign_data(what: str, raw: Json, known: Sequence[str] = ("id",)) -> Json:
    """Return the keys of a thing that only other programs know, and those `known` ones that we cannot tell."""
    return {key: value for key, value in raw.items() if key not in ORDER[what] or key in known}


def _opened(evening: Json) -> str:
    told: str = evening.get("opened") or f"{evening['day']}{_BEGAN}"
    return told


def _closed(evening: Json) -> str | None:
    """Return when an evening ended; an evening with only a day is over."""
    told: str | None = evening.get("closed")
    return told if told or "opened" in evening else _opened(evening)


def _points_only(row: Json) -> Json:
    """Return a game under rules that nobody told as its points."""
    scores = row.get("computed", {}).get("scores")
    if row["kind"] in ("table", "redeal", "penalty", "sums") or scores is None:
        return {key: value for key, value in row.items() if key != "who" or row["kind"] == "table"}
    people = [*row.get("re", ()), *row.get("kontra", ()), *row.get("players", ()), *map(int, row.get("points", {}))]
    points = {str(n): scores.get(str(n), 0) for n in people or map(int, scores)}
    told: Json = {key: row[key] for key in ("note", "sitting_out") if key in row}
    return {"kind": "manual", "points": points, "imported": True, **told}


def find_day_problem(evening: Json, place: int) -> Problem | None:
    """Return why a club cannot take an evening; None if it can."""
    text = say("A club needs the day of each evening.")
    return None if "day" in evening else Problem(f"/evenings/{place}", text)
