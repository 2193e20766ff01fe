"""The site of the documents: which pages it shows, and what its check of links finds. Sphinx runs in `make docs`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.utils import translation

from dokoclub.handbook.texts import CHAPTERS, PAGES
from tests.house.arrows import ROOT
from tools.site import LANGUAGES, check_site, lay_out, list_documents


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_page_is_in_the_contents_once(tmp_path: Path, language: str) -> None:
    lay_out(tmp_path, language)

    front = (tmp_path / "index.md").read_text(encoding="utf-8")
    listed = [
        f"{name}.md"
        for block in re.findall(r"```\{toctree\}\n(.+?)```", front, re.DOTALL)
        for name in block.split("\n\n")[1].split()
    ]
    shown = [path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.md") if path.name != "index.md"]
    assert sorted(listed) == sorted(shown)
    assert {f"docs/handbook/{language}/{page}.md" for page in PAGES} < set(listed)
    assert (set(list_documents()) <= set(listed)) is (language == "en")


@pytest.mark.parametrize(("language", "last"), [("de", "Inhaber"), ("en", "owners")])
def test_chapters_are_named_in_the_language_of_the_site(tmp_path: Path, language: str, last: str) -> None:
    with translation.override(language):
        titles = [str(chapter.title) for chapter in CHAPTERS]
    lay_out(tmp_path, language)
    assert all(f":caption: {title}\n" in (tmp_path / "index.md").read_text(encoding="utf-8") for title in titles)
    assert last.lower() in titles[-1].lower()


def test_the_pictures_of_the_front_page_come_along(tmp_path: Path) -> None:
    lay_out(tmp_path, "de")
    named = re.findall(r"\]\(([^)]+\.png)\)", (tmp_path / "index.md").read_text(encoding="utf-8"))
    assert named
    assert all((tmp_path / name).is_file() for name in named)


def test_a_sound_site_has_no_problems(tmp_path: Path) -> None:
    (tmp_path / "style.css").write_text("a { background: url(data:image/png;base64,AA) }")
    (tmp_path / "other page.html").write_text('<p id="here">')
    (tmp_path / "index.html").write_text(
        '<link rel="stylesheet" href="style.css?v=1"><p id="top-part"><a href="#top-part"></a>'
        '<a href="other%20page.html#here"></a><a href="https://example.org/far"></a>'
    )

    assert check_site(tmp_path) == ([], {"https://example.org/far"})


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("a.html", '<a href="gone.html">', "leads nowhere: gone.html"),
        ("a.html", '<a href="#gone">', "leads to no such part: #gone"),
        ("a.html", '<img src="gone.png">', "leads nowhere: gone.png"),
        (
            "a.html",
            '<script src="https://cdn.example.org/x.js">',
            "loads from another host: https://cdn.example.org/x.js",
        ),
        ("a.html", '<link href="//fonts.example.org/x.css">', "loads from another host: //fonts.example.org/x.css"),
        (
            "a.html",
            '<img srcset="https://b.example.org/x.png 2x">',
            "loads from another host: https://b.example.org/x.png",
        ),
        ("a.html", '<p style="background: url(gone.png)">', "leads nowhere: gone.png"),
        ("a.css", "@import 'https://c.example.org/x.css'", "loads from another host: https://c.example.org/x.css"),
        (
            "a.css",
            "a { src: url('https://d.example.org/x.woff2') }",
            "loads from another host: https://d.example.org/x.woff2",
        ),
        ("a.js", 'fetch("https://e.example.org/x")', "loads from another host: https://e.example.org/x"),
    ],
)
def test_each_fault_is_found(tmp_path: Path, name: str, text: str, problem: str) -> None:
    (tmp_path / name).write_text(text)
    assert check_site(tmp_path) == ([f"{name} {problem}"], set())


def test_the_site_is_built_from_what_is_pinned() -> None:
    wanted = (ROOT / "requirements" / "docs.in").read_text(encoding="utf-8").lower()
    pinned = (ROOT / "requirements" / "docs.txt").read_text(encoding="utf-8")
    names = [line for line in wanted.splitlines() if not line.startswith("#")]
    assert names
    assert all(re.search(rf"^{name}==", pinned, re.MULTILINE) for name in names)
