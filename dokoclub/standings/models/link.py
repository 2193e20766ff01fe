"""A secret read-only link: the club's league for people without an account."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from dokoclub.clubs.models import Club
from dokoclub.evenings.models.link import ReadLink


class LeagueLinkQuerySet(models.QuerySet["LeagueLink"]):
    def open(self) -> LeagueLinkQuerySet:
        return self.filter(revoked_at=None, club__deleted_at=None)


class LeagueLink(ReadLink):
    """To the tables of one league."""

    KIND = "league"

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="league_links")

    objects = LeagueLinkQuerySet.as_manager()

    class Meta(ReadLink.Meta):
        verbose_name = _("secret link to the league")
        verbose_name_plural = _("secret links to the league")

    def __str__(self) -> str:
        return f"{self.club} · {self.pk}"
