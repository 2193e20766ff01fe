"""The whole module: everything reachable from the wanted functions, and its exports."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from tools.translator import calls  # noqa: F401  # registers how calls are written
from tools.translator.classes import class_lines
from tools.translator.expressions import write_expression
from tools.translator.modules import Definition, Modules, nodes_without_types
from tools.translator.scope import Scope, Translated, look_into_classes, name_definitions
from tools.translator.statements import function_lines

MARKS: Final = frozenset(("say", "say_in"))  # functions that mark a text for translation into other languages


class Translation(NamedTuple):
    javascript: str
    texts: dict[str, list[str]]  # marked texts, as catalogs have them, by module


def translate_module(root: Path, module: str, names: Iterable[str], *, head: str) -> Translation:
    """Translate the functions `names` of a module below `root`, and all that they need. Raises Unknown."""
    modules = Modules(root)
    wanted = [Definition(module, name) for name in names]
    reached = modules.reached_from(wanted)
    whole = Translated(modules, name_definitions(reached), *look_into_classes(modules, reached))
    lines = [head]
    for at, definition in enumerate(reached):
        if at == 0 or definition.module != reached[at - 1].module:
            lines.append(f"\n// {definition.module.replace('.', '/')}.py\n")
        lines += _definition(definition, whole)
    lines.append("\n// What is offered: plain values in, plain values out.\n")
    lines += [f"const {whole.names[one]}$ = exchange.offer({whole.names[one]});" for one in wanted]
    lines.append(f"export {{ {', '.join(f'{whole.names[one]}$ as {offered_name(one.name)}' for one in wanted)} }};")
    return Translation("\n".join(lines) + "\n", _marked_texts(modules, reached))


def offered_name(name: str) -> str:
    """Return the JavaScript name: `work_out` is workOut."""
    return re.sub(r"_(\w)", lambda found: found[1].upper(), name)


def _definition(definition: Definition, whole: Translated) -> Iterator[str]:
    module = whole.modules[definition.module]
    scope, name, statement = Scope(whole, module), whole.names[definition], whole.modules.statement(definition)
    match statement:
        case ast.FunctionDef(decorator_list=[]):
            yield from function_lines(statement, f"function {name}", scope)
        case ast.ClassDef():
            yield from class_lines(statement, name, scope)
        case ast.Assign(value=ast.expr() as value) | ast.AnnAssign(value=ast.expr() as value):
            yield f"const {name} = {write_expression(value, scope)};"
        case _:
            raise module.unknown(statement, "no translation for such a definition")


def _marked_texts(modules: Modules, reached: list[Definition]) -> dict[str, list[str]]:
    found: dict[str, set[str]] = {}
    for definition in reached:
        for node in nodes_without_types(modules.statement(definition)):
            match node:
                case ast.Call(func=ast.Name(id=name), args=parts) if name in MARKS:
                    text = "\x04".join(str(part.value) for part in parts if isinstance(part, ast.Constant))
                    found.setdefault(definition.module, set()).add(text)
    return {module: sorted(texts) for module, texts in sorted(found.items())}
