"""The JSON Schema of the format, compiled to checks; only the keywords that it uses."""

from __future__ import annotations

import json
import pkgutil
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple, TypeAlias

from scoring.format.parsing import Pointer
from scoring.terms import say

Schema: TypeAlias = Mapping[str, Any]

FILE: Final = "doko-zettel.schema.json"


class Fault(NamedTuple):
    """A problem at a place of the document."""

    path: Pointer
    problem: str
    values: Mapping[str, object] = {}


Check: TypeAlias = Callable[[Any, Pointer], Iterator[Fault]]

_TYPES: Final[Mapping[str, tuple[type, ...]]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "boolean": (bool,),
    "null": (type(None),),
}
_TYPE_TEXTS: Final = {
    "object": say("This must be an object."),
    "array": say("This must be a list."),
    "string": say("This must be a text."),
    "integer": say("This must be a whole number."),
    "boolean": say("This must be true or false."),
    "null": say("This must be null."),
}
_PATTERN_TEXTS: Final = {
    "moment": say("This must be a moment, such as 2026-11-28T19:30:00Z."),
    "day": say("This must be a day, such as 2026-11-28."),
    "word": say("This must be a word of small letters, digits and “_”."),
    "id": say("An id has 1 to 64 of A–Z a–z 0–9 . _ : -"),
    "line": say("This must be one line, without control characters."),
    "name": say("A name has no control characters."),
    "key_of_n": say("Every key must be the number of a player."),
}
MISSING: Final = say("“{key}” is missing.")


@cache
def load_schema() -> Schema:
    content = pkgutil.get_data("scoring.format", FILE)
    schema: Schema = json.loads(content or b"")
    return schema


@cache
def _compiler() -> _Compiler:
    return _Compiler(load_schema())


@cache
def compile_schema() -> Check:
    """Return the check of a whole document."""
    return _compiler().compile(load_schema())


@cache
def compile_definition(name: str) -> Check:
    """Return the check of a part of a document, such as an evening."""
    return _compiler().compile({"$ref": f"#/$defs/{name}"})


def is_type(value: Any, name: str) -> bool:
    """Return whether a value has this type of JSON Schema; true is no number."""
    return isinstance(value, _TYPES[name]) and (name == "boolean" or not isinstance(value, bool))


class _Compiler:
    """Compiler of schemas, each definition once."""

    def __init__(self, whole: Schema) -> None:
        self._definitions = whole["$defs"]
        self._compiled: dict[str, Check] = {}

    def compile(self, schema: Schema, name: str = "") -> Check:
        if "$ref" in schema:
            return self._reference(schema["$ref"].rpartition("/")[2])
        made = dict.fromkeys(_KEYWORDS[key] for key in schema if key in _KEYWORDS)
        checks = [make(self, schema, name) for make in made]
        is_typed = _type in made

        def check_all(value: Any, path: Pointer) -> Iterator[Fault]:
            for place, check in enumerate(checks):
                faults = list(check(value, path)) if place == 0 and is_typed else None
                yield from check(value, path) if faults is None else faults
                if faults:
                    return  # of another type: the rest says nothing

        return check_all

    def _reference(self, name: str) -> Check:
        if name not in self._compiled:
            self._compiled[name] = self.compile(self._definitions[name], name)
        return self._compiled[name]


def _type(_of: _Compiler, schema: Schema, _name: str) -> Check:
    names = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    text = _TYPE_TEXTS[names[0]] if len(names) == 1 else say("This must be no list and no object.")

    def check(value: Any, path: Pointer) -> Iterator[Fault]:
        if not any(is_type(value, name) for name in names):
            yield Fault(path, text)

    return check


def _one_value(_of: _Compiler, schema: Schema, _name: str) -> Check:
    allowed = [schema["const"]] if "const" in schema else schema["enum"]

    def check(value: Any, path: Pointer) -> Iterator[Fault]:
        if not any(type(value) is type(one) and value == one for one in allowed):
            yield Fault(path, say("This must be one of: {words}."), {"words": ", ".join(map(str, allowed))})

    return check


def _pattern(_of: _Compiler, schema: Schema, name: str) -> Check:
    search = re.compile(schema["pattern"].replace("$", r"\Z")).search
    text = _PATTERN_TEXTS.get(name, say("This program reads versions 1.x of the format, not {version}."))

    def check(value: Any, path: Pointer) -> Iterator[Fault]:
        if isinstance(value, str) and not search(value):
            yield Fault(path, text, {} if name else {"version": value[:20]})

    return check


def _size(kind: type, low: str, high: str, text: str) -> Callable[[_Compiler, Schema, str], Check]:
    def make(_of: _Compiler, schema: Schema, _name: str) -> Check:
        least, most = schema.get(low, 0), schema.get(high)
        values = {"least": least, "most": "∞" if most is None else most}

        def check(value: Any, path: Pointer) -> Iterator[Fault]:
            if isinstance(value, kind):
                size = len(value)  # type: ignore[arg-type]
                if size < least or (most is not None and size > most):
                    yield Fault(path, text, values)

        return check

    return make


def _range(_of: _Compiler, schema: Schema, _name: str) -> Check:
    least, most = schema.get("minimum"), schema.get("maximum")
    values = {"least": "−∞" if least is None else least, "most": "∞" if most is None else most}

    def check(value: Any, path: Pointer) -> Iterator[Fault]:
        if is_type(value, "integer") and ((least is not None and value < least) or (most is not None and value > most)):
            yield Fault(path, say("This number must be from {least} to {most}."), values)

    return check


def _unique(_of: _Compiler, _schema: Schema, _name: str) -> Check:
    def check(value: Any, path: Pointer) -> Iterator[Fault]:
        if isinstance(value, list):
            keys = [json.dumps(one, sort_keys=True) for one in value]
            if len(set(keys)) < len(keys):
                yield Fault(path, say("Each entry once in this list."))

    return check


def _required(_of: _Compiler, schema: Schema, _name: str) -> Check:
    keys: Sequence[str] = schema["required"]

    def check(value: Any, path: Pointer) -> Iterator[Fault]:
        if isinstance(value, dict):
            yield from (Fault(path, MISSING, {"key": key}) for key in keys if key not in value)

    return check


def _properties(of: _Compiler, schema: Schema, _name: str) -> Check:
    checks = {key: of.compile(inner) for key, inner in schema.get("properties", {}).items()}
    others = schema.get("additionalProperties", True)
    rest = of.compile(others) if isinstance(others, dict) else None
    tells_kind = not {"const", "enum"}.isdisjoint(schema.get("properties", {}).get("kind", ()))

    def check(value: Any, path: Pointer) -> Iterator[Fault]:
        if tells_kind and isinstance(value, dict) and "kind" in value:  # an alternative of another kind fails at once
            yield from checks["kind"](value["kind"], (*path, "kind"))
        for key, inner in value.items() if isinstance(value, dict) else ():
            if key == "kind" and tells_kind:
                continue
            known = checks.get(key, rest)
            if known is not None:
                yield from known(inner, (*path, key))
            elif others is False:
                yield Fault(path, say("There is no key “{key}” here."), {"key": key[:40]})

    return check


def _property_names(of: _Compiler, schema: Schema, _name: str) -> Check:
    check_name = of.compile(schema["propertyNames"])

    def check(value: Any, path: Pointer) -> Iterator[Fault]:
        for key in value if isinstance(value, dict) else ():
            for fault in check_name(key, path):
                yield fault
                break

    return check


def _items(of: _Compiler, schema: Schema, _name: str) -> Check:
    check_item = of.compile(schema["items"])

    def check(value: Any, path: Pointer) -> Iterator[Fault]:
        for place, item in enumerate(value) if isinstance(value, list) else ():
            yield from check_item(item, (*path, place))

    return check


def _all_of(of: _Compiler, schema: Schema, _name: str) -> Check:
    checks = [of.compile(inner) for inner in schema["allOf"]]

    def check(value: Any, path: Pointer) -> Iterator[Fault]:
        for one in checks:
            yield from one(value, path)

    return check


def _one_of(of: _Compiler, schema: Schema, _name: str) -> Check:
    """Report at the value itself, in the words of the alternative that comes nearest."""
    checks = [of.compile(inner) for inner in schema["oneOf"]]

    def check(value: Any, path: Pointer) -> Iterator[Fault]:
        found = [next(one(value, path), None) for one in checks]
        if found.count(None) == 1:
            return
        faults = [fault for fault in found if fault is not None]
        if not faults or found.count(None):
            yield Fault(path, say("This can be read in two ways."))
            return
        nearest = _find_nearest(value, faults)
        where = ".".join(map(str, nearest.path[len(path) :]))
        yield (
            Fault(path, nearest.problem, nearest.values)
            if not where
            else Fault(
                path, say("In {key}: {problem}"), {"key": where, "problem": nearest.problem.format(**nearest.values)}
            )
        )

    return check


def _find_nearest(value: Any, faults: Sequence[Fault]) -> Fault:
    """Return the fault of the alternative for this kind, and for the keys that are there."""
    fitting = [fault for fault in faults if fault.path[-1:] != ("kind",)] or list(faults)
    if isinstance(value, dict) and "points" not in value:
        return fitting[0]
    return fitting[-1]


def _not(of: _Compiler, schema: Schema, _name: str) -> Check:
    check_inner = of.compile(schema["not"])
    keys = ", ".join(key for one in (schema["not"], *schema["not"].get("anyOf", ())) for key in one.get("required", ()))

    def check(value: Any, path: Pointer) -> Iterator[Fault]:
        if next(check_inner(value, path), None) is None:
            yield Fault(path, say("This cannot have: {keys}."), {"keys": keys})

    return check


def _any_of(of: _Compiler, schema: Schema, _name: str) -> Check:
    checks = [of.compile(inner) for inner in schema["anyOf"]]

    def check(value: Any, path: Pointer) -> Iterator[Fault]:
        found = [next(one(value, path), None) for one in checks]
        if None not in found:
            yield from (fault for fault in found[:1] if fault is not None)

    return check


def _if(of: _Compiler, schema: Schema, _name: str) -> Check:
    condition, then, otherwise = (of.compile(schema[key]) for key in ("if", "then", "else"))

    def check(value: Any, path: Pointer) -> Iterator[Fault]:
        applies = next(condition(value, path), None) is None
        yield from (then if applies else otherwise)(value, path)

    return check


_TEXT_LENGTH: Final = _size(str, "minLength", "maxLength", say("This text has {least} to {most} characters."))
_LIST_LENGTH: Final = _size(list, "minItems", "maxItems", say("This list has {least} to {most} entries."))
_OBJECT_SIZE: Final = _size(dict, "minProperties", "maxProperties", say("{least} to {most} players have points."))
_KEYWORDS: Final[Mapping[str, Callable[[_Compiler, Schema, str], Check]]] = {
    "type": _type,
    "const": _one_value,
    "enum": _one_value,
    "pattern": _pattern,
    "minLength": _TEXT_LENGTH,
    "maxLength": _TEXT_LENGTH,
    "minItems": _LIST_LENGTH,
    "maxItems": _LIST_LENGTH,
    "minProperties": _OBJECT_SIZE,
    "maxProperties": _OBJECT_SIZE,
    "minimum": _range,
    "maximum": _range,
    "uniqueItems": _unique,
    "required": _required,
    "propertyNames": _property_names,
    "properties": _properties,
    "additionalProperties": _properties,
    "items": _items,
    "allOf": _all_of,
    "anyOf": _any_of,
    "oneOf": _one_of,
    "not": _not,
    "if": _if,
}
