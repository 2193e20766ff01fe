"""What a picture that is loaded by itself has to carry along: it knows no style sheet, no theme and no typeface."""

from __future__ import annotations

import base64
import re
from functools import cache
from pathlib import Path
from typing import Final

from django.contrib.staticfiles import finders

TINT: Final = re.compile(r"--t(\d+): (#[0-9a-f]{6})")


@cache
def tints_on_paper() -> dict[int, str]:
    """The colour of each tint in the light, as the style sheet has it: `{1: "#2a268b", …}`."""
    light = _static("css/look.css").read_text(encoding="utf-8").partition("prefers-color-scheme: dark")[0]
    return {int(number): colour for number, colour in TINT.findall(light)}


@cache
def font_in_place(name: str) -> str:
    """The data of `static/fonts/NAME.woff2` as an address."""
    data = base64.b64encode(_static(f"fonts/{name}.woff2").read_bytes()).decode()
    return f"data:font/woff2;base64,{data}"


def _static(name: str) -> Path:
    path = finders.find(name)
    if path is None:
        raise FileNotFoundError(name)
    return Path(path)
