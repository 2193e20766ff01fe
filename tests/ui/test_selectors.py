"""No style sheet reaches into an included template: structure is named by a class or as a child.

`.menu nav` also matches the `nav` of an imprint that is included in the menu; `.menu > nav` does not.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from django.conf import settings

SHEETS: Final = sorted((Path(settings.BASE_DIR) / "static" / "css").glob("*.css"))
STRUCTURE: Final = {"article", "aside", "details", "dialog", "fieldset", "footer", "form", "header"} | {
    *("legend", "main", "nav", "search", "section", "summary")
}
# The layout of the page itself, which applies to every part of it.
OF_THE_WHOLE_PAGE: Final = (".page section",)

COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
RULE: Final = re.compile(r"([^{};]+)\{")
CONDITION: Final = re.compile(r":(?:has|not)\((?:[^()]|\([^()]*\))*\)")  # a query, which selects nothing
DESCENDANT: Final = re.compile(r"(?<=[\w\])*]) +(?=[\w:*.#\[])(:is\((?:[^()]|\([^()]*\))*\)|[a-z]\w*)")
TAG: Final = re.compile(r"(?<![\w.#:\[=-])[a-z][a-z0-9]*")


def selectors(css: str) -> Iterator[str]:
    for match in RULE.finditer(COMMENT.sub("", css)):
        if not match[1].strip().startswith("@"):
            yield from (one.strip() for one in re.split(r",(?![^(]*\))", match[1]))


def reaches(selector: str) -> set[str]:
    """Return the structural elements that the selector looks for at any depth."""
    for allowed in OF_THE_WHOLE_PAGE:
        selector = selector.removeprefix(allowed)
    found = (match[1] for match in DESCENDANT.finditer(CONDITION.sub("", selector)))
    return {tag for one in found for tag in TAG.findall(one.removeprefix(":is"))} & STRUCTURE


def test_none_reaches_into_an_included_part() -> None:
    found = [
        f"{sheet.name}: {selector}"
        for sheet in SHEETS
        for selector in selectors(sheet.read_text(encoding="utf-8"))
        if reaches(selector)
    ]
    assert found == []


@pytest.mark.parametrize(
    "selector", [".menu nav", ".menu > div form > button", "#people form", "ul.rows :is(nav, p)", ".x:not(.y) legend"]
)
def test_it_is_found(selector: str) -> None:
    assert reaches(selector)


@pytest.mark.parametrize(
    "selector", [".menu > nav", ".menu .nav", ".x:has(> a form)", "section > .title", ".page section", ".x :is(a, b)"]
)
def test_it_is_let_pass(selector: str) -> None:
    assert not reaches(selector)
