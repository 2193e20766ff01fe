"""Scopes: the meaning of a name at its place, and its name in JavaScript."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from tools.translator.modules import (
    Definition,
    Foreign,
    Meaning,
    Module,
    Modules,
    Unknown,
    Whole,
    nodes_without_types,
)

# Reserved words of JavaScript, and the names that every translated module uses.
_RESERVED: Final = """
    arguments await break case catch class const continue debugger default delete do else enum eval export extends false
    finally for function if implements import in instanceof interface let new null package private protected public
    return static super switch this throw true try typeof undefined var void while with yield py exchange
"""
RESERVED: Final = frozenset(_RESERVED.split())
SELF: Final = "self"

Function: TypeAlias = ast.FunctionDef | ast.Lambda


@dataclass(frozen=True)
class Parameter:
    name: str
    default: ast.expr | None


@dataclass(frozen=True)
class Signature:
    """The parameters of a function; `more` and `rest`: the names of its *args and **kwargs."""

    parameters: tuple[Parameter, ...]
    more: str = ""
    rest: str = ""

    @property
    def names(self) -> list[str]:
        return [*(parameter.name for parameter in self.parameters), *filter(None, (self.more, self.rest))]


@dataclass(frozen=True)
class Translated:
    """Everything that will be written: names in JavaScript, and the methods of the classes by name."""

    modules: Modules
    names: Mapping[Definition, str]
    methods: Mapping[str, frozenset[Signature]]
    attributes: frozenset[str]  # fields, properties and members of any class


@dataclass(frozen=True)
class Scope:
    """A place in a module; `locals`: the names of the functions around it."""

    whole: Translated
    module: Module
    locals: frozenset[str] = frozenset()
    declared: Mapping[ast.stmt, tuple[str, ...]] = field(default_factory=dict)  # by the statement that declares them

    def unknown(self, node: ast.AST, what: str) -> Unknown:
        return self.module.unknown(node, what)

    def within(self, names: Iterable[str]) -> Scope:
        return replace(self, locals=self.locals | set(names))

    def meaning(self, name: str) -> Meaning | None:
        """Return the meaning of a name that is not local; None: one of Python's own."""
        return self.whole.modules.meaning(self.module.name, name)

    def meaning_of(self, node: ast.expr) -> Meaning | None:
        """Return the meaning of `name` or `module.name`, unless that is a value of this function."""
        match node:
            case ast.Name(id=name) if name not in self.locals:
                return self.meaning(name)
            case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name not in self.locals:
                whole = self.meaning(name)
                if isinstance(whole, Whole):
                    return self._inside(whole, attribute, node)
                return Foreign(whole.module, attribute) if isinstance(whole, Foreign) and not whole.name else None
        return None

    def _inside(self, whole: Whole, attribute: str, node: ast.expr) -> Meaning:
        found = self.whole.modules.meaning(whole.module, attribute)
        if found is None:
            raise self.unknown(node, f"{whole.module} has no {attribute}")
        return found

    def is_builtin(self, name: str) -> bool:
        return name not in self.locals and self.meaning(name) is None

    def global_name(self, definition: Definition) -> str:
        return self.whole.names[definition]

    def local_name(self, name: str) -> str:
        """Return the name, or another one if JavaScript would take it for a keyword or for a definition."""
        return f"{name}$" if name in RESERVED or name in self.whole.names.values() else name


def name_definitions(reached: Iterable[Definition]) -> dict[Definition, str]:
    """Return the names as in Python; definitions with equal names get their module as a suffix."""
    found = list(reached)
    often = Counter(definition.name for definition in found)
    return {
        definition: f"{definition.name}_of_{definition.module.rpartition('.')[2]}"
        if often[definition.name] > 1
        else definition.name
        for definition in found
    }


def look_into_classes(
    modules: Modules, reached: Iterable[Definition]
) -> tuple[dict[str, frozenset[Signature]], frozenset[str]]:
    """Return the methods by name, and the names of all other attributes."""
    methods: dict[str, set[Signature]] = {}
    attributes = {"name", "value"}
    for definition in reached:
        statement = modules.statement(definition)
        for part in statement.body if isinstance(statement, ast.ClassDef) else ():
            match part:
                case ast.FunctionDef(name=name, decorator_list=[]):
                    methods.setdefault(name, set()).add(get_signature(part, modules[definition.module]))
                    attributes |= set(_set_by(part))
                case ast.FunctionDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
                    attributes.add(name)
                case ast.Assign(targets=[ast.Name(id=name)]):
                    attributes.add(name)
    return {name: frozenset(signatures) for name, signatures in methods.items()}, frozenset(attributes)


def _set_by(method: ast.FunctionDef) -> Iterator[str]:
    for node in ast.walk(method):
        match node:
            case ast.Attribute(value=ast.Name(id="self"), attr=name, ctx=ast.Store()):
                yield name


def get_signature(function: Function, module: Module) -> Signature:
    """Return the signature without `self`."""
    given = function.args
    if given.posonlyargs or (given.vararg and (given.kwonlyargs or given.kwarg)):
        raise module.unknown(function, "no translation for such parameters")
    places = [*given.args, *given.kwonlyargs]
    defaults = [*[None] * (len(given.args) - len(given.defaults)), *given.defaults, *given.kw_defaults]
    parameters = [Parameter(place.arg, default) for place, default in zip(places, defaults, strict=True)]
    if parameters and parameters[0].name == SELF:
        parameters = parameters[1:]
    more, rest = (place.arg if place else "" for place in (given.vararg, given.kwarg))
    return Signature(tuple(parameters), more, rest)


def assigned_names(body: Iterable[ast.AST]) -> Iterator[str]:
    """Yield the names that a function's own statements assign, without those local to comprehensions and lambdas."""
    for statement in body:
        for node in _own_nodes(statement):
            match node:
                case ast.Name(id=name, ctx=ast.Store()) | ast.MatchAs(name=str(name)) | ast.FunctionDef(name=name):
                    yield name


def _own_nodes(node: ast.AST) -> Iterator[ast.AST]:
    yield node
    for part, value in ast.iter_fields(node):
        for inner in value if isinstance(value, list) else [value]:
            if isinstance(inner, ast.comprehension):  # its targets are local, but not the names that a := in it assigns
                yield from (named.target for named in _named_in(inner))
            elif isinstance(inner, ast.AST) and part != "annotation" and not isinstance(inner, ast.Lambda):
                yield from _own_nodes(inner)


def _named_in(node: ast.AST) -> Iterator[ast.NamedExpr]:
    return (inner for inner in nodes_without_types(node) if isinstance(inner, ast.NamedExpr))
