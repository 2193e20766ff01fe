"""A closed month: its table as it stood, version after version."""

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
from dokoclub.clubs.models.season import load_standings_rules
from scoring.league.rules import StandingsRules

LONGEST_REASON: Final = 200


class Closing(models.Model):
    """One version of a month's table. Nothing ever changes it; a later one says why it was needed."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="closings")
    month = models.DateField(_("month"))  # its first day
    number = models.PositiveSmallIntegerField(_("version"))
    reason = models.CharField(_("reason"), max_length=LONGEST_REASON, blank=True)  # of every version but the first
    rules = models.JSONField(editable=False)  # by which it was ranked
    held = models.PositiveSmallIntegerField()  # evenings on which anybody played
    required = models.PositiveSmallIntegerField()  # evenings to the minimum attendance
    closed_at = models.DateTimeField(default=timezone.now, editable=False)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, editable=False, related_name="+"
    )
    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)  # of the form that closed it

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
    points = models.IntegerField()  # that ranked, corrections included
    struck = models.JSONField(default=list)  # points of the evenings that did not count
    values = models.JSONField()  # by column: [numerator, denominator], or null where there was nothing to show

    class Meta:
        ordering = ["closing", "position"]
        constraints = [
            models.UniqueConstraint(fields=["closing", "player"], name="player_stands_once_in_a_closing"),
            models.UniqueConstraint(fields=["closing", "position"], name="position_is_taken_once_in_a_closing"),
        ]

    def __str__(self) -> str:
        return f"{self.closing} · {self.player_id}: {self.points}"
