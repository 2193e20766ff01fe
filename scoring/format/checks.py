"""Checks of a document beyond its schema: references, tables, parties, sums, points. docs/format.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import Any, Final, TypeAlias

from scoring.format.parsing import Pointer, write_pointer
from scoring.format.reckoning import ReadRules, read_rules
from scoring.format.schema import Fault, compile_definition, compile_schema
from scoring.format.sheet_checks import SheetCheck, split_field
from scoring.terms import Problem, say

Json: TypeAlias = dict[str, Any]

KNOWN_NEEDS: Final = frozenset[str]()  # words of `needs`; version 1.0 has none
_MOMENTS: Final = ("opened", "closed", "deleted", "written", "changed", "struck", "until", "at")


def find_problems(document: Any) -> list[Problem]:
    """List all problems of a document, each at its JSON pointer, in the order of the document."""
    found = list(compile_schema()(document, ()))
    if isinstance(document, dict) and not any(fault.path in ((), ("format",), ("version",)) for fault in found):
        found += _DocumentCheck(document, found).list_faults()
    return _list_problems(document, found)


def _list_problems(document: Any, found: list[Fault]) -> list[Problem]:
    places = _Places(document)
    found.sort(key=lambda fault: places.place_of(fault.path))
    return [Problem(write_pointer(fault.path), fault.problem, fault.values) for fault in found]


class PieceCheck:
    """The check of a document that is read piece by piece: first its head, without evenings, then each evening."""

    def __init__(self, head: Json) -> None:
        found = list(compile_schema()(head, ()))
        self._check = _DocumentCheck(head, found)
        if not any(fault.path in (("format",), ("version",)) for fault in found):
            found += self._check.list_head_faults()
        self.problems = _list_problems(head, found)
        self._scope = head.get("scope")

    def check_evening(self, evening: Any, place: int) -> list[Problem]:
        """List the problems of an evening, which is at this place."""
        path = ("evenings", 0)
        found = list(compile_definition("evening")(evening, path))
        self._check.refuse(found)
        if isinstance(evening, dict):
            found += self._check.list_evening_faults(evening, path)
        told = _list_problems({"evenings": [evening]}, found)
        return [one._replace(field=one.field.replace("/evenings/0", f"/evenings/{place}", 1)) for one in told]

    def check_scope(self, sheets: Sequence[int]) -> list[Problem]:
        """List the problems of the scope. `sheets`: how many each evening has."""
        stub = [{"sheets": [None] * min(count, 2)} for count in sheets[:2]]
        check = _DocumentCheck({"scope": self._scope, "evenings": stub}, ())
        return _list_problems({}, list(check.list_scope_faults()))


class _Places:
    """The places of pointers in a document, for sorting."""

    def __init__(self, document: Any) -> None:
        self._document = document
        self._orders: dict[int, dict[str, int]] = {}

    def place_of(self, path: Pointer) -> tuple[int, ...]:
        value, place = self._document, []
        for step in path:
            if isinstance(value, dict):
                order = self._orders.setdefault(id(value), {key: at for at, key in enumerate(value)})
                place.append(order.get(str(step), len(order)))
                value = value.get(step)
            else:
                place.append(step if isinstance(step, int) else 0)
                value = value[step] if isinstance(value, list) and isinstance(step, int) and step < len(value) else None
        return tuple(place)


class _DocumentCheck:
    """The checks of one document; they pass over everything that the schema has refused."""

    def __init__(self, document: Json, refused: Iterable[Fault]) -> None:
        self._document = document
        self.refuse(refused)
        self._ids: set[str] = set()
        self._numbers: dict[str, set[int]] = {"player": set(), "rules": set(), "evening": set(), "sheet": set()}
        self._names: dict[int, str] = {}
        self._rules: dict[int, ReadRules | None] = {}

    def refuse(self, faults: Iterable[Fault]) -> None:
        """Pass over these places from now on, and no others."""
        self._refused = {fault.path[:length] for fault in faults for length in range(len(fault.path) + 1)}

    def list_faults(self) -> list[Fault]:
        evenings = self._objects(self._document, "evenings", ())
        return [
            *self.list_head_faults(),
            *[fault for evening, path in evenings for fault in self.list_evening_faults(evening, path)],
            *self.list_scope_faults(),
        ]

    def list_head_faults(self) -> list[Fault]:
        return [
            *self._needs(),
            *self._moments(self._document.get("made"), ("made",)),
            *self._players(),
            *self._all_rules(),
        ]

    def _is_sound(self, path: Pointer) -> bool:
        return path not in self._refused

    def _objects(self, owner: Json, key: str, path: Pointer) -> Iterator[tuple[Json, Pointer]]:
        """Yield the objects of a list with their paths."""
        listed = owner.get(key)
        for place, one in enumerate(listed) if isinstance(listed, list) else ():
            if isinstance(one, dict):
                yield one, (*path, key, place)

    def _needs(self) -> Iterator[Fault]:
        needs = self._document.get("needs")
        for place, word in enumerate(needs) if isinstance(needs, list) else ():
            if self._is_sound(("needs", place)) and word not in KNOWN_NEEDS:
                text = say("Its points need “{word}”, which this program does not know.")
                yield Fault(("needs", place), text, {"word": word})

    def _players(self) -> Iterator[Fault]:
        folded: set[str] = set()
        for player, path in self._objects(self._document, "players", ()):
            yield from self._number("player", player, path)
            yield from self._id(player, path)
            if isinstance(player.get("n"), int):
                self._names.setdefault(player["n"], str(player.get("name")))
            if not self._is_sound((*path, "name")) or not isinstance(player.get("name"), str):
                continue
            name = " ".join(player["name"].split()).casefold()
            if name in folded:
                yield Fault((*path, "name"), say("“{name}” is in it twice."), {"name": player["name"]})
            folded.add(name)

    def _all_rules(self) -> Iterator[Fault]:
        for raw, path in self._objects(self._document, "rules", ()):
            yield from self._number("rules", raw, path)
            read = read_rules(raw) if self._is_sound(path) else None
            if isinstance(raw.get("n"), int):
                self._rules.setdefault(raw["n"], None if isinstance(read, list) else read)
            for problem in read if isinstance(read, list) else ():
                yield Fault((*path, *split_field(problem.field)), problem.problem, problem.values)

    def list_evening_faults(self, evening: Json, path: Pointer) -> Iterator[Fault]:
        yield from self._number("evening", evening, path)
        yield from self._id(evening, path)
        yield from self._moments(evening, path)
        if self._is_sound((*path, "day")) and "day" in evening and not is_day(evening["day"]):
            yield Fault((*path, "day"), say("There is no such day."))
        for sheet, at in self._objects(evening, "sheets", path):
            yield from self._sheet(sheet, at)

    def _sheet(self, sheet: Json, path: Pointer) -> Iterator[Fault]:
        yield from self._number("sheet", sheet, path)
        yield from self._id(sheet, path)
        yield from self._moments(sheet, path)
        for row, at in self._objects(sheet, "rows", path):
            yield from self._id(row, at)
            yield from self._moments(row, at)
            for earlier, before in self._objects(row, "was", at):
                yield from self._moments(earlier, before)
        yield from SheetCheck(sheet, path, self._names, self._rules, self._is_sound).list_faults()

    def list_scope_faults(self) -> Iterator[Fault]:
        scope, evenings = self._document.get("scope"), self._document.get("evenings", [])
        if scope not in ("sheet", "evening") or not isinstance(evenings, list):
            return
        if len(evenings) != 1:
            path = ("evenings",) if "evenings" in self._document else ("scope",)
            yield Fault(path, say("The scope promises exactly one evening."))
        elif scope == "sheet" and self._is_sound(("evenings",)) and len(evenings[0]["sheets"]) != 1:
            yield Fault(("evenings", 0, "sheets"), say("The scope promises exactly one sheet."))

    def _number(self, what: str, one: Json, path: Pointer) -> Iterator[Fault]:
        n = one.get("n")
        if not self._is_sound((*path, "n")) or not isinstance(n, int):
            return
        if n in self._numbers[what]:
            yield Fault((*path, "n"), say("The number {n} is in it twice."), {"n": n})
        self._numbers[what].add(n)

    def _id(self, one: Json, path: Pointer) -> Iterator[Fault]:
        key = one.get("id")
        if not self._is_sound((*path, "id")) or not isinstance(key, str):
            return
        if key in self._ids:
            yield Fault((*path, "id"), say("The id {id} is in it twice."), {"id": key})
        self._ids.add(key)

    def _moments(self, one: Any, path: Pointer) -> Iterator[Fault]:
        for key in _MOMENTS if isinstance(one, dict) else ():
            if isinstance(one.get(key), str) and self._is_sound((*path, key)) and not is_day(one[key][:10]):
                yield Fault((*path, key), say("There is no such day."))


def is_day(text: str) -> bool:
    """Return whether the calendar has this day."""
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True
