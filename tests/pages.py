"""Pages as their readers see them."""

from __future__ import annotations

import html
import re

from tests.accounts.people import Page


def seen(response: Page) -> str:
    """The main part of a page as a reader sees it, in one line."""
    main = response.content.decode().partition("<main")[2].partition("</main>")[0]
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", f"<main{main}").replace("\u00ad", "")).split())


def pasted(code: str) -> list[str]:
    """The same code as it arrives from messages, other keyboards and other apps."""
    half = len(code) // 2
    between = "\u2212\u2010\u2013\u00b7/_.~\u30fc\u00a0\u3000\u00ad"
    wide = "".join(chr(ord(sign) + 0xFEE0) for sign in code)
    return [
        f"\ufeff{code}\u200b",
        f"\u200e\u2066{code}\u2069",
        "\u200b".join(code),
        *(f"{code[:half]}{sign}{code[half:]}" for sign in between),
        *(f"{first}{code}{last}" for first, last in ("„“", "»«", '""', "''", "()", "\u02bb\u02bc")),
        wide,
        wide.lower(),
    ]
