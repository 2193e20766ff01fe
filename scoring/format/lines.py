"""Lists of the command line (`scoring sheet`, people by name) from and to documents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeAlias

from scoring.contract import legacy_rows
from scoring.contract.cli import Desk
from scoring.contract.stored_rows import LONGEST_NOTE
from scoring.format.building import DocumentBuilder, as_line, describe_rules
from scoring.format.checks import is_day
from scoring.format.reckoning import FACTS, PEOPLE, PEOPLE_LISTS, WHO
from scoring.rules.presets import get_rules
from scoring.rules.rules import Rules
from scoring.terms import Problem, say

Json: TypeAlias = dict[str, Any]

_PLAIN: Final = ("forced", "times", "key", "trick")  # values in `who` that are no players


def read_lines(lines: Sequence[Json]) -> Json | list[Problem]:
    """Return the document of lists, or their problems by line."""
    builder, desk, found = DocumentBuilder("dokoclub sheet"), Desk(), list[Problem]()
    for number, line in enumerate(lines, start=1):
        answer = desk.sheet(line)
        if isinstance(answer, list):
            found += [problem.under(f"line {number}") for problem in answer]
            continue
        for name in answer["totals"]:
            builder.add_player(name, name)
        rules = get_rules(line["preset"], line.get("overrides"))
        assert isinstance(rules, Rules)  # noqa: S101  # the desk has read them
        day = line.get("day")
        builder.add_evening(
            [_sheet(builder, line, rules)],
            day=day if isinstance(day, str) and is_day(day) else None,
        )
    return found or builder.build()


def _sheet(builder: DocumentBuilder, line: Json, rules: Rules) -> Json:
    beside = {key: line.get(key) for key in ("attribution", "notes", "uuids")}
    count = len(line["games"])
    described = builder.add_rules(describe_rules(rules, line["preset"]))
    sheet: Json = {"rules": described, "players": [builder.player_of(name) for name in line["players"]]}
    if line.get("first_dealer"):
        sheet["first_dealer"] = builder.player_of(line["first_dealer"])
    rows = []
    for place, game in enumerate(line["games"]):
        read = legacy_rows.parse_row(game, rules)
        row = number_facts(builder, game if isinstance(read, list) else legacy_rows.store_row(read))
        said = {key: told[place] for key, told in beside.items() if isinstance(told, list) and len(told) == count}
        if said.get("attribution"):
            row["who"] = number_attribution(builder, said["attribution"])
        if isinstance(said.get("notes"), str) and as_line(said["notes"]):
            row["note"] = as_line(said["notes"])
        if isinstance(said.get("uuids"), str):
            row["id"] = said["uuids"]
        rows.append(row)
    return {**sheet, "rows": rows}


def number_facts(builder: DocumentBuilder, game: Json) -> Json:
    """Return a row with numbers for the players' keys."""
    row: Json = {"kind": game["kind"]}
    for key in FACTS[game["kind"]]:
        value = game.get(key)
        if key in PEOPLE_LISTS and value:
            row[key] = [builder.player_of(name) for name in value]
        elif key in PEOPLE and value is not None:
            row[key] = builder.player_of(value)
        elif key == "points" and value:
            row[key] = {str(builder.player_of(name)): points for name, points in value.items()}
        elif key == "payments" and value:
            row[key] = [{**one, "by": builder.player_of(one["by"])} for one in value]
        elif value is not None:
            row[key] = value[:LONGEST_NOTE] if key == "reason" and row["kind"] == "penalty" else value
    return row


def number_attribution(builder: DocumentBuilder, value: Any, key: str = "") -> Any:
    """Return an attribution with numbers for the players' keys."""
    if key in _PLAIN:
        return value
    if isinstance(value, dict):
        return {
            word: number_attribution(builder, one, word if word in _PLAIN else key or word)
            for word, one in value.items()
        }
    if isinstance(value, list):
        return [number_attribution(builder, one, key) for one in value]
    try:
        return builder.player_of(value)
    except (KeyError, TypeError):
        return value


def write_lines(document: Json, losses: list[Problem]) -> Iterator[Json]:
    """Yield a list for each sheet with games; losses of the format are added to `losses`."""
    names = {player["n"]: player["name"] for player in document["players"]}
    rules = {raw["n"]: raw for raw in document.get("rules", ())}
    for evening in document.get("evenings", ()):
        for sheet in evening["sheets"]:
            raw = rules[sheet["rules"]]
            if any(row["kind"] == "sums" for row in sheet["rows"]):
                losses.append(Problem("", say("Sums of a whole evening are left out.")))
            elif raw["preset"] is None:
                losses.append(Problem("", say("Sheets without known rules are left out.")))
            else:
                yield _line(evening, sheet, raw, names)
                losses += _list_losses(sheet)


def _list_losses(sheet: Json) -> Iterator[Problem]:
    for row in sheet["rows"]:
        if "struck" in row:
            yield Problem("", say("A struck row is left out."))
        elif row.get("was"):
            yield Problem("", say("The earlier versions of a row are left out."))


def _line(evening: Json, sheet: Json, rules: Json, names: dict[int, str]) -> Json:
    rows = [row for row in sheet["rows"] if "struck" not in row]
    line: Json = {"id": evening.get("day")} if "day" in evening else {}
    if "day" in evening:
        line["day"] = evening["day"]
    line |= {"preset": rules["preset"], "overrides": rules.get("overrides", {})}
    line["players"] = [names[n] for n in sheet["players"]]
    if "first_dealer" in sheet:
        line["first_dealer"] = names[sheet["first_dealer"]]
    line["games"] = [_named(row, names) for row in rows]
    if any(row.get("who") for row in rows):
        line["attribution"] = [{key: _name_all(who, names, key) for key, who in _known_who(row)} for row in rows]
    if any(row.get("note") for row in rows):
        line["notes"] = [row.get("note", "") for row in rows]
    if rows and all("id" in row for row in rows):
        line["uuids"] = [row["id"] for row in rows]
    return line


def _known_who(row: Json) -> list[tuple[str, Any]]:
    return [(key, row["who"][key]) for key in WHO if key in row.get("who", {})]


def _named(row: Json, names: dict[int, str]) -> Json:
    game: Json = {"kind": row["kind"]}
    for key in FACTS[row["kind"]]:
        if key in row:
            game[key] = _name_value(key, row[key], names)
    return game


def _name_value(key: str, value: Any, names: dict[int, str]) -> Any:
    if key in PEOPLE_LISTS:
        return [names[n] for n in value]
    if key in PEOPLE:
        return names[value]
    if key == "points":
        return {names[int(n)]: points for n, points in value.items()}
    if key == "payments":
        return [{**one, "by": names[one["by"]]} for one in value]
    return value


def _name_all(value: Any, names: dict[int, str], key: str) -> Any:
    if key in _PLAIN:
        return value
    if isinstance(value, dict):
        return {word: _name_all(one, names, word if word in _PLAIN else key) for word, one in value.items()}
    if isinstance(value, list):
        return [_name_all(one, names, key) for one in value]
    return names.get(value, value) if type(value) is int else value
