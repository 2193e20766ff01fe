"""Everything can be read: the contrasts of WCAG 2.2 AA, in both themes, from the tokens themselves."""

import re
from pathlib import Path
from typing import Final

import pytest
from django.conf import settings

from dokoclub.look import themes

CSS: Final = (Path(settings.BASE_DIR) / "static" / "css" / "look.css").read_text(encoding="utf-8")
TOKEN: Final = re.compile(r"--([a-z]+): (#[0-9a-f]{3,6});")
TEXT: Final = 4.5
CONTROL: Final = 3.0


def block(selector: str) -> dict[str, str]:
    """The colours that a rule gives; the selector must stand once."""
    start = CSS.index(selector + " {")
    return dict(TOKEN.findall(CSS[start : CSS.index("}", start)]))


LIGHT: Final = block(":root")
DARK: Final = block(":root[data-theme=dark]")


def luminance(colour: str) -> float:
    """Relative luminance, WCAG 2.2."""
    digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    channels = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("ground", ["paper", "card", "wash", "blush"])
@pytest.mark.parametrize("text", ["ink", "soft", "accent", "plus", "minus"])
def test_text_can_be_read(theme: dict[str, str], ground: str, text: str) -> None:
    assert contrast(theme[text], theme[ground]) >= TEXT


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_text_on_a_pressed_button_can_be_read(theme: dict[str, str]) -> None:
    assert contrast(theme["on"], theme["accent"]) >= TEXT
    assert contrast(theme["paper"], theme["ink"]) >= TEXT  # Kontra, and the toast


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("ground", ["paper", "card"])
def test_the_edge_of_a_control_can_be_seen(theme: dict[str, str], ground: str) -> None:
    assert contrast(theme["edge"], theme[ground]) >= CONTROL


def test_chosen_dark_is_the_systems_dark() -> None:
    assert block(":root:not([data-theme=light])") == DARK


def test_the_bars_of_the_browser_have_the_colour_of_the_paper() -> None:
    assert {"light": LIGHT["paper"], "dark": DARK["paper"]} == themes.PAPER
