"""Readable colours: the contrasts of WCAG 2.2 AA, in both themes, from the tokens themselves."""

import re
from collections.abc import Sequence
from math import dist
from pathlib import Path
from typing import Final

import pytest
from django.conf import settings

from dokoclub.core import cookies
from dokoclub.ui.cards import TINTS, Card

CSS: Final = (Path(settings.BASE_DIR) / "static" / "css" / "look.css").read_text(encoding="utf-8")
TOKEN: Final = re.compile(r"--([a-z]+[0-9]*): var\(--light, (#[0-9a-f]{3,6})\) var\(--dark, (#[0-9a-f]{3,6})\);")
TEXT: Final = 4.5
CONTROL: Final = 3.0
Matrix = tuple[tuple[float, float, float], ...]


LIGHT: Final = {name: light for name, light, _dark in TOKEN.findall(CSS)}
DARK: Final = {name: dark for name, _light, dark in TOKEN.findall(CSS)}


def luminance(colour: str) -> float:
    """Return the relative luminance, WCAG 2.2."""
    digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    channels = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("ground", ["paper", "card", "wash", "blush"])
@pytest.mark.parametrize("text", ["ink", "soft", "accent", "minus"])
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


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("ground", ["paper", "card"])
def test_gold_can_be_read(theme: dict[str, str], ground: str) -> None:
    assert contrast(theme["gold"], theme[ground]) >= TEXT


def test_the_bars_of_the_browser_have_the_colour_of_the_paper() -> None:
    assert {"light": LIGHT["paper"], "dark": DARK["paper"]} == cookies.PAPER


# --- People ----------------------------------------------------------------------------------------------------------

# That eye's linear red, green and blue: Machado, Oliveira, Fernandes 2009, severity 1
SIGHTS: Final = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
}
TO_CONES: Final = ((0.41222, 0.53633, 0.05145), (0.21190, 0.68070, 0.10740), (0.08830, 0.28172, 0.62998))
TO_LAB: Final = ((0.21045, 0.79362, -0.00407), (1.97800, -2.42859, 0.45059), (0.02590, 0.78277, -0.80868))
APART: Final = 0.06  # OKLab


def times(matrix: Matrix, vector: Sequence[float]) -> list[float]:
    return [sum(one * other for one, other in zip(line, vector, strict=True)) for line in matrix]


def seen_as(colour: str, sight: str) -> list[float]:
    """Return the OKLab of the colour as that eye sees it."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    seen = [max(0, min(1, channel)) for channel in times(SIGHTS[sight], linear)]
    return times(TO_LAB, [max(0, cone) ** (1 / 3) for cone in times(TO_CONES, seen)])


def tints_of(theme: dict[str, str]) -> list[str]:
    return [theme[f"t{number}"] for number in range(1, TINTS + 1)]


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("ground", ["paper", "card"])
def test_the_letters_of_a_card_can_be_read(theme: dict[str, str], ground: str) -> None:
    assert min(contrast(tint, theme[ground]) for tint in tints_of(theme)) >= TEXT


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("sight", SIGHTS)
def test_no_two_people_of_one_suit_look_alike(theme: dict[str, str], sight: str) -> None:
    seen = [seen_as(tint, sight) for tint in tints_of(theme)]
    near = [
        dist(seen[one], seen[other])
        for one in range(TINTS)
        for other in range(one)
        if Card(one + 1, "").suit == Card(other + 1, "").suit
    ]
    assert min(near) >= APART
