"""Two players who turned out to be one person."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from dokoclub.clubs.models import Club, Player

TAKEN_BACK_WITHIN: Final = timedelta(days=30)


class PlayerMergeQuerySet(models.QuerySet["PlayerMerge"]):
    def standing(self) -> PlayerMergeQuerySet:
        return self.filter(taken_back_at=None)

    def to_take_back(self) -> PlayerMergeQuerySet:
        return self.standing().filter(merged_at__gt=timezone.now() - TAKEN_BACK_WITHIN)


class PlayerMerge(models.Model):
    """`merged` is `kept` from now on; its row stays, so that its name remains an alias and all can be taken back."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="merges")
    kept = models.ForeignKey(Player, on_delete=models.RESTRICT, related_name="aliases")
    merged = models.ForeignKey(Player, on_delete=models.RESTRICT, related_name="merges")
    sheets = models.JSONField()  # ids of the sheets on which `merged` had sat
    # How `merged` stood before, for taking back.
    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    was_present = models.BooleanField()
    was_active = models.BooleanField()
    merged_at = models.DateTimeField(default=timezone.now)
    merged_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    taken_back_at = models.DateTimeField(null=True)
    taken_back_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    objects = PlayerMergeQuerySet.as_manager()

    class Meta:
        ordering = ["-merged_at", "-pk"]
        verbose_name = _("merged player")
        verbose_name_plural = _("merged players")
        constraints = [
            models.CheckConstraint(condition=~Q(kept=F("merged")), name="player_is_not_merged_with_itself"),
            models.UniqueConstraint(
                fields=["merged"], condition=Q(taken_back_at=None), name="player_is_merged_into_one"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.merged} → {self.kept}"

    @property
    def can_be_taken_back(self) -> bool:
        return self.taken_back_at is None and self.merged_at > timezone.now() - TAKEN_BACK_WITHIN
