"""The modules to translate: their definitions, imports, and dependencies between definitions."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, TypeAlias


class Unknown(Exception):
    """A construct that has no translation."""

    def __init__(self, path: Path, node: ast.AST, what: str) -> None:
        super().__init__(f"{path.as_posix()}:{getattr(node, 'lineno', 1)}: {what}")


class Definition(NamedTuple):
    """A function, class or constant of a translated module."""

    module: str
    name: str


class Whole(NamedTuple):
    """A translated module that is imported as a whole."""

    module: str


class Foreign(NamedTuple):
    """A name of the standard library: a member, or the module itself ("")."""

    module: str
    name: str


Meaning: TypeAlias = Definition | Whole | Foreign
Statement: TypeAlias = ast.FunctionDef | ast.ClassDef | ast.Assign | ast.AnnAssign


@dataclass(frozen=True)
class Module:
    """A parsed module. `defined` in the order of the file; `imports` by local name."""

    name: str
    path: Path
    defined: Mapping[str, Statement]
    imports: Mapping[str, Foreign]

    def unknown(self, node: ast.AST, what: str) -> Unknown:
        return Unknown(self.path, node, what)


class Modules:
    """A reader of modules below `root` on demand; all other modules belong to the standard library."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._read: dict[str, Module] = {}

    def __getitem__(self, name: str) -> Module:
        if name not in self._read:
            self._read[name] = _read_module(name, self._path(name), self.root)
        return self._read[name]

    def _path(self, name: str) -> Path:
        return self.root / f"{name.replace('.', '/')}.py"

    def meaning(self, module: str, name: str) -> Meaning | None:
        """Return the meaning of a name in a module; None: it neither defines nor imports it."""
        if name in self[module].defined:
            return Definition(module, name)
        imported = self[module].imports.get(name)
        if imported is None:
            return None
        if not imported.name:
            return Whole(imported.module) if self._path(imported.module).is_file() else imported
        inside = f"{imported.module}.{imported.name}"
        if self._path(inside).is_file():
            return Whole(inside)
        return self.meaning(imported.module, imported.name) if self._path(imported.module).is_file() else imported

    def statement(self, definition: Definition) -> Statement:
        return self[definition.module].defined[definition.name]

    def reached_from(self, wanted: list[Definition]) -> list[Definition]:
        """Return the wanted definitions and all that they need, in the order in which Python would execute them."""
        found, waiting = set(wanted), list(wanted)
        while waiting:
            definition = waiting.pop()
            needed = set(self._needed_by(definition)) - found
            found |= needed
            waiting += needed
        order = self._order({definition.module for definition in found}, wanted)
        return [
            definition
            for module in order
            for name in self[module].defined
            if (definition := Definition(module, name)) in found
        ]

    def _needed_by(self, definition: Definition) -> Iterator[Definition]:
        for node in nodes_without_types(self.statement(definition)):
            if isinstance(node, ast.Name):
                meaning = self.meaning(definition.module, node.id)
                if isinstance(meaning, Definition):
                    yield meaning
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                whole = self.meaning(definition.module, node.value.id)
                if isinstance(whole, Whole):
                    inside = self.meaning(whole.module, node.attr)
                    if isinstance(inside, Definition):
                        yield inside

    def _order(self, modules: set[str], wanted: list[Definition]) -> list[str]:
        """Sort the modules: imported ones before those that import them."""
        order: dict[str, None] = {}
        entered: set[str] = set()

        def enter(name: str) -> None:
            if name in entered:
                return
            entered.add(name)
            for local in self[name].imports:
                meaning = self.meaning(name, local)
                if isinstance(meaning, (Definition, Whole)):
                    enter(meaning.module)
            order[name] = None

        for definition in wanted:
            enter(definition.module)
        return [name for name in order if name in modules]


def nodes_without_types(node: ast.AST) -> Iterator[ast.AST]:
    """Yield all nodes of a tree except those of annotations and decorators, which have no effect in JavaScript."""
    yield node
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list", "bases"):
            continue
        for inner in value if isinstance(value, list) else [value]:
            if isinstance(inner, ast.AST):
                yield from nodes_without_types(inner)


def _read_module(name: str, path: Path, root: Path) -> Module:
    defined: dict[str, Statement] = {}
    imports: dict[str, Foreign] = {}
    named = path.relative_to(root)
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        match node:
            case ast.Import():
                imports |= {one.asname or one.name: Foreign(one.name, "") for one in node.names}
            case ast.ImportFrom(module=str(source), level=0):
                imports |= {one.asname or one.name: Foreign(source, one.name) for one in node.names}
            case ast.FunctionDef() | ast.ClassDef():
                _define(defined, node.name, node, named)
            case ast.Assign(targets=[ast.Name(id=target)]) | ast.AnnAssign(target=ast.Name(id=target)):
                _define(defined, target, node, named)
            case ast.Expr(value=ast.Constant(value=str())) | ast.If(test=ast.Name(id="TYPE_CHECKING")):
                pass
            case _:
                raise Unknown(named, node, "a module may only import and define")
    return Module(name, named, defined, imports)


def _define(defined: dict[str, Statement], name: str, node: Statement, path: Path) -> None:
    if name in defined:
        raise Unknown(path, node, f"{name} is defined twice")
    defined[name] = node
