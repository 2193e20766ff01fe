"""uncaught: an SQL dump. Only its INSERT statements are read, by hand; nothing of it is ever run."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from scoring.format.building import join_notes
from scoring.format.parsing import NoJson, parse_text
from scoring.format.peers.common import (
    Imported,
    Json,
    PeerDocument,
    Refused,
    Source,
    check_zero_sum,
    day_in_text,
    take_name,
    take_objects,
    take_texts,
    take_value,
)
from scoring.terms import PLAYING, say

Value: TypeAlias = str | int | None
Rows: TypeAlias = list[list[Value]]

NAME: Final = "uncaught"

_TABLES: Final = {"groups": 2, "group_members": 3, "rounds": 3, "round_group_members": 2, "games": 5}  # columns needed
_INSERT: Final = re.compile(r"^INSERT INTO `(\w+)` (?:\([^)]*\) )?VALUES\s*", re.MULTILINE)
_VALUE: Final = re.compile(r"\s*(?:'((?:[^'\\]|\\.|'')*)'|(-?\d+(?:\.\d+)?)|(NULL))\s*", re.DOTALL)
_ESCAPED: Final = re.compile(r"\\(.)|''", re.DOTALL)
_LETTERS: Final = {"n": "\n", "r": "\r", "t": "\t", "0": "\0", "b": "\b", "Z": "\x1a"}
_DAMAGED: Final = say("A statement of the dump breaks off: the file is damaged.")


def is_mine(source: Source) -> bool:
    found = {name for name in _INSERT.findall(source.text) if name in _TABLES}
    return {"games", "rounds", "group_members"} <= found


def read_source(source: Source) -> Imported:
    """Return the document. Raises Refused."""
    tables = _read_tables(source.text)
    document = PeerDocument(NAME, str(tables["groups"][0][1]) if len(tables["groups"]) == 1 else "")
    for key, _group, name, *_ in tables["group_members"]:
        document.builder.add_player(str(key), take_name(name, "group_members"))
    by_round: dict[str, list[tuple[int, list[Value]]]] = {str(one[0]): [] for one in tables["rounds"]}
    for game in tables["games"]:
        if str(game[1]) not in by_round or type(game[2]) is not int:
            raise Refused(say("A game belongs to no evening: the file is damaged."), "games")
        by_round[str(game[1])].append((game[2], game))
    for one in sorted(tables["rounds"], key=lambda row: str(row[2])):
        rows: list[Json] = []
        for number, game in sorted(by_round[str(one[0])], key=lambda pair: pair[0]):
            rows += _rows(document, game, f"games, {number}")
        seats = [str(row[1]) for row in tables["round_group_members"] if row[0] == one[0]]
        _add_evening(document, source, one, rows, seats)
    return document.finish()


def _add_evening(document: PeerDocument, source: Source, one: list[Value], rows: list[Json], seats: list[str]) -> None:
    try:
        document.add_evening(rows, day=day_in_text(one[2], source.day_of, "rounds"), key=one[0], seats=seats)
    except KeyError:
        raise Refused(say("Somebody in it is not in its list of players."), "round_group_members") from None


def _read_tables(text: str) -> dict[str, Rows]:
    tables: dict[str, Rows] = {name: [] for name in _TABLES}
    at = 0
    while found := _INSERT.search(text, at):
        rows, at = _read_rows(text, found.end())
        if found[1] in tables:
            if any(len(row) < _TABLES[found[1]] for row in rows):
                raise Refused(_DAMAGED, found[1])
            tables[found[1]] += rows
    return tables


def _read_rows(text: str, at: int) -> tuple[Rows, int]:
    """Return the rows of a statement and where it ends. Raises Refused."""
    rows: Rows = []
    while True:
        row: list[Value] = []
        if text[at : at + 1] != "(":
            raise Refused(_DAMAGED)
        at += 1
        while text[at - 1] != ")":
            found = _VALUE.match(text, at)
            if found is None or text[found.end() : found.end() + 1] not in (",", ")"):
                raise Refused(_DAMAGED)
            row.append(_value(found))
            at = found.end() + 1
        rows.append(row)
        end = text[at : at + 1]
        if end == ";":
            return rows, at + 1
        if end != ",":
            raise Refused(_DAMAGED)
        at += 1
        while text[at : at + 1] in ("\n", "\r", " "):
            at += 1


def _value(found: re.Match[str]) -> Value:
    quoted, number, _null = found.groups()
    if quoted is not None:
        return _ESCAPED.sub(lambda sign: _LETTERS.get(sign[1], sign[1]) if sign[1] else "'", quoted)
    if number is None:
        return None
    return int(number) if "." not in number else number


def _rows(document: PeerDocument, game: list[Value], where: str) -> Iterator[Json]:
    try:
        told = parse_text(str(game[4]))
    except NoJson:
        raise Refused(_DAMAGED, where) from None
    if not take_value(told, "isComplete", bool, where):
        document.lose(say("A game that is not complete"))
        return
    kind = take_value(told, "gameType", str, where)
    manual = told.get("manualInput") if kind == "manualInput" else None
    if manual is not None and take_value(manual, "dealAgain", bool, where):
        yield {"kind": "redeal", **_noted(str(manual.get("comment") or ""))}
        return
    points = _manual_points(manual, where) if manual is not None else _party_points(told, where)
    check_zero_sum(points.values(), where)
    if len(points) != PLAYING:
        raise Refused(say("This is no game of four: the file is damaged or newer."), where)
    document.lose(say("The range of card points is only a note"))
    try:
        yield document.game(points, note=_note(told, kind, manual), key=game[0])
    except KeyError:
        raise Refused(say("Somebody in it is not in its list of players."), where) from None


def _noted(note: str) -> Json:
    return {"note": join_notes([note])} if note.strip() else {}


def _manual_points(manual: Json, where: str) -> dict[str, int]:
    told = take_objects(manual, "points", where)
    points = {take_value(one, "player", str, at): take_value(one, "points", int, at) for one, at in told}
    return {player: number for player, number in points.items() if number} if len(points) > PLAYING else points


def _party_points(told: Json, where: str) -> dict[str, int]:
    """Return the points of each member; those of a soloist are trebled already."""
    points: dict[str, int] = {}
    for key in ("re", "contra"):
        party = take_value(told, key, dict, where)
        members, total = take_texts(party, "members", where), take_value(party, "totalPoints", int, where)
        points |= dict.fromkeys(members, total)
    return points


def _note(told: Json, kind: str, manual: Any) -> str:
    if manual is not None:
        return join_notes([str(manual.get("comment") or "")])
    solo, bock = told.get("soloType"), told.get("bockGameWeight")
    re = told["re"].get("pips")
    texts = ["" if kind == "normal" else kind, str(solo or ""), "Bock" if bock else "", f"Re {re}" if re else ""]
    return join_notes([*texts, str(told.get("winner") or "")])
