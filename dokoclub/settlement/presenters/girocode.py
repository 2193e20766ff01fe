"""The QR code for banking apps: payee, amount and purpose. EPC069-12, euro only."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Final
from unicodedata import name

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from segno.helpers import make_epc_qr

from dokoclub.clubs.models import Player
from dokoclub.settlement.selectors.bank import Missing
from scoring.text import clean_line

# In bytes: with the longest IBAN and amount, and the rest, these give the maximum of 331.
ROOM_FOR_HOLDER: Final = 125
ROOM_FOR_PURPOSE: Final = 140


def draw_girocode(*, holder: str, iban: str, cents: int, purpose: str) -> SafeString:
    """Draw the code as an SVG, black on white in every theme, for phones. Its content is in it as squares only."""
    code = make_epc_qr(
        _cut(bank_text(holder) or holder, ROOM_FOR_HOLDER),
        iban,
        Decimal(cents) / 100,
        text=_cut(bank_text(purpose) or "dokoclub", ROOM_FOR_PURPOSE),
        encoding="utf-8",
    )
    drawing = code.svg_inline(scale=5, dark="#000", light="#fff", border=4, omitsize=True, svgclass="", lineclass=None)
    return SafeString(drawing)


# SEPA's signs, and others that German banks accept
_SIGNS: Final = " /-?:().,'+&*$%"
_INSTEAD: Final = {
    **dict.fromkeys("‐‑‒–—―−·•_", "-"),
    **dict.fromkeys("’‘‚‛`´ʼ\"„“”«»‹›", "'"),
    "€": "EUR", "…": "...", ";": ",", "!": ".", "[": "(", "]": ")", "@": "(at)",
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class NoCode:
    """The reason why the reader gets no code, and an alternative."""

    said: str
    instead: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Back:
    """A link back to the previous page."""

    url: str
    words: str


def back_to_evening(evening: int) -> Back:
    return Back(url=reverse("settlement:show_evening", args=[evening]), words=_("Settle up"))


def back_to_payments(club: int) -> Back:
    return Back(url=reverse("settlement:show_overview", args=[club]), words=_("Open payments"))


def format_missing(what: Missing, receiver: Player | None = None) -> NoCode:
    """Return the reason for a missing code. Without a receiver: for the kitty."""
    if what is Missing.EURO:
        return NoCode(said=_("Such a code pays euros only"), instead=_("Pay in cash."))
    if what is not Missing.IBAN:
        return NoCode(said=_("You have nothing to pay"), instead="")
    if receiver is None:
        return NoCode(said=_("The club has no IBAN yet"), instead=_("Pay in cash, or ask the treasurer to enter one."))
    called = {"name": receiver.name}
    return NoCode(
        said=_("%(name)s has not stored an IBAN") % called,
        instead=_("Pay in cash, or ask %(name)s to enter one.") % called,
    )


def bank_text(text: str) -> str:
    """Return a text that banks accept: Latin letters, digits and some signs; other signs as the nearest of these."""
    plain = "".join(_INSTEAD.get(sign, sign) for sign in text)
    return clean_line("".join(sign if _is_taken(sign) else " " for sign in plain))


def _is_taken(sign: str) -> bool:
    if sign.isascii():
        return sign.isalnum() or sign in _SIGNS
    return sign.isalpha() and "LATIN" in name(sign, "")


def _cut(text: str, room: int) -> str:
    """Return as much of `text` as fits into this many bytes, whole letters only."""
    return text.encode()[:room].decode(errors="ignore").rstrip()
