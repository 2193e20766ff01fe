"""In a process of its own: the files of an upload, read into old sheets. In: a line of JSON, then all bytes.

Out, each a line of JSON: `{"reading": n}` before a file, `{"sheets": […]}` behind it; `{"refused": …}` or
`{"many": …}` and nothing more where it is too much; `{"done": true}` at the end.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Any

from dokoclub.exports.apart.limits import run_limited
from dokoclub.exports.old_sheets.budget import Budget, Exhausted
from dokoclub.exports.old_sheets.judging import judge_sheet
from dokoclub.exports.old_sheets.reading import Options, read_old_sheets
from dokoclub.look.names import fold_name
from scoring.rules.rules import Rules, restore_rules


def read_given() -> None:
    asked = json.loads(sys.stdin.buffer.readline())
    rules = restore_rules(asked["rules"])
    if not isinstance(rules, Rules):
        raise ValueError(rules)
    _read_files(asked, rules)


def _read_files(asked: Mapping[str, Any], rules: Rules) -> None:
    options, budget = Options(**asked["options"]), Budget()
    sheets = games = 0
    names: set[str] = set()
    for number, (name, size) in enumerate(asked["files"]):
        _tell(reading=number)
        try:
            found = read_old_sheets(name, sys.stdin.buffer.read(size), options, budget)
        except Exhausted as wrong:
            _tell(refused=wrong.note.stored())
            return
        sheets, games = sheets + len(found), games + sum(len(sheet.games) for sheet in found)
        names |= {fold_name(name) for sheet in found for name in sheet.names}
        counted = {"sheets": sheets, "games": games, "names": len(names)}
        if any(counted[what] > most for what, most in asked["most"].items()):
            _tell(many=counted)
            return
        for sheet in found:
            judge_sheet(sheet, rules)
        _tell(sheets=[sheet.stored() for sheet in found])
    _tell(done=True)


def _tell(**what: object) -> None:
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    run_limited(read_given)
