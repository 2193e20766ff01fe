"""Club files of dokoclub up to version 9, which are tables of rows: their words in a document. docs/format.md."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final, TypeAlias

from scoring.format.building import describe_rules
from scoring.format.canonical import FORMAT, VERSION
from scoring.format.peers.common import Imported, Refused, Source
from scoring.format.reckoning import PEOPLE, PEOPLE_LISTS, ReadRules, compute_sheet, read_rules
from scoring.rules.presets import get_rules
from scoring.rules.rules import Rules, restore_rules, store_rules
from scoring.terms import Problem, say

Json: TypeAlias = dict[str, Any]
Tables: TypeAlias = Mapping[str, Sequence[Json]]

NAME: Final = "dokoclub"
LAST: Final = 9  # the last version of a club file of its own kind
PART_VERSION: Final = 10  # raise it when tables or columns change; `bring_up` then upgrades older files
LONGEST_SHORT: Final = 8
# Tables of each part, by code point as all else in it. Rows refer by number, from 1 in the order of the rows.
PARTS: Final[Mapping[str, tuple[str, ...]]] = {
    "club": ("club", "merges", "players", "rights", "rules_versions", "sheet_styles", "whole_rules"),
    "dates": ("dates", "replies"),
    "league": ("closed_rows", "closings", "corrections", "hidden_ratings", "leagues", "seasons"),
    "money": (
        "budget", "cash_closings", "cash_entries", "charges", "clearings", "due_exceptions", "dues", "evening_moneys",
        "fines", "merged_moneys", "money", "payments", "settled", "settled_by_clearings", "settled_by_payments",
        "settled_lists", "settled_shares", "stakes", "transfers",
    ),
    "tournaments": (
        "entrants", "places", "round_tables", "table_corrections", "teams", "tournament_bookings", "tournament_rounds",
        "tournament_series", "tournaments",
    ),
}  # fmt: skip
OF_PLAYERS: Final = ("active", "notes", "tint", "monogram", "left_at", "erased_number")
_DAMAGED: Final = say("The club file is damaged.")
_MOMENT: Final = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?\+00:00")
_PLAIN: Final = ("forced", "times", "key", "trick")  # values in `who` that are no players


# --- Words ------------------------------------------------------------------------------------------------------------


def write_moment(stored: str) -> str:
    """Return a moment as documents write it; other texts as they are."""
    found = _MOMENT.fullmatch(stored)
    if found is None:
        return stored
    fraction = (found[2] or "").rstrip("0")
    return f"{found[1]}{'.' if fraction else ''}{fraction}Z"


def write_part_row(row: Json) -> Json:
    """Return a row as written in a part: without its club and without absent values."""
    return {
        key: write_moment(value) if isinstance(value, str) else value
        for key, value in row.items()
        if value is not None and key != "club"
    }


def _some(**optional: Any) -> Json:
    return {key: value for key, value in optional.items() if value not in (None, "", False)}


def write_players(rows: Sequence[Json]) -> tuple[list[Json], list[Json]]:
    """Return the players of a document, and what its part says of them besides. Equal names get a number.

    Their numbers are those of their rows, if these have one.
    """
    players, more, taken = list[Json](), list[Json](), set[str]()
    for place, row in enumerate(rows, start=1):
        n = row.get("n", place)
        name, short = _distinct(row["name"], taken), row.get("short_name") or ""
        taken.add(_compared(name))
        is_short = len(short) <= LONGEST_SHORT
        told = _some(short=short if is_short else None, guest=row.get("guest"), former=row.get("left_at") is not None)
        players.append({"n": n, "name": name, **told})
        own = {"name": row["name"] if name != row["name"] else None, "short_name": None if is_short else short}
        more.append(write_part_row({"player": n, **{key: row.get(key) for key in OF_PLAYERS}, **own}))
    return players, more


def _compared(name: str) -> str:
    return " ".join(name.split()).casefold()


def _distinct(name: str, taken: set[str]) -> str:
    number, found = 1, name
    while _compared(found) in taken:
        number += 1
        found = f"{name[:35]} ({number})"
    return found


def write_evening(n: int, row: Json) -> Json:
    """Return an evening without its sheets."""
    told = _some(place=row["place"], official=row["club_evening"])
    times = {key: row[f"{key}_at"] for key in ("opened", "closed", "deleted")}
    return {"n": n, "day": row["date"], **told, **_moments(times)}


def write_sheet(n: int, row: Json, rules: int) -> Json:
    """Return a sheet without its rows. Its players are numbers as texts."""
    players = [int(player) for player in row["players"]]
    sheet = {"n": n, "round": str(row["round"]), "table": row["table"], "rules": rules, "players": players}
    if players and row["first_dealer"] != players[0]:
        sheet["first_dealer"] = row["first_dealer"]
    if row["length_kind"] != "open":
        sheet["length"] = {"kind": row["length_kind"], **_some(count=row["length"])}
    return {**sheet, **_moments({key: row[f"{key}_at"] for key in ("opened", "closed")})}


def write_row(entry: Json, repeated: Container[str], was: Sequence[Json] = ()) -> Json:
    """Return a row of a sheet from an entry; `was`: its earlier versions, with `until`.

    `repeated`: UUIDs that are on several sheets, which an id of a document must not be.
    """
    key = f"{entry['uuid']}.{entry['sheet']}" if entry["uuid"] in repeated else entry["uuid"]
    times = {"written": entry["written_at"], "changed": entry["changed_at"], "struck": entry["struck_at"]}
    earlier = [{"until": write_moment(one["until"]), **_facts(one)} for one in was]
    row = {**_facts(entry), "id": key, **_moments(times), **({"was": earlier} if earlier else {})}
    if entry["struck_at"] is not None and entry["number"] is not None:
        row["computed"] = {"number": entry["number"], "scores": {}}  # the number that it had
    return row


def _moments(times: Mapping[str, str | None]) -> Json:
    return {key: write_moment(value) for key, value in times.items() if value is not None}


def _facts(entry: Json) -> Json:
    """Return facts, `who` and note of an entry, with numbers for players."""
    facts: Json = {}
    for key, value in entry["facts"].items():
        if key in PEOPLE_LISTS:
            facts[key] = [int(player) for player in value]
        elif key in PEOPLE and value is not None:
            facts[key] = int(value)
        elif key == "payments":
            facts[key] = [{**one, "by": int(one["by"])} for one in value]
        elif value is not None:
            facts[key] = value
    who = {key: _who(key, value) for key, value in entry["attribution"].items()}
    return {**facts, **({"who": who} if who else {}), **_some(note=entry["note"])}


def _who(key: str, value: Any) -> Any:
    if key in _PLAIN:
        return value
    if isinstance(value, dict):
        return {word: _who(word if word in _PLAIN else key, one) for word, one in value.items()}
    if isinstance(value, list):
        return [_who(key, one) for one in value]
    return int(value) if isinstance(value, str) else value


# --- Rules ------------------------------------------------------------------------------------------------------------


class RulesInUse:
    """The rules of a document: each once, as a preset and what differs."""

    def __init__(self, versions: Iterable[tuple[str, Json]], sheets: Iterable[Json] = ()) -> None:
        """Take the rules of the club's versions, each with its preset, and then those of the sheets."""
        self.listed: list[Json] = []
        self.whole: list[Json] = []  # rules that a preset and its overrides cannot tell
        self._numbers: dict[str, int] = {}
        self._read: dict[int, ReadRules] = {}
        self._of_version: dict[str, str] = {}  # rules -> preset that the club chose
        self.of_versions = [self.add(stored, preset) for preset, stored in versions]
        for stored in sheets:
            self.add(stored)

    def add(self, stored: Json, preset: str | None = None, foreign: Json | None = None) -> int:
        """Return the number of stored rules; `foreign`: words of another program that belong to them."""
        rules = restore_rules(stored)
        if not isinstance(rules, Rules):
            raise Refused(_DAMAGED)
        text = json.dumps(store_rules(rules), sort_keys=True)
        chosen = preset or self._of_version.get(text)
        if chosen is not None:
            self._of_version.setdefault(text, chosen)
        key = f"{chosen} {text} {json.dumps(foreign, sort_keys=True)}"
        if key not in self._numbers:
            self._numbers[key] = self._describe(rules, chosen, foreign or {})
        return self._numbers[key]

    def _describe(self, rules: Rules, preset: str | None, foreign: Json) -> int:
        told = {} if "preset" in foreign else describe_rules(rules, preset)
        is_told = not told or get_rules(told["preset"], told.get("overrides")) == rules
        n = len(self.listed) + 1
        told = {**told, **foreign}
        self.listed.append({"n": n, **told})
        if not is_told:
            self.whole.append({"rules": n, "whole": store_rules(rules)})
        read = read_rules(told)
        if isinstance(read, list):
            raise Refused.of(read[0])
        self._read[n] = read
        return n

    def get(self, n: int) -> ReadRules:
        return self._read[n]


def finish_sheet(sheet: Json, rows: Sequence[Json], rules: RulesInUse) -> Json:
    """Return the sheet with its rows, and all points worked out."""
    return compute_sheet({**sheet, "rows": list(rows)}, rules.get(sheet["rules"]))


# --- A whole file -----------------------------------------------------------------------------------------------------


def is_mine(source: Source) -> bool:
    return isinstance(source.json, dict) and source.json.get("format") == NAME


def read_source(source: Source) -> Imported:
    """Return the document of a club file. Raises Refused."""
    version = source.json.get("version")
    if type(version) is not int or not 1 <= version <= LAST:
        raise Refused(say("A newer version of dokoclub wrote this file; this one must be updated first."))
    try:
        return _Converter(source.json).convert()
    except (KeyError, IndexError, TypeError, ValueError, AttributeError):
        raise Refused(_DAMAGED) from None


class _Converter:
    """A club file on its way to a document."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        versions = [(row["preset"], row["rules"]) for row in tables["rules_versions"]]
        self._rules = RulesInUse(versions, (row["rules"] for row in tables["sheets"]))
        self._losses: list[Problem] = []
        self._totals: dict[int, dict[str, int]] = {}
        for row in tables["totals"]:
            self._totals.setdefault(row["sheet"], {})[str(row["player"])] = row["scores"]

    def convert(self) -> Imported:
        players, more = write_players(self._tables["players"])
        (club,) = self._tables["club"]
        document = {"format": FORMAT, "version": VERSION, "scope": "club", "name": club["name"], "made": {"by": NAME}}
        document |= {"players": players, "rules": self._rules.listed, "evenings": list(self._evenings())}
        document["parts"] = self._parts(club, more)
        return Imported(NAME, document, self._losses)

    def _evenings(self) -> Iterator[Json]:
        sheets: dict[int, list[Json]] = {}
        known = Counter(entry["uuid"] for entry in self._tables["entries"])
        repeated = {uuid for uuid, times in known.items() if times > 1}
        entries = sorted(self._tables["entries"], key=lambda entry: (entry["sheet"], entry["position"]))
        by_sheet = {n: list(some) for n, some in groupby(entries, key=lambda entry: entry["sheet"])}
        for n, row in enumerate(self._tables["sheets"], start=1):
            rows = [write_row(entry, repeated) for entry in by_sheet.get(n, ())]
            sheet = finish_sheet(write_sheet(n, row, self._rules.add(row["rules"])), rows, self._rules)
            self._compare(n, sheet)
            sheets.setdefault(row["evening"], []).append(sheet)
        for n, row in enumerate(self._tables["evenings"], start=1):
            yield {**write_evening(n, row), "sheets": sheets.get(n, [])}

    def _compare(self, n: int, sheet: Json) -> None:
        told = self._totals.get(n, {})
        if any(total["scores"] != told.get(player, 0) for player, total in sheet.get("totals", {}).items()):
            self._losses.append(Problem("", say("Totals that do not match the games of their sheet")))

    def _parts(self, club: Json, players: list[Json]) -> Json:
        known = {
            "club": [{key: value for key, value in club.items() if key != "name"}],
            "players": players,
            "rules_versions": [
                {"rules": n, "number": row["number"], "preset": row["preset"], "created_at": row["created_at"]}
                for n, row in zip(self._rules.of_versions, self._tables["rules_versions"], strict=True)
            ],
            "stakes": list_stakes(self._tables["evenings"]),
            "whole_rules": self._rules.whole,
        }
        parts = {}
        for part, names in PARTS.items():
            tables = {name: list(map(write_part_row, known.get(name) or self._tables.get(name, ()))) for name in names}
            parts[part] = {"version": PART_VERSION, **{name: rows for name, rows in tables.items() if rows}}
        return {part: tables for part, tables in parts.items() if len(tables) > 1}


def list_stakes(evenings: Iterable[Json]) -> list[Json]:
    """List the evenings that have a stake."""
    numbered = enumerate(evenings, start=1)
    return [
        {"evening": row.get("n", place), "stake": row["stake"]}
        for place, row in numbered
        if row["stake"] not in (0, "0")
    ]
