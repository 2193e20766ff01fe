"""The canonical text of a document: the same content is always the same bytes. docs/format.md."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from json.encoder import encode_basestring
from typing import Any, Final, TypeAlias

Json: TypeAlias = dict[str, Any]

FORMAT: Final = "doko-zettel"
VERSION: Final = "1.0"
_FACTS: Final = (
    "re", "kontra", "re_points", "step_only", "solo", "duty", "no_tricks", "announced", "extras", "hearts_trick",
    "bock_by_hand", "players", "winners", "value", "points", "imported", "sitting_out", "reason", "solo_of", "by",
    "dealer", "games",
)  # fmt: skip
ORDER: Final[Mapping[str, tuple[str, ...]]] = {
    "document": (
        "format", "version", "needs", "scope", "id", "name", "made", "players", "rules", "evenings", "parts"
    ),
    "made": ("by", "at", "from"),
    "player": ("n", "id", "name", "short", "guest", "former"),
    "rules": ("n", "name", "preset", "meaning", "overrides", "text"),
    "evening": ("n", "id", "rev", "day", "place", "official", "opened", "closed", "deleted", "sheets"),
    "sheet": (
        "n", "id", "round", "table", "rules", "players", "first_dealer", "length", "opened", "closed", "rows", "totals"
    ),
    "row": ("kind", *_FACTS, "who", "note", "id", "written", "changed", "struck", "was", "computed"),
    "earlier": ("until", "kind", *_FACTS, "who", "note"),
    "computed": ("number", "dealer", "bock", "value", "scores"),
    "total": ("games", "scores", "balance"),
}  # fmt: skip
# Keys that must be there even if they are empty.
_NEEDED: Final = frozenset(("players", "sheets", "rows", "scores", "preset", "number", "until"))
_MOMENTS: Final = frozenset(("at", "opened", "closed", "deleted", "written", "changed", "struck", "until"))
_BY_PLAYER: Final = frozenset(("points", "scores", "totals"))
_LISTS: Final[Mapping[str, Mapping[str, str]]] = {  # one element a line, by container
    "document": {"players": "player", "rules": "rules", "evenings": "evening"},
    "evening": {"sheets": "sheet"},
    "sheet": {"rows": "row"},
}
_OBJECTS: Final[Mapping[tuple[str, str], str]] = {
    ("document", "made"): "made",
    ("row", "computed"): "computed",
}
_PRUNED: Final = frozenset(("who", "announced", "extras"))  # empty values inside say nothing either
_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def write_document(document: Json) -> str:
    """Return the canonical text of a valid document."""
    return "".join(list_pieces(document))


def list_pieces(document: Json) -> Iterator[str]:
    """Yield the canonical text in pieces, one or more a line.

    Evenings and tables of parts may be iterators that yield at least one element: they are written as they come.
    """
    yield from _object("document", document)
    yield "\n"


def _object(what: str, value: Json) -> Iterator[str]:
    """Yield an object with lists of one element a line; `what`: a key of ORDER."""
    mark = "{"
    for key, inner in _pairs(what, value):
        yield f"{mark}{_text(key)}:"
        if key in _LISTS[what]:
            yield from _lines(_LISTS[what][key], inner)
        elif key == "parts" and what == "document":
            yield from _parts(inner)
        else:
            yield _value(what, key, inner)
        mark = ","
    yield "{}" if mark == "{" else "}"


def _short_object(what: str, value: Json) -> str:
    """Return an object that stands in one line; `what`: a key of ORDER."""
    return f"{{{','.join([f'{_text(key)}:{_value(what, key, inner)}' for key, inner in _pairs(what, value)])}}}"


def _pairs(what: str, value: Json) -> Iterator[tuple[str, Any]]:
    """Yield what is written of an object, in order."""
    known = ORDER[what]
    for key in known:
        if key in value:
            inner = _normal(key, value[key])
            if not _is_absent(key, inner):
                yield key, inner
    for key in sorted(value.keys() - known):
        yield key, value[key]


def _value(what: str, key: str, value: Any) -> str:
    if (what, key) in _OBJECTS:
        return _short_object(_OBJECTS[what, key], value)
    if key == "was" and what == "row":
        return f"[{','.join([_short_object('earlier', one) for one in value])}]"
    if key == "totals" and what == "sheet":
        totals = [f"{_text(n)}:{_short_object('total', value[n])}" for n in sorted(value, key=int)]
        return f"{{{','.join(totals)}}}"
    if key in _BY_PLAYER and key in ORDER[what] and isinstance(value, dict):
        return f"{{{','.join([f'{_text(n)}:{value[n]}' for n in sorted(value, key=int)])}}}"
    return _sorted_text(value)


def _parts(parts: Mapping[str, Any]) -> Iterator[str]:
    """Yield parts: all in one line, by code point."""
    for place, name in enumerate(sorted(parts)):
        yield f"{',' if place else '{'}{_text(name)}:"
        for within, key in enumerate(sorted(parts[name])):
            yield f"{',' if within else '{'}{_text(key)}:"
            value = parts[name][key]
            if isinstance(value, Iterator):
                yield from (f"{',' if at else '['}{_sorted_text(row)}" for at, row in enumerate(value))
                yield "]"
            else:
                yield _sorted_text(value)
        yield "}"
    yield "}"


def _lines(what: str, elements: Iterable[Json]) -> Iterator[str]:
    mark = "["
    for element in elements:
        yield f"{mark}\n"
        if what in _LISTS:
            yield from _object(what, element)
        else:
            yield _short_object(what, element)
        mark = ","
    yield "[]" if mark == "[" else "\n]"


def _normal(key: str, value: Any) -> Any:
    if key in _MOMENTS and isinstance(value, str) and "." in value:
        return value.rstrip("Z").rstrip("0").rstrip(".") + "Z"
    return _pruned(value) if key in _PRUNED else value


def _pruned(value: Any) -> Any:
    """Return the value without false, and without empty texts, lists and objects at any depth."""
    if isinstance(value, dict):
        inner = {key: _pruned(one) for key, one in value.items()}
        return {key: one for key, one in inner.items() if not says_nothing(one)}
    return value


def _is_absent(key: str, value: Any) -> bool:
    return key not in _NEEDED and says_nothing(value)


def says_nothing(value: Any) -> bool:
    """Return True for false and what is empty. 0 is a number: so many points may have been made."""
    return value is False or (isinstance(value, (str, list, dict)) and not value)


def _text(text: str) -> str:
    return encode_basestring(text)


def _sorted_text(value: Any) -> str:
    """Return JSON with the keys of all objects by code point."""
    if isinstance(value, str):
        return _text(value)
    if type(value) is int:
        return str(value)
    return _ENCODER.encode(value)
