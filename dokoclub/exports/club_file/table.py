"""Description of a table in the club file: its model, its columns, and the translation of references."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, TypeAlias

from django.db import models

from scoring.format.club_file import PARTS
from scoring.format.club_tables import FOREIGN_DATA
from scoring.text import clean_all, clean_line, clean_lines

# (name of a table, id or number) -> number or id; raises KeyError if missing
Find: TypeAlias = Callable[[str, int], int]
Translator: TypeAlias = Callable[[Any, Find], Any]

PLAYERS: Final = "players"
_NAMED: Final = ("re", "kontra", "sitting_out", "winners", "players")  # player keys in the facts of a row
_ONE: Final = ("dealer", "solo_of", "by", "offender", "married")


def _key(value: str, find: Find) -> str:
    return str(find(PLAYERS, int(value)))


def translate_facts(value: dict[str, Any], find: Find) -> dict[str, Any]:
    changed = dict(value)
    for name in _NAMED:
        if name in value:
            changed[name] = translate_keys(value[name], find)
    for name in _ONE:
        if value.get(name) is not None:
            changed[name] = _key(value[name], find)
    if "payments" in value:
        changed["payments"] = [{**one, "by": _key(one["by"], find)} for one in value["payments"]]
    if "points" in value:
        changed["points"] = {_key(player, find): points for player, points in value["points"].items()}
    return changed


def translate_attribution(value: dict[str, Any], find: Find) -> dict[str, Any]:
    """Translate the attribution: its texts are players, except the words of forced calls and the keys of marks."""
    return {key: _TRANSLATED.get(key, _translate_players)(inner, find) for key, inner in value.items()}


def _translate_players(value: Any, find: Find) -> Any:
    if isinstance(value, dict):
        return {key: _translate_players(inner, find) for key, inner in value.items()}
    if isinstance(value, list):
        return [_translate_players(inner, find) for inner in value]
    return _key(value, find) if isinstance(value, str) else value


def _translate_marks(value: list[dict[str, Any]], find: Find) -> list[dict[str, Any]]:
    return [{"key": mark["key"], "by": _key(mark["by"], find)} for mark in value]


def _leave_words(value: Any, _find: Find) -> Any:
    return value


_TRANSLATED: Final[Mapping[str, Translator]] = {"forced": _leave_words, "marks": _translate_marks}


def translate_keys(value: list[str], find: Find) -> list[str]:
    """Translate players as `scoring` names them: ids as texts."""
    return [_key(player, find) for player in value]


def translate_ids(table: str) -> Translator:
    """Return a translator for a list of ids or None; it drops ids of rows deleted for good."""

    def translate(value: list[int] | None, find: Find) -> list[int] | None:
        return None if value is None else [found for one in value if (found := _known(table, one, find)) is not None]

    return translate


def translate_keyed(table: str) -> Translator:
    """Return a translator for an object with ids as text keys; it drops ids of rows deleted for good."""

    def translate(value: dict[str, Any], find: Find) -> dict[str, Any]:
        numbered = {_known(table, int(key), find): said for key, said in value.items()}
        return {str(number): said for number, said in numbered.items() if number is not None}

    return translate


def _known(table: str, one: int, find: Find) -> int | None:
    try:
        return find(table, one)
    except KeyError:
        return None


def _without_hidden(text: str) -> str:
    """Remove hidden characters, but leave the text unchanged if only blanks would differ.

    Older versions stored blanks exactly as typed.
    """
    if text.isascii() and text.isprintable():
        return text
    cleaned = clean_lines(text)
    return text if "".join(cleaned.split()) == "".join(text.split()) else cleaned


def clean_json(value: Any) -> Any:
    """Return a value of JSON without hidden characters."""
    return clean_all(value, _without_hidden)


def _if_text(clean: Callable[[str], str]) -> Callable[[Any], Any]:
    return lambda value: clean(value) if isinstance(value, str) else value


_CLEANERS: Final[Mapping[type[models.Field[Any, Any]], Callable[[Any], Any]]] = {
    models.CharField: _if_text(clean_line),
    models.TextField: _if_text(clean_lines),
    models.JSONField: clean_json,
}


def by_place(tables: Mapping[str, str]) -> Translator:
    """Return a translator for values like `{"transfer.payer": [3, 4]}`; the first word selects the table."""

    def translate(value: dict[str, list[int]], find: Find) -> dict[str, list[int] | None]:
        return {place: translate_ids(tables[place.partition(".")[0]])(rows, find) for place, rows in value.items()}

    return translate


@dataclass(frozen=True, kw_only=True)
class FileTable:
    """A model in the file. Rows are written by primary key and numbered from 1; references use these numbers."""

    name: str
    model: type[models.Model]
    club: str  # lookup from a row to its club
    fields: tuple[str, ...]
    refs: Mapping[str, str] = field(default_factory=dict)  # field -> table
    inside: Mapping[str, Translator] = field(default_factory=dict)  # JSON fields that contain ids
    happened: tuple[str, ...] = ()  # days that cannot be in the future
    left_out: tuple[str, ...] = ()  # accounts, form keys and recomputed values
    order: tuple[str, ...] = ("pk",)
    since: int = 1  # first file version with this table; older files have no rows of it

    @cached_property
    def columns(self) -> tuple[str, ...]:
        return (*self.refs, *self.fields, *self.inside)

    @cached_property
    def model_fields(self) -> Mapping[str, models.Field[Any, Any]]:
        """Return the model's field of each column; looking it up for each row takes long."""
        return {name: self.model._meta.get_field(name) for name in self.columns}  # type: ignore[misc]  # no relations

    @cached_property
    def cleaners(self) -> Mapping[str, Callable[[Any], Any]]:
        """Return the function that cleans the values of each column with texts."""
        own = {name: self.model_fields[name] for name in (*self.fields, *self.inside)}
        return {name: clean for name, one in own.items() for kind, clean in _CLEANERS.items() if isinstance(one, kind)}


# --- Tables in a document ---------------------------------------------------------------------------------------------

# Tables that a document does not have as such; and columns that stand at the things themselves, with their names there.
_OF_CORE: Final = ("club", "players", "rules_versions", "evenings", "sheets", "entries", FOREIGN_DATA)
_PART_OF: Final = {table: part for part, tables in PARTS.items() for table in tables}
_BY_N: Final = ("players", "evenings", "sheets")
_SAID_THERE: Final = {
    "club": ("name",),
    "players": ("name", "short_name", "guest"),
    "evenings": ("date", "place", "club_evening", "opened_at", "closed_at", "deleted_at"),
}
_WORDS: Final = {"short_name": "short", "date": "day", "club_evening": "official", "facts": "", "attribution": "who"}
_IN_A_ROW: Final = re.compile(r"(\d+)\.?(.*)")

RowsOf: TypeAlias = Callable[[str], Iterable[Mapping[str, Any]]]


def complete_row(table: FileTable, row: dict[str, Any]) -> dict[str, Any]:
    """Return a row of a document with defaults for absent columns."""
    return {**dict.fromkeys(table.columns), **({"club": 1} if "club" in table.refs else {}), **row}


def renumber_row(table: FileTable, row: dict[str, Any], numbers: Mapping[str, Mapping[str, int]]) -> dict[str, Any]:
    """Return a row of a part with our numbers for each `n`. What cannot be read stays: it is refused later."""

    def find(to: str, n: int) -> int:
        return numbers.get(to, {}).get(str(n), n)

    if table.name in _OF_CORE:
        return row
    try:
        inside = {name: translate(row[name], find) for name, translate in table.inside.items() if row.get(name)}
    except Exception:  # nothing was checked yet
        inside = {}
    refs = {name: find(to, row[name]) for name, to in table.refs.items() if to in _BY_N and name in row}
    return {**row, **refs, **inside}


def get_pointer(rows_of: RowsOf, table: str, number: int | None, field: str) -> str:
    """Return where a document says a field of a row, as JSON pointer. `number`: of the row, None for a whole table."""
    name = _WORDS.get(field, field.removesuffix("_at").replace(".", "/"))
    part = _PART_OF.get(table)
    if number is None:
        return f"/parts/{part}/{table}" if part and table not in _OF_CORE else f"/{table}"
    if field in _SAID_THERE.get(table, ()) or table == "evenings":
        base = "" if table == "club" else f"/{table}/{number - 1}"
    elif part is not None:
        base, name = f"/parts/{part}/{table}/{number - 1}", field
    else:
        base = _point_at(rows_of, table, number - 1)
        if table == "sheets" and (found := _IN_A_ROW.fullmatch(field)):
            name = f"rows/{int(found[1]) - 1}/{found[2]}"
    return f"{base}/{name}".rstrip("/")


def _point_at(rows_of: RowsOf, table: str, place: int) -> str:
    """Return the pointer of a sheet or an entry, which are nested."""
    owner, name = {"sheets": ("evening", "sheets"), "entries": ("sheet", "rows")}.get(table, ("", ""))
    within: Counter[int] = Counter()
    for at, row in enumerate(rows_of(table)) if owner else ():
        if at == place:
            above = row[owner] - 1
            base = f"/evenings/{above}" if table == "sheets" else _point_at(rows_of, "sheets", above)
            return f"{base}/{name}/{within[row[owner]]}"
        within[row[owner]] += 1
    return ""
