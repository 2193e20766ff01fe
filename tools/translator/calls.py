"""Calls. Keywords become positions here, so that a call costs no more than JavaScript's own."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Final

from tools.translator.classes import class_signature, get_kind
from tools.translator.expressions import (
    BUILTINS,
    EXCEPTIONS,
    STANDARD,
    translate_all,
    write_all,
    write_expression,
    write_meaning,
)
from tools.translator.modules import Definition, Foreign
from tools.translator.scope import Scope, Signature, get_signature

# Methods of Python's own types: those of texts and lists are functions of python.js, the others methods there.
_OF_TEXTS: Final = """
    capitalize casefold format isascii isdecimal join partition removeprefix replace split startswith strip
"""
OF_TEXTS: Final = frozenset(_OF_TEXTS.split())
OF_LISTS: Final = frozenset(("append", "extend", "index", "insert"))
OF_OTHERS: Final = frozenset(("add", "clear", "get", "isdisjoint", "items", "keys", "update", "values"))
# Functions that consume a whole generator at once; a list serves them as well.
TAKES_ALL: Final = frozenset(["dict", "frozenset", "list", "max", "min", "set", "sorted", "sum", "tuple", "join"])
KEYWORDS: Final[Mapping[str, tuple[str, ...]]] = {"zip": ("strict",)}  # of others: none


@write_expression.register
def _(node: ast.Call, scope: Scope) -> str:
    meaning = scope.meaning_of(node.func)
    match meaning:
        case Definition():
            return _defined(node, meaning, scope)
        case Foreign(module, name) if (module, name) in STANDARD:
            return _standard(node, STANDARD[module, name], scope)
        case Foreign():
            return f"{write_meaning(node.func, scope)}({_only_positions(node, scope)})"
    match node.func:
        case ast.Name(id=name) if scope.is_builtin(name):
            return _builtin(node, name, scope)
        case ast.Attribute(value=ast.Name(id="dict"), attr="fromkeys") if scope.is_builtin("dict"):
            return f"py.fromkeys({_only_positions(node, scope)})"
        case ast.Attribute():
            return _method(node, node.func, scope)
    return f"{write_expression(node.func, scope)}({_only_positions(node, scope)})"


def _only_positions(node: ast.Call, scope: Scope) -> str:
    if node.keywords:
        raise scope.unknown(node, "keywords, and nobody knows what is called")
    return translate_all(node.args, scope)


def _defined(node: ast.Call, definition: Definition, scope: Scope) -> str:
    name, statement = scope.global_name(definition), scope.whole.modules.statement(definition)
    if isinstance(statement, ast.FunctionDef):
        return f"{name}({_placed(node, get_signature(statement, scope.module), scope)})"
    if not isinstance(statement, ast.ClassDef):
        return f"{name}({_only_positions(node, scope)})"
    if get_kind(statement, scope).is_enum:
        return f"py.member({name}, {_only_positions(node, scope)})"
    match node:
        case ast.Call(args=[], keywords=[ast.keyword(arg=None, value=values)]):
            return f"py.construct({name}, {write_expression(values, scope)})"
    return f"new {name}({_placed(node, class_signature(statement, scope), scope)})"


def _placed(node: ast.Call, signature: Signature, scope: Scope) -> str:
    """Return the arguments in the order of the parameters."""
    if not node.keywords:
        return translate_all(node.args, scope)
    if any(isinstance(argument, ast.Starred) for argument in node.args):
        raise scope.unknown(node, "keywords beside a *")
    places = [parameter.name for parameter in signature.parameters]
    given = dict(zip(places, (write_expression(argument, scope) for argument in node.args), strict=False))
    rest = []
    for keyword in node.keywords:
        value = write_expression(keyword.value, scope)
        if keyword.arg in places and keyword.arg not in given:
            given[keyword.arg] = value
        elif signature.rest:
            rest.append(f'["{keyword.arg}", {value}]' if keyword.arg else f"...py.pairs({value})")
        else:
            raise scope.unknown(node, f"no place for the keyword {keyword.arg or '**'}")
    if rest:
        given |= {signature.rest: f"py.dict([{', '.join(rest)}])"}
        places.append(signature.rest)
    last = max(places.index(name) for name in given)
    return ", ".join(given.get(name, "undefined") for name in places[: last + 1])


def _builtin(node: ast.Call, name: str, scope: Scope) -> str:
    if name in EXCEPTIONS:
        return f"new py.{name}({_only_positions(node, scope)})"
    if name not in BUILTINS:
        raise scope.unknown(node, f"{name} is not known")
    match name, node.args:
        case "tuple", [ast.GeneratorExp() as lazy]:
            return write_all(lazy.elt, lazy.generators, scope)
    return f"py.{name}({_of_python(node, name, scope)})"


def _of_python(node: ast.Call, name: str, scope: Scope) -> str:
    """Return the arguments of a function of python.js. `strict` of `zip` comes first."""
    known = KEYWORDS.get(name, ())
    for keyword in node.keywords:
        if keyword.arg not in known:
            raise scope.unknown(node, f"{name} has no keyword {keyword.arg or '**'}")
    said = [write_expression(keyword.value, scope) for keyword in node.keywords]
    if known and not said:
        raise scope.unknown(node, f"{name} must say {known[0]}")
    match node.args:
        case [ast.GeneratorExp() as lazy] if name in TAKES_ALL:
            return write_all(lazy.elt, lazy.generators, scope)
    return ", ".join([*said, *(write_expression(argument, scope) for argument in node.args)])


def _standard(node: ast.Call, name: str, scope: Scope) -> str:
    if name == "py.replace":
        return _replaced(node, node.args, scope)
    return f"{name}({_of_python(node, name, scope)})"


def _replaced(node: ast.Call, of: list[ast.expr], scope: Scope) -> str:
    """Write a frozen value with some fields replaced."""
    if len(of) != 1 or any(keyword.arg is None for keyword in node.keywords):
        raise scope.unknown(node, "replace takes one value, and fields by name")
    fields = ", ".join(f"{keyword.arg}: {write_expression(keyword.value, scope)}" for keyword in node.keywords)
    return f"py.replace({write_expression(of[0], scope)}, {{ {fields} }})"


def _method(node: ast.Call, called: ast.Attribute, scope: Scope) -> str:
    name = called.attr
    ours = scope.whole.methods.get(name)
    if ours and name in OF_TEXTS | OF_LISTS | OF_OTHERS:
        raise scope.unknown(node, f".{name}() could be Python's or ours")
    if name == "_replace":
        return _replaced(node, [called.value, *node.args], scope)
    value = write_expression(called.value, scope)
    if ours:
        return f"{value}.{name}({_placed(node, _one_signature(node, ours, scope), scope)})"
    if name == "format":
        return f"py.texts.format({value}, {_gaps(node, scope)})"
    arguments = _of_python(node, name, scope)
    if name in OF_OTHERS:
        return f"{value}.{name}({arguments})"
    if name in OF_TEXTS | OF_LISTS:
        return f"py.{'texts' if name in OF_TEXTS else 'lists'}.{name}({value}{', ' if arguments else ''}{arguments})"
    raise scope.unknown(node, f".{name}() is not known")


def _one_signature(node: ast.Call, signatures: frozenset[Signature], scope: Scope) -> Signature:
    """Return the signature of a method that several classes may have; with keywords, they must agree on it."""
    if node.keywords and len(signatures) > 1:
        raise scope.unknown(node, "several methods have that name, and not the same parameters")
    return next(iter(signatures))


def _gaps(node: ast.Call, scope: Scope) -> str:
    match node:
        case ast.Call(args=[], keywords=[ast.keyword(arg=None, value=values)]):
            return write_expression(values, scope)
    raise scope.unknown(node, "a text is filled by **")
