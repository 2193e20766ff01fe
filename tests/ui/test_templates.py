"""Forbidden in templates: inline style or script, a missing file, a class in no style sheet, a long line.

A foreign host: tests/house/test_architecture.py.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.template.loader import get_template

ROOT: Final = Path(settings.BASE_DIR)
TEMPLATES: Final = sorted((ROOT / "templates").rglob("*.html"))
SOURCES: Final = {str(path.relative_to(ROOT / "templates")): path.read_text(encoding="utf-8") for path in TEMPLATES}
STYLES: Final = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "static").rglob("*.css"))
SCRIPTS: Final = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "static" / "js").rglob("*.js"))
LOGIC: Final = re.compile(r"{%.*?%}|{{.*?}}|{#.*?#}", re.DOTALL)
INLINE: Final = re.compile(
    r"""<script\b(?![^>]*(?:\ssrc=|application/(?:ld\+)?json))|<style\b|javascript:"""
    r"""|\s(?:style|on[a-z]+|(?:data-)?hx-on[\w:-]*)\s*=""",
    re.IGNORECASE,
)

LONGEST: Final = 120  # characters of a line
UNBROKEN: Final = re.compile(r" *({%[^%]*%}|{{[^}]*}})")  # one tag alone: Django reads it from a single line


def offenders(found: dict[str, list[Any]]) -> dict[str, list[Any]]:
    """Return the templates with findings."""
    return {name: wrong for name, wrong in found.items() if wrong}


def test_each_compiles() -> None:
    """An error raises TemplateSyntaxError with the name of the template and the line."""
    for name in SOURCES:
        get_template(name)


@pytest.mark.promise("typed-text")
def test_nothing_is_inline_because_the_browser_would_refuse_it() -> None:
    found = {name: INLINE.findall(LOGIC.sub("", text)) for name, text in SOURCES.items()}
    assert offenders(found) == {}


def test_every_file_that_is_loaded_is_there() -> None:
    found = {
        name: [file for file in re.findall(r"""{% static ["']([^"']+)["'] %}""", text) if finders.find(file) is None]
        for name, text in SOURCES.items()
    }
    assert offenders(found) == {}


def classes(text: str) -> Iterator[str]:
    """Return the words of literal class attributes (not those that a variable completes)."""
    plain = re.sub(r"{{.*?}}", "\0", re.sub(r"{%.*?%}|{#.*?#}", " ", text))
    for value in re.findall(r'class="([^"]*)"', plain):
        yield from (word for word in value.split() if "\0" not in word)


def test_every_class_means_something() -> None:
    """A class is in a style sheet or is used by a script."""
    known = set(re.findall(r"\.(-?[a-zA-Z][\w-]*)", STYLES + SCRIPTS))
    found = {name: sorted(set(classes(text)) - known) for name, text in SOURCES.items()}
    assert offenders(found) == {}


def test_a_partial_says_in_its_first_line_what_it_is() -> None:
    partials = {name: text for name, text in SOURCES.items() if name.startswith(("_", "ui/_"))}
    assert [name for name, text in partials.items() if not text.startswith("{# ")] == []


def test_a_comment_names_classes_that_exist() -> None:
    """Such as `feed` (presenters.Feed): a module of any app, and a class in it."""
    modules = {path.with_suffix("").as_posix().replace("/", "."): path for path in (ROOT / "dokoclub").rglob("*.py")}
    named = {
        (module.removesuffix("."), name)
        for text in SOURCES.values()
        for comment in re.findall(r"{#.*?#}", text)
        for module, name in re.findall(r"\b((?:[a-z_]+\.)+)([A-Z]\w+)", comment)
    }
    assert len(named) > 50

    def exists(module: str, name: str) -> bool:
        paths = [path for known, path in modules.items() if f".{known}".endswith(f".{module}")]
        return any(re.search(rf"^class {name}\b", path.read_text("utf-8"), re.M) for path in paths)

    assert [one for one in sorted(named) if not exists(*one)] == []


def long_lines(text: str) -> list[int]:
    """Return the numbers of long lines."""
    lines = enumerate(text.splitlines(), 1)
    return [number for number, line in lines if len(line) > LONGEST and not UNBROKEN.fullmatch(line)]


def test_no_line_is_too_long_to_be_read() -> None:
    assert offenders({name: long_lines(text) for name, text in SOURCES.items()}) == {}
