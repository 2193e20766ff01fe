"""Classes: those with fields, those that list their members, and those with their own constructor."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from tools.translator.expressions import write_expression
from tools.translator.scope import SELF, Parameter, Scope, Signature, get_signature
from tools.translator.statements import function_lines


class Kind(NamedTuple):
    base: str  # in python.js
    is_enum: bool = False
    has_fields: bool = False


def get_kind(node: ast.ClassDef, scope: Scope) -> Kind:
    decorators = [ast.unparse(decorator).partition("(")[0] for decorator in node.decorator_list]
    bases = [ast.unparse(base) for base in node.bases]
    match decorators, bases:
        case ["dataclass"], []:
            return Kind("Data", has_fields=True)
        case [], ["NamedTuple"]:
            return Kind("NamedTuple", has_fields=True)
        case [], ["IntEnum" | "StrEnum" as base]:
            return Kind(base, is_enum=True)
        case [], []:
            return Kind("Plain")
    raise scope.unknown(node, f"no translation for such a class: {', '.join([*decorators, *bases])}")


def class_signature(node: ast.ClassDef, scope: Scope) -> Signature:
    """Return the signature of the constructor."""
    if get_kind(node, scope).has_fields:
        return Signature(tuple(_fields(node)))
    for method in node.body:
        if isinstance(method, ast.FunctionDef) and method.name == "__init__":
            return get_signature(method, scope.module)
    return Signature(())


def _fields(node: ast.ClassDef) -> Iterator[Parameter]:
    for statement in node.body:
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            yield Parameter(statement.target.id, statement.value)


def class_lines(node: ast.ClassDef, name: str, scope: Scope) -> Iterator[str]:
    kind = get_kind(node, scope)
    body: list[str] = []
    for statement in node.body:
        match statement:
            case ast.FunctionDef():
                body += _method(statement, scope)
            case ast.AnnAssign(target=ast.Name()) if kind.has_fields:
                pass
            case ast.Assign(targets=[ast.Name()]) if kind.is_enum:
                pass
            case ast.Expr(value=ast.Constant(value=str())):
                pass
            case _:
                raise scope.unknown(statement, f"no translation for {type(statement).__name__} in a class")
    base = f"py.{kind.base}({_told_fields(node, scope)})" if kind.has_fields else f"py.{kind.base}"
    yield f"class {name} extends {base} {{"
    yield from body
    yield "}"
    if kind.is_enum:
        members = ", ".join(_members(node, scope))
        yield f"py.members({name}, {{ {members} }});"


def _members(node: ast.ClassDef, scope: Scope) -> Iterator[str]:
    for statement in node.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id="name" | "length" | "prototype" as name)]):
                raise scope.unknown(statement, f"JavaScript keeps {name} of a class for itself")
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                yield f"{name}: {write_expression(value, scope)}"


def _told_fields(node: ast.ClassDef, scope: Scope) -> str:
    """Return the names of the fields, and by name the expression for a missing value."""
    fields = list(_fields(node))
    defaults = [f"{field.name}: () => {_default(field.default, scope)}" for field in fields if field.default]
    names = " ".join(field.name for field in fields)
    return f'"{names}"' + (f", {{ {', '.join(defaults)} }}" if defaults else "")


def _default(node: ast.expr, scope: Scope) -> str:
    match node:
        case ast.Call(func=ast.Name(id="field"), args=[], keywords=[ast.keyword(arg="default_factory", value=made)]):
            return f"{write_expression(made, scope)}()"
    return write_expression(node, scope)


def _method(node: ast.FunctionDef, scope: Scope) -> Iterator[str]:
    if not node.args.args or node.args.args[0].arg != SELF:
        raise scope.unknown(node, "a method begins with self")
    match [ast.unparse(decorator) for decorator in node.decorator_list]:
        case []:
            head = "constructor" if node.name == "__init__" else node.name
        case ["property"]:
            head = f"get {node.name}"
        case decorators:
            raise scope.unknown(node, f"no translation for @{decorators[0]}")
    if node.name.startswith("__") and node.name not in ("__init__", "__str__"):
        raise scope.unknown(node, f"no translation for {node.name}")
    yield from function_lines(node, head, scope.within([SELF]), ["super();"] if node.name == "__init__" else [])
