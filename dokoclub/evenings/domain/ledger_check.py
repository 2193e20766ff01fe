"""Checks of all derived data against the facts. For `manage.py check_ledger`."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from django.db import DatabaseError

from dokoclub.clubs.models.club import UNFINISHED
from dokoclub.evenings.domain import results
from dokoclub.evenings.domain.sheet_state import SheetState, replay_entries
from dokoclub.evenings.models import Entry, Posting, Result, Seat, Sheet
from scoring.contract.legacy_rows import load_row, parse_row
from scoring.league.counters import VERSION

POINTS: Final = ("games", "scores", "balance")  # fields of a result that later apps calculate with
OLDER: Final = "it was counted by an older version: `manage.py repost` counts it again"


class Wrong(NamedTuple):
    """Stored data that does not match the facts."""

    text: str
    is_counter: bool = False  # a counter on which no points depend


def check_sheets() -> Iterator[tuple[Sheet, list[str]]]:
    """Yield every sheet, including those of deleted evenings, with all its errors.

    Four queries a sheet. Sheets of a club that is still being written are skipped.
    """
    whole = Sheet.objects.exclude(evening__club__deleted_at=UNFINISHED)
    for sheet in whole.select_related("evening__club").order_by("pk").iterator(chunk_size=500):
        yield sheet, list(report_breaks("it", compare_sheet(sheet)))


def report_breaks(what: str, problems: Iterable[str]) -> Iterator[str]:
    """Yield `problems`, and another one if stored data crashes the check of `what`: the other checks still run."""
    try:
        yield from problems
    except DatabaseError:
        raise
    except Exception as wrong:
        yield f"{what} cannot be worked out: {wrong!r}"


def compare_sheet(sheet: Sheet) -> Iterator[str]:
    whole = read_strictly(sheet)
    if not isinstance(whole, SheetState):
        yield from whole
        return
    is_older = sheet.counted_by != VERSION
    for wrong_one in find_wrong(whole):
        yield OLDER if wrong_one.is_counter and is_older else wrong_one.text


def read_strictly(sheet: Sheet) -> SheetState | list[str]:
    """Return the whole sheet, or the reasons why its facts cannot be read. One query."""
    return replay_strictly(sheet, list(Entry.objects.filter(sheet=sheet).order_by("position")))


def replay_strictly(sheet: Sheet, entries: Sequence[Entry]) -> SheetState | list[str]:
    """Return the state of the sheet, or the reasons why it cannot be read: pages trust stored data.

    Struck entries are read too, because the sheet shows them.
    """
    try:
        if unreadable := list(_unreadable(sheet, entries)):
            return unreadable
        whole = replay_entries(sheet, entries)
        whole.paper  # noqa: B018  # computed here, so that impossible facts are found
    except Exception as wrong:  # stored JSON can have any shape, and break its reader in any way
        return [f"the facts cannot be read: {wrong!r}"]
    return whole


def _unreadable(sheet: Sheet, entries: Sequence[Entry]) -> Iterator[str]:
    """Yield facts that no version could have written."""
    for entry in entries:
        row = parse_row(entry.facts, sheet.parsed)
        if isinstance(row, list):
            yield f"the facts cannot be read: entry {entry.pk}: {[str(problem) for problem in row]}"
        elif row != load_row(entry.facts, sheet.parsed):
            yield f"the facts of row {entry.position} are read in two ways"


def find_wrong(whole: SheetState) -> Iterator[Wrong]:
    """Yield all errors on a sheet whose facts can be read. Three queries."""
    for some in (_numbers, _postings, _seats, _own):
        for text in some(whole):
            yield Wrong(text)
    yield from _results(whole)


def _numbers(whole: SheetState) -> Iterator[str]:
    for entry, _, line in whole:
        if entry.number != line.number:
            yield f"row {entry.position} has the number {entry.number}, not {line.number}"
        if entry.kind != entry.facts["kind"]:
            yield f"row {entry.position} is called {entry.kind}, not {entry.facts['kind']}"


def _postings(whole: SheetState) -> Iterator[str]:
    stored: dict[int, dict[int | None, tuple[int, int]]] = {}
    for share in Posting.objects.filter(entry__sheet=whole.sheet).order_by("pk"):
        stored.setdefault(share.entry_id, {})[share.player_id] = share.scores, share.balance
    for entry, row, line in whole:
        right = {share.player_id: (share.scores, share.balance) for share in results.list_postings(row, line)}
        found = stored.pop(entry.pk, {})
        for player in right | found:
            if found.get(player) != right.get(player):
                yield f"row {entry.position}: {_who(player)} has {found.get(player)}, not {right.get(player)}"
    for entry_id in stored:
        yield f"the struck entry {entry_id} has postings"


def _seats(whole: SheetState) -> Iterator[str]:
    stored = {results.find_seat(seat) for seat in Seat.objects.filter(sheet=whole.sheet)}
    right = {results.find_seat(seat) for seat in results.list_seats(whole)}
    if stored != right:
        yield f"seats are {sorted(map(str, stored - right))}, not {sorted(map(str, right - stored))}"


def _results(whole: SheetState) -> Iterator[Wrong]:
    stored = Result.objects.filter(sheet=whole.sheet)
    for found, right in results.compare_results(stored, results.list_results(whole)):
        for name in results.FIELDS:
            was, should_be = getattr(found, name, None), getattr(right, name, None)
            if was != should_be:
                player = (found or right).player_id  # type: ignore[union-attr]  # one of them is there
                text = f"the {name} of {_who(player)} are {was}, not {should_be}"
                yield Wrong(text, is_counter=bool(found and right and name not in POINTS))


def _own(whole: SheetState) -> Iterator[str]:
    sheet, paper = whole.sheet, whole.paper
    if sheet.games != whole.number_of_games:
        yield f"it has {sheet.games} games, not {whole.number_of_games}"
    if sheet.bock_left != [*paper.bock_left]:
        yield f"its Bock games are {sheet.bock_left}, not {[*paper.bock_left]}"


def _who(player: int | None) -> str:
    return "the club" if player is None else f"player {player}"
