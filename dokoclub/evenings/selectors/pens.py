"""Which pen writes on a sheet without an account?"""

from __future__ import annotations

from dokoclub.evenings.models import Sheet, tokens


def pen_of(sheet: Sheet) -> str:
    """The token of the pen that was handed out; empty where there is none. No query."""
    return tokens.make_token(tokens.PEN, sheet.pk, sheet.pen) if sheet.pen and sheet.is_open else ""
