"""The entry: the facts of one row as they were written at the table. The only source of all points."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from dokoclub.clubs.models import Player
from dokoclub.evenings.models.sheet import Sheet
from scoring.contract.kept import LONGEST_NOTE


class EntryQuerySet(models.QuerySet["Entry"]):
    def counted(self) -> EntryQuerySet:
        return self.filter(struck_at=None)

    def games(self) -> EntryQuerySet:
        """Numbered rows: played games, and rows by hand."""
        return self.counted().exclude(number=None)

    def not_deleted(self) -> EntryQuerySet:
        return self.filter(sheet__evening__deleted_at=None, sheet__evening__club__deleted_at=None)


class Entry(models.Model):
    """One row of a sheet: the facts as written, nothing computed but its number.

    Always saved one by one, so that its history sees every change. A row that was struck keeps the number that it
    had, for the change log; it has no turn any more.
    """

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="entries")
    uuid = models.UUIDField(editable=False)  # of the form that wrote it: a repeated one writes nothing
    position = models.PositiveIntegerField(editable=False)  # among all rows, struck ones too, from 1
    number = models.PositiveSmallIntegerField(null=True, editable=False)  # of a game; kept by `repost`
    kind = models.CharField(max_length=20, editable=False)  # as in `facts`
    facts = models.JSONField(editable=False)  # a row of the command-line contract, players by id
    attribution = models.JSONField(default=dict, blank=True, editable=False)  # see scoring.contract.attribution
    note = models.CharField(_("note"), max_length=LONGEST_NOTE, blank=True)
    version = models.PositiveIntegerField(editable=False)  # of the sheet, when this row was last written or changed
    written_at = models.DateTimeField(default=timezone.now, editable=False)
    written_by = models.ForeignKey(  # None: whoever held the table's pen, without an account
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, editable=False, related_name="+"
    )
    changed_at = models.DateTimeField(null=True, editable=False)
    changed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, editable=False, related_name="+"
    )
    struck_at = models.DateTimeField(null=True, editable=False)
    struck_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, editable=False, related_name="+"
    )

    history = HistoricalRecords(cascade_delete_history=True)
    objects = EntryQuerySet.as_manager()

    class Meta:
        ordering = ["position"]
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        constraints = [
            models.UniqueConstraint(fields=["sheet", "uuid"], name="entry_is_written_once"),
            models.UniqueConstraint(fields=["sheet", "position"], name="entry_has_its_own_position"),
            models.UniqueConstraint(
                fields=["sheet", "number"],
                condition=Q(struck_at=None),
                name="entry_number_once_among_those_not_struck",
            ),
            models.CheckConstraint(condition=Q(position__gte=1), name="entry_positions_begin_with_one"),
            models.CheckConstraint(condition=Q(number=None) | Q(number__gte=1), name="entry_numbers_begin_with_one"),
        ]

    def __str__(self) -> str:
        return f"{self.sheet_id} · {self.number or self.kind}"

    @property
    def is_struck(self) -> bool:
        return self.struck_at is not None


class Posting(models.Model):
    """The points of one player in one row; without a player, of the club, which takes what a penalty falls short.

    The balances of a row sum to 0. Who sits out has none.
    """

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="postings")
    player = models.ForeignKey(Player, on_delete=models.RESTRICT, null=True, related_name="postings")
    scores = models.IntegerField()  # as the sheet writes them
    balance = models.IntegerField()  # zero-sum points

    class Meta:
        ordering = ["entry", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["entry", "player"], name="player_has_one_posting_a_row"),
            models.UniqueConstraint(fields=["entry"], condition=Q(player=None), name="club_has_one_posting_a_row"),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} · {self.player_id}: {self.balance}"


class ResultQuerySet(models.QuerySet["Result"]):
    def not_deleted(self) -> ResultQuerySet:
        """Those of evenings that are not deleted."""
        return self.filter(sheet__evening__deleted_at=None, sheet__evening__club__deleted_at=None)


class Result(models.Model):
    """What a player did on a sheet, for everybody who ever sat there: the counters of `scoring.league.deeds`.

    What the database adds up and what ranks has a column of its own.
    """

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="results")
    player = models.ForeignKey(Player, on_delete=models.RESTRICT, related_name="results")
    games = models.PositiveSmallIntegerField(default=0)  # numbered games that he played in
    decided = models.PositiveSmallIntegerField(default=0)  # those with a verdict (also: nobody won)
    won = models.PositiveSmallIntegerField(default=0)
    scores = models.IntegerField(default=0)  # penalties included
    balance = models.IntegerField(default=0)
    solos = models.PositiveSmallIntegerField(default=0)  # games alone, of whatever kind
    solos_won = models.PositiveSmallIntegerField(default=0)
    summed = models.PositiveSmallIntegerField(default=0)  # 1: of a whole evening, of which no game is known
    doubled = models.PositiveSmallIntegerField(default=0)  # 1: from old paper with half points, all of them doubled
    counts = models.JSONField(default=dict)  # all other counters that are not 0: {"re_kept": 2}
    extras = models.JSONField(default=dict)  # in solos, and where they were ascribed; a club's own too: {"fuchs": 1}
    # Played and won, by solo or by the kind of game that was played alone: {"damen": [2, 1]}.
    solo_types = models.JSONField(default=dict)

    objects = ResultQuerySet.as_manager()

    class Meta:
        ordering = ["sheet", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["sheet", "player"], name="player_has_one_result_a_sheet"),
        ]

    def __str__(self) -> str:
        return f"{self.sheet_id} · {self.player_id}: {self.scores}"


class Sending(models.Model):
    """One batch of changes that was written. The unique uuid, in the same transaction, is what makes it exactly once.

    Kept as long as its sheet: a copy may come late. What was in it stands on the sheet, and is told here by a digest
    alone.
    """

    uuid = models.UUIDField(unique=True, editable=False)  # made by the phone
    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="sendings")
    digest = models.CharField(max_length=32, editable=False)
    base = models.PositiveIntegerField(editable=False)  # the version of the sheet that the phone knew
    version = models.PositiveIntegerField(editable=False)  # of the sheet, once it was written
    ops = models.PositiveSmallIntegerField(editable=False)  # how many
    received_at = models.DateTimeField(default=timezone.now, editable=False)
    by = models.ForeignKey(  # None: whoever held the table's pen, without an account
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, editable=False, related_name="+"
    )

    class Meta:
        ordering = ["pk"]
        verbose_name = _("sending")
        verbose_name_plural = _("sendings")

    def __str__(self) -> str:
        return f"{self.sheet_id} · {self.uuid}"
