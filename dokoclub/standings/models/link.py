"""A secret read-only link: the club's league for people without an account."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from dokoclub.clubs.models import Club
from dokoclub.evenings.models.link import random_number


class LeagueLinkQuerySet(models.QuerySet["LeagueLink"]):
    def open(self) -> LeagueLinkQuerySet:
        return self.filter(revoked_at=None, club__deleted_at=None)


class LeagueLink(models.Model):
    """Opens until it is revoked. Its token is worked out as that of an evening's link (`evenings/tokens.py`)."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="league_links")
    random = models.CharField(max_length=22, default=random_number, editable=False)
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, editable=False, related_name="+"
    )
    revoked_at = models.DateTimeField(null=True, editable=False)

    objects = LeagueLinkQuerySet.as_manager()

    class Meta:
        ordering = ["-made_at", "-pk"]
        verbose_name = _("secret link to the league")
        verbose_name_plural = _("secret links to the league")

    def __str__(self) -> str:
        return f"{self.club} · {self.pk}"

    @property
    def is_open(self) -> bool:
        return self.revoked_at is None
