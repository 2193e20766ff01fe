"""Operators, methods and types of static/js/python.js mean the same as in Python: every line is evaluated in both."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.engine_page import ask, modules_page
from tests.browser.python_cases import DEFINITIONS, FAILING, LINES, STATEMENTS
from tools.translator.module import translate_module

HEAD = 'import * as exchange from "./exchange.js";\nimport * as py from "./python.js";'


def lines(block: str) -> list[str]:
    return [line.strip() for line in block.splitlines() if line.strip() and not line.strip().startswith("#")]


def functions() -> Iterator[str]:
    for kind, block in (("line", LINES), ("failing", FAILING)):
        for number, line in enumerate(lines(block)):
            yield f"def {kind}_{number}():\n    return {line}\n"
    for name, statements in STATEMENTS.items():
        yield f"def {name}():\n{textwrap.indent(textwrap.dedent(statements), '    ')}\n"


@pytest.fixture(scope="module")
def source() -> str:
    return DEFINITIONS + "\n".join(functions())


@pytest.fixture(scope="module")
def in_python(source: str) -> dict[str, Any]:
    known: dict[str, Any] = {"__name__": "cases"}
    exec(compile(source, "cases.py", "exec", dont_inherit=True), known)  # noqa: S102
    return known


@pytest.fixture(scope="module")
def page(browser: Browser, source: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    folder: Path = tmp_path_factory.mktemp("cases")
    (folder / "cases.py").write_text(source, encoding="utf-8")
    names = re.findall(r"^def (\w+)\(\):$", source, re.MULTILINE)
    with modules_page(browser, {"cases.js": translate_module(folder, "cases", names, head=HEAD).javascript}) as opened:
        yield opened


def as_json(value: Any) -> Any:
    return json.loads(json.dumps(value))


def camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(other.capitalize() for other in others)


def test_every_line_means_the_same(page: Page, in_python: dict[str, Any]) -> None:
    written = lines(LINES)
    found = ask(page, "cases.js", [[f"line{number}"] for number in range(len(written))])
    python = {line: {"answer": as_json(in_python[f"line_{number}"]())} for number, line in enumerate(written)}
    javascript = dict(zip(written, found, strict=True))
    assert {line: javascript[line] for line in written if javascript[line] != python[line]} == {}


def test_what_python_refuses_is_refused(page: Page, in_python: dict[str, Any]) -> None:
    written = lines(FAILING)
    for number in range(len(written)):
        with pytest.raises(Exception):  # noqa: B017, PT011  # whichever
            in_python[f"failing_{number}"]()
    found = ask(page, "cases.js", [[f"failing{number}"] for number in range(len(written))])
    assert {line: one for line, one in zip(written, found, strict=True) if "thrown" not in one} == {}


def test_statements_mean_the_same(page: Page, in_python: dict[str, Any]) -> None:
    found = ask(page, "cases.js", [[camel(name)] for name in STATEMENTS])
    python = {name: {"answer": as_json(in_python[name]())} for name in STATEMENTS}
    assert dict(zip(STATEMENTS, found, strict=True)) == python


def test_values_go_in_and_out(page: Page) -> None:
    """They are objects, arrays and missing values; numbers that are not whole in Python are no ints."""
    kinds = """export const kinds = offer((x) => Array.from(x, (one) =>
        [int, bool, str, list, dict].findIndex((kind) => type(one) === kind)));
      export const back = offer((x) => x);
      export const big = offer(() => back([2n ** 64n, undefined]));"""
    heads = 'import { offer } from "./exchange.js";\nimport { bool, dict, int, list, str, type } from "./python.js";\n'
    with modules_page(page.context.browser or pytest.fail("no browser"), {"kinds.js": heads + kinds}) as opened:
        values = [1, -5, True, "a", [], {}, None, 1.5, 2**53, {"12": [None]}]
        assert ask(opened, "kinds.js", [["kinds", values], ["back", values], ["big"]]) == [
            {"answer": [0, 0, 1, 2, 3, 4, -1, -1, -1, 4]},
            {"answer": values},
            {"answer": [f"{2**64}n", None]},
        ]
