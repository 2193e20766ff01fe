"""A season: any two dates between which the club plays for one table, under the season's own rules."""

from __future__ import annotations

import uuid
from functools import cached_property
from typing import Any, Final

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from dokoclub.clubs.models.club import Club
from scoring.league.rules import StandingsRules, restore_rules

LONGEST_NAME: Final = 40
MOST_PLANNED: Final = 1000


def load_standings_rules(stored: Any) -> StandingsRules:
    """Standings rules as they are kept with a season, a club or a closed month."""
    rules = restore_rules(stored)
    if not isinstance(rules, StandingsRules):
        raise ValueError([str(problem) for problem in rules])  # checked when they were stored: our own bug
    return rules


class Season(models.Model):
    """Both days belong to it. Two seasons of a club never share a day: the service that writes them sees to it."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="seasons")
    name = models.CharField(_("name"), max_length=LONGEST_NAME)
    first = models.DateField(_("first day"))
    last = models.DateField(_("last day"))
    planned = models.PositiveSmallIntegerField(_("evenings planned"), null=True, blank=True)
    rules = models.JSONField(editable=False)  # scoring.league.rules, with their version: of the season's table
    month_rules = models.JSONField(editable=False)  # of the months and quarters in it
    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)  # of the form that made it

    history = HistoricalRecords(cascade_delete_history=True)

    class Meta:
        ordering = ["-first"]
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        constraints = [
            models.CheckConstraint(condition=Q(last__gte=F("first")), name="season_does_not_end_before_it_begins"),
            models.CheckConstraint(condition=~Q(name=""), name="season_has_a_name"),
            models.UniqueConstraint(fields=["club", "first"], name="season_begins_on_a_day_of_its_own"),
        ]

    def __str__(self) -> str:
        return self.name

    @cached_property
    def parsed(self) -> StandingsRules:
        return load_standings_rules(self.rules)

    @cached_property
    def parsed_month(self) -> StandingsRules:
        return load_standings_rules(self.month_rules)
