"""Removal of evenings, clubs and imports for good, piece by piece: other writers wait for one piece at most.

They are already hidden, and the next purge continues interrupted removals.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Final
from uuid import uuid4

from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Player
from dokoclub.clubs.services.locks import lock_club
from dokoclub.evenings.models import Entry, Evening, Posting, Result, Seat, Sheet
from dokoclub.evenings.services.people import get_mentions
from dokoclub.exports.club_file.schema import TABLES
from dokoclub.exports.club_file.table import FileTable
from dokoclub.exports.models import UNDONE_WITHIN, ForeignData, Import, ImportedSheet, ImportFile, ImportState
from dokoclub.exports.services.batches import write_piece
from dokoclub.exports.services.importing import HIDDEN
from dokoclub.exports.services.reading import lock_import
from dokoclub.exports.services.replacing import bring_back_replaced
from dokoclub.settlement.models import EveningMoney
from dokoclub.settlement.services.freezing import after_evenings
from dokoclub.standings.models import Honour
from dokoclub.standings.services.achievements import list_players, recount_games

STOPPED_AFTER: Final = timedelta(minutes=10)  # time since the last piece after which an import has stopped
_A_PIECE: Final = 200  # rows, or games of sheets
_A_FEW: Final = 20  # evenings without sheets
_AT_ONCE: Final = 500  # ids named in one statement
_WITH_THEIR_EVENING: Final = (Sheet, Entry, Evening)
_OF_THE_PLAYER: Final = (Honour, ForeignData)  # deleted with their only player


def remove_evenings(evenings: Sequence[int]) -> None:
    """Remove evenings together with their history.

    Row by row, as Django deletes models with history, 10,000 games would take a minute.
    """
    for some in _parts(evenings, _AT_ONCE):
        _detach_imports(some)
        for sheets in _some_sheets(some):
            _remove_sheets(sheets)
        for few in _parts(some, _A_FEW):
            _remove_bare(few)


def purge_evenings() -> int:
    """Remove evenings deleted more than 30 days ago; return their number. Hooked into purges."""
    evenings = list(Evening.objects.to_purge().values_list("pk", flat=True))
    remove_evenings(evenings)
    return len(evenings)


def _parts(numbers: Sequence[int], length: int) -> Iterator[Sequence[int]]:
    return (numbers[start : start + length] for start in range(0, len(numbers), length))


@write_piece()
def _detach_imports(evenings: Sequence[int]) -> None:
    """Detach half-finished imports, so that continuing them creates the evenings again with the same keys."""
    sheets = ImportedSheet.objects.filter(evening__in=evenings).exclude(of__state=ImportState.UNDONE)
    list(Import.objects.select_for_update(no_key=True).filter(pk__in=sheets.values("of")).order_by("pk"))
    detached = list(sheets.values_list("evening", flat=True))
    sheets.update(evening=None)
    for evening in detached:
        Evening.objects.filter(pk=evening).update(key=uuid4())


def _some_sheets(evenings: Sequence[int]) -> Iterator[list[int]]:
    """Yield batches of sheets with as many games as a piece may have, or a single longer one."""
    some: list[int] = []
    games = 0
    for pk, length in Sheet.objects.filter(evening__in=evenings).order_by("-pk").values_list("pk", "games"):
        if some and games + length > _A_PIECE:
            yield some
            some, games = [], 0
        some.append(pk)
        games += length + 1
    if some:
        yield some


@write_piece()
def _remove_sheets(sheets: Sequence[int]) -> None:
    ForeignData.objects.filter(Q(sheet__in=sheets) | Q(entry__sheet__in=sheets)).delete()
    _raw_delete(Posting.objects.filter(entry__sheet__in=sheets))
    _raw_delete(Result.objects.filter(sheet__in=sheets))
    _raw_delete(Seat.objects.filter(sheet__in=sheets))
    _raw_delete(Entry.history.filter(sheet_id__in=sheets))
    _raw_delete(Entry.objects.filter(sheet__in=sheets))
    Sheet.objects.filter(pk__in=sheets).delete()


@write_piece()
def _remove_bare(evenings: Sequence[int]) -> None:
    EveningMoney.objects.filter(evening__in=evenings, frozen_at=None).delete()  # settled money stays
    Evening.objects.filter(pk__in=evenings).delete()


def remove_club(club: Club) -> None:
    """Remove a club with everything that its file may hold, and its uploads."""
    while _remove_upload(club):
        pass
    for table in reversed(TABLES):  # rows refer to earlier ones
        if table.model is Evening:
            remove_evenings(list(Evening.objects.filter(club=club.pk).values_list("pk", flat=True)))
        elif table.model not in _WITH_THEIR_EVENING:
            while _remove_some(table, club):
                pass


def purge_unfinished() -> int:
    """Remove clubs that are only partly there: imports that stopped, or purges. Return their number.

    Hooked into purges.
    """
    stopped = [club for club in Club.objects.unfinished() if _has_stopped(club)]
    for club in stopped:
        remove_club(club)
    return len(stopped)


def _has_stopped(club: Club) -> bool:
    began = club.history.order_by("history_date").first()
    return began is None or began.history_date <= timezone.now() - STOPPED_AFTER


@write_piece()
def _remove_upload(club: Club) -> bool:
    """Remove one file: it may have megabytes, and all of them are overwritten."""
    some = ImportFile.objects.filter(of__club=club.pk).values_list("pk", flat=True)[:1]
    return bool(ImportFile.objects.filter(pk__in=list(some)).delete()[0])


@write_piece()
def _remove_some(table: FileTable, club: Club) -> bool:
    rows = table.model._base_manager.filter(**{table.club: club.pk}).order_by("-pk")
    some = list(rows.values_list("pk", flat=True)[:_A_PIECE])
    table.model._base_manager.filter(pk__in=some).delete()
    return bool(some)


def _raw_delete(rows: models.QuerySet[models.Model]) -> None:
    rows._raw_delete(rows.db)


def forget_player(player: Player) -> None:
    """Delete drafts; replace titles with any name the player ever had by `?`. Hooked into clubs' erase_player."""
    Import.objects.filter(club=player.club_id, state=ImportState.DRAFT).delete()
    is_about = get_mentions(player)
    for sheet in ImportedSheet.objects.filter(of__club=player.club_id).only("title"):
        if is_about(sheet.title):
            ImportedSheet.objects.filter(pk=sheet.pk).update(title="?")
    for data in ForeignData.objects.filter(club=player.club_id):
        if data.player_id == player.pk or is_about(json.dumps(data.keys, ensure_ascii=False)):
            data.delete()
    for file in ImportFile.objects.filter(of__club=player.club_id).only("name"):
        if is_about(file.name):
            ImportFile.objects.filter(pk=file.pk).update(name="?")


def undo_import(made: Import, *, by: Account) -> Import:
    """Undo an import: hide its evenings and bring back those that it replaced at once; then remove them piece by piece.

    The league and other followers are notified before the evenings go. A second call changes nothing, or continues
    an interrupted undo. Raises ValidationError for a draft, and 30 days after the import.
    """
    made = _hide(made, by=by)
    _remove(made)
    return made


@transaction.atomic
def _hide(made: Import, *, by: Account) -> Import:
    club = lock_club(made.club)
    made = lock_import(made)
    made.club = club
    if made.state == ImportState.UNDONE:
        return made
    if not made.can_be_undone:
        raise ValidationError(
            _("The %(days)s days for undoing are over: delete its evenings one by one.") % {"days": UNDONE_WITHIN.days}
        )
    evenings = list(_evenings(made))
    players = list_players(evenings)
    Evening.objects.filter(pk__in=evenings).update(deleted_at=HIDDEN)
    after_evenings(evenings)
    recount_games(players)
    bring_back_replaced(made, evenings, by=by)
    made.state, made.undone_at, made.undone_by = ImportState.UNDONE, timezone.now(), by
    made.save()
    return made


def _evenings(made: Import) -> QuerySet[Evening, int]:
    return Evening.objects.filter(imported_from__of=made).values_list("pk", flat=True).distinct()


def _remove(made: Import) -> None:
    """Remove the remaining evenings, and then the players who sat at them."""
    remove_evenings(list(_evenings(made)))
    for file in made.files.exclude(content=b"").values_list("pk", flat=True):
        with write_piece():
            made.files.filter(pk=file).update(content=b"")
    with write_piece():
        made.sheets.update(names=[], games=[], line=None, totals=[], foreign_data={})
    with write_piece():
        made.club = lock_club(made.club)
        _remove_players(made)
        made.made_players = []
        made.save()


def purge_undone() -> int:
    """Continue interrupted undos; return their number. Hooked into purges."""
    undone = Import.objects.filter(state=ImportState.UNDONE, club__moving_to="")
    left = undone.filter(~Q(made_players=[]) | Q(sheets__evening__isnull=False))
    imports = list(left.select_related("club").distinct())
    for made in imports:
        _remove(made)
    return len(imports)


def _remove_players(made: Import) -> None:
    for player in Player.objects.filter(pk__in=made.made_players, club=made.club):
        if not is_needed(player):
            player.history.all().delete()
            player.delete()


def is_needed(player: Player) -> bool:
    """Return True if the player has an account, is erased, or any row of the project refers to them."""
    if player.account_id is not None or player.is_erased:
        return True
    return any(
        relation.related_model._base_manager.filter(**{relation.field.name: player}).exists()
        for relation in Player._meta.related_objects
        if relation.related_model not in _OF_THE_PLAYER and not relation.related_model.__name__.startswith("Historical")
    )


@transaction.atomic
def discard_draft(made: Import) -> None:
    """Delete the files of a draft. Do nothing if it is no longer one."""
    made = lock_import(made)
    if made.state == ImportState.DRAFT:
        made.state, made.players = ImportState.DISCARDED, {}
        made.save()
        made.files.all().delete()
        made.sheets.all().delete()


def purge_drafts() -> int:
    """Delete drafts that were discarded or not continued for a week; return their number."""
    return Import.objects.to_purge().delete()[1].get("exports.Import", 0)
