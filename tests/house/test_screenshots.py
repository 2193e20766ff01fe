"""The pictures of README and of the documents' front pages are there, small, and in the light as in the dark."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
SHOWING = [ROOT / "README.md", *sorted((ROOT / "docs" / "site").glob("*.md"))]


def shown_by(document: Path) -> list[str]:
    found = re.findall(r"(?:docs|\.\.)/screenshots/([a-z-]+\.png)", document.read_text(encoding="utf-8"))
    return [f"docs/screenshots/{name}" for name in found]


PICTURES = sorted({name for document in SHOWING for name in shown_by(document)})


def test_each_picture_is_shown_in_both_themes() -> None:
    taken = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs/screenshots").glob("*.png"))
    assert taken == PICTURES
    assert {name.removesuffix("-dark.png") for name in PICTURES if name.endswith("-dark.png")} == {
        name.removesuffix("-light.png") for name in PICTURES if name.endswith("-light.png")
    }


def test_they_are_pictures_that_load_quickly_in_a_pub() -> None:
    for name in PICTURES:
        png = (ROOT / name).read_bytes()
        assert png.startswith(b"\x89PNG")
        assert len(png) <= 150_000
