"""A link that is passed on: as text to send and as a QR code to hold out."""

from __future__ import annotations

from typing import NamedTuple

import segno
from django.conf import settings
from django.utils.safestring import SafeString


class Link(NamedTuple):
    address: str
    qr: SafeString  # an SVG, black on white whatever the theme: phones read it so


def handed_over(path: str) -> Link:
    """The address is PUBLIC_URL's, whichever its maker happens to use: others do not reach his `localhost`."""
    address = settings.PUBLIC_URL + path
    code = segno.make(address, error="m", micro=False)
    drawing = code.svg_inline(scale=5, dark="#000", light="#fff", border=3, omitsize=True, svgclass="", lineclass=None)
    return Link(address, SafeString(drawing))  # drawn by segno; the address is in it as squares only
