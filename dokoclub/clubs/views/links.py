"""A link that is passed on: as text to send and as a QR code to hold out."""

from __future__ import annotations

from typing import NamedTuple

import segno
from django.conf import settings
from django.utils.safestring import SafeString

from dokoclub.environment import is_only_here


class Link(NamedTuple):
    address: str
    qr: SafeString  # an SVG, black on white whatever the theme: phones read it so
    only_here: bool  # no phone reaches that address
    listens: bool  # the server hears others, were the address right


def handed_over(path: str) -> Link:
    """The address is PUBLIC_URL's, whichever its maker happens to use: others do not reach his `localhost`."""
    address = settings.PUBLIC_URL + path
    code = segno.make(address, error="m", micro=False)
    drawing = code.svg_inline(scale=5, dark="#000", light="#fff", border=3, omitsize=True, svgclass="", lineclass=None)
    only_here = is_only_here(str(settings.PUBLIC_ADDRESS.hostname))
    svg = SafeString(drawing)  # drawn by segno; the address is in it as squares only
    return Link(address, svg, only_here, listens=not is_only_here(settings.HOST))
