"""Expressions: `write_expression` returns a value, `write_condition` a condition of JavaScript."""

from __future__ import annotations

import ast
import json
import re
from functools import singledispatch
from typing import Final

from tools.translator.modules import Definition, Foreign
from tools.translator.scope import SELF, Scope, assigned_names, get_signature

OPERATORS: Final = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.FloorDiv: "floordiv",
    ast.Mod: "mod",
    ast.Pow: "pow",
    ast.LShift: "lshift",
    ast.BitOr: "or",
    ast.BitAnd: "and",
}
COMPARISONS: Final = {
    ast.Eq: "py.eq({}, {})",
    ast.NotEq: "!py.eq({}, {})",
    ast.Lt: "py.lt({}, {})",
    ast.LtE: "py.le({}, {})",
    ast.Gt: "py.lt({1}, {0})",
    ast.GtE: "py.le({1}, {0})",
    ast.In: "py.has({1}, {0})",
    ast.NotIn: "!py.has({1}, {0})",
    ast.Is: "{} === {}",
    ast.IsNot: "{} !== {}",
}
# Supported built-in functions of Python, and those that return true or false.
_BUILTINS: Final = """
    abs all any bool chr dict enumerate frozenset getattr int isinstance len list max min next ord range reversed set
    sorted str sum tuple type zip
"""
BUILTINS: Final = frozenset(_BUILTINS.split())
EXCEPTIONS: Final = frozenset(("RecursionError", "ValueError"))
CONDITIONS: Final = frozenset(("all", "any", "bool", "isinstance"))
STANDARD: Final = {
    ("collections.abc", "Mapping"): "py.Mapping",
    ("dataclasses", "fields"): "py.fields",
    ("dataclasses", "replace"): "py.replace",
    ("functools", "partial"): "py.partial",
    ("itertools", "chain"): "py.chain",
    ("json", "dumps"): "exchange.dumps",
    ("json", "loads"): "exchange.loads",
    ("types", "MappingProxyType"): "py.frozen",
    ("typing", "assert_never"): "py.assertNever",
    ("unicodedata", "category"): "py.category",
    ("unicodedata", "normalize"): "py.normalize",
}
# Keys that JavaScript leaves in their order, unlike numbers, and that have no special meaning there.
WORD: Final = re.compile(r"(?!__)[A-Za-z_]\w*", re.ASCII)
LARGEST: Final = 2**53 - 1  # that a number of JavaScript holds exactly


@singledispatch
def write_expression(node: ast.AST, scope: Scope) -> str:
    raise scope.unknown(node, f"no translation for {type(node).__name__}")


def write_condition(node: ast.expr, scope: Scope) -> str:
    """Write an expression at a place that only needs true or false."""
    if isinstance(node, ast.BoolOp):
        return f"({_sign(node).join(write_condition(value, scope) for value in node.values)})"
    return write_expression(node, scope) if is_condition(node, scope) else f"py.truth({write_expression(node, scope)})"


def is_condition(node: ast.expr, scope: Scope) -> bool:
    """Return whether the value is true or false anyway."""
    match node:
        case ast.UnaryOp(op=ast.Not()) | ast.Compare():
            return True
        case ast.BoolOp():
            return all(is_condition(value, scope) for value in node.values)
        case ast.Call(func=ast.Name(id=name)):
            return name in CONDITIONS and scope.is_builtin(name)
    return False


def _sign(node: ast.BoolOp) -> str:
    return " && " if isinstance(node.op, ast.And) else " || "


def translate_all(nodes: list[ast.expr], scope: Scope) -> str:
    return ", ".join(write_expression(node, scope) for node in nodes)


@write_expression.register
def _(node: ast.Constant, scope: Scope) -> str:
    match node.value:
        case None | bool() | str():
            return json.dumps(node.value, ensure_ascii=False)
        case int(number):
            return str(number) if abs(number) <= LARGEST else f"{number}n"
    raise scope.unknown(node, f"no translation for a value such as {node.value!r}")


@write_expression.register
def _(node: ast.Name, scope: Scope) -> str:
    if node.id in scope.locals:
        return "this" if node.id == SELF else scope.local_name(node.id)
    meaning = scope.meaning(node.id)
    if meaning is not None:
        return write_meaning(node, scope)
    if node.id in BUILTINS:
        return f"py.{node.id}"
    raise scope.unknown(node, f"{node.id} is not known")


def write_meaning(node: ast.expr, scope: Scope) -> str:
    """Write a name that is not local."""
    match scope.meaning_of(node):
        case Definition() as definition:
            return scope.global_name(definition)
        case Foreign(module, name) if (module, name) in STANDARD:
            return STANDARD[module, name]
        case Foreign(module, name) if name:
            raise scope.unknown(node, f"{module}.{name} is not known")
    raise scope.unknown(node, "a module is no value")


@write_expression.register
def _(node: ast.Attribute, scope: Scope) -> str:
    if scope.meaning_of(node) is not None:
        return write_meaning(node, scope)
    if node.attr.startswith("__"):
        raise scope.unknown(node, f"{node.attr} is not known")
    if node.attr not in scope.whole.attributes:
        raise scope.unknown(node, f"nothing has a value called {node.attr}: a method is only called")
    return f"{write_expression(node.value, scope)}.{node.attr}"


@write_expression.register
def _(node: ast.Starred, scope: Scope) -> str:
    return f"...{write_expression(node.value, scope)}"


@write_expression.register
def _(node: ast.Tuple, scope: Scope) -> str:
    return f"[{translate_all(node.elts, scope)}]"


@write_expression.register
def _(node: ast.List, scope: Scope) -> str:
    return f"py.list([{translate_all(node.elts, scope)}])"


@write_expression.register
def _(node: ast.Set, scope: Scope) -> str:
    return f"py.set([{translate_all(node.elts, scope)}])"


@write_expression.register
def _(node: ast.Dict, scope: Scope) -> str:
    words = [key.value for key in node.keys if isinstance(key, ast.Constant) and isinstance(key.value, str)]
    if len(words) == len(node.keys) and all(WORD.fullmatch(word) for word in words):
        entries = (f"{word}: {write_expression(value, scope)}" for word, value in zip(words, node.values, strict=True))
        return f"py.record({{ {', '.join(entries)} }})"
    pairs = []
    for key, value in zip(node.keys, node.values, strict=True):
        if key is None:
            pairs.append(f"...py.pairs({write_expression(value, scope)})")
        else:
            pairs.append(f"[{write_expression(key, scope)}, {write_expression(value, scope)}]")
    return f"py.dict([{', '.join(pairs)}])"


@write_expression.register
def _(node: ast.BinOp, scope: Scope) -> str:
    return write_binary(node.op, write_expression(node.left, scope), write_expression(node.right, scope), node, scope)


def write_binary(operator: ast.operator, left: str, right: str, node: ast.AST, scope: Scope) -> str:
    name = OPERATORS.get(type(operator))
    if name is None:
        raise scope.unknown(node, f"no translation for {type(operator).__name__}")
    return f"py.{name}({left}, {right})"


@write_expression.register
def _(node: ast.UnaryOp, scope: Scope) -> str:
    match node.op:
        case ast.Not():
            return f"!{write_condition(node.operand, scope)}"
        case ast.USub():
            return f"py.sub(0, {write_expression(node.operand, scope)})"
    raise scope.unknown(node, f"no translation for {type(node.op).__name__}")


@write_expression.register
def _(node: ast.BoolOp, scope: Scope) -> str:
    """Write the value that decides; later operands are not evaluated."""
    if all(is_condition(value, scope) for value in node.values[:-1]):
        return f"({_sign(node).join(write_expression(value, scope) for value in node.values)})"
    name = "both" if isinstance(node.op, ast.And) else "either"
    *first, last = (write_expression(value, scope) for value in node.values)
    for value in reversed(first):
        last = f"py.{name}({value}, () => {last})"
    return last


@write_expression.register
def _(node: ast.Compare, scope: Scope) -> str:
    left, found = node.left, []
    for operator, right in zip(node.ops, node.comparators, strict=True):
        found.append(COMPARISONS[type(operator)].format(write_expression(left, scope), write_expression(right, scope)))
        left = right
    if len(found) == 1 and not isinstance(node.ops[0], (ast.Is, ast.IsNot)):
        return found[0]
    if not all(_is_plain(between) for between in node.comparators[:-1]):
        raise scope.unknown(node, "what is compared twice must be a name, or the length of one")
    return f"({' && '.join(found)})"


def _is_plain(node: ast.expr) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="len"), args=[inner]):
            return _is_plain(inner)
    return isinstance(node, (ast.Name, ast.Attribute, ast.Constant))


@write_expression.register
def _(node: ast.IfExp, scope: Scope) -> str:
    body, other = write_expression(node.body, scope), write_expression(node.orelse, scope)
    return f"({write_condition(node.test, scope)} ? {body} : {other})"


@write_expression.register
def _(node: ast.NamedExpr, scope: Scope) -> str:
    return f"({scope.local_name(node.target.id)} = {write_expression(node.value, scope)})"


@write_expression.register
def _(node: ast.Subscript, scope: Scope) -> str:
    value = write_expression(node.value, scope)
    if not isinstance(node.slice, ast.Slice):
        return f"py.at({value}, {write_expression(node.slice, scope)})"
    if node.slice.step is not None:
        raise scope.unknown(node, "no translation for a step")
    low, high = (write_expression(end, scope) if end else "null" for end in (node.slice.lower, node.slice.upper))
    return f"py.slice({value}, {low}, {high})"


@write_expression.register
def _(node: ast.Lambda, scope: Scope) -> str:
    signature = get_signature(node, scope.module)
    if any(parameter.default for parameter in signature.parameters) or signature.more or signature.rest:
        raise scope.unknown(node, "a lambda has only plain parameters")
    inner = scope.within(signature.names)
    names = ", ".join(inner.local_name(name) for name in signature.names)
    return f"(({names}) => {write_expression(node.body, inner)})"


@write_expression.register
def _(node: ast.JoinedStr, scope: Scope) -> str:
    return f"py.text`{''.join(_piece(piece, scope) for piece in node.values)}`"


def _piece(piece: ast.expr, scope: Scope) -> str:
    match piece:
        case ast.Constant(value=str(text)):
            return re.sub(r"(`|\$\{)", r"\\\1", json.dumps(text, ensure_ascii=False)[1:-1].replace('\\"', '"'))
        case ast.FormattedValue(format_spec=None, conversion=-1):
            return f"${{{write_expression(piece.value, scope)}}}"
    raise scope.unknown(piece, "no translation for a format in a text")


# --- Comprehensions --------------------------------------------------------------------------------------------------


@write_expression.register
def _(node: ast.ListComp, scope: Scope) -> str:
    return f"py.list({write_all(node.elt, node.generators, scope)})"


@write_expression.register
def _(node: ast.SetComp, scope: Scope) -> str:
    return f"py.set({write_all(node.elt, node.generators, scope)})"


@write_expression.register
def _(node: ast.DictComp, scope: Scope) -> str:
    pair = ast.copy_location(ast.Tuple([node.key, node.value], ast.Load()), node)
    return f"py.dict({write_all(pair, node.generators, scope)})"


@write_expression.register
def _(node: ast.GeneratorExp, scope: Scope) -> str:
    """Write a generator: each element is computed only on demand."""
    _refuse_lambdas(node.elt, scope)
    inner = scope.within(assigned_names(one.target for one in node.generators))
    loops = f"yield {write_expression(node.elt, inner)};"
    for one in reversed(node.generators):
        if one.is_async:
            raise scope.unknown(node, "no translation for async")
        tests = "".join(f"if ({write_condition(test, inner)}) " for test in one.ifs)
        loops = (
            f"for (const {write_target(one.target, inner)} of {write_expression(one.iter, inner)}) {tests}{{ {loops} }}"
        )
    called = ".call(this)" if SELF in scope.locals else "()"
    return f"(function* () {{ {loops} }}){called}"


def write_all(element: ast.expr, generators: list[ast.comprehension], scope: Scope) -> str:
    """Write a tuple of all elements at once."""
    if len(generators) > 1 or generators[0].is_async:
        lazy = ast.copy_location(ast.GeneratorExp(element, generators), element)
        return f"[...{write_expression(lazy, scope)}]"
    (one,) = generators
    _refuse_lambdas(element, scope)
    inner = scope.within(assigned_names([one.target]))
    head = write_target(one.target, inner)
    made = [write_expression(one.iter, scope), f"({head}) => {write_expression(element, inner)}"]
    if one.ifs:
        made.append(f"({head}) => {' && '.join(write_condition(test, inner) for test in one.ifs)}")
    return f"py.each({', '.join(made)})"


def _refuse_lambdas(element: ast.expr, scope: Scope) -> None:
    """Refuse lambdas in a comprehension: in Python each of them would see the last element, here its own."""
    for node in ast.walk(element):
        if isinstance(node, ast.Lambda):
            raise scope.unknown(node, "no translation for a lambda in a comprehension")


def write_target(node: ast.expr, scope: Scope) -> str:
    """Write the target of an assignment: a name, or several that unpack a value."""
    match node:
        case ast.Name(id=name):
            return scope.local_name(name)
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            if any(isinstance(part, ast.Starred) for part in parts[:-1]):
                raise scope.unknown(node, "a * may only stand last")
            return f"[{', '.join(write_target(part, scope) for part in parts)}]"
        case ast.Starred():
            return f"...{write_target(node.value, scope)}"
        case ast.Attribute():
            return write_expression(node, scope)
    raise scope.unknown(node, f"nothing can be assigned to {type(node).__name__}")
