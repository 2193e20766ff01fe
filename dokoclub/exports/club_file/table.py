"""Description of a table in the club file: its model, its columns, and the translation of references."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from django.db import models

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

    @property
    def columns(self) -> tuple[str, ...]:
        return (*self.refs, *self.fields, *self.inside)
