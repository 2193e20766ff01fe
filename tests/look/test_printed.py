"""Pages printed once: what is of one reader alone is filled into gaps, and what goes out is one proper page."""

from __future__ import annotations

import gzip
import random

import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from dokoclub.look.printed import Piece, Printed, fill_page, print_piece

TEXTS = ["", "Anna & Ben", "ä" * 300, "<p>" * 5000, "".join(random.Random(3).choices("abc<>&ü\n", k=20_000))]


def filled(parts: list[Piece | str], values: dict[str, str], accept: str) -> HttpResponse:
    response = HttpResponse()
    fill_page(RequestFactory().get("/", headers={"Accept-Encoding": accept}), response, Printed(tuple(parts)), values)
    return response


@pytest.mark.parametrize("seed", range(20))
def test_pieces_in_any_order_are_one_compressed_page(seed: int) -> None:
    chosen = random.Random(seed).choices(TEXTS, k=9)
    parts: list[Piece | str] = [print_piece(text) for text in chosen]
    parts[seed % 9] = "name"
    values = {"name": 'Zwei "Damen" & <b>'}
    plain, packed = (filled(parts, values, accept) for accept in ("", "gzip, br"))

    escaped = "Zwei &quot;Damen&quot; &amp; &lt;b&gt;"
    texts = [*chosen[: seed % 9], escaped, *chosen[seed % 9 + 1 :]]
    assert plain.content.decode() == "".join(texts)
    assert gzip.decompress(packed.content) == plain.content
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in plain.headers


def test_its_length_tells_nothing() -> None:
    """Whoever can make somebody ask again and again, and see how long the answers are, learns no token from it."""
    parts: list[Piece | str] = [print_piece("x" * 1000)]
    assert len({len(filled(parts, {}, "gzip").content) for _ in range(60)}) > 10
