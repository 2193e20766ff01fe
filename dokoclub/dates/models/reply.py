"""What somebody answered: one for each date and player; the last one counts, and the others are in the history."""

from __future__ import annotations

from typing import Any, Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import pgettext_lazy
from simple_history.models import HistoricalRecords

from dokoclub.clubs.models import Player
from dokoclub.dates.models.date import Date

LONGEST_REMARK: Final = 120
MOST_GUESTS: Final = 3


class Answer(models.TextChoices):
    YES = "yes", pgettext_lazy("answer", "I come")
    MAYBE = "maybe", pgettext_lazy("answer", "Perhaps")
    NO = "no", pgettext_lazy("answer", "Not")


class Reply(models.Model):
    """`guests`: the names of whom somebody brings. `late`: it became a no after the last moment.

    `moves`: those of the date when it was given.
    """

    date = models.ForeignKey(Date, on_delete=models.CASCADE, related_name="replies")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="replies")
    answer = models.CharField(max_length=5, choices=Answer.choices)
    guests: Any = models.JSONField(default=list)
    comes_at = models.TimeField(null=True)  # local, where it is later than the date begins
    remark = models.CharField(max_length=LONGEST_REMARK, blank=True)
    late = models.BooleanField(default=False)
    moves = models.PositiveIntegerField(default=0)
    given_at = models.DateTimeField(default=timezone.now)
    by_link = models.BooleanField(default=False)  # by the player's own secret link
    given_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    history = HistoricalRecords(cascade_delete_history=True)

    class Meta:
        ordering = ["given_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["date", "player"], name="player_answers_a_date_once"),
            models.CheckConstraint(condition=Q(late=False) | Q(answer=Answer.NO), name="only_a_no_is_late"),
            models.CheckConstraint(condition=Q(answer__in=("yes", "maybe", "no")), name="reply_is_an_answer"),
        ]

    def __str__(self) -> str:
        return f"{self.date_id} {self.player_id}: {self.answer}"
