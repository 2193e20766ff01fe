"""To enter oneself: a secret link to hold out, and who has asked by it and waits for the director."""

from __future__ import annotations

import uuid
from datetime import date, timedelta
from typing import Final

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from dokoclub.evenings.models.link import ReadLink
from dokoclub.tournaments.models.people import LONGEST_HOME, LONGEST_TEAM, Entrant
from dokoclub.tournaments.models.tournament import LINK_LASTS, State, Tournament
from scoring.text import LONGEST_NAME

LASTS: Final = timedelta(days=2)  # after the day, for one that goes on past midnight


class EntryLinkQuerySet(models.QuerySet["EntryLink"]):
    def open(self) -> EntryLinkQuerySet:
        return self.filter(
            Q(tournament__evening=None) | Q(tournament__evening__deleted_at=None),
            ~Q(tournament__state=State.ENDED),
            revoked_at=None,
            tournament__day__gte=timezone.localdate() - LASTS,
            tournament__club__deleted_at=None,
        )

    def ended(self) -> EntryLinkQuerySet:
        """Of tournaments that are over, until some time after the day: whoever has one is told so."""
        return self.filter(
            tournament__state=State.ENDED,
            tournament__evening__deleted_at=None,
            revoked_at=None,
            tournament__day__gte=timezone.localdate() - LINK_LASTS,
            tournament__club__deleted_at=None,
        )


class EntryLink(ReadLink):
    """Whoever has it asks to enter the tournament, until that ends."""

    KIND = "entry"
    CLUB = "tournament__club"

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entry_links")

    objects = EntryLinkQuerySet.as_manager()

    class Meta(ReadLink.Meta):
        verbose_name = _("secret link to enter a tournament")
        verbose_name_plural = _("secret links to enter tournaments")

    def __str__(self) -> str:
        return f"{self.tournament} · {self.pk}"

    @property
    def last_day(self) -> date:
        return self.tournament.day + LASTS

    @property
    def is_open(self) -> bool:
        return super().is_open and not self.tournament.is_over and timezone.localdate() <= self.last_day


class ApplicantQuerySet(models.QuerySet["Applicant"]):
    def waiting(self) -> ApplicantQuerySet:
        return self.filter(entrant=None, refused_at=None)


class Applicant(models.Model):
    """Somebody without an account who typed a name. Once answered, the name is forgotten here."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="applicants")
    key = models.UUIDField(default=uuid.uuid4, unique=True)  # of the form, and the address of the answer
    name = models.CharField(pgettext_lazy("person", "name"), max_length=LONGEST_NAME, blank=True)
    team = models.CharField(max_length=LONGEST_TEAM, blank=True)
    home = models.CharField(max_length=LONGEST_HOME, blank=True)
    asked_at = models.DateTimeField(default=timezone.now)
    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, null=True, related_name="+")  # as whom he plays
    refused_at = models.DateTimeField(null=True)

    objects = ApplicantQuerySet.as_manager()

    class Meta:
        ordering = ["asked_at", "pk"]
        verbose_name = _("somebody who asks to enter a tournament")
        verbose_name_plural = _("people who ask to enter tournaments")
        constraints = [
            models.CheckConstraint(condition=Q(entrant=None) | Q(refused_at=None), name="applicant_is_answered_once"),
            models.CheckConstraint(
                condition=~Q(name="") | Q(entrant__isnull=False) | Q(refused_at__isnull=False),
                name="applicant_has_a_name",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.name}"

    @property
    def is_waiting(self) -> bool:
        return self.entrant_id is None and self.refused_at is None
