"""A page with modules only: the engine in Chromium, without a server."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page, Route

from dokoclub.core.static_files import strip_script
from scoring.contract import phone

SCRIPTS = Path(__file__).parents[2] / "static" / "js"
HERE = "http://localhost"
ASK = """async (text) => {
  const { module, questions } = JSON.parse(text);
  const asked = await import(module);
  const answer = ([name, ...values]) => {
    try {
      return { answer: asked[name](...values) };
    } catch (error) {
      return { thrown: `${error.stack}` };
    }
  };
  const written = (key, value) => (typeof value === "bigint" ? `${value}n` : value);
  return JSON.stringify(questions.map(answer), written);
}"""


@cache  # every page asks for them anew
def read_script(name: str) -> str:
    """Return a script of ours as phones get it."""
    return strip_script((SCRIPTS / name).read_text("utf-8"))


@contextmanager
def modules_page(browser: Browser, more: Mapping[str, str] | None = None) -> Iterator[Page]:
    """Return the page. `more` holds the sources of modules in addition to those of static/js."""
    context = browser.new_context()
    page = context.new_page()

    def serve(route: Route) -> None:
        name = route.request.url.removeprefix(f"{HERE}/").removeprefix("static/js/")
        if not name:
            route.fulfill(body="<!doctype html><title>Modules</title>", content_type="text/html")
        elif more and name in more:
            route.fulfill(body=more[name], content_type="text/javascript")
        else:
            route.fulfill(body=read_script(name), content_type="text/javascript")

    page.route(f"{HERE}/**", serve)
    page.goto(f"{HERE}/")
    yield page
    context.close()


def ask(page: Page, module: str, questions: list[list[Any]]) -> list[dict[str, Any]]:
    """Return the answers of a module's functions, each as {"answer"} or {"thrown"}. A question is a name and plain
    values.
    """
    text = json.dumps({"module": f"./{module}", "questions": questions})
    answers: list[dict[str, Any]] = json.loads(page.evaluate(ASK, text))  # as text: Playwright would wrap every number
    return answers


AT_ONCE: Final = 250  # questions, so that no answer takes long


def as_json(value: object) -> Any:
    return json.loads(json.dumps(value))


def played(sheet: Mapping[str, Any], games: Sequence[Any]) -> Any:
    """Write these games one by one, as on a phone; a refused one is left out. Return the problems and the sheet."""
    opened = phone.open_sheet(dict(sheet))
    assert isinstance(opened, phone.Opened)
    rows: list[dict[str, Any]] = []
    refused = []
    for facts in games:
        row = {"facts": facts, "attribution": {}, "note": ""}
        told = phone.change_row(opened, rows, {"at": len(rows), "is_new": True, "row": row})
        if "problems" in told:
            refused.append(told)
        else:
            rows = as_json(told["rows"])
    return as_json({"refused": refused, "sheet": phone.work_out(opened, rows)})


PLAYED: Final = """async (text) => {
  const engine = await import("./engine.js");
  const play = ([given, games]) => {
    const sheet = engine.openSheet(given);
    const refused = [];
    let rows = [];
    for (const facts of games) {
      const row = { facts, attribution: {}, note: "" };
      const told = engine.changeRow(sheet, rows, { at: rows.length, is_new: true, row });
      if ("problems" in told) refused.push(told);
      else rows = told.rows;
    }
    return { refused, sheet: engine.workOut(sheet, rows) };
  };
  return JSON.stringify(JSON.parse(text).map(play));
}"""


def played_by_phone(page: Page, lists: Sequence[tuple[Mapping[str, Any], Sequence[Any]]]) -> list[Any]:
    found: list[Any] = []
    for start in range(0, len(lists), AT_ONCE):
        found += json.loads(page.evaluate(PLAYED, json.dumps(lists[start : start + AT_ONCE])))
    return found
