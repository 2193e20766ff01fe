"""The fonts that Chromium sees: a wide family or a narrow one of tests/browser/fonts, on any machine."""

from pathlib import Path
from typing import Final, Literal

Family = Literal["wide", "narrow"]

FONTS: Final = Path(__file__).parent / "fonts"
NAMES: Final[dict[Family, tuple[str, str]]] = {
    "wide": ("DejaVu Sans", "DejaVu Serif"),
    "narrow": ("Roboto Condensed", "Tinos"),
}
# The generic families at the end of the style sheets, and Chromium's fonts for them; named families do not exist.
SANS: Final = ("sans-serif", "system-ui", "Arial", "sans", "monospace", "Monospace")
SERIF: Final = ("serif", "Times New Roman")

CONFIGURATION: Final = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
<dir>{fonts}</dir>
<cachedir>{cache}</cachedir>
{aliases}
</fontconfig>
"""
ALIAS: Final = """<match target="pattern">
<test name="family"><string>{asked}</string></test>
<edit name="family" mode="assign" binding="same"><string>{given}</string></edit>
</match>"""


def write_fontconfig(family: Family, folder: Path) -> Path:
    """Write a file for FONTCONFIG_FILE that knows this family only."""
    sans, serif = NAMES[family]
    given = dict.fromkeys(SANS, sans) | dict.fromkeys(SERIF, serif)
    aliases = "\n".join(ALIAS.format(asked=name, given=one) for name, one in given.items())
    path = folder / f"{family}.conf"
    text = CONFIGURATION.format(fonts=FONTS / family, cache=folder / f"{family}.cache", aliases=aliases)
    path.write_text(text, encoding="utf-8")
    return path
