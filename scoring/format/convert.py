"""Conversion of any known file to a document, and of a document to lines or a table. docs/format.md."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from scoring.csv_cells import guard_cell
from scoring.format import club_file, csv_table
from scoring.format.checks import find_problems
from scoring.format.csv_table import TableOptions, read_table
from scoring.format.lines import read_lines
from scoring.format.parsing import NoJson, decode_text, parse_text, unpack_bytes
from scoring.format.peers import PEERS
from scoring.format.peers.common import Imported, Refused, Source
from scoring.format.reckoning import UNTOLD, compute_sheet, read_rules
from scoring.format.workbook import Tab
from scoring.terms import Problem, say

Json: TypeAlias = dict[str, Any]

DOKO: Final = "doko"
LONGEST_HEAD: Final = 64 * 1024  # characters in which a document names its format
_NAMED: Final = re.compile(r'^\s*\{[^\n]*"format"\s*:\s*"doko-zettel"')
SHEET: Final = "sheet"
READERS: Final = {**PEERS, club_file.NAME: club_file}
ORIGINS: Final = (DOKO, SHEET, csv_table.NAME, *READERS)

NO_PROGRAM: Final = say("No program that we know writes such files.")


class Options(NamedTuple):
    """Options of a reader: which program wrote it, names for ids, answers about a table."""

    origin: str = ""  # empty: recognized by the content
    names: Mapping[str, str] = {}
    tabs: Sequence[Tab] = ()
    table: TableOptions = TableOptions()


DEFAULT: Final = Options()


def recognize_source(source: Source) -> str:
    """Return the key of the program that wrote a file, `doko` or `sheet`; empty if none is known."""
    if isinstance(source.json, dict) and source.json.get("format") == "doko-zettel":
        return DOKO
    if source.json is None and _NAMED.search(source.text[:LONGEST_HEAD]):  # a damaged one
        return DOKO
    known = [name for name, peer in READERS.items() if peer.is_mine(source)]
    if known:
        return known[0]
    first = Source(source.text.split("\n", 1)[0].encode()).json
    return SHEET if isinstance(first, dict) and {"preset", "players", "games"} <= first.keys() else ""


def read_any(content: bytes, options: Options = DEFAULT) -> Imported:
    """Return the document of a file of ours, of a known program, or of a table, if `options` say that it is one.

    Raises Refused, Question and OpenQuestion.
    """
    try:
        content = unpack_bytes(content)
    except NoJson as refused:
        raise Refused.of(refused.problem) from None
    source = Source(content, options.tabs, options.names)
    origin = options.origin or recognize_source(source)
    if origin == DOKO:
        return Imported(DOKO, _own_document(content), [])
    if origin == SHEET:
        return Imported(SHEET, _document_of_lines(source.text), [])
    if origin == csv_table.NAME:
        return _checked(read_table(content, options.table))
    if origin not in READERS:
        raise Refused(_unknown(source))
    if options.origin and not READERS[origin].is_mine(source):
        raise Refused(say("This is no file of {program}."), program=origin)
    return _checked(READERS[origin].read_source(source))


def _checked(imported: Imported) -> Imported:
    for problem in find_problems(imported.document):
        raise Refused.of(problem)
    return imported


def _unknown(source: Source) -> str:
    if source.json is not None:
        return say("This JSON is neither ours nor of a program that we know.")
    return NO_PROGRAM


def _own_document(content: bytes) -> Json:
    try:
        document = parse_text(decode_text(content))
    except NoJson as refused:
        raise Refused.of(refused.problem) from None
    for problem in find_problems(document):
        raise Refused.of(problem)
    whole: Json = document
    return whole


def _document_of_lines(text: str) -> Json:
    lines = []
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            try:
                lines.append(parse_text(line))
            except NoJson:
                raise Refused(say("Line {line} is no list as the command line reads it."), line=number) from None
            if not isinstance(lines[-1], dict):
                raise Refused(say("Line {line} is no list as the command line reads it."), line=number)
    read = read_lines(lines)
    if isinstance(read, list):
        raise Refused.of(read[0])
    return read


# --- Tables -----------------------------------------------------------------------------------------------------------


class _Lines:
    """A file for csv.writer that keeps its last line."""

    def __init__(self) -> None:
        self.line = ""

    def write(self, line: str) -> None:
        self.line = line


def write_table(document: Json, losses: list[Problem]) -> Iterator[str]:
    """Yield a CSV with a row a game: day, table, the points of everybody."""
    file = _Lines()
    writer = csv.writer(file, delimiter=";", lineterminator="\r\n")
    people = [(str(player["n"]), player["name"]) for player in document["players"]]
    writer.writerow(["date", "table", *(guard_cell(name) for _, name in people)])
    yield f"\ufeff{file.line}"
    rules = {raw["n"]: read_rules(raw) for raw in document.get("rules", ())}
    for evening in document.get("evenings", ()):
        for number, sheet in enumerate(evening["sheets"], start=1):
            of = rules[sheet["rules"]]
            whole = compute_sheet(sheet, UNTOLD if isinstance(of, list) else of)
            for points in list_points(whole):
                table = sheet.get("table", number if len(evening["sheets"]) > 1 else "")
                writer.writerow([evening.get("day", ""), guard_cell(table), *(points.get(n, "") for n, _ in people)])
                yield file.line
            losses += [
                Problem("", say("The facts of a game: a table has only its points"))
                for row in sheet["rows"]
                if row["kind"] not in ("manual", "sums", "table", "redeal")
            ]


def list_points(sheet: Json) -> Iterator[Mapping[str, int]]:
    """Yield the points of each row that counts."""
    for row in sheet["rows"]:
        if "struck" not in row and row["kind"] not in ("table", "redeal"):
            told = row.get("computed", {}).get("scores")
            yield told if told is not None else row.get("points", {})
