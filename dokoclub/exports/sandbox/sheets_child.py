"""Child process: reads the files of an upload into old sheets. In: a line of JSON, then all bytes.

Out, each a line of JSON: `{"reading": n}` before each file; after all files, `{"sheets": […]}` with the sheets of
each source; `{"refused": …}` or `{"many": …}` and nothing more if it is too much; `{"done": true}` at the end.
"""

import json
import sys
from collections.abc import Collection, Mapping
from typing import Any

from dokoclub.exports.importers.reading import find_sources
from dokoclub.exports.importers.unpacking import Budget, Exhausted
from dokoclub.exports.sandbox.process import run_limited
from scoring.rules.rules import Rules, restore_rules
from scoring.tables.checks import judge_sheet
from scoring.tables.reading import Options, Source, leave_empty_out, read_source, settle_doubts
from scoring.tables.sheet import OldSheet
from scoring.text import fold_name


def read_given() -> None:
    asked = json.loads(sys.stdin.buffer.readline())
    rules = restore_rules(asked["rules"])
    if not isinstance(rules, Rules):
        raise ValueError(rules)
    _read_files(asked, rules)


def _read_files(asked: Mapping[str, Any], rules: Rules) -> None:
    options, budget = Options(**asked["options"], notation=rules.notation), Budget()
    found: list[tuple[Source, list[OldSheet]]] = []
    for number, (name, size) in enumerate(asked["files"]):
        _write_line(reading=number)
        try:
            found += _read_file(name, sys.stdin.buffer.read(size), options, budget, number)
        except Exhausted as wrong:
            _write_line(refused=wrong.note.stored())
            return
        counted = _count([sheet for _, sheets in found for sheet in sheets])
        if any(counted[what] > most for what, most in asked["most"].items()):
            _write_line(many=counted)
            return
    settle_doubts(found, options)
    for _, sheets in found:
        for sheet in sheets:
            judge_sheet(sheet, rules)
        _write_line(sheets=[sheet.stored() for sheet in sheets])
    _write_line(done=True)


def _read_file(
    name: str, content: bytes, options: Options, budget: Budget, number: int
) -> list[tuple[Source, list[OldSheet]]]:
    sources = find_sources(name, content, options, budget, file=number)
    return leave_empty_out([(source, read_source(source, options)) for source in sources])


def _count(sheets: Collection[OldSheet]) -> dict[str, int]:
    return {
        "sheets": len(sheets),
        "games": sum(len(sheet.games) for sheet in sheets),
        "names": len({fold_name(name) for sheet in sheets for name in sheet.names}),
    }


def _write_line(**what: object) -> None:
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    run_limited(read_given)
