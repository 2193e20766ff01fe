"""How a club ranks its league where no season says otherwise, and what it wants to see, and let others see."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Final

from django.db import models
from django.utils.translation import gettext_lazy as _

from dokoclub.clubs.models import Club
from dokoclub.clubs.models.season import load_standings_rules
from scoring.league.rules import StandingsRules, store_rules

COLUMNS_AT_FIRST: Final = ("movement", "evenings", "games", "mean_game", "points")


def rules_at_first() -> dict[str, Any]:
    return store_rules(StandingsRules())


def columns_at_first() -> list[str]:
    return list(COLUMNS_AT_FIRST)


class League(models.Model):
    """A club without a row here has the presets."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="league")
    rules = models.JSONField(default=rules_at_first)  # scoring.league.rules, with their version
    month_rules = models.JSONField(default=rules_at_first)  # of months and quarters
    columns = models.JSONField(default=columns_at_first)  # keys of scoring.league.columns, in no order
    rated = models.BooleanField(default=False)  # whether it shows how well somebody plays
    framed_by = models.JSONField(default=list)  # origins of the pages that may show its table, such as https://…

    class Meta:
        verbose_name = _("league")
        verbose_name_plural = _("leagues")

    def __str__(self) -> str:
        return str(self.club)

    @cached_property
    def parsed(self) -> StandingsRules:
        return load_standings_rules(self.rules)

    @cached_property
    def parsed_month(self) -> StandingsRules:
        return load_standings_rules(self.month_rules)
