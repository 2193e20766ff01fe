"""Score sheets of every layout, read by the general importer: `python -m bench.layouts [NUMBER] [SEED …]`.
Each file is read right, asked about, or wrong without a word. The last must not happen: the command then fails and
writes the first such files. The content of each file is known, since a seed makes it.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from bench.made_layouts import Layout, make_layout
from dokoclub.exports.importers.unpacking import Budget
from scoring.tables.reading import Options
from scoring.tables.sheet import OldSheet
from tests.exports.old_sheets import read_old_sheets

RIGHT: Final = "right"
ASKED: Final = "asked"
WRONG: Final = "wrong"
NUMBER: Final = 2000
SHOWN: Final = 3  # wrong files written out


def judge_layout(layout: Layout) -> str:
    """Read a file: RIGHT, ASKED if the import is blocked, else WRONG."""
    sheets = read_old_sheets("Liste.csv", layout.text.encode(), Options(notation=layout.notation), Budget())
    if any(sheet.problems for sheet in sheets):
        return ASKED
    return RIGHT if _is_right(layout, sheets) else WRONG


def _is_right(layout: Layout, sheets: Sequence[OldSheet]) -> bool:
    """Compare the days, and the totals of each; a list without days is one evening.

    An evening without any points may be missing: a day without entries may be one to come.
    """
    if layout.days is not None:
        read_days = list(dict.fromkeys(sheet.day for sheet in sheets if any(sheet.totals)))
        meant_days = [day for day, told in zip(layout.days, layout.evenings, strict=True) if any(told.values())]
        if read_days != meant_days and list(dict.fromkeys(sheet.day for sheet in sheets)) != layout.days:
            return False
    read = [_sum_up(some) for _, some in groupby(sheets, key=lambda sheet: sheet.day)]
    if len(layout.evenings) == len(sheets):
        read = [_sum_up([sheet]) for sheet in sheets]
    meant = [{name: total for name, total in evening.items() if total} for evening in layout.evenings]
    return [one for one in read if one] == [one for one in meant if one]


def _sum_up(sheets: Iterable[OldSheet]) -> dict[str, int]:
    totals: Counter[str] = Counter()
    for sheet in sheets:
        totals.update(dict(zip(sheet.names, sheet.totals, strict=True)))
    return {name: total for name, total in totals.items() if total}


def _table(verdicts: dict[str, Counter[str]]) -> Iterator[str]:
    yield f"{'kind':<28}{'files':>8}{RIGHT:>8}{ASKED:>8}{WRONG:>8}"
    for kind, counted in [*sorted(verdicts.items()), ("all", sum(verdicts.values(), Counter()))]:
        shares = "".join(f"{100 * counted[one] / counted.total():>7.1f}%" for one in (RIGHT, ASKED, WRONG))
        yield f"{kind:<28}{counted.total():>8}{shares}"


def main(number: int, seeds: Iterable[int]) -> int:
    verdicts: dict[str, Counter[str]] = defaultdict(Counter)
    wrong: list[Layout] = []
    for seed in seeds:
        for place in range(number):
            layout = make_layout(seed * 1_000_000 + place)
            verdict = judge_layout(layout)
            verdicts[layout.kind][verdict] += 1
            wrong += [layout] if verdict == WRONG else []
    print("\n".join(_table(verdicts)))
    for layout in wrong[:SHOWN]:
        print(f"\nseed {layout.seed}, {layout.kind}, club writes {layout.notation}: {layout.evenings}\n{layout.text}")
    return int(bool(wrong))


if __name__ == "__main__":
    count, *some = [int(word) for word in sys.argv[1:]] or [NUMBER]
    sys.exit(main(count, some or [1]))
