"""A script that recreates the fonts of the browser tests; README.md in this folder lists them with the reasons.

apt-get install fonts-dejavu-core fonts-roboto-unhinted fonts-croscore
pip install fonttools
python -m tests.browser.fonts.make [/folder/of/the/sources]
"""

import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.processes import PATIENCE

HERE: Final = Path(__file__).parent
INSTALLED: Final = "/usr/share/fonts/truetype"

LETTERS: Final = "U+0020-007E,U+00A0-00FF,U+03A3,U+03C3,U+2010-2014,U+2018-201E,U+2026,U+2030,U+2039,U+203A,U+20AC"
SIGNS: Final = "U+2190-2193,U+2212,U+2264,U+2265,U+25B2,U+25BC,U+2605,U+2660-2667,U+26A0,U+2713"
FEATURES: Final = "kern,tnum,lnum"  # those that our style sheets request, and the one that is always on

CUTS: Final = {
    "wide/sans.ttf": "dejavu/DejaVuSans.ttf",
    "wide/sans-bold.ttf": "dejavu/DejaVuSans-Bold.ttf",
    "wide/serif.ttf": "dejavu/DejaVuSerif.ttf",
    "wide/serif-bold.ttf": "dejavu/DejaVuSerif-Bold.ttf",
    "narrow/sans.ttf": "roboto/unhinted/RobotoCondensed-Regular.ttf",
    "narrow/sans-bold.ttf": "roboto/unhinted/RobotoCondensed-Bold.ttf",
    "narrow/serif.ttf": "croscore/Tinos-Regular.ttf",
    "narrow/serif-bold.ttf": "croscore/Tinos-Bold.ttf",
}
SIGNS_ALONE: Final = {"narrow/signs.ttf": "dejavu/DejaVuSans.ttf"}  # Roboto Condensed and Tinos have few


def characters(ranges: str) -> set[str]:
    """Return the characters that "U+0041-0043,U+00E4" denotes."""
    found: set[str] = set()
    for part in ranges.replace("U+", "").split(","):
        first, _, last = part.partition("-")
        found |= {chr(code) for code in range(int(first, 16), int(last or first, 16) + 1)}
    return found


def cut(source: Path, target: Path, ranges: str) -> None:
    """Cut a font without hints: the positions of glyphs are then the same on every machine."""
    options = (f"--unicodes={ranges}", f"--layout-features={FEATURES}", "--no-hinting", f"--output-file={target}")
    subprocess.run(["pyftsubset", str(source), *options], check=True, timeout=PATIENCE)


if __name__ == "__main__":
    fonts = Path([*sys.argv, INSTALLED][1])
    for cuts, ranges in ((CUTS, f"{LETTERS},{SIGNS}"), (SIGNS_ALONE, SIGNS)):
        for target, source in cuts.items():
            cut(fonts / source, HERE / target, ranges)
