"""Our own typeface: light enough for a pub's network, with its licence, and never from a foreign server."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

STATIC = Path(settings.BASE_DIR) / "static"
STYLES = "".join(path.read_text("utf-8") for path in (STATIC / "css").glob("*.css"))


@pytest.mark.parametrize(("name", "most"), [("doko-figures", 2_000), ("doko-serif", 10_000), ("doko-display", 10_000)])
def test_each_cut_is_light(name: str, most: int) -> None:
    assert (STATIC / "fonts" / f"{name}.woff2").stat().st_size <= most


def test_every_typeface_lies_here_with_its_licence() -> None:
    named = re.findall(r"@font-face \{[^}]*url\(\.\./(fonts/[\w-]+\.woff2)\)[^}]*font-display: swap", STYLES)
    assert len(named) == STYLES.count("@font-face") == 3
    assert all((STATIC / name).is_file() for name in named)
    licence = (STATIC / "fonts" / "doko.LICENSE").read_text("utf-8")
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
    assert "Adobe" in licence


@pytest.mark.django_db
def test_a_page_asks_for_its_letters_at_once(client: Client) -> None:
    page = client.get("/").content.decode()
    assert re.search(
        r'<link rel="preload" href="[^"]*fonts/doko-serif[^"]*" as="font" type="font/woff2" crossorigin>', page
    )
