"""Checks of one sheet: who sits there, what each row says, and whether the points are right."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, Final, TypeAlias

from scoring.contract.legacy_rows import check_attribution
from scoring.format.parsing import Pointer
from scoring.format.reckoning import (
    FACTS,
    HOUSE_FACTS,
    PEOPLE,
    PEOPLE_LISTS,
    UNTOLD,
    ReadRules,
    count_games,
    engine_who,
    may_sit,
    read_row,
    replay_sheet,
)
from scoring.format.schema import Fault
from scoring.game.rows import PointsByHand, Row, Table
from scoring.game.sheet import Line, who_dealt
from scoring.rules.kinds import KINDS
from scoring.terms import Player, Problem, say

Json: TypeAlias = dict[str, Any]

_STEP: Final = re.compile(r"[^.\[\]]+")
_NOBODY: Final = say("No player of this document has the number {n}.")
_NOT_THERE: Final = say("{name} does not sit at the table then.")
_OTHERWISE: Final = say("Worked out it is {value}.")


class SheetCheck:
    """The checks of one sheet."""

    def __init__(
        self,
        sheet: Json,
        path: Pointer,
        names: Mapping[int, str],
        rules: Mapping[int, ReadRules | None],
        is_sound: Callable[[Pointer], bool],
    ) -> None:
        self._sheet, self._path, self._names, self._is_sound = sheet, path, names, is_sound
        self._all_rules = rules
        self._of: ReadRules | None = None  # None: they cannot be read
        self._table: list[int] = []
        self._rows: dict[int, Row] = {}  # that count, by place
        self._is_whole = True  # whether everything that decides points is sound
        self._are_seated = False  # whether the seats at the beginning are

    def list_faults(self) -> Iterator[Fault]:
        yield from self._rules()
        yield from self._seats()
        rows = self._sheet.get("rows")
        for place, raw in enumerate(rows) if isinstance(rows, list) else ():
            before = self._is_whole
            self._is_whole = True
            faults = list(self._row(place, raw, (*self._path, "rows", place)))
            self._is_whole = before and self._is_whole and not faults
            yield from faults
        if self._is_whole and self._are_seated and isinstance(rows, list):
            yield from self._points()

    def _rules(self) -> Iterator[Fault]:
        n, path = self._sheet.get("rules"), (*self._path, "rules")
        if not isinstance(n, int) or not self._is_sound(path):
            self._is_whole = False
        elif n not in self._all_rules:
            self._is_whole = False
            yield Fault(path, say("There are no rules with the number {n}."), {"n": n})
        else:
            self._of = self._all_rules[n]
            self._is_whole = self._of is not None

    def _seats(self) -> Iterator[Fault]:
        path = (*self._path, "players")
        if not self._is_sound(path) or not isinstance(self._sheet.get("players"), list):
            return
        self._table = self._sheet["players"]
        faults = [
            Fault((*path, place), _NOBODY, {"n": n}) for place, n in enumerate(self._table) if n not in self._names
        ]
        if not may_sit(len(self._table), is_sums=self._has_sums()):
            faults.append(Fault(path, say("Four to seven players sit at a table.")))
        dealer = self._sheet.get("first_dealer")
        if not self._is_sound((*self._path, "first_dealer")):
            self._is_whole = False
        elif dealer is not None and dealer not in self._table:
            faults.append(self._stranger(dealer, (*self._path, "first_dealer")))
        self._are_seated = not faults
        yield from faults

    def _has_sums(self) -> bool:
        rows = self._sheet.get("rows")
        return isinstance(rows, list) and any(isinstance(row, dict) and row.get("kind") == "sums" for row in rows)

    def _stranger(self, n: object, path: Pointer) -> Fault:
        if n in self._names:
            return Fault(path, _NOT_THERE, {"name": self._names[n]})  # type: ignore[index]  # it is there
        return Fault(path, _NOBODY, {"n": n})

    # --- Rows ---------------------------------------------------------------------------------------------------------

    def _row(self, place: int, raw: Any, path: Pointer) -> Iterator[Fault]:
        if not isinstance(raw, dict):
            self._is_whole = False
            return
        yield from self._earlier(raw, path)
        if not self._is_sound(path):
            self._is_whole = False
            self._sit_down(raw)
            return
        if "struck" in raw:
            yield from self._named(raw, path, self._names)
            return
        yield from self._counting_row(place, raw, path)

    def _counting_row(self, place: int, raw: Json, path: Pointer) -> Iterator[Fault]:
        kind, of = raw["kind"], self._of or UNTOLD
        if kind == "sums" and sum("struck" not in row for row in self._sheet["rows"] if isinstance(row, dict)) > 1:
            yield Fault((*path, "kind"), say("Sums of an evening stand alone on their sheet."))
        known = self._table if self._are_seated and kind not in ("table", "sums") else self._names
        yield from self._named(raw, path, known)
        row = read_row(raw, of)
        if isinstance(row, list):
            yield from self._list_faults(row, path)
        else:
            self._rows[place] = row
            yield from self._who(raw, row, path)
        if of is UNTOLD and self._of is UNTOLD and "computed" not in raw and (kind in KINDS or "winners" in raw):
            text = say("The rules are unknown: give this game's points.")
            yield Fault((*path, "computed"), text)
        self._sit_down(raw)

    def _sit_down(self, raw: Json) -> None:
        players = raw.get("players")
        if raw.get("kind") == "table" and isinstance(players, list) and "struck" not in raw:
            self._table = [n for n in players if isinstance(n, int)]

    def _named(self, raw: Json, path: Pointer, known: Collection[int]) -> Iterator[Fault]:
        """Yield everybody in the facts of a row that is not `known`."""
        facts = [key for key in FACTS[raw["kind"]] if key in raw and key not in HOUSE_FACTS]
        for key in facts:
            value, at = raw[key], (*path, key)
            if key in PEOPLE_LISTS and key != "winners":
                yield from (self._stranger(n, (*at, place)) for place, n in enumerate(value) if n not in known)
            elif key == "points":
                yield from (self._stranger(int(n), (*at, n)) for n in value if int(n) not in known)
            elif key in PEOPLE and value not in known and not (key == "dealer" and value in raw["players"]):
                yield self._stranger(value, at)

    def _who(self, raw: Json, row: Row, path: Pointer) -> Iterator[Fault]:
        rules = (self._of or UNTOLD).rules
        if rules is None or not raw.get("who"):
            return
        newcomers = set(row.players) - {str(n) for n in self._table} if isinstance(row, Table) else set[Player]()
        for problem in check_attribution(engine_who(raw), row, rules, newcomers):
            where = problem.field.replace("attribution", "who", 1)
            yield from self._list_faults([problem._replace(field=where)], path)

    def _earlier(self, raw: Json, path: Pointer) -> Iterator[Fault]:
        """Check the chain of corrections."""
        was, last = raw.get("was"), ""
        if not isinstance(was, list):
            return
        for place, earlier in enumerate(was):
            at = (*path, "was", place)
            if not isinstance(earlier, dict) or not self._is_sound(at):
                return
            yield from self._named(earlier, at, self._names)
            until = earlier["until"]
            if _instant(until) < last:
                yield Fault((*at, "until"), say("Earlier versions stand in the order of time."))
            last = _instant(until)
        changed = raw.get("changed")
        if was and isinstance(changed, str) and self._is_sound((*path, "changed")) and _instant(changed) != last:
            yield Fault((*path, "was", len(was) - 1, "until"), say("The last earlier version ends with the change."))

    def _list_faults(self, problems: list[Problem], path: Pointer) -> Iterator[Fault]:
        for problem in problems:
            values = {key: self._name(value) if key == "player" else value for key, value in problem.values.items()}
            yield Fault((*path, *split_field(problem.field)), problem.problem, values)

    def _name(self, player: object) -> str:
        text = str(player)
        return self._names.get(int(text), text) if text.isdecimal() else text

    # --- Points -------------------------------------------------------------------------------------------------------

    def _points(self) -> Iterator[Fault]:
        of = self._of or UNTOLD
        rows = self._sheet["rows"]
        if of.rules is None:
            yield from self._totals(self._sum_stated())
            return
        replayed = replay_sheet(self._sheet, of.rules, self._rows)
        for place, row in self._rows.items():
            computed = rows[place].get("computed")
            at = (*self._path, "rows", place, "computed")
            if computed is None:
                continue
            if place in replayed.lines:
                yield from self._computed(computed, row, replayed.lines[place], at)
            elif hasattr(row, "points"):
                yield from self._scores(computed, row.points, at)
        yield from self._totals(replayed.totals)

    def _computed(self, computed: Json, row: Row, line: Line, path: Pointer) -> Iterator[Fault]:
        value = line.score.reckoning.value
        if "number" in computed and computed["number"] != line.number:
            yield Fault((*path, "number"), _OTHERWISE, {"value": line.number or "null"})
        if "dealer" in computed and str(computed["dealer"]) not in (line.dealer, who_dealt(line)):
            yield Fault((*path, "dealer"), _OTHERWISE, {"value": self._name(line.dealer)})
        if computed.get("bock", line.bock_level) != line.bock_level:
            yield Fault((*path, "bock"), _OTHERWISE, {"value": line.bock_level})
        if value is not None and computed.get("value", value) != value:
            yield Fault((*path, "value"), _OTHERWISE, {"value": value})
        yield from self._scores(computed, line.score.scores, path)

    def _scores(self, computed: Json, scores: Mapping[Player, int], path: Pointer) -> Iterator[Fault]:
        told = {player: points for player, points in computed["scores"].items() if points}
        if told != {player: points for player, points in scores.items() if points}:
            points = ", ".join(f"{self._name(player)} {number}" for player, number in scores.items())
            yield Fault((*path, "scores"), _OTHERWISE, {"value": points or 0})

    def _sum_stated(self) -> dict[Player, Json]:
        """Sum the points that the rows say themselves."""
        games = count_games(self._rows.values())
        totals = {str(n): {"games": games.get(str(n), 0), "scores": 0} for n in self._sheet["players"]}
        for place, row in self._rows.items():
            computed = self._sheet["rows"][place].get("computed")
            points = row.points if isinstance(row, PointsByHand) or computed is None else computed["scores"]  # type: ignore[union-attr]
            for player, number in points.items():
                total = totals.setdefault(player, {"games": games.get(player, 0), "scores": 0})
                total["scores"] += number
        return totals

    def _totals(self, worked_out: Mapping[Player, Json]) -> Iterator[Fault]:
        told = self._sheet.get("totals")
        path = (*self._path, "totals")
        if not isinstance(told, dict) or not self._is_sound(path):
            return
        for player, total in told.items():
            right = worked_out.get(player)
            if right is None:
                yield self._stranger(int(player), (*path, player))
                continue
            for key, value in total.items():
                if key in right and value != right[key] and not (key == "games" and self._has_sums()):
                    yield Fault((*path, player, key), _OTHERWISE, {"value": right[key]})
        for player, right in worked_out.items():
            if right["scores"] and player not in told and told:
                yield Fault(path, say("{name} is missing."), {"name": self._name(player)})


def _instant(moment: str) -> str:
    """Return a moment so that texts compare as times do."""
    whole, _, fraction = moment.rstrip("Z").partition(".")
    return f"{whole}.{fraction:0<6}"


def split_field(field: str) -> Pointer:
    """Return the steps of a field of the engine: `marks[0].by` → marks, 0, by."""
    return tuple([int(step) if f"[{step}]" in field else step for step in _STEP.findall(field)])
