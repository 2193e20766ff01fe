"""Import of a club from its file: all or nothing, with the ledger recomputed and compared.

It is written in pieces, each in its own transaction, so that a phone that writes elsewhere waits for one piece at
most. Until it is complete, the club has no members and is hidden like one deleted long ago: it is in no list and no
table. `purge` removes interrupted imports.
"""

from array import array
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from hashlib import file_digest, sha256
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import IO, Any, Final, NamedTuple
from uuid import UUID, uuid4

from django.core.exceptions import ValidationError
from django.db import DataError, IntegrityError, models, transaction
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from dokoclub.accounts.models import Account
from dokoclub.accounts.services.sign_ins import lock_account
from dokoclub.clubs.models import Awaited, Club, Membership, Player
from dokoclub.clubs.models.club import UNFINISHED
from dokoclub.clubs.services import clubs
from dokoclub.clubs.services.locks import refuse_other_content, save_row
from dokoclub.core.http import Reused
from dokoclub.evenings.domain import results, validation
from dokoclub.evenings.domain.events import get_row
from dokoclub.evenings.domain.ledger_check import replay_strictly
from dokoclub.evenings.domain.sheet_state import SheetState
from dokoclub.evenings.models import Entry, Seat, Sheet
from dokoclub.evenings.services.posting import post_filled
from dokoclub.exports.club_file.reading import ClubFile, InvalidClubFile, Wrong, open_file
from dokoclub.exports.club_file.schema import BY_NAME, MAY, TABLES
from dokoclub.exports.club_file.table import FileTable, translate_attribution, translate_facts
from dokoclub.exports.club_file.writing import club_file
from dokoclub.exports.sandbox.process import Ending
from dokoclub.exports.selectors.exports import running_imports
from dokoclub.exports.services.batches import create_with_history, take_place, write_piece
from dokoclub.exports.services.removal import STOPPED_AFTER, remove_club
from dokoclub.settlement.services.checks import cash_problems, check_money
from dokoclub.standings.services.achievements import count_club
from dokoclub.tournaments.models import Tournament, TournamentState
from dokoclub.tournaments.services.checking import check_tournaments
from dokoclub.tournaments.services.rounds import set_clocks
from dokoclub.tournaments.services.tables import see_sheets
from scoring.contract import membership
from scoring.contract.legacy_rows import SUMS, check_attribution
from scoring.game.rows import Table as TableRow
from scoring.game.rows import seated_problems
from scoring.terms import Problem, say
from scoring.text import fold_case

A_PIECE: Final = 200  # rows, or games that are posted: a tenth of a second or two
SHEETS_AT_ONCE: Final = 10  # read together

Made = dict[str, "array[int]"]  # table -> ids in file order


def found_from_file(content: IO[bytes], *, key: UUID, by: Account) -> Club:
    """Create the club of the file, owned by `by`. The same key returns the club it created.

    Raises InvalidClubFile with all problems, and then nothing stays; Reused if the key belongs to somebody else's club.
    """
    digest = file_digest(content, "sha256").hexdigest()  # type: ignore[arg-type]  # files that were sent can
    content.seek(0)
    if (founded := _founded(key, by)) is not None:
        refuse_other_content(key, by, digest)
        return founded
    with take_place() as is_free:
        if not is_free:
            raise InvalidClubFile([Wrong(Ending.BUSY.value)])
        return _found(content, digest, key=key, by=by)


def _found(content: IO[bytes], digest: str, *, key: UUID, by: Account) -> Club:
    with open_file(content) as file:
        club, is_new = _begin(file, digest, key=key, by=by)
        if is_new:
            try:
                _bring_in(file, club, by=by)
            except Exception:
                remove_club(club)
                raise
        return club


def _founded(key: UUID, by: Account) -> Club | None:
    """Return the club created with this key. Raises InvalidClubFile while it is still being written."""
    founded = Club.objects.filter(key=key).first()
    if founded is None:
        return None
    if founded.deleted_at != UNFINISHED:
        if not founded.memberships.filter(account=by).exists():
            raise Reused
        return founded
    began = founded.history.earliest()
    if began.history_user_id != by.pk:
        raise Reused
    if (
        abs(timezone.now() - began.history_date) < STOPPED_AFTER
    ):  # abs() also covers a clock that was set back meanwhile
        text = say("This file is being brought in already: the club is among yours once all of it is there.")
        raise InvalidClubFile([Wrong(text)])
    return None


@transaction.atomic
def _begin(file: ClubFile, digest: str, *, key: UUID, by: Account) -> tuple[Club, bool]:
    """Create the row of the club; return False with the club created meanwhile with the same key."""
    lock_account(by.pk)
    refuse_other_content(key, by, digest)
    if (founded := _founded(key, by)) is not None:
        return founded, False
    # left over from an earlier attempt; `purge` removes it
    Club.objects.unfinished().filter(key=key).update(key=uuid4())
    for (row,) in file.rows_of(BY_NAME["club"], rows=1):
        club = _instance(BY_NAME["club"], row, {})
    assert isinstance(club, Club)  # noqa: S101  # there is exactly one
    club.key, club.deleted_at = key, UNFINISHED
    save_row(club, by=by)
    return club, True


def _bring_in(file: ClubFile, club: Club, *, by: Account) -> None:
    made: Made = {"club": array("Q", [club.pk])}
    for table in TABLES[1:]:
        _create(table, file, made, club, by=by)
    for some in _some_earlier(file):
        _bring_earlier(some, made, club, by=by)
    for sheets in _some_sheets(made["sheets"], renumbers=file.is_document):
        _post_sheets(sheets, file, made, club)
    if list(cash_problems(club)):
        raise InvalidClubFile([Wrong(say("The kitty doesn't match its closed years."), "cash_entries")])
    if list(check_money(club)):
        raise InvalidClubFile([Wrong(say("The payments do not come to what they settle."), "payments")])
    with _piece(club):
        lock_account(by.pk)
        Awaited.objects.bulk_create(
            Awaited(player_id=made["players"][row["player"] - 1], **{name: row[name] for name in MAY})
            for row in file.rights
        )
        club.deleted_at = None
        Club.objects.filter(pk=club.pk).update(deleted_at=None)
        club.history.update(deleted_at=None)
        save_row(Membership(club=club, account=by, owner=True), by=by)
        see_sheets(club)
        for tournament in Tournament.objects.filter(club=club, state=TournamentState.RUNNING):
            set_clocks(tournament)
        if list(check_tournaments(club)):
            raise InvalidClubFile(
                [Wrong(say("The points of a tournament are not those of its tables."), "tournaments")]
            )
        count_club(club)


@contextmanager
def _piece(club: Club) -> Iterator[None]:
    """Run a transaction for some rows of an unfinished club. Raises InvalidClubFile after a newer attempt."""
    with write_piece():
        mine = Club.objects.unfinished().filter(pk=club.pk, key=club.key)
        if mine.select_for_update(no_key=True).first() is None:
            raise InvalidClubFile([Wrong(say("The file was sent again: the first copy is not imported."))])
        club.history.update(history_date=timezone.now())  # sign of life
        yield


def _create(table: FileTable, file: ClubFile, made: Made, club: Club, *, by: Account) -> None:
    mine = made.setdefault(table.name, array("Q"))
    at_once = 1 if table.name in table.refs.values() else A_PIECE  # a row may refer to the previous one
    for rows in file.rows_of(table, rows=A_PIECE):
        with _piece(club):
            for start in range(0, len(rows), at_once):
                instances = [_instance(table, row, made) for row in rows[start : start + at_once]]
                place = f"{len(mine) + 1}–{len(mine) + len(instances)}"
                try:
                    with transaction.atomic():
                        created = create_with_history(table.model, instances, by=by)
                        mine.extend(instance.pk for instance in created)
                except (IntegrityError, DataError):
                    text = say("These rows contradict each other, or an earlier one.")
                    raise InvalidClubFile([Wrong(text, table.name, None, place)]) from None


def _some_earlier(file: ClubFile) -> Iterator[list[Mapping[str, Any]]]:
    """Yield batches of earlier versions, those of an entry together."""
    some: list[Mapping[str, Any]] = []
    for _entry, versions in groupby(file.earlier, key=itemgetter("entry")):
        some += versions
        if len(some) >= A_PIECE:
            yield some
            some = []
    if some:
        yield some


def _bring_earlier(earlier: Sequence[Mapping[str, Any]], made: Made, club: Club, *, by: Account) -> None:
    """Write the history of corrected entries: the first version in place of the present one, then the others."""
    with _piece(club):
        ids = [made["entries"][row["entry"] - 1] for row in earlier]
        entries, records = Entry.objects.in_bulk(ids), []
        first = {record.id: record for record in Entry.history.filter(id__in=ids)}
        for pk, some in groupby(zip(ids, earlier, strict=True), key=itemgetter(0)):
            entry = entries[pk]
            versions = [_version(entry, row, made) for _, row in some]
            _overwrite(first[pk], versions[0], None)
            ends = [row["until"] for row in versions]
            later = [*versions[1:], {"facts": entry.facts, "attribution": entry.attribution, "note": entry.note}]
            for version, since in zip(later, ends, strict=True):
                record = copy(first[pk])
                record.history_id, record.history_type = None, "~"
                records.append(_overwrite(record, version, since))
        Entry.history.bulk_update(first.values(), ["facts", "attribution", "note", "kind", "changed_at"])
        Entry.history.bulk_create(records)


def _version(entry: Entry, row: Mapping[str, Any], made: Made) -> dict[str, Any]:
    def find(name: str, number: int) -> int:
        return made[name][number - 1]

    facts, attribution = translate_facts(row["facts"], find), translate_attribution(row["attribution"], find)
    return {"facts": facts, "attribution": attribution, "note": row["note"], "until": row["until"]}


def _overwrite(record: Any, version: Mapping[str, Any], since: str | None) -> Any:
    record.facts, record.attribution, record.note = version["facts"], version["attribution"], version["note"]
    record.kind, record.changed_at = version["facts"]["kind"], parse_datetime(since) if since else None
    return record


def _instance(table: FileTable, row: Mapping[str, Any], made: Made) -> models.Model:
    def find(name: str, number: int) -> int:
        if not 1 <= number <= len(made[name]):  # 0 is not the last row
            raise KeyError(number)
        return made[name][number - 1]

    values = {name: row[name] for name in table.fields}
    for name, to in table.refs.items():
        ref = row[name]
        values[table.model._meta.get_field(name).attname] = None if ref is None else find(to, ref)  # type: ignore[union-attr]
    for name, translate in table.inside.items():
        values[name] = translate(row[name], find)
    instance = table.model(**values)
    if isinstance(instance, Player):
        instance.folded_name = fold_case(instance.name)
    elif isinstance(instance, Entry):
        instance.version = 1
    return instance


# --- The ledger -------------------------------------------------------------------------------------------------------


class _Sheet(NamedTuple):
    """A sheet read from the file with its replayed games; `number`: its number in the file."""

    number: int
    whole: SheetState


def _some_sheets(made: Sequence[int], *, renumbers: bool) -> Iterator[list[_Sheet]]:
    """Yield batches of sheets with about as many games as a piece may have. Raises InvalidClubFile."""
    some: list[_Sheet] = []
    for number, (sheet, entries) in enumerate(_read_sheets(made), start=1):
        some.append(_Sheet(number, _replay(sheet, entries, number, renumbers=renumbers)))
        if sum(len(one.whole.entries) for one in some) >= A_PIECE:
            yield some
            some = []
    if some:
        yield some


def _read_sheets(made: Sequence[int]) -> Iterator[tuple[Sheet, list[Entry]]]:
    """Yield the sheets with their entries. Two queries for some sheets."""
    for start in range(0, len(made), SHEETS_AT_ONCE):
        ids = made[start : start + SHEETS_AT_ONCE]
        sheets = Sheet.objects.select_related("evening__club").in_bulk(ids)
        entries = Entry.objects.filter(sheet__in=ids).order_by("sheet", "position")
        by_sheet = {pk: list(some) for pk, some in groupby(entries, key=attrgetter("sheet_id"))}
        for pk in ids:
            yield sheets[pk], by_sheet.get(pk, [])


def _attribution_problems(whole: SheetState) -> Iterator[Problem]:
    """Yield invalid attributions to players, including those of struck rows: pages trust stored values."""
    struck = [(entry, get_row(entry, whole.rules)) for entry in whole.struck]
    for entry, row in (*zip(whole.entries, whole.rows, strict=True), *struck):
        found = check_attribution(entry.attribution, row, whole.rules, row.players if isinstance(row, TableRow) else ())
        yield from (problem.under(f"{entry.position}") for problem in found)


def _post_sheets(sheets: Sequence[_Sheet], file: ClubFile, made: Made, club: Club) -> None:
    """Post points, seats and results. Raises InvalidClubFile if the file's totals differ."""
    with _piece(club):
        Seat.objects.bulk_create(seat for _, whole in sheets for seat in results.list_seats(whole))
        post_filled([whole for _, whole in sheets], version=1)
    for number, whole in sheets if not file.is_document else ():
        totals = {one.player_id: (one.games, one.scores, one.balance) for one in results.list_results(whole)}
        wanted = {
            made["players"][row["player"] - 1]: (row["games"], row["scores"], row["balance"])
            for row in file.totals_of(number)
        }
        if totals != wanted:
            raise InvalidClubFile([Wrong(say("This sheet's totals don't match its games."), "sheets", number)])


def _replay(sheet: Sheet, entries: Sequence[Entry], number: int, *, renumbers: bool) -> SheetState:
    is_summed = any(entry.kind == SUMS for entry in entries)
    if problems := list(_sheet_problems(sheet, is_summed=is_summed)):
        raise InvalidClubFile([Wrong(problem, "sheets", number) for problem in problems])
    whole = replay_strictly(sheet, entries)
    if not isinstance(whole, SheetState):
        raise InvalidClubFile([Wrong(say("The games of this sheet cannot be understood."), "sheets", number)])
    places = {entry.uuid: f"{entry.position}" for entry in entries}
    found = [*validation.list_problems(whole, places), *_attribution_problems(whole)]
    if found:
        raise InvalidClubFile([Wrong(str(problem), "sheets", number, problem.field) for problem in found])
    if renumbers:
        _renumber(whole)
    if any(entry.number != line.number or entry.kind != entry.facts["kind"] for entry, _, line in whole):
        raise InvalidClubFile([Wrong(say("The games on this sheet are numbered out of order."), "sheets", number)])
    return whole


def _renumber(whole: SheetState) -> None:
    """Store the numbers of games, which documents need not tell."""
    other = [(entry, line.number) for entry, _, line in whole if entry.number != line.number]
    Entry.objects.filter(pk__in=[entry.pk for entry, _ in other]).update(number=None)
    for entry, number in other:
        entry.number = number
        Entry.objects.filter(pk=entry.pk).update(number=number)


def _sheet_problems(sheet: Sheet, *, is_summed: bool) -> Iterator[str]:
    """Yield seating problems. `is_summed`: not a table, but everybody of an evening with only sums known."""
    for problem in seated_problems(sheet.players) if not is_summed else ():
        yield str(problem)
    for problem in membership.dealer_problems(sheet.players, str(sheet.first_dealer_id)):
        yield str(problem)


# --- Files that leave -------------------------------------------------------------------------------------------------


@transaction.atomic
def begin_move(club: Club, *, to: str, by: Account) -> None:
    """Begin a move as `clubs.services.clubs` does.

    Raises ValidationError also while an import is incomplete, as it would be left behind.
    """
    clubs.begin_move(club, to=to, by=by)
    if running_imports(club):
        raise ValidationError(_("An import is not complete. Go on with it, or take it back, before the club moves."))


def moving_file(club: Club, *, by: Account) -> Iterator[bytes]:
    """Yield the file piece by piece; record its digest once all of it was sent."""
    digest = sha256()
    for piece in club_file(club):
        encoded = piece.encode()
        digest.update(encoded)
        yield encoded
    clubs.note_file(club, digest.hexdigest(), by=by)
