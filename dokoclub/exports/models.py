"""Imports of old sheets: the uploaded files, the sheets read from them, the resulting evenings. Archives made."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.db import models
from django.db.models import F, Q, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from dokoclub.clubs.models import Club, Player
from dokoclub.evenings.models import Entry, Evening, Sheet
from dokoclub.evenings.models.sheet import LONGEST_TABLE
from dokoclub.exports.importers.problems import TranslatedNote
from scoring.tables.grid import get_rows
from scoring.tables.points import EVENING, WHOLE

LONGEST_TITLE: Final = 120
DRAFTS_KEPT: Final = timedelta(days=7)
UNDONE_WITHIN: Final = timedelta(days=30)
ARCHIVES_KEPT: Final = timedelta(hours=1)  # for their download
MADE_WITHIN: Final = timedelta(minutes=10)  # the process that makes an archive has ended by then
__all__ = ["Archive", "ArchiveState", "ForeignData", "Import", "ImportFile", "ImportState", "ImportedSheet"]


class ImportState(models.TextChoices):
    """The state of an import."""

    DRAFT = "draft", _("not imported yet")
    RUNNING = "running", _("being imported")
    DONE = "done", _("imported")
    UNDONE = "undone", _("undone")
    DISCARDED = "discarded", _("discarded")


class ImportQuerySet(models.QuerySet["Import"]):
    def to_purge(self) -> ImportQuerySet:
        """Return drafts that were discarded or abandoned."""
        return self.filter(
            state__in=[ImportState.DRAFT, ImportState.DISCARDED], made_at__lte=timezone.now() - DRAFTS_KEPT
        )


class Import(models.Model):
    """Files uploaded together. Between preview and import they are stored here, not in a session."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="imports")
    state = models.CharField(max_length=9, choices=ImportState.choices, default=ImportState.DRAFT)
    # How to read the files and when the games were played, as stored by the preview form.
    options = models.JSONField(default=dict)
    # The tables in the files, each shape once, with the roles of their columns: see `importers.sheet.format_table`.
    tables = models.JSONField(default=list)
    players = models.JSONField(default=dict)  # folded heading -> id of the player, or how to create one
    made_players = models.JSONField(default=list)  # ids of players created by this import
    # For undoing: replaced evenings (id, moment of deletion, id of the new one) and foreign ids (of `ForeignData`, id).
    replaced = models.JSONField(default=dict)
    made_at = models.DateTimeField(default=timezone.now)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    done_at = models.DateTimeField(null=True)
    undone_at = models.DateTimeField(null=True)
    undone_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    key = models.UUIDField(default=uuid.uuid4, unique=True)  # of the upload form

    objects = ImportQuerySet.as_manager()

    class Meta:
        ordering = ["-made_at", "-pk"]
        verbose_name = _("import")
        verbose_name_plural = _("imports")
        constraints = [
            models.CheckConstraint(
                condition=Q(done_at=None) | Q(state__in=["done", "undone"]),
                name="import_is_done_when_it_says_so",
            ),
        ]
        # Every file of a club queries running imports; with many clubs they are few among many.
        indexes = [models.Index(fields=["state"], condition=Q(state="running"), name="running_imports")]

    def __str__(self) -> str:
        return f"{self.club} · {self.made_at:%Y-%m-%d %H:%M}"

    @property
    def more_files(self) -> int:
        """Return the number of files besides the first."""
        return len(self.files.all()) - 1

    @property
    def undone_until(self) -> datetime | None:
        return self.done_at and self.done_at + UNDONE_WITHIN

    @property
    def can_be_undone(self) -> bool:
        """Return True within 30 days; an import that stopped half-way can always be undone."""
        if self.state == ImportState.RUNNING:
            return True
        return (
            self.state == ImportState.DONE
            and self.done_at is not None
            and self.done_at > timezone.now() - UNDONE_WITHIN
        )


class ImportFile(models.Model):
    """An uploaded file. Its content is deleted after the import."""

    of = models.ForeignKey(Import, on_delete=models.CASCADE, related_name="files")
    name = models.CharField(max_length=LONGEST_TITLE)
    digest = models.CharField(max_length=64)  # SHA-256, to notice repeated files
    content = models.BinaryField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name


class ImportedSheet(models.Model):
    """A sheet read from a file, and the evening created from it."""

    of = models.ForeignKey(Import, on_delete=models.CASCADE, related_name="sheets")
    number = models.PositiveIntegerField()  # in file order, from 1
    title = models.CharField(max_length=LONGEST_TITLE)
    day = models.DateField(null=True)  # None: neither the file nor the user gave it
    day_is_read = models.BooleanField(default=False)  # the day comes from the file
    # "running", "game", "list" for full game facts, or "evening" for a row per evening
    kind = models.CharField(max_length=7, blank=True)
    place = models.CharField(max_length=40, blank=True)  # place in the files: see `scoring.tables.grid.PLACE`
    played = models.PositiveSmallIntegerField(null=True)  # of an "evening": its number of games, if the file gives it
    # how its points are written, if not as in the club: "plus_only", "minus_only" or "zero_sum"
    notation = models.CharField(max_length=10, blank=True)
    names = models.JSONField(default=list)  # headings in seat order; emptied after the import
    games = models.JSONField(default=list)  # [row of the file, points by name]; emptied after the import
    # of a "list": rules and rows with full game facts, by name; emptied after the import
    line = models.JSONField(null=True)
    totals = models.JSONField(default=list)  # points by name; emptied after the import
    # Ids and keys of other programs by owner, see `foreign_files`; later the `digest` of an evening with an id.
    foreign_data = models.JSONField(default=dict)
    length = models.PositiveIntegerField(default=0)  # number of games
    problems = models.JSONField(default=list)  # stored notes of `scoring.tables.notes`
    oddities = models.JSONField(default=list)
    evening = models.ForeignKey(Evening, on_delete=models.SET_NULL, null=True, related_name="imported_from")
    group = models.CharField(max_length=60, blank=True)  # sheets of one import with the same text are one evening
    round = models.PositiveSmallIntegerField(default=1)
    table_name = models.CharField(max_length=LONGEST_TABLE, default="1")
    written = models.PositiveIntegerField(default=0)  # number of games already on the evening's sheets
    first_paper: Any = None  # the evening's newly opened sheet, still without games
    joins = False  # its evening was opened with another sheet

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["of", "number"], name="imported_sheet_number_once"),
            models.CheckConstraint(condition=Q(written__lte=F("length")), name="imported_sheet_has_no_more_games"),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def all_problems(self) -> list[TranslatedNote]:
        return [TranslatedNote(*stored) for stored in self.problems]

    @property
    def all_oddities(self) -> list[TranslatedNote]:
        return [TranslatedNote(*stored) for stored in self.oddities]

    @property
    def is_sum(self) -> bool:
        """Return True for a whole evening without single games."""
        return self.kind == EVENING

    @property
    def has_rows_to_leave(self) -> bool:
        """Return True if rows can be left out: not in a full list, as later rows depend on earlier ones.

        Without names, no row was read.
        """
        return bool(self.names) and self.kind != WHOLE

    @property
    def rows_at_fault(self) -> str:
        """Return the places of the rows with problems, for leaving them out."""
        rows = sorted({note.row for note in self.all_problems if note.row})
        return " ".join(get_rows(self.place, row) for row in rows) if self.has_rows_to_leave else ""

    @property
    def noted(self) -> list[tuple[TranslatedNote, str]]:
        """List the problems, each row once with its place, if it can be left out."""
        notes = self.all_problems
        last = {note.row: index for index, note in enumerate(notes)} if self.has_rows_to_leave else {}
        return [
            (note, get_rows(self.place, note.row) if note.row and last.get(note.row) == index else "")
            for index, note in enumerate(notes)
        ]

    @property
    def standing(self) -> list[tuple[str, int]]:
        """List the names with their points, in seat order."""
        return list(zip(self.names, self.totals, strict=False))


class Chosen(NamedTuple):
    """The contents that an owner ticked. `whole`: the document also has struck rows, ids and moments."""

    money: bool = False
    notes: bool = False
    guests: bool = False
    former: bool = False
    whole: bool = False


CHOICES: Final = ("money", "notes", "guests", "former")  # of an owner


class ArchiveState(models.TextChoices):
    """The state of an archive."""

    MAKING = "making", _("being made")
    READY = "ready", _("ready for the download")
    FAILED = "failed", _("not made")
    SENT = "sent", _("downloaded")


class ArchiveQuerySet(models.QuerySet["Archive"]):
    def making(self) -> ArchiveQuerySet:
        return self.filter(state=ArchiveState.MAKING, made_at__gt=timezone.now() - MADE_WITHIN)

    def to_purge(self) -> ArchiveQuerySet:
        """Return archives that nobody downloaded in time."""
        return self.exclude(state=ArchiveState.SENT).filter(made_at__lte=timezone.now() - ARCHIVES_KEPT)


class Archive(models.Model):
    """Record of an archive, for everybody in it. The file of a large club is stored until its download."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="archives")
    contents = models.JSONField(default=list)  # what was ticked, of CHOICES
    made_at = models.DateTimeField(default=timezone.now)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    key = models.UUIDField(default=uuid.uuid4, unique=True)  # of the form
    state = models.CharField(max_length=6, choices=ArchiveState.choices, default=ArchiveState.SENT)
    content = models.BinaryField(null=True)

    objects = ArchiveQuerySet.as_manager()

    class Meta:
        ordering = ["-made_at", "-pk"]
        verbose_name = _("archive")
        verbose_name_plural = _("archives")

    def __str__(self) -> str:
        return f"{self.club} · {self.made_at:%Y-%m-%d %H:%M}"

    @property
    def is_making(self) -> bool:
        return self.state == ArchiveState.MAKING and self.made_at > timezone.now() - MADE_WITHIN

    @property
    def has_failed(self) -> bool:
        """Return True also if the process that made it was killed."""
        return self.state in (ArchiveState.MAKING, ArchiveState.FAILED) and not self.is_making

    @property
    def is_ready(self) -> bool:
        return self.state == ArchiveState.READY and self.made_at > timezone.now() - ARCHIVES_KEPT


class ForeignData(models.Model):
    """Ids and unknown keys that another program wrote in a Doko-Zettel; exports write them again unchanged.

    They belong to the player, evening, sheet or entry that is set, otherwise to the club itself. A `rev` is stored less
    `count_changes`, so that it grows with the evening.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="foreign_data")
    player = models.OneToOneField(Player, on_delete=models.CASCADE, null=True, related_name="foreign_data")
    evening = models.OneToOneField(Evening, on_delete=models.CASCADE, null=True, related_name="foreign_data")
    sheet = models.OneToOneField(Sheet, on_delete=models.CASCADE, null=True, related_name="foreign_data")
    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, null=True, related_name="foreign_data")
    keys = models.JSONField()

    class Meta:
        ordering = ["pk"]
        verbose_name = _("foreign data")
        verbose_name_plural = _("foreign data")
        constraints = [
            models.UniqueConstraint(
                fields=["club"],
                condition=Q(player=None, evening=None, sheet=None, entry=None),
                name="club_has_foreign_data_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.club_id}: {', '.join(self.keys)}"


def count_changes(evenings: Iterable[int]) -> dict[int, int]:
    """Return how often each evening and its sheets were changed. At most one query."""
    changes = F("version") + Coalesce(Sum(F("sheets__version") - 1), 0)
    found = Evening._base_manager.filter(pk__in=evenings).order_by()
    return dict(found.annotate(changes=changes).values_list("pk", "changes"))
