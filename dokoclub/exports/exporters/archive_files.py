"""The files of a club's archive, packed: pages that open without a server, tables, curves, the document."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from html import escape
from itertools import accumulate
from string import Template
from tempfile import TemporaryFile
from typing import IO, Any, Final, NamedTuple, TypeAlias
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.text import Truncator
from django.utils.translation import get_language, gettext, pgettext

from dokoclub.clubs.models import Club
from dokoclub.core.formatting import date_only, month, signed
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.exports.exporters import money
from dokoclub.exports.exporters.archive import ArchivePeople, EveningTotals, Walk, as_script
from dokoclub.exports.exporters.archive_parts import read_parts
from dokoclub.exports.exporters.formats import Cell, Document
from dokoclub.exports.models import CHOICES, Chosen
from dokoclub.standings.access import find_season, get_league, get_rules
from dokoclub.standings.models.periods import ALL_TIME, Period, Span, month_around, year_around
from dokoclub.standings.presenters.table import RenderedTable, render_table
from dokoclub.standings.selectors.closings import closed_month
from dokoclub.standings.selectors.people import Person
from dokoclub.standings.selectors.tables import league_table
from dokoclub.ui.cards import find_static
from scoring.format.canonical import list_pieces

Json: TypeAlias = dict[str, Any]

_PIECE: Final = 64 * 1024  # characters
_NEVER: Final = (1980, 1, 1, 0, 0, 0)  # so that the same data are the same bytes
_READABLE: Final = 0o644 << 16
_OF_PEOPLE: Final = {"by", "at", "taken_back", "voucher"}  # columns about who booked, and when
_COLOURS: Final = ("#2a268b", "#0c5d7f", "#7d629a", "#640061", "#057918", "#2d4127", "#b83d62", "#a55a20", "#6b1900")
_LONGEST_DRAWN: Final = 14  # letters of a name
_MOST_DRAWN: Final = 14  # people of a year's curves
_WIDTH, _HEIGHT, _MARGIN = 720, 320, 130


class ArchiveYear(NamedTuple):
    """A year as its page and the script show it."""

    year: int
    table: RenderedTable
    months: list[tuple[str, RenderedTable]]  # title and table, the first month first
    evenings: list[EveningTotals]


def write_archive(club: Club, chosen: Chosen, file: IO[bytes]) -> None:
    """Write the archive as a ZIP file: the same data give the same bytes. Two queries for every 25 sheets and month."""
    walk = Walk(club, chosen)
    with ZipFile(file, "w", ZIP_DEFLATED, allowZip64=False) as zipped:
        pack = _Packer(zipped)
        parts = read_parts(club, walk, chosen)
        pack.add("club.doko.json", _encode(list_pieces(walk.read_document(parts))))
        pack.add("games.csv", _read_back(walk.games))
        years = list(_read_years(club, walk))
        whole = _read_table(club, ALL_TIME, walk.people)
        facts = _list_facts(club, chosen, walk, whole, years)
        pack.add("data.js", _write_script(walk, facts))
        for name in ("page.js", "page.css"):
            pack.add(name, [find_static(f"archive/{name}").read_bytes()])
        context = {"club": club, "language": get_language(), "years": years, "left_out": _list_left_out(chosen)}
        pack.add("index.html", [render_to_string("exports/archive/index.html", context).encode()])
        for year in years:
            pack.add(f"years/{year.year}.html", [_render_year(year, context, walk.people).encode()])
            pack.add(f"pictures/{year.year}.svg", [_draw_year(year, walk.people).encode()])
        told = {
            "club": club.name,
            "changed": f"{timezone.localtime(walk.changed):%Y-%m-%d}" if walk.changed else "-",
            "files": "\n".join(f"{digest}  {name}" for name, digest in pack.digests.items()),
        }
        for name in ("LIESMICH.txt", "README.txt"):
            text = Template(find_static(f"archive/{name}").read_text(encoding="utf-8")).substitute(told)
            pack.add(name, [text.encode()])


def build_archive(club: Club, chosen: Chosen) -> bytes:
    """Return the archive: less than a megabyte for ten years of a club."""
    with TemporaryFile() as file:
        write_archive(club, chosen, file)
        file.seek(0)
        return file.read()


class _Packer:
    """A ZIP file in the making, without moments. `digests`: the SHA-256 of each file."""

    def __init__(self, zipped: ZipFile) -> None:
        self._zipped = zipped
        self.digests: dict[str, str] = {}

    def add(self, name: str, pieces: Iterable[bytes]) -> None:
        info, digest = ZipInfo(name, _NEVER), sha256()
        info.compress_type, info.create_system, info.external_attr = ZIP_DEFLATED, 3, _READABLE
        with self._zipped.open(info, "w") as entry:
            for piece in pieces:
                digest.update(piece)
                entry.write(piece)
        self.digests[name] = digest.hexdigest()


def _encode(texts: Iterable[str]) -> Iterator[bytes]:
    piece, size = [], 0
    for text in texts:
        piece.append(text)
        size += len(text)
        if size >= _PIECE:
            yield "".join(piece).encode()
            piece, size = [], 0
    yield "".join(piece).encode()


def _read_back(file: IO[str]) -> Iterator[bytes]:
    file.seek(0)
    with file:
        while piece := file.read(_PIECE):
            yield piece.encode()


def _write_script(walk: Walk, facts: Json) -> Iterator[bytes]:
    yield b"var ARCHIVE={evenings:["
    yield from _read_back(walk.script)
    yield f"\n],words:{as_script(list(walk.words))}".encode()
    for key, value in facts.items():
        yield f",\n{key}:{as_script(value)}".encode()
    yield b"};\n"


# --- The years --------------------------------------------------------------------------------------------------------


def _read_years(club: Club, walk: Walk) -> Iterator[ArchiveYear]:
    by_year: dict[int, list[EveningTotals]] = {}
    for evening in walk.evenings:
        by_year.setdefault(evening.day.year, []).append(evening)
    for year, evenings in by_year.items():
        days = sorted({evening.day.replace(day=1) for evening in evenings})
        months = [(month(day), _read_table(club, month_around(day), walk.people)) for day in days]
        yield ArchiveYear(year, _read_table(club, year_around(days[0]), walk.people), months, evenings)


def _read_table(club: Club, period: Period, people: ArchivePeople) -> RenderedTable:
    """Return a table as the site shows it: a closed month as it was closed."""
    league = get_league(club)
    season, period = find_season(club, period)
    rules = get_rules(league, season, period)
    live = league_table(club, period, rules, today=date_of_play(), columns=league.columns)
    closed = closed_month(club, live) if period.span is Span.MONTH else None

    def name(person: Person) -> str:
        return people.names[person.pk]

    return render_table(live, league.columns, closed, name=name, lately=False)


def _list_table(table: RenderedTable) -> list[Any]:
    heads = [[head.text, head.title] for head in table.heads]
    groups = [
        [
            group.heading,
            [[line.rank or "", line.name, *(cell.text for cell in line.cells)] for line in group.lines],
        ]
        for group in table.groups
    ]
    return [heads, groups]


# --- The pages --------------------------------------------------------------------------------------------------------


def _list_facts(club: Club, chosen: Chosen, walk: Walk, whole: RenderedTable, years: Sequence[ArchiveYear]) -> Json:
    """Return the data for the script apart from the evenings."""
    return {
        "club": club.name,
        "lang": get_language(),
        "texts": _list_texts(),
        "leftOut": _list_left_out(chosen),
        "people": [walk.people.names[pk] for pk in walk.players],
        "whole": _list_table(whole),
        "years": [
            [year.year, _list_table(year.table), [[title, _list_table(table)] for title, table in year.months]]
            for year in years
        ],
        "money": [*_list_money(club, walk.people)] if chosen.money else [],
    }


def _list_left_out(chosen: Chosen) -> list[str]:
    return name_left_out([key for key in CHOICES if getattr(chosen, key)])


def name_left_out(contents: Sequence[str]) -> list[str]:
    """Return the names of the contents that were not ticked."""
    texts = {
        "money": gettext("money of persons"),
        "notes": gettext("notes"),
        "guests": gettext("names of guests"),
        "former": gettext("names of former members"),
    }
    return [text for key, text in texts.items() if key not in contents]


def _list_money(club: Club, people: ArchivePeople) -> Iterator[list[Any]]:
    documents = [money.build_open_document(club), money.build_payments_document(club)]
    if club.uses("dues"):
        documents.append(money.build_accounts_document(club))
    for document in documents:
        yield from _list_documents(document, people)


def _list_documents(document: Document, people: ArchivePeople) -> Iterator[list[Any]]:
    for table in document.tables:
        kept = [place for place, column in enumerate(table.columns) if column.key not in _OF_PEOPLE]
        rows = [[_print_cell(row[place], people) for place in kept] for row in table.rows]
        if rows:
            yield [table.title, [table.columns[place].head for place in kept], rows]


def _print_cell(cell: Cell, people: ArchivePeople) -> str:
    return "" if cell is None else people.hide(str(cell))


def _list_texts() -> Mapping[str, str]:
    """Return the texts of the script, by its keys."""
    return {
        "start": pgettext("league", "Table"),
        "evenings": gettext("Evenings"),
        "evening": gettext("Evening"),
        "people": gettext("Players"),
        "search": gettext("Search"),
        "money": gettext("Money"),
        "year": gettext("Year"),
        "allTime": gettext("All time"),
        "notIn": gettext("Not in this archive:"),
        "player": gettext("Player"),
        "rank": pgettext("in a table", "Rank"),
        "games": gettext("Games"),
        "points": gettext("Points"),
        "number": gettext("No."),
        "value": gettext("Value"),
        "game": gettext("Game"),
        "sum": gettext("Sum"),
        "before": gettext("Previous evening"),
        "after": gettext("Next evening"),
        "best": gettext("Best evening"),
        "worst": gettext("Worst evening"),
        "first": gettext("First evening"),
        "last": gettext("Last evening"),
        "curve": gettext("Points over time"),
        "found": gettext("Found"),
        "none": gettext("Nothing found."),
        "more": gettext("Type more letters to find less."),
        "winner": gettext("Winner"),
        "bock": gettext("Bock"),
        "re": gettext("Re"),
    }


def _render_year(year: ArchiveYear, context: Json, people: ArchivePeople) -> str:
    evenings = [
        (
            date_only(evening.day),
            evening.place,
            [(people.names[pk], signed(points)) for pk, (_, points) in _rank(evening)],
        )
        for evening in year.evenings
    ]
    return render_to_string("exports/archive/year.html", {**context, "year": year, "evenings": evenings})


def _rank(evening: EveningTotals) -> list[tuple[int, tuple[int, int]]]:
    return sorted(evening.totals.items(), key=lambda item: -item[1][1])


def _draw_year(year: ArchiveYear, people: ArchivePeople) -> str:
    """Draw everybody's points, added up over the evenings of a year."""
    present = {pk: sum(pk in one.totals for one in year.evenings) for one in year.evenings for pk in one.totals}
    drawn = sorted(present, key=lambda pk: (-present[pk], people.names[pk]))[:_MOST_DRAWN]
    courses = {pk: [0, *accumulate(one.totals.get(pk, (0, 0))[1] for one in year.evenings)] for pk in drawn}
    low = min(min(course) for course in courses.values())
    high = max(max(*(max(course) for course in courses.values())), low + 1)

    def at(step: int, points: int) -> str:
        x = 10 + step * (_WIDTH - _MARGIN - 10) / max(len(year.evenings), 1)
        return f"{x:.1f},{_y(points):.1f}"

    def _y(points: int) -> float:
        return 10 + (high - points) * (_HEIGHT - 20) / (high - low)

    title = escape(f"{gettext('Points over time')}: {year.year}")
    zero = f'<line x1="10" x2="{_WIDTH - _MARGIN}" y1="{_y(0):.1f}" y2="{_y(0):.1f}" stroke="#847b6a"/>'
    lines = [f"<title>{title}</title>", '<rect width="100%" height="100%" fill="#fffdf7"/>', zero]
    below = 0.0
    for place, pk in enumerate(sorted(courses, key=lambda pk: -courses[pk][-1])):
        course, colour = courses[pk], _COLOURS[place % len(_COLOURS)]
        points = " ".join(at(step, total) for step, total in enumerate(course))
        dashes = "" if place < len(_COLOURS) else ' stroke-dasharray="6 3"'
        lines.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"{dashes}/>')
        below = max(_y(course[-1]) + 4, below + 13)
        name = escape(f"{Truncator(people.names[pk]).chars(_LONGEST_DRAWN)} {signed(course[-1])}")
        lines.append(f'<text x="{_WIDTH - _MARGIN + 6}" y="{below:.1f}" fill="{colour}">{name}</text>')
    drawing = "\n".join(lines)
    height = max(_HEIGHT, below + 10)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height:.0f}" '
        f'font-family="sans-serif" font-size="12">\n{drawing}\n</svg>\n'
    )
