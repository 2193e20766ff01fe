"""Points that the club gives or takes, with a reason: they belong to a day, but to no evening."""

from __future__ import annotations

import uuid
from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from dokoclub.clubs.models import Club, Player
from dokoclub.evenings.models.evening import date_of_play

LONGEST_REASON: Final = 200


class CorrectionQuerySet(models.QuerySet["Correction"]):
    def standing(self) -> CorrectionQuerySet:
        return self.filter(taken_back_at=None)


class Correction(models.Model):
    """Counts in every table whose time its day lies in. Taken back, not deleted."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="corrections")
    player = models.ForeignKey(Player, on_delete=models.RESTRICT, related_name="+", verbose_name=_("player"))
    # The same, or as whom that player plays by now: kept by what follows a merge (after_merge).
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
    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)  # of the form that made it

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
