"""Cached pages: parts of a single request are filled into placeholders, and a page the browser has is not sent
again.
"""

from __future__ import annotations

import re
from unittest.mock import patch

from dokoclub.core import cache
from tests.cast import Cast
from tests.evenings import papers
from tests.evenings.pages import phone

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


def test_each_form_gets_a_token_of_its_own(cast: Cast) -> None:
    """The page around it is the same: it was rendered once."""
    anna, url = phone(cast, "Anna"), f"/sheets/{papers.sheet(cast).pk}/"
    pages = [anna.get(url).content.decode() for _ in range(2)]
    tokens = [TOKEN.findall(page) for page in pages]
    assert tokens[0]
    assert not {*tokens[0]} & {*tokens[1]}
    assert TOKEN.sub("", pages[0]) == TOKEN.sub("", pages[1])


def test_who_has_the_page_gets_304_and_nothing_is_read_for_it(cast: Cast) -> None:
    anna, url = phone(cast, "Anna"), f"/clubs/{cast.club.pk}/table/all/"
    etag = anna.get(url).headers["ETag"]
    with patch.object(cache, "get_or_compute", side_effect=AssertionError("the page was filled")):
        answer = anna.get(url, headers={"If-None-Match": etag})
    assert (answer.status_code, answer.content) == (304, b"")
    assert answer.headers["Cache-Control"] == "private, no-cache"
