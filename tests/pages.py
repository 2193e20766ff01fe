"""Pages as their readers see them."""

from __future__ import annotations

import html
import re

from tests.accounts.people import Page


def seen(response: Page) -> str:
    """Return the text of the main part of a page, or of a fragment, in one line."""
    before, tag, after = response.content.decode().partition("<main")
    main = f"<main{after.partition('</main>')[0]}" if tag else before
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", main).replace("\u00ad", "")).split())


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
