"""Entries with the facts written at the table, the only source of all points, and models derived from them.

Postings and results are derived. A sending records a batch from a phone.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from dokoclub.clubs.models import Player
from dokoclub.evenings.models.sheet import Sheet
from scoring.contract.stored_rows import LONGEST_NOTE


class EntryQuerySet(models.QuerySet["Entry"]):
    def counted(self) -> EntryQuerySet:
        return self.filter(struck_at=None)

    def games(self) -> EntryQuerySet:
        """Return the numbered entries: played games, and entries by hand."""
        return self.counted().exclude(number=None)

    def not_deleted(self) -> EntryQuerySet:
        return self.filter(sheet__evening__deleted_at=None, sheet__evening__club__deleted_at=None)


class Entry(models.Model):
    """One row of a sheet: the facts as written, nothing computed but its number.

    Entries are always saved one by one, so that the history sees every change. A struck entry keeps its former number,
    for the change log, but no longer counts as a turn.
    """

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="entries")
    uuid = models.UUIDField(editable=False)  # of the form that wrote it: a repeated form writes nothing
    position = models.PositiveIntegerField(editable=False)  # among all entries, including struck ones, from 1
    number = models.PositiveSmallIntegerField(null=True, editable=False)  # of a game; maintained by `repost`
    kind = models.CharField(max_length=20, editable=False)  # as in `facts`
    facts = models.JSONField(editable=False)  # an event of the command-line contract, players by id
    attribution = models.JSONField(default=dict, blank=True, editable=False)  # see scoring.contract.attribution
    note = models.CharField(_("note"), max_length=LONGEST_NOTE, blank=True)
    version = models.PositiveIntegerField(editable=False)  # of the sheet, when this entry was last written or changed
    written_at = models.DateTimeField(default=timezone.now, editable=False)
    written_by = models.ForeignKey(  # None: by the table's scoring link, without an account
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
    """The points of one player in one entry.

    Without a player: the club's, which gets the rest of a penalty. The balances of an entry sum to 0. A player who sits
    out has no posting.
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
        """Return the results of evenings that are not deleted."""
        return self.filter(sheet__evening__deleted_at=None, sheet__evening__club__deleted_at=None)


class Result(models.Model):
    """One player's results on a sheet, for everybody who ever sat there: the counters of `scoring.league.counters`.

    Counters that the database adds up or ranks by have columns of their own.
    """

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="results")
    player = models.ForeignKey(Player, on_delete=models.RESTRICT, related_name="results")
    games = models.PositiveSmallIntegerField(default=0)  # numbered games in which the player took part
    decided = models.PositiveSmallIntegerField(default=0)  # games with a verdict (including: nobody won)
    won = models.PositiveSmallIntegerField(default=0)
    scores = models.IntegerField(default=0)  # penalties included
    balance = models.IntegerField(default=0)
    solos = models.PositiveSmallIntegerField(default=0)  # games alone, of any kind
    solos_won = models.PositiveSmallIntegerField(default=0)
    summed = models.PositiveSmallIntegerField(default=0)  # 1: sums of a whole evening without any known game
    doubled = models.PositiveSmallIntegerField(default=0)  # 1: from old paper with half points, all of them doubled
    counts = models.JSONField(default=dict)  # all other counters except 0: {"re_kept": 2}
    extras = models.JSONField(default=dict)  # in solos, or credited to a player; the club's own, too: {"fuchs": 1}
    # Games played and won alone, by solo or by kind of game: {"damen": [2, 1]}.
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
    """A batch of changes that was written.

    Its unique uuid, saved in the same transaction, ensures exactly-once delivery. It is stored as long as its sheet: a
    copy may come late. The content itself is on the sheet, and here only as a digest.
    """

    uuid = models.UUIDField(unique=True, editable=False)  # made by the phone
    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="sendings")
    digest = models.CharField(max_length=32, editable=False)
    base = models.PositiveIntegerField(editable=False)  # the version of the sheet that the phone knew
    version = models.PositiveIntegerField(editable=False)  # of the sheet after the batch
    ops = models.PositiveSmallIntegerField(editable=False)  # how many operations
    received_at = models.DateTimeField(default=timezone.now, editable=False)
    by = models.ForeignKey(  # None: by the table's scoring link, without an account
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, editable=False, related_name="+"
    )

    class Meta:
        ordering = ["pk"]
        verbose_name = _("sending")
        verbose_name_plural = _("sendings")

    def __str__(self) -> str:
        return f"{self.sheet_id} · {self.uuid}"
