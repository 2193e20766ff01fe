"""How a club settles its evenings, and how one of them is settled."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from dokoclub.clubs.models import Club
from dokoclub.clubs.models.club import EURO
from dokoclub.evenings.models import Evening
from dokoclub.look.days import day_and_year


class ClubMoney(models.Model):
    """What holds for every evening that chose nothing else. A club without a row here has the presets."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="money")
    rules = models.JSONField()  # MoneyRules as `scoring.money.rules.store_rules` writes them

    history = HistoricalRecords(cascade_delete_history=True)

    class Meta:
        verbose_name = _("money of a club")
        verbose_name_plural = _("money of the clubs")

    def __str__(self) -> str:
        return str(self.club)


class EveningMoneyQuerySet(models.QuerySet["EveningMoney"]):
    def frozen(self) -> EveningMoneyQuerySet:
        return self.exclude(frozen_at=None)


class EveningMoney(models.Model):
    """What is special about the money of one evening; a row once somebody decided something, or it was closed.

    From `frozen_at` on its lists are kept as rows and never change. They outlive an evening that is deleted for good,
    because money that was paid was paid: then `evening` is None. Players here are ids, also of those merged since.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    evening = models.OneToOneField(Evening, on_delete=models.SET_NULL, null=True, related_name="money")
    day = models.DateField()  # of the evening
    currency = models.CharField(max_length=3, default=EURO)  # in which it was made, and stays
    rules: Any = models.JSONField(null=True)  # None: those of the club; the stake is always that of the evening
    excused: Any = models.JSONField(default=list)  # players who need not pay for staying away
    expected: Any = models.JSONField(null=True)  # who was an active member when it was closed; None: not known
    frozen_at = models.DateTimeField(null=True)
    frozen_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    history = HistoricalRecords(cascade_delete_history=True)
    objects = EveningMoneyQuerySet.as_manager()

    class Meta:
        ordering = ["-day", "-pk"]
        verbose_name = _("money of an evening")
        verbose_name_plural = _("money of the evenings")
        constraints = [
            models.CheckConstraint(
                condition=Q(frozen_at=None) | Q(rules__isnull=False, expected__isnull=False),
                name="frozen_money_keeps_its_rules",
            ),
        ]

    def __str__(self) -> str:
        return day_and_year(self.day)

    @property
    def is_clearing(self) -> bool:
        """It holds the payments of a clearing. No query where it belongs to an evening."""
        return self.evening_id is None and hasattr(self, "clearing")
