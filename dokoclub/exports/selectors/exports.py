"""Queries for exports: sheets in batches (100,000 games must not fill the memory), payments, and the move."""

from collections.abc import Collection, Iterator
from hashlib import sha256
from itertools import groupby
from typing import Any, Final, NamedTuple

from django.core.exceptions import FieldDoesNotExist
from django.db.models import Max, QuerySet, Sum

from dokoclub.clubs.models import Club, Player
from dokoclub.evenings.domain.sheet_state import SheetState, replay_entries
from dokoclub.evenings.models import Entry, Evening, Result, Sheet
from dokoclub.evenings.selectors.people import key_players
from dokoclub.exports.club_file.schema import TABLES
from dokoclub.exports.club_file.table import FileTable
from dokoclub.exports.club_file.writing import club_file, list_rows_of_club
from dokoclub.exports.models import Archive, ArchiveState, Import, ImportState
from dokoclub.settlement.models import Payment
from dokoclub.settlement.selectors.payments import Paid, days_settled, find_clearings_among
from dokoclub.tournaments.models import Tournament, TournamentState

_AT_ONCE: Final = 25  # sheets
MOST_AT_ONCE: Final = 2000  # games of an archive that is made inside the request


def list_sheets_of_club(club: Club) -> QuerySet[Sheet]:
    """Return the sheets in playing order. Without a query of its own."""
    sheets = Sheet.objects.not_deleted().filter(evening__club=club)
    return sheets.order_by("evening__date", "evening", "round", "pk")


def sheets_of_club(club: Club) -> Iterator[SheetState]:
    """Yield the sheets in playing order. Two queries for every 25 sheets."""
    ids = list(list_sheets_of_club(club).values_list("pk", flat=True))
    for start in range(0, len(ids), _AT_ONCE):
        yield from _replay(ids[start : start + _AT_ONCE])


def sheets_of_evening(evening: Evening) -> list[SheetState]:
    """List the sheets of an evening. Three queries."""
    return list(_replay(list(evening.sheets.order_by("round", "pk").values_list("pk", flat=True))))


def one_sheet(sheet: Sheet) -> list[SheetState]:
    """Return a list of one sheet. Two queries."""
    return list(_replay([sheet.pk]))


def _replay(ids: list[int]) -> Iterator[SheetState]:
    sheets = Sheet.objects.select_related("evening").in_bulk(ids)
    entries = Entry.objects.filter(sheet__in=ids).order_by("sheet", "position")
    by_sheet = {pk: list(some) for pk, some in groupby(entries, key=lambda entry: entry.sheet_id)}
    for pk in ids:
        yield replay_entries(sheets[pk], by_sheet.get(pk, []))


def players_of_club(club: Club) -> dict[str, Player]:
    """Return everybody who ever sat at a table of the club, sorted by name. One query."""
    sat = Result.objects.not_deleted().filter(sheet__evening__club=club).values("player")
    return key_players(list(Player.objects.filter(pk__in=sat).order_by("folded_name", "pk")))


def get_players(sheets: list[SheetState]) -> dict[str, Player]:
    """Return everybody who ever sat at these tables, in seat order. One query."""
    keys = list(dict.fromkeys(player for whole in sheets for player in whole.paper.totals))
    found = Player.objects.in_bulk([int(key) for key in keys])
    return key_players([found[int(key)] for key in keys])


class Holds(NamedTuple):
    """The kinds of data that a club has, so that no empty file is offered."""

    games: bool
    money: bool


def what_it_holds(club: Club) -> Holds:
    """Return the kinds of data of a club. Three queries at most."""
    games = club.evenings.exists()
    return Holds(games, games or club.cash_entries.exists() or club.charges.exists())


def last_archive(club: Club) -> Archive | None:
    """Return the newest record of an archive that was made. One query."""
    made = Archive.objects.filter(club=club, state__in=[ArchiveState.READY, ArchiveState.SENT])
    return made.select_related("made_by").defer("content").first()


def is_large(club: Club) -> bool:
    """Return True if an archive takes longer than a request should. One query."""
    return Entry.objects.filter(sheet__evening__club=club)[MOST_AT_ONCE : MOST_AT_ONCE + 1].exists()


def all_payments(club: Club) -> list[Paid]:
    """List all payments, including undone ones, earliest first. Three queries."""
    rows = Payment.objects.filter(club=club).select_related("payer", "receiver", "made_by", "taken_back_by")
    found = list(rows.order_by("made_at", "pk"))
    days, cleared = days_settled(found), find_clearings_among(found)
    return [Paid(payment=row, days=days.get(row.pk, ()), is_clearing=row.pk in cleared) for row in found]


def get_names(club: Club, players: Collection[int]) -> dict[int, str]:
    """Return the names of these players, sorted by name. One query."""
    return dict(Player.objects.filter(club=club, pk__in=players).values_list("pk", "name"))


def digest_file(club: int) -> str:
    """Return the SHA-256 of the club's file. As many queries as the file."""
    digest = sha256()
    for piece in club_file(Club._base_manager.get(pk=club)):
        digest.update(piece.encode())
    return digest.hexdigest()


def read_states() -> dict[int, str]:
    """Return a digest of each club that changes with the club, by primary key. About thirty queries per club.

    Tables with a history contribute its last id, small ones without are read: so a difference in the large ones that
    no history knows of does not count as a change.
    """
    return {club.pk: _state(club) for club in Club._base_manager.order_by("pk")}


def _state(club: Club) -> str:
    imports = (
        Import.objects.filter(club=club).order_by("pk").values_list("pk", "state")
    )  # running imports hide evenings without leaving a history
    digest = sha256(repr([*imports]).encode())
    for table in TABLES:
        digest.update(repr([table.name, *_traces(table, list_rows_of_club(table, club))]).encode())
    return digest.hexdigest()


def _traces(table: FileTable, rows: QuerySet[Any]) -> Iterator[object]:
    history = getattr(table.model, "history", None)
    if history is None:
        names = [*(f"{name}_id" for name in table.refs), *table.fields, *table.inside]
        yield [*rows.values_list("pk", *names)]
        return
    yield rows.count()
    yield history.filter(id__in=rows.order_by().values("pk")).aggregate(last=Max("history_id"))["last"]
    if _has_version(table):
        yield rows.order_by().aggregate(sum=Sum("version"))["sum"]


def _has_version(table: FileTable) -> bool:
    try:
        table.model._meta.get_field("version")
    except FieldDoesNotExist:
        return False
    return True


class GoingOn(NamedTuple):
    evenings: int  # open ones
    tournaments: int  # running ones
    imports: int  # started but incomplete: they would be left behind

    @property
    def is_anything(self) -> bool:
        return any(self)


def going_on(club: Club) -> GoingOn:
    """Count open evenings, running tournaments and imports. Three queries."""
    return GoingOn(
        Evening.objects.open().filter(club=club).count(),
        Tournament.objects.not_deleted().filter(club=club, state=TournamentState.RUNNING).count(),
        running_imports(club),
    )


def running_imports(club: Club) -> int:
    """Count the running imports. One query."""
    return Import.objects.filter(club=club, state=ImportState.RUNNING).count()


def has_changed(club: Club) -> bool:
    """Return True if the club changed since its download. Reads the whole club, as the file does."""
    return bool(club.moving_file) and digest_file(club.pk) != club.moving_file
