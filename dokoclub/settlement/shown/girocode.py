"""The QR code that a banking app reads: whom to pay, how much, and what for. EPC069-12, euro only."""

from __future__ import annotations

from decimal import Decimal
from typing import Final

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from segno.helpers import make_epc_qr

from dokoclub.clubs.models import Player
from dokoclub.settlement.selectors.girocode import Missing

# Bytes: with the rest, and an IBAN and an amount at their longest, 331 in all, which no code may exceed.
ROOM_FOR_HOLDER: Final = 125
ROOM_FOR_PURPOSE: Final = 140


def draw_girocode(*, holder: str, iban: str, cents: int, purpose: str) -> SafeString:
    """An SVG, black on white whatever the theme: phones read it so. What is in it is in it as squares only."""
    code = make_epc_qr(
        _cut(holder, ROOM_FOR_HOLDER),
        iban,
        Decimal(cents) / 100,
        text=_cut(purpose, ROOM_FOR_PURPOSE),
        encoding="utf-8",
    )
    drawing = code.svg_inline(scale=5, dark="#000", light="#fff", border=4, omitsize=True, svgclass="", lineclass=None)
    return SafeString(drawing)


def tell_missing(what: Missing, receiver: Player | None = None) -> str:
    """Why there is no code for the reader, in a sentence. Without a receiver: to the cash box."""
    if what is Missing.IBAN:
        name = receiver.name if receiver else ""
        return _("%(name)s has not stored an IBAN.") % {"name": name} if name else _("The club has stored no IBAN.")
    if what is Missing.EURO:
        return _("Such a code pays euros only.")
    return _("Nothing is open here that you would have to pay.")


def _cut(text: str, room: int) -> str:
    """As much of `text` as fits into so many bytes, whole letters only."""
    return text.encode()[:room].decode(errors="ignore").rstrip()
