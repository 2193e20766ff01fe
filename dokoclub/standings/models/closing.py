"""Closed months, version by version, corrections, tallies and honours."""

from __future__ import annotations

import uuid
from functools import cached_property
from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from dokoclub.clubs.models import Club, Player
from dokoclub.clubs.models.club import load_standings_rules
from dokoclub.evenings.models import Evening
from dokoclub.evenings.models.evening import date_of_play
from scoring.league.rules import StandingsRules

LONGEST_REASON: Final = 200
LONGEST_STAMP: Final = 32
GAMES_FOR_A_STAR: Final = 1000


class Closing(models.Model):
    """One version of a month's table. It never changes; a later version gives its reason."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="closings")
    month = models.DateField(_("month"))  # its first day
    number = models.PositiveSmallIntegerField(_("version"))
    reason = models.CharField(_("reason"), max_length=LONGEST_REASON, blank=True)  # of every version but the first
    rules = models.JSONField(editable=False)  # the rules of the ranking
    held = models.PositiveSmallIntegerField()  # evenings on which anybody played
    required = models.PositiveSmallIntegerField()  # evenings to the minimum attendance
    closed_at = models.DateTimeField(default=timezone.now, editable=False)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, editable=False, related_name="+"
    )
    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)  # of the form that sent it

    class Meta:
        ordering = ["-month", "-number"]
        verbose_name = _("closed month")
        verbose_name_plural = _("closed months")
        constraints = [
            models.UniqueConstraint(fields=["club", "month", "number"], name="closing_number_once_a_month"),
            models.CheckConstraint(condition=Q(number__gte=1), name="closings_begin_with_one"),
            models.CheckConstraint(condition=Q(number=1) | ~Q(reason=""), name="closing_again_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.month:%Y-%m} · {self.number}"

    @cached_property
    def parsed(self) -> StandingsRules:
        return load_standings_rules(self.rules)


class ClosedRow(models.Model):
    """A player in the table of a closed month."""

    closing = models.ForeignKey(Closing, on_delete=models.CASCADE, related_name="rows")
    player = models.ForeignKey(Player, on_delete=models.RESTRICT, related_name="+")
    position = models.PositiveSmallIntegerField()  # from the top, from 1
    rank = models.PositiveSmallIntegerField(null=True)  # None: not ranked; shared ones are equal
    former_rank = models.PositiveSmallIntegerField(null=True)  # a month before
    standing = models.CharField(max_length=10)  # scoring.league.standings.Standing
    missing = models.PositiveSmallIntegerField(default=0)  # evenings to the minimum
    points = models.IntegerField()  # ranking points, corrections included
    struck = models.JSONField(default=list)  # points of the struck evenings
    values = models.JSONField()  # by column: [numerator, denominator], or null if empty

    class Meta:
        ordering = ["closing", "position"]
        constraints = [
            models.UniqueConstraint(fields=["closing", "player"], name="player_stands_once_in_a_closing"),
            models.UniqueConstraint(fields=["closing", "position"], name="position_is_taken_once_in_a_closing"),
        ]

    def __str__(self) -> str:
        return f"{self.closing} · {self.player_id}: {self.points}"


class CorrectionQuerySet(models.QuerySet["Correction"]):
    def active(self) -> CorrectionQuerySet:
        return self.filter(taken_back_at=None)


class Correction(models.Model):
    """A correction of points. Counts in every table whose period includes its day. Taken back, not deleted."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="corrections")
    player = models.ForeignKey(Player, on_delete=models.RESTRICT, related_name="+", verbose_name=_("player"))
    # The same player, or the one they were merged into: after_merge updates it.
    counts_for = models.ForeignKey(Player, on_delete=models.RESTRICT, related_name="corrections", editable=False)
    day = models.DateField(_("day"), default=date_of_play)
    points = models.IntegerField(_("points"))
    reason = models.CharField(_("reason"), max_length=LONGEST_REASON)
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, editable=False, related_name="+"
    )
    taken_back_at = models.DateTimeField(null=True, editable=False)
    taken_back_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, editable=False, related_name="+"
    )
    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)  # of the form that sent it

    objects = CorrectionQuerySet.as_manager()

    class Meta:
        ordering = ["-made_at", "-pk"]
        verbose_name = _("correction")
        verbose_name_plural = _("corrections")
        constraints = [
            models.CheckConstraint(condition=~Q(points=0), name="correction_changes_something"),
            models.CheckConstraint(condition=~Q(reason=""), name="correction_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.points}"


class Tally(models.Model):
    """Stored sums of `scoring.league.sums` or `rated`, valid while `stamp` matches their source. Derived data.

    `of`: `evening-12`, `2026-11`, `2026`, `all`; with `-` at the end, all of it but its last month or year.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="tallies")
    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, null=True, related_name="+")  # a single evening
    of = models.CharField(max_length=30)
    ranked_by = models.CharField(max_length=10)  # the points; or the kind of other sums
    stamp = models.CharField(max_length=LONGEST_STAMP)
    sums = models.BinaryField()  # JSON, compressed

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "ranked_by", "of"], name="tally_is_kept_once")]

    def __str__(self) -> str:
        return f"{self.club_id} {self.of}"


class Honour(models.Model):
    """A player's number of games on closed evenings, of all time. Derived; without a row: none.

    Stored, because the table of a single month shows the stars too, and would have to count all years for them.
    """

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="honour", primary_key=True)
    games = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.player_id}: {self.games}"

    @property
    def stars(self) -> int:
        return self.games // GAMES_FOR_A_STAR
