"""Models of entrants, teams, officials, entry links, applicants, and bookings in the kitty."""

from __future__ import annotations

import uuid
from datetime import date, timedelta
from typing import Any, Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from simple_history.models import HistoricalRecords

from dokoclub.clubs.models import Player
from dokoclub.evenings.models.link import ReadLink
from dokoclub.settlement.models import CashEntry
from dokoclub.tournaments.models.tournament import Tournament, TournamentState, opens_for
from scoring.text import LONGEST_NAME

LONGEST_TEAM: Final = 40
LONGEST_TAG: Final = 30
LONGEST_HOME: Final = 60
LONGEST_REASON: Final = 120
LASTS: Final = timedelta(days=2)  # after the day, for tournaments that last past midnight


class Team(models.Model):
    """A team. Its members do not meet at a table, and their points are added up."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="teams")
    name = models.CharField(_("name"), max_length=LONGEST_TEAM)

    class Meta:
        ordering = ["pk"]
        verbose_name = _("team")
        verbose_name_plural = _("teams")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "name"], name="team_name_once_in_a_tournament"),
            models.CheckConstraint(condition=~Q(name=""), name="team_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class EntrantQuerySet(models.QuerySet["Entrant"]):
    def ranked(self) -> EntrantQuerySet:
        return self.filter(fill_in=False)


class Entrant(models.Model):
    """A player in a tournament, under a start number that is never reused."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entrants")
    player = models.ForeignKey(Player, on_delete=models.RESTRICT, related_name="entrants")
    number = models.PositiveSmallIntegerField(_("start number"))
    team = models.ForeignKey(Team, on_delete=models.SET_NULL, null=True, related_name="entrants")
    home = models.CharField(max_length=LONGEST_HOME, blank=True)  # the entrant's home club
    tags: Any = models.JSONField(default=list)  # such as Damen or Junioren: never guessed, and erased with the person
    apart = models.CharField(max_length=LONGEST_TAG, blank=True)  # a household: its members never share a table
    fill_in = models.BooleanField(default=False)  # completes tables of four; without rank, fee and prize
    paid = models.BooleanField(default=False)
    joins = models.PositiveSmallIntegerField(default=1)  # from this round on
    withdrawn_after = models.PositiveSmallIntegerField(null=True)  # number of rounds; None: stays
    disqualified = models.BooleanField(default=False)  # stays in the list without a rank
    reason = models.CharField(max_length=LONGEST_REASON, blank=True)  # for the disqualification

    history = HistoricalRecords(cascade_delete_history=True)
    objects = EntrantQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        verbose_name = _("entrant")
        verbose_name_plural = _("entrants")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="start_number_once_in_a_tournament"),
            models.UniqueConstraint(fields=["tournament", "player"], name="player_enters_a_tournament_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="start_numbers_begin_with_one"),
            models.CheckConstraint(condition=Q(joins__gte=1), name="entrant_joins_in_a_round"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.player}"

    def plays_in(self, number: int) -> bool:
        """Return True if the entrant takes part in this round."""
        return self.joins <= number and (self.withdrawn_after is None or number <= self.withdrawn_after)

    @property
    def is_out(self) -> bool:
        return self.withdrawn_after is not None


class Role(models.TextChoices):
    DIRECTOR = "director", _("Director")
    REFEREE = "referee", _("Referee")


class Official(models.Model):
    """A role for one tournament, given by an owner to a member of the club."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="officials")
    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    role = models.CharField(max_length=8, choices=Role.choices)
    given_at = models.DateTimeField(default=timezone.now)
    given_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ["role", "pk"]
        verbose_name = _("right for a tournament")
        verbose_name_plural = _("rights for tournaments")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "account", "role"], name="right_for_a_tournament_once"),
        ]

    def __str__(self) -> str:
        return f"{self.get_role_display()}: {self.account}"


class EntryLink(ReadLink):
    """A link for applying to a tournament, until it ends."""

    KIND = "entry"
    OF = "tournament"

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entry_links")

    class Meta(ReadLink.Meta):
        verbose_name = _("secret link to enter a tournament")
        verbose_name_plural = _("secret links to enter tournaments")

    @classmethod
    def opens(cls) -> Q:
        return opens_for(LASTS) & ~Q(tournament__state=TournamentState.ENDED)

    @property
    def last_day(self) -> date:
        return self.tournament.day + LASTS

    @property
    def is_open(self) -> bool:
        return super().is_open and not self.tournament.is_over


class ApplicantQuerySet(models.QuerySet["Applicant"]):
    def waiting(self) -> ApplicantQuerySet:
        return self.filter(entrant=None, refused_at=None)


class Applicant(models.Model):
    """Somebody without an account who typed a name. Once answered, the name is deleted here."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="applicants")
    key = models.UUIDField(default=uuid.uuid4, unique=True)  # of the form, and in the address of the answer
    name = models.CharField(pgettext_lazy("person", "name"), max_length=LONGEST_NAME, blank=True)
    team = models.CharField(max_length=LONGEST_TEAM, blank=True)
    home = models.CharField(max_length=LONGEST_HOME, blank=True)
    asked_at = models.DateTimeField(default=timezone.now)
    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, null=True, related_name="+")  # the resulting entrant
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


class Reason(models.TextChoices):
    FEE = "fee", _("entry fee of a tournament")
    PRIZE = "prize", _("prize of a tournament")
    LOSS = "loss", _("money for losses in a tournament")


class Booking(models.Model):
    """The kitty row for somebody's fee, prize or losses. The row itself knows its reversal."""

    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="bookings")
    reason = models.CharField(max_length=5, choices=Reason.choices)
    entry = models.OneToOneField(CashEntry, on_delete=models.RESTRICT, related_name="tournament_booking")

    class Meta:
        ordering = ["pk"]
        verbose_name = _("booking of a tournament")
        verbose_name_plural = _("bookings of tournaments")

    def __str__(self) -> str:
        return f"{self.entrant}: {self.reason} {self.entry.cents}"
