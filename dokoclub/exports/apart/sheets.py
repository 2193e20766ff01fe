"""Ask another process for the old sheets in some files: what it answers, or why it did not."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from tempfile import TemporaryFile
from typing import IO, Any, Final, NamedTuple

from dokoclub.exports.apart.running import Ending, run_apart
from dokoclub.exports.old_sheets.notes import Note
from scoring.rules.rules import Rules, store_rules

_CHILD: Final = "dokoclub.exports.apart.sheets_child"
_LONGEST_LINE: Final = 16 * 1024 * 1024  # bytes of an answer: the games of a file


class Upload(NamedTuple):
    name: str
    content: bytes


class Unread(Exception):
    """These files are not read: which of them is too much, and why."""

    def __init__(self, name: str, note: Note) -> None:
        super().__init__(note.text)
        self.name, self.note = name, note


class Many(Exception):
    """There are more `sheets`, `games` or `names` in them than somebody asked for at most."""

    def __init__(self, counted: Mapping[str, int]) -> None:
        super().__init__(counted)
        self.counted = counted


def read_apart(
    uploads: Sequence[Upload], options: Mapping[str, Any], rules: Rules, *, most: Mapping[str, int]
) -> list[dict[str, Any]]:
    """Every sheet as `OldSheet.stored` says it, judged by `rules`. Raises Unread and Many.

    `most`: how many sheets, games and names.
    """
    asked = {
        "options": options,
        "rules": store_rules(rules),
        "files": [(upload.name, len(upload.content)) for upload in uploads],
        "most": most,
    }
    with TemporaryFile() as given:
        given.write(json.dumps(asked).encode() + b"\n")
        for upload in uploads:
            given.write(upload.content)
        with run_apart(_CHILD, given) as (written, ending):
            return list(_sheets(written, ending, uploads))


def _sheets(written: IO[bytes], ending: Ending, uploads: Sequence[Upload]) -> Iterator[dict[str, Any]]:
    at = 0
    for told in _lines(written):
        if "many" in told:
            raise Many(told["many"])
        if "refused" in told:
            raise Unread(uploads[at].name, Note(*told["refused"]))
        at = told.get("reading", at)
        yield from told.get("sheets", ())
        if "done" in told and ending is Ending.WELL:
            return
    raise Unread(uploads[at].name, (Ending.BROKEN if ending is Ending.WELL else ending).note)


def _lines(written: IO[bytes]) -> Iterator[dict[str, Any]]:
    """All whole ones: the last may have been cut off."""
    while (line := written.readline(_LONGEST_LINE)).endswith(b"\n"):
        yield json.loads(line)
