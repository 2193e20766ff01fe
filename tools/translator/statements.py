"""Statements and functions, as lines of JavaScript."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import singledispatch

from tools.translator.expressions import (
    EXCEPTIONS,
    OPERATORS,
    write_binary,
    write_condition,
    write_expression,
    write_target,
)
from tools.translator.modules import nodes_without_types
from tools.translator.scope import Scope, Signature, assigned_names, get_signature


def function_lines(node: ast.FunctionDef, head: str, scope: Scope, first: Iterable[str] = ()) -> Iterator[str]:
    """Yield the lines of a function. `head`: the text before the parameters."""
    signature = get_signature(node, scope.module)
    own = [name for name in dict.fromkeys(assigned_names(node.body)) if name not in signature.names]
    here = where_declared(node, own)
    inner = replace(scope.within([*signature.names, *own]), declared=here)
    first_of_all = [name for name in own if name not in {name for names in here.values() for name in names}]
    star = "*" if _yields(node) else ""
    if star and head.startswith("function "):
        head = f"function* {head.removeprefix('function ')}"
    elif star:
        head = f"*{head}"
    yield f"{head}({_parameters(signature, inner, scope)}) {{"
    yield from first
    if first_of_all:
        yield f"let {', '.join(inner.local_name(name) for name in first_of_all)};"
    yield from body_lines(node.body, inner)
    if not star and node.name != "__init__" and not isinstance(node.body[-1], (ast.Return, ast.Raise)):
        yield "return null;"
    yield "}"


def where_declared(function: ast.FunctionDef, own: Sequence[str]) -> dict[ast.stmt, tuple[str, ...]]:
    """Return by statement the names that it may declare because they are nowhere else before it."""
    found: dict[ast.stmt, tuple[str, ...]] = {}
    before: set[str] = set()
    for node in function.body:
        match node:
            case ast.Assign(targets=[target], value=value) | ast.AnnAssign(target=target, value=ast.expr() as value):
                names = tuple(_mentioned(target)) if isinstance(target, (ast.Name, ast.Tuple)) else ()
                if names and {*names} <= {*own} and before.isdisjoint(names) and {*_mentioned(value)}.isdisjoint(names):
                    found[node] = names
        before |= {*_mentioned(node)}
    often = Counter(_mentioned(function))
    return found | {
        loop: tuple(_mentioned(loop.target))
        for loop in ast.walk(function)
        if isinstance(loop, ast.For) and _keeps_to_itself(loop, often)
    }


def _keeps_to_itself(loop: ast.For, often: Mapping[str, int]) -> bool:
    """Return whether the loop's names are local to it.
    That means: they are nowhere else, set by nothing else, and used by nothing that could outlive a turn of the loop.
    """
    inside, set_by = Counter(_mentioned(loop)), Counter(assigned_names([loop]))
    lazy = {
        name for node in ast.walk(loop) if isinstance(node, (ast.Lambda, ast.GeneratorExp)) for name in _mentioned(node)
    }
    names = {*_mentioned(loop.target)}
    return lazy.isdisjoint(names) and all(inside[name] == often[name] and set_by[name] == 1 for name in names)


def _mentioned(node: ast.AST) -> Iterator[str]:
    for inner in nodes_without_types(node):
        match inner:
            case ast.Name(id=name) | ast.MatchAs(name=str(name)):
                yield name


def _yields(function: ast.FunctionDef) -> bool:
    return any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in ast.walk(function))


def _parameters(signature: Signature, inner: Scope, outer: Scope) -> str:
    told = []
    for parameter in signature.parameters:
        name = inner.local_name(parameter.name)
        if parameter.default is None:
            told.append(name)
        elif isinstance(parameter.default, (ast.Constant, ast.Name, ast.Attribute)) or _is_empty(parameter.default):
            told.append(f"{name} = {write_expression(parameter.default, outer)}")
        else:
            raise outer.unknown(parameter.default, "a default must be a constant")
    if signature.more:
        told.append(f"...{inner.local_name(signature.more)}")
    if signature.rest:
        told.append(f"{inner.local_name(signature.rest)} = py.dict([])")
    return ", ".join(told)


def _is_empty(node: ast.expr) -> bool:
    return isinstance(node, ast.Tuple) and not node.elts


def body_lines(body: Iterable[ast.stmt], scope: Scope) -> Iterator[str]:
    for node in body:
        yield from write_statement(node, scope)


@singledispatch
def write_statement(node: ast.AST, scope: Scope) -> Iterator[str]:
    raise scope.unknown(node, f"no translation for {type(node).__name__}")


@write_statement.register
def _(node: ast.Pass, scope: Scope) -> Iterator[str]:
    yield from ()


@write_statement.register
def _(node: ast.Expr, scope: Scope) -> Iterator[str]:
    match node.value:
        case ast.Constant():  # a docstring
            return
        case ast.Yield(value=value):
            yield f"yield {write_expression(value, scope) if value else 'null'};"
        case ast.YieldFrom(value=value):
            yield f"yield* {write_expression(value, scope)};"
        case _:
            yield f"{write_expression(node.value, scope)};"


@write_statement.register
def _(node: ast.Return, scope: Scope) -> Iterator[str]:
    yield f"return {write_expression(node.value, scope) if node.value else 'null'};"


@write_statement.register
def _(node: ast.Raise, scope: Scope) -> Iterator[str]:
    if node.exc is None or node.cause is not None:
        raise scope.unknown(node, "only a new exception is raised")
    yield f"throw {write_expression(node.exc, scope)};"


@write_statement.register
def _(node: ast.Continue, scope: Scope) -> Iterator[str]:
    yield "continue;"


@write_statement.register
def _(node: ast.Assign, scope: Scope) -> Iterator[str]:
    value = write_expression(node.value, scope)
    if len(node.targets) == 1:
        yield _declaring(node, scope) + _assigned(node.targets[0], value, scope)
        return
    yield "{"
    yield f"const value$ = {value};"
    yield from (_assigned(one, "value$", scope) for one in node.targets)
    yield "}"


@write_statement.register
def _(node: ast.AnnAssign, scope: Scope) -> Iterator[str]:
    if node.value is not None:
        yield _declaring(node, scope) + _assigned(node.target, write_expression(node.value, scope), scope)


def _declaring(node: ast.stmt, scope: Scope) -> str:
    return "let " if node in scope.declared else ""


@write_statement.register
def _(node: ast.AugAssign, scope: Scope) -> Iterator[str]:
    """Write an assignment in place; lists and dicts are changed in place, as in Python."""
    match node.target:
        case ast.Name() | ast.Subscript(value=ast.Name(), slice=ast.Name() | ast.Constant()):
            now = write_expression(ast.parse(ast.unparse(node.target), mode="eval").body, scope)
        case _:
            raise scope.unknown(node, "only a name, or an entry of one, is changed in place")
    value = write_expression(node.value, scope)
    if isinstance(node.op, (ast.Add, ast.BitOr)):
        yield _assigned(node.target, f"py.i{OPERATORS[type(node.op)]}({now}, {value})", scope)
    else:
        yield _assigned(node.target, write_binary(node.op, now, value, node, scope), scope)


def _assigned(node: ast.expr, value: str, scope: Scope) -> str:
    if not isinstance(node, ast.Subscript):
        return f"{write_target(node, scope)} = {value};"
    if isinstance(node.slice, ast.Slice):
        raise scope.unknown(node, "no translation for changing a slice")
    return f"py.put({write_expression(node.value, scope)}, {write_expression(node.slice, scope)}, {value});"


@write_statement.register
def _(node: ast.If, scope: Scope) -> Iterator[str]:
    yield f"if ({write_condition(node.test, scope)}) {{"
    yield from body_lines(node.body, scope)
    if node.orelse:
        yield "} else {"
        yield from body_lines(node.orelse, scope)
    yield "}"


@write_statement.register
def _(node: ast.For, scope: Scope) -> Iterator[str]:
    if node.orelse:
        raise scope.unknown(node, "no translation for the else of a loop")
    const = "const " if node in scope.declared else ""
    yield f"for ({const}{write_target(node.target, scope)} of {write_expression(node.iter, scope)}) {{"
    yield from body_lines(node.body, scope)
    yield "}"


@write_statement.register
def _(node: ast.Try, scope: Scope) -> Iterator[str]:
    match node:
        case ast.Try(handlers=[ast.ExceptHandler(type=ast.expr() as kinds, name=None)], orelse=[], finalbody=[]):
            names = kinds.elts if isinstance(kinds, ast.Tuple) else [kinds]
        case _:
            raise scope.unknown(node, "a try has one except, without a name, and nothing else")
    caught = []
    for name in names:
        if ast.unparse(name) not in EXCEPTIONS:
            raise scope.unknown(name, f"{ast.unparse(name)} is not caught")
        caught.append(f"error$ instanceof py.{ast.unparse(name)}")
    yield "try {"
    yield from body_lines(node.body, scope)
    yield "} catch (error$) {"
    yield f"if (!({' || '.join(caught)})) throw error$;"
    yield from body_lines(node.handlers[0].body, scope)
    yield "}"


@write_statement.register
def _(node: ast.Match, scope: Scope) -> Iterator[str]:
    yield "{"
    yield f"const subject$ = {write_expression(node.subject, scope)};"
    first = True
    for case in node.cases:
        if case.guard is not None:
            raise scope.unknown(case.guard, "no translation for the if of a case")
        yield f"{'' if first else '} else '}if ({_matches(case.pattern, scope)}) {{"
        if isinstance(case.pattern, ast.MatchAs) and case.pattern.name:
            yield f"{scope.local_name(case.pattern.name)} = subject$;"
        yield from body_lines(case.body, scope)
        first = False
    yield "}"
    yield "}"


def _matches(pattern: ast.pattern, scope: Scope) -> str:
    match pattern:
        case ast.MatchAs(pattern=None):
            return "true"
        case ast.MatchValue(value=value):
            return f"py.eq(subject$, {write_expression(value, scope)})"
        case ast.MatchOr(patterns=patterns):
            return " || ".join(_matches(one, scope) for one in patterns)
        case ast.MatchClass(cls=kind, patterns=[], kwd_patterns=[]):
            return f"py.isinstance(subject$, {write_expression(kind, scope)})"
    raise scope.unknown(pattern, f"no translation for {type(pattern).__name__}")
