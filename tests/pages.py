"""Pages as their readers see them."""

from __future__ import annotations

import html
import re

from tests.accounts.people import Page


def seen(response: Page) -> str:
    """The main part of a page as a reader sees it, in one line."""
    main = response.content.decode().partition("<main")[2].partition("</main>")[0]
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", f"<main{main}").replace("\u00ad", "")).split())
