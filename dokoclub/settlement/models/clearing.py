"""All that is open in a club becomes few payments: what it settles names it, and so do the payments."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from dokoclub.clubs.models import Club
from dokoclub.settlement.models.evening_money import EveningMoney


class Clearing(models.Model):
    """Its payments are the transfers of `money`, which belongs to no evening; what it settled is `cleared`.

    Taken back, never deleted, and only while none of its payments was made.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="clearings")
    money = models.OneToOneField(EveningMoney, on_delete=models.CASCADE, related_name="clearing")
    through_others = models.BooleanField()  # the club agreed that somebody may pay whom he owes nothing
    made_at = models.DateTimeField(default=timezone.now)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    taken_back_at = models.DateTimeField(null=True)
    taken_back_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    key = models.UUIDField(default=uuid.uuid4, unique=True)  # of the form that made it
    # What it settled when it was made; what it settles now is `cleared`.
    settles = models.ManyToManyField("settlement.Transfer", related_name="+")

    class Meta:
        ordering = ["-made_at", "-pk"]
        verbose_name = _("clearing")
        verbose_name_plural = _("clearings")

    def __str__(self) -> str:
        return str(self.money)

    @property
    def stands(self) -> bool:
        return self.taken_back_at is None
