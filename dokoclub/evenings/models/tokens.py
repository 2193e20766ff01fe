"""Secret links: worked out from a row's id and a random number with the key of the server.

They can be shown again and again; a stolen database opens nothing.
"""

from __future__ import annotations

import base64
from typing import Final

from django.utils.crypto import constant_time_compare, salted_hmac

PEN: Final = "pen"


def make_token(kind: str, pk: int, random: str) -> str:
    """`17-…`: for an address, so made of letters, digits, `-` and `_`."""
    digest = salted_hmac(f"dokoclub.evenings.{kind}", f"{pk}:{random}", algorithm="sha256").digest()
    return f"{pk}-{base64.urlsafe_b64encode(digest).decode().rstrip('=')}"


def row_of(text: str) -> int | None:
    """Which row `text` claims to belong to; None where it is no token at all."""
    pk, dash, _ = text.partition("-")
    return int(pk) if dash and pk.isascii() and pk.isdecimal() and len(pk) < 19 else None


def fits_row(kind: str, pk: int, random: str, text: str) -> bool:
    """Is `text` the token of this row?"""
    return bool(random) and constant_time_compare(text, make_token(kind, pk, random))
