"""What no template may do: inline style or script, a foreign host, a class that no style sheet knows, a long line."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.template.loader import get_template

ROOT: Final = Path(settings.BASE_DIR)
TEMPLATES: Final = sorted((ROOT / "templates").rglob("*.html"))
NAMES: Final = [str(path.relative_to(ROOT / "templates")) for path in TEMPLATES]
STYLES: Final = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "static" / "css").glob("*.css"))
SCRIPTS: Final = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "static" / "js").glob("*.js"))
LOGIC: Final = re.compile(r"{%.*?%}|{{.*?}}|{#.*?#}", re.DOTALL)
INLINE: Final = re.compile(
    r"""\sstyle=|<style|<script(?![^>]*(\ssrc=|application/json))|\son[a-z]+=|hx-on|javascript:"""
)

LONGEST: Final = 120  # characters of a line
UNBROKEN: Final = re.compile(r" *({%[^%]*%}|{{[^}]*}})")  # one tag alone: Django reads it from a single line
REWRITTEN_ELSEWHERE: Final = {
    "look/_bar.html",
    "look/_bars.html",
    "look/_entry.html",
    "look/_matrix.html",
    "look/_move.html",
    "look/_sample_chart.html",
    "look/_status.html",
    "look/_toast.html",
    "look/evening.html",
    "look/style.html",
}


def source(name: str) -> str:
    return (ROOT / "templates" / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_it_compiles(name: str) -> None:
    get_template(name)


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_inline(name: str) -> None:
    assert INLINE.findall(LOGIC.sub("", source(name))) == []


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_loaded_from_another_host(name: str) -> None:
    assert re.findall(r"""(?:src|href|action)=["'](?:https?:)?//[^"']*""", source(name)) == []


@pytest.mark.parametrize("name", NAMES)
def test_every_file_that_it_loads_is_there(name: str) -> None:
    files = re.findall(r"""{% static ["']([^"']+)["'] %}""", source(name))
    assert [file for file in files if finders.find(file) is None] == []


def classes(text: str) -> Iterator[str]:
    """The words of class attributes that are written out (not those a variable completes)."""
    plain = re.sub(r"{{.*?}}", "\0", re.sub(r"{%.*?%}|{#.*?#}", " ", text))
    for value in re.findall(r'class="([^"]*)"', plain):
        yield from (word for word in value.split() if "\0" not in word)


@pytest.mark.parametrize("name", NAMES)
def test_every_class_means_something(name: str) -> None:
    """A class stands in a style sheet or is what a script looks for."""
    known = set(re.findall(r"\.(-?[a-zA-Z][\w-]*)", STYLES + SCRIPTS))
    assert sorted(set(classes(source(name))) - known) == []


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith(("_", "look/_"))])
def test_a_partial_says_in_its_first_line_what_it_is(name: str) -> None:
    assert source(name).startswith("{# ")


def long_lines(name: str) -> Iterator[str]:
    for number, line in enumerate(source(name).splitlines(), 1):
        if len(line) > LONGEST and not UNBROKEN.fullmatch(line):
            yield f"{name}:{number}: {len(line)} characters"


def test_no_line_is_too_long_to_be_read() -> None:
    assert [found for name in NAMES if name not in REWRITTEN_ELSEWHERE for found in long_lines(name)] == []
