"""Read the old sheets of a file in this process, as the sandbox does in its own."""

from __future__ import annotations

from dokoclub.exports.importers.reading import find_sources
from dokoclub.exports.importers.unpacking import Budget
from scoring.tables.reading import Options, leave_empty_out, read_source
from scoring.tables.sheet import OldSheet


def read_old_sheets(name: str, content: bytes, options: Options, budget: Budget, *, file: int = 0) -> list[OldSheet]:
    """Read every sheet of a file; an unreadable file becomes one sheet with that problem. Raises Exhausted."""
    found = find_sources(name, content, options, budget, file=file)
    return [
        sheet for _, sheets in leave_empty_out([(one, read_source(one, options)) for one in found]) for sheet in sheets
    ]
