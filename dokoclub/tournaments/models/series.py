"""A series: tournaments of a club whose rounds make one list, as the Rangliste of 24 months."""

from __future__ import annotations

import uuid
from typing import Any, Final

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from dokoclub.clubs.models import Club
from scoring.league.rules import StandingsRules, restore_rules
from scoring.tournament.series import MOST_MONTHS

LONGEST_NAME: Final = 60


class Series(models.Model):
    """`rules` are those of a league table (scoring/league/rules.py), in which an evening is a round."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="tournament_series")
    name = models.CharField(_("name"), max_length=LONGEST_NAME)
    rules: Any = models.JSONField()
    months = models.PositiveSmallIntegerField(  # that count, back from today; None: all that were ever played
        null=True, validators=[MinValueValidator(1), MaxValueValidator(MOST_MONTHS)]
    )
    made_at = models.DateTimeField(default=timezone.now)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    key = models.UUIDField(default=uuid.uuid4, unique=True)  # of the form that founded it

    history = HistoricalRecords(cascade_delete_history=True)

    class Meta:
        ordering = ["name", "pk"]
        verbose_name = _("series of tournaments")
        verbose_name_plural = _("series of tournaments")
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="series_of_tournaments_has_a_name"),
            models.CheckConstraint(condition=Q(months=None) | Q(months__gte=1), name="series_lasts_a_month_at_least"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def parsed(self) -> StandingsRules:
        rules = restore_rules(self.rules)
        assert isinstance(rules, StandingsRules)  # noqa: S101  # checked when they were stored
        return rules
