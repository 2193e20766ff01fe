"""The archive of a club: its document, its games and the pages' data, gathered in one walk over the sheets."""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date, datetime
from itertools import groupby
from tempfile import SpooledTemporaryFile
from typing import Any, Final, NamedTuple, TypeAlias

from django.utils.translation import gettext, pgettext

from dokoclub import __version__
from dokoclub.clubs.models import Club, RulesVersion
from dokoclub.evenings.domain.events import players_in
from dokoclub.evenings.domain.sheet_state import SheetState
from dokoclub.evenings.models import Entry, Evening, Sheet
from dokoclub.evenings.models.evening import LONGEST_PLACE
from dokoclub.evenings.models.sheet import LONGEST_TABLE
from dokoclub.exports.club_file.writing import json_value
from dokoclub.exports.models import Chosen
from dokoclub.exports.selectors import exports as selectors
from dokoclub.ui.texts import format_phrase
from scoring.contract.row_text import format_augen, format_facts, format_kind, list_calls
from scoring.contract.stored_rows import LONGEST_NOTE
from scoring.csv_cells import guard_cell
from scoring.format.building import DocumentBuilder, describe_rules
from scoring.format.lines import number_attribution, number_facts
from scoring.format.reckoning import describe_row, sum_points
from scoring.game.game import Game
from scoring.game.rows import Penalty, Redeal, Row, Sums, Table
from scoring.game.sheet import Line
from scoring.phrases import Phrase
from scoring.text import LONGEST_NAME, fold_case

Json: TypeAlias = dict[str, Any]

IN_MEMORY: Final = 1024 * 1024  # bytes of a file until it goes to disk
_WHOLE: Final = r"(?!\w)"  # behind a name in a text
_OR_GENITIVE: Final = r"(?=s?(?!\w))"
_FEWEST_LETTERS: Final = 4  # of a name whose genitive is recognized: Al is not in “als”
_NOT_IN_SCRIPTS: Final = {"<": "\\u003c", "\u2028": "\\u2028", "\u2029": "\\u2029"}


class Called(NamedTuple):
    called: str


class ArchivePeople:
    """The names that the archive shows; all others are replaced, also in texts."""

    def __init__(self, club: Club, chosen: Chosen) -> None:
        """Read the players of the club. One query."""
        self.names: dict[int, str] = {}
        self.guests: set[int] = set()
        self.former: set[int] = set()
        self._replaced: dict[str, str] = {}  # by the name in lower case; empty if the name is shown
        hidden, taken, words = Counter[str](), set[str](), set[str]()
        for player in club.players.order_by("pk"):
            self.guests |= {player.pk} if player.guest else set()
            self.former |= {player.pk} if player.left_at else set()
            name, kind = player.name, ""
            if player.guest and not chosen.guests:
                kind = gettext("Guest")
            elif player.left_at and not player.is_erased and not chosen.former:
                kind = gettext("Former member")
            if kind:
                hidden[kind] += 1
                name = f"{kind} {hidden[kind]}"
            name = _make_unique(name, taken)
            self.names[player.pk] = name
            for real in (player.name, player.short_name):
                self._replaced.setdefault(real.casefold(), name if kind else "")
                words.add(real)
        self._pattern = _compile_names({*words, *self._replaced} - {""})
        self.called = {str(pk): Called(name) for pk, name in self.names.items()}

    def hide(self, text: str) -> str:
        """Return a text without the names that are not shown."""
        if self._pattern is None or not text:
            return text
        return self._pattern.sub(lambda found: self._replaced.get(found[0].casefold()) or found[0], text)


def _compile_names(names: Collection[str]) -> re.Pattern[str] | None:
    """Return a pattern of whole names, the longest first, and of longer ones in the genitive, too: Gustavs."""
    ends = [(name, _WHOLE if len(name) < _FEWEST_LETTERS else _OR_GENITIVE) for name in names]
    words = [re.escape(name) + end for name, end in sorted(ends, key=lambda one: len(one[0]), reverse=True)]
    return re.compile(rf"(?<!\w)(?:{'|'.join(words)})", re.I) if words else None


def _make_unique(name: str, taken: set[str]) -> str:
    number, unique = 1, name
    while " ".join(unique.split()).casefold() in taken:
        number += 1
        unique = f"{name[: LONGEST_NAME - 5]} ({number})"
    taken.add(" ".join(unique.split()).casefold())
    return unique


class EveningTotals(NamedTuple):
    """An evening of the year pages. `totals`: games and points by player."""

    day: date
    place: str
    totals: Mapping[int, tuple[int, int]]


def _number_sheets(club: Club) -> dict[str, dict[int, int]]:
    """Return the numbers of evenings and sheets by id, in the order in which they are read. One query."""
    sheets = selectors.list_sheets_of_club(club).values_list("pk", "evening")
    order = {"evenings": [evening for _, evening in sheets], "sheets": [sheet for sheet, _ in sheets]}
    return {name: {pk: n for n, pk in enumerate(dict.fromkeys(some), start=1)} for name, some in order.items()}


def _open_text() -> SpooledTemporaryFile[str]:
    return SpooledTemporaryFile(IN_MEMORY, "w+", encoding="utf-8", newline="")


class Walk:
    """One walk over all sheets. While the document is read, the table of games and the pages' data are written."""

    def __init__(self, club: Club, chosen: Chosen) -> None:
        self._club, self._chosen = club, chosen
        self.people = ArchivePeople(club, chosen)
        sat = [int(key) for key in selectors.players_of_club(club)]
        self.players = sorted(sat, key=lambda pk: fold_case(self.people.names[pk]))  # who sat at a table
        self.evenings: list[EveningTotals] = []
        self.changed: datetime | None = None  # the last change
        self.games = _open_text()
        self.script = _open_text()
        self.words: dict[str, int] = {}
        self._table = csv.writer(self.games, delimiter=";", lineterminator="\r\n")
        self._builder = DocumentBuilder("dokoclub")
        self._rules: dict[str, int] = {}
        self._keys = [str(pk) for pk in self.players]
        self.numbers = _number_sheets(club)
        self._places = {pk: place for place, pk in enumerate(self.players)}

    def read_document(self, parts: Json) -> Json:
        """Return the document; its evenings are read while they are written."""
        self._begin_games()
        for pk in self.players:
            self._builder.add_player(str(pk), self.people.names[pk])
        self._read_rules()
        document = self._builder.build()
        for pk, player in zip(self.players, document["players"], strict=True):
            player |= {"guest": pk in self.people.guests, "former": pk in self.people.former}
        head = {"name": self._club.name, "made": {"by": f"dokoclub {__version__}"}}
        return {**document, **head, "evenings": self._list_evenings(), "parts": parts}

    def number_of(self, pk: int) -> int:
        """Return a player's number in the document. Raises KeyError."""
        return self._builder.player_of(str(pk))

    def _begin_games(self) -> None:
        heads = [gettext("Date"), gettext("Round"), pgettext("at which people sit", "Table")]
        self.games.write("\ufeff")
        self._table.writerow([*heads, *(guard_cell(self.people.names[int(key)]) for key in self._keys)])

    def _read_rules(self) -> None:
        versions = RulesVersion.objects.filter(club=self._club).values_list("rules", "preset")
        presets = {_key(rules): preset for rules, preset in versions}
        sheets = Sheet.objects.not_deleted().filter(evening__club=self._club).order_by("pk")
        for sheet in sheets.only("rules").iterator(chunk_size=100):
            key = _key(sheet.rules)
            if key not in self._rules:
                self._rules[key] = self._builder.add_rules(describe_rules(sheet.parsed, presets.get(key)))

    def _list_evenings(self) -> Iterator[Json]:
        before = ""
        for _, some in groupby(selectors.sheets_of_club(self._club), lambda whole: whole.sheet.evening_id):
            sheets = list(some)
            evening = sheets[0].sheet.evening
            self.script.write(f"{before}\n{as_script(self._page_evening(evening, sheets))}")
            before = ","
            document: Json = {"n": self.numbers["evenings"][evening.pk], "day": evening.date.isoformat()}
            document |= {"place": self.people.hide(evening.place)[:LONGEST_PLACE], "official": evening.club_evening}
            yield {**document, "sheets": [self._document_sheet(whole) for whole in sheets]}

    # --- The document ------------------------------------------------------------------------------------------------

    def _document_sheet(self, whole: SheetState) -> Json:
        sheet = whole.sheet
        length: Json = {"kind": sheet.length_kind, **({"count": sheet.length} if sheet.length else {})}
        rows = [self._document_row(entry, row, line) for entry, row, line in whole]
        if self._chosen.whole and whole.struck:
            places = {entry.uuid: place for place, entry in enumerate(whole.entries)}
            struck = [(entry.position, self._facts(entry)) for entry in whole.struck]
            kept = [(whole.entries[place].position, rows[place]) for place in places.values()]
            rows = [row for _, row in sorted(kept + struck, key=lambda one: one[0])]
        return {
            "n": self.numbers["sheets"][sheet.pk],
            "round": str(sheet.round),
            "table": self._name_table(sheet),
            "rules": self._rules[_key(sheet.rules)],
            "players": [self.number_of(int(key)) for key in sheet.players],
            "first_dealer": self.number_of(sheet.first_dealer_id),
            "length": length,
            "rows": rows,
            "totals": {str(self.number_of(int(key))): total for key, total in _list_totals(whole).items()},
        }

    def _document_row(self, entry: Entry, row: Row, line: Line) -> Json:
        computed = None if isinstance(row, Sums) else describe_row(row, line)
        if computed is None:
            return self._facts(entry)
        scores = {str(self.number_of(int(key))): points for key, points in computed["scores"].items()}
        dealer = self.number_of(computed["dealer"])
        return {**self._facts(entry), "computed": {**computed, "dealer": dealer, "scores": scores}}

    def _facts(self, entry: Entry) -> Json:
        row = number_facts(self._builder, entry.facts)
        if entry.kind == "penalty":
            row["reason"] = self._as_note(row.get("reason", ""))
        if entry.attribution:
            row["who"] = number_attribution(self._builder, entry.attribution)
        row["note"] = self._as_note(entry.note)
        if self._chosen.whole:
            moments = {"written": entry.written_at, "changed": entry.changed_at, "struck": entry.struck_at}
            row |= {"id": str(entry.uuid), **{key: _moment(at) for key, at in moments.items() if at}}
        at = max(filter(None, (entry.written_at, entry.changed_at, entry.struck_at)))
        self.changed = max(self.changed or at, at)
        return row

    def _as_note(self, text: str) -> str:
        return self.people.hide(text)[:LONGEST_NOTE] if self._chosen.notes else ""

    def _name_table(self, sheet: Sheet) -> str:
        return self.people.hide(sheet.table)[:LONGEST_TABLE]

    # --- The pages ---------------------------------------------------------------------------------------------------

    def _page_evening(self, evening: Evening, sheets: Sequence[SheetState]) -> list[Any]:
        totals: dict[int, tuple[int, int]] = {}
        for whole in sheets:
            for key, total in _list_totals(whole).items():
                games, points = totals.get(int(key), (0, 0))
                totals[int(key)] = games + total["games"], points + total["scores"]
        place = self.people.hide(evening.place)
        self.evenings.append(EveningTotals(evening.date, place, totals))
        results = [[self._places[pk], *both] for pk, both in totals.items()]
        has_rounds = len({whole.sheet.round for whole in sheets}) > 1
        titles = [self._title(whole.sheet, has_rounds=has_rounds) if len(sheets) > 1 else "" for whole in sheets]
        drawn = [[title, *self._page_sheet(whole)] for title, whole in zip(titles, sheets, strict=True)]
        return [evening.date.isoformat(), place, int(evening.club_evening), results, drawn]

    def _title(self, sheet: Sheet, *, has_rounds: bool) -> str:
        told = {"round": sheet.round, "table": self._name_table(sheet)}
        return (gettext("Round %(round)s, table %(table)s") if has_rounds else gettext("Table %(table)s")) % told

    def _page_sheet(self, whole: SheetState) -> list[Any]:
        """Return players, rows and notes: what page.js reads. Most rows are pressed into a few small numbers."""
        columns = list(whole.paper.totals) or list(whole.sheet.players)
        columns += [key for row in whole.rows if isinstance(row, Sums) for key in row.points if key not in columns]
        rows = [self._page_row(row, line, columns, whole) for _, row, line in whole]
        notes = {place: self._note(entry, row) for place, (entry, row, _) in enumerate(whole)}
        places = [self._places[int(key)] for key in columns]
        return [places, rows, {place: note for place, note in notes.items() if note}]

    def _note(self, entry: Entry, row: Row) -> str:
        return self._as_note(entry.note or (row.reason if isinstance(row, Penalty) else ""))

    def _page_row(self, row: Row, line: Line, columns: Sequence[str], whole: SheetState) -> list[Any]:
        """Return value, Bock (-1: no game), Re as bits, card points (-1: unknown), words, points."""
        scores: Mapping[str, int] = row.points if isinstance(row, Sums) else line.score.scores
        points = {key: scores[key] for key in players_in(row)}
        if points:
            sheet = whole.sheet
            cells = [points.get(key, "") for key in self._keys]
            self._table.writerow(
                [sheet.evening.date.isoformat(), sheet.round, guard_cell(self._name_table(sheet)), *cells]
            )
        re = row.re if isinstance(row, Game) else ()
        augen = row.re_augen if isinstance(row, Game) and not row.step_only else -1
        said = [self._word(phrase) for phrase in _list_phrases(row, whole)]
        bock = -1 if line.number is None else line.bock_level
        told = [line.score.reckoning.value, bock, _as_bits(re, columns), augen, said]
        return [*told, *_press_points(points, re, columns)]

    def _word(self, phrase: Phrase) -> int:
        return self.words.setdefault(format_phrase(phrase, self.people.called), len(self.words))


def _as_bits(players: Collection[str], columns: Sequence[str]) -> int:
    return sum(1 << place for place, key in enumerate(columns) if key in players)


def _press_points(points: Mapping[str, int], re: Collection[str], columns: Sequence[str]) -> list[Any]:
    """Return who plays as bits, the points of each of Re, and those of each of Kontra unless opposite; else a list."""
    mine, theirs = {points[key] for key in re}, {points[key] for key in points if key not in re}
    if len(mine) != 1 or len(theirs) != 1:
        return [[points.get(key) for key in columns]]
    (own,), (other,) = mine, theirs
    return [_as_bits(points, columns), own, *([] if other == -own else [other])]


def _list_phrases(row: Row, whole: SheetState) -> Iterator[Phrase]:
    """Yield the texts of a row, besides its points and the names of Re."""
    if isinstance(row, (Redeal, Table)):
        yield format_facts(row, whole.rules)
        return
    if not isinstance(row, Game):
        yield format_kind(row, whole.rules)
        return
    if row.kind != "normal":
        yield format_kind(row, whole.rules)
    if row.step_only:
        yield format_augen(row)
    for said, count in list_calls(row, whole.rules):
        yield {"join": " ", "parts": [said, f"×{count}"]} if isinstance(count, int) and count > 1 else said


def _list_totals(whole: SheetState) -> Mapping[str, Json]:
    """Return games, points and balances by player."""
    summed = {place: row for place, row in enumerate(whole.rows) if isinstance(row, Sums)}
    if summed:
        return sum_points(summed)
    games = Counter(
        key for row, line in zip(whole.rows, whole.lines, strict=True) if line.number for key in players_in(row)
    )
    paper = whole.paper
    return {
        key: {"games": games[key], "scores": scores, "balance": paper.balances[key]}
        for key, scores in paper.totals.items()
    }


def _key(rules: Any) -> str:
    return json.dumps(rules, sort_keys=True)


def _moment(at: datetime) -> str:
    return str(json_value(at)).replace("+00:00", "Z")


def as_script(value: Any) -> str:
    """Return JSON that is harmless in a script and in a page."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for sign, escaped in _NOT_IN_SCRIPTS.items():
        text = text.replace(sign, escaped)
    return text
