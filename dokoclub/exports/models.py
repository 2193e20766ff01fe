"""Imports of old sheets: what was handed in, what was read from it, what became of it."""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from dokoclub.clubs.models import Club
from dokoclub.evenings.models import Evening
from dokoclub.exports.importers.files import get_rows
from dokoclub.exports.importers.points import EVENING, WHOLE
from dokoclub.exports.importers.problems import Note

LONGEST_TITLE: Final = 120
DRAFTS_KEPT: Final = timedelta(days=7)
UNDONE_WITHIN: Final = timedelta(days=30)
__all__ = ["Import", "ImportFile", "ImportState", "ImportedSheet"]


class ImportState(models.TextChoices):
    """How far an import has come."""

    DRAFT = "draft", _("not imported yet")
    RUNNING = "running", _("being imported")
    DONE = "done", _("imported")
    UNDONE = "undone", _("undone")
    DISCARDED = "discarded", _("discarded")


class ImportQuerySet(models.QuerySet["Import"]):
    def to_purge(self) -> ImportQuerySet:
        """Drafts that were discarded, or that nobody has gone on with."""
        return self.filter(
            state__in=[ImportState.DRAFT, ImportState.DISCARDED], made_at__lte=timezone.now() - DRAFTS_KEPT
        )


class Import(models.Model):
    """Files that somebody handed in at once. Between the preview and the import they wait here, not in a session."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="imports")
    state = models.CharField(max_length=9, choices=ImportState.choices, default=ImportState.DRAFT)
    # How to read the files and when they were played, as the form of the preview keeps it.
    options = models.JSONField(default=dict)
    # The tables in the files, each shape once, with what each column is taken for: see old_sheets.reading.tell_table.
    tables = models.JSONField(default=list)
    players = models.JSONField(default=dict)  # heading, folded -> id of the player, or how to create one
    made_players = models.JSONField(default=list)  # ids of those that this import created
    made_at = models.DateTimeField(default=timezone.now)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    done_at = models.DateTimeField(null=True)
    undone_at = models.DateTimeField(null=True)
    undone_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    key = models.UUIDField(default=uuid.uuid4, unique=True)  # of the form that handed the files in

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
        # Every file of a club asks for these; in an install with many clubs they are few among many.
        indexes = [models.Index(fields=["state"], condition=Q(state="running"), name="running_imports")]

    def __str__(self) -> str:
        return f"{self.club} · {self.made_at:%Y-%m-%d %H:%M}"

    @property
    def more_files(self) -> int:
        """How many beside the first."""
        return len(self.files.all()) - 1

    @property
    def undone_until(self) -> datetime | None:
        return self.done_at and self.done_at + UNDONE_WITHIN

    @property
    def can_be_undone(self) -> bool:
        """One that has stopped half-way can always be taken back."""
        if self.state == ImportState.RUNNING:
            return True
        return (
            self.state == ImportState.DONE
            and self.done_at is not None
            and self.done_at > timezone.now() - UNDONE_WITHIN
        )


class ImportFile(models.Model):
    """A file as it came. Its bytes go once it has been imported."""

    of = models.ForeignKey(Import, on_delete=models.CASCADE, related_name="files")
    name = models.CharField(max_length=LONGEST_TITLE)
    digest = models.CharField(max_length=64)  # SHA-256: the same file again is noticed
    content = models.BinaryField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name


class ImportedSheet(models.Model):
    """An evening to be: what was read from a file, and the evening that it became."""

    of = models.ForeignKey(Import, on_delete=models.CASCADE, related_name="sheets")
    number = models.PositiveIntegerField()  # in the order of the files, from 1
    title = models.CharField(max_length=LONGEST_TITLE)
    day = models.DateField(null=True)  # None: neither the file nor anybody has said when
    day_is_read = models.BooleanField(default=False)  # the file says so
    # "running", "game", "list" where all was written down, or "evening": a row is what one gave
    kind = models.CharField(max_length=7, blank=True)
    place = models.CharField(max_length=40, blank=True)  # in the files: see old_sheets.leaving
    played = models.PositiveSmallIntegerField(null=True)  # of an "evening": how many games it had, if the file says so
    names = models.JSONField(default=list)  # headings, in seat order; emptied once it is imported
    games = models.JSONField(default=list)  # [row of the file, points by name]; the same
    line = models.JSONField(null=True)  # of a "list": rules and rows with all that was written, by name; the same
    totals = models.JSONField(default=list)  # points by name; the same
    length = models.PositiveIntegerField(default=0)  # how many games
    problems = models.JSONField(default=list)  # of dokoclub.exports.importers.problems
    oddities = models.JSONField(default=list)
    evening = models.OneToOneField(Evening, on_delete=models.SET_NULL, null=True, related_name="imported_from")
    written = models.PositiveIntegerField(default=0)  # games that are on the evening's sheets already
    first_paper: Any = None  # the sheet of its evening that was just opened, and has no games yet

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["of", "number"], name="imported_sheet_number_once"),
            models.CheckConstraint(condition=Q(written__lte=F("length")), name="imported_sheet_has_no_more_games"),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def all_problems(self) -> list[Note]:
        return [Note(*stored) for stored in self.problems]

    @property
    def all_oddities(self) -> list[Note]:
        return [Note(*stored) for stored in self.oddities]

    @property
    def is_sum(self) -> bool:
        """Of a whole evening, none of whose games is known."""
        return self.kind == EVENING

    @property
    def has_rows_to_leave(self) -> bool:
        """Of a list with all that was written later rows rest on those before; without names no row was read."""
        return bool(self.names) and self.kind != WHOLE

    @property
    def rows_at_fault(self) -> str:
        """The places of the rows in which something is wrong, for leaving them out."""
        rows = sorted({note.row for note in self.all_problems if note.row})
        return " ".join(get_rows(self.place, row) for row in rows) if self.has_rows_to_leave else ""

    @property
    def noted(self) -> list[tuple[Note, str]]:
        """What is wrong, with the place of its row where that can be left out: once for each row."""
        notes = self.all_problems
        last = {note.row: index for index, note in enumerate(notes)} if self.has_rows_to_leave else {}
        return [
            (note, get_rows(self.place, note.row) if note.row and last.get(note.row) == index else "")
            for index, note in enumerate(notes)
        ]

    @property
    def standing(self) -> list[tuple[str, int]]:
        """Names with their points, in seat order."""
        return list(zip(self.names, self.totals, strict=False))
