"""The club: what everything else belongs to."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from scoring.league.rules import StandingsRules, restore_rules
from scoring.rules.rules import Rules
from scoring.rules.rules import restore_rules as restore_game_rules

LONGEST_SEASON_NAME: Final = 40
MOST_PLANNED: Final = 1000

if TYPE_CHECKING:
    from dokoclub.accounts.models import Account

LONGEST_NAME: Final = 60
LONGEST_ADDRESS: Final = 255
KEPT_AFTER_DELETION: Final = timedelta(days=30)
# As deleted_at: not all of it is there yet, or any more. Nobody sees it, nobody can take it back, it has no members.
UNFINISHED: Final = datetime(1970, 1, 1, tzinfo=UTC)
EURO: Final = "EUR"
CURRENCIES: Final = {EURO: _("Euro (€)"), "CHF": _("Swiss francs (CHF)")}


def currencies() -> list[tuple[str, Promise]]:
    return list(CURRENCIES.items())


class ClubQuerySet(models.QuerySet["Club"]):
    def not_deleted(self) -> ClubQuerySet:
        return self.filter(deleted_at=None)

    def seen_by(self, account: Account) -> ClubQuerySet:
        """The clubs that exist for this account; to it, all others do not."""
        return self.not_deleted().filter(memberships__account=account)

    def to_take_back_by(self, account: Account) -> ClubQuerySet:
        """Deleted clubs that this account owns and may still take back."""
        return self.filter(
            deleted_at__gt=timezone.now() - KEPT_AFTER_DELETION,
            memberships__account=account,
            memberships__owner=True,
            moved_to="",
        )

    def moved(self) -> ClubQuerySet:
        """Those that are at home elsewhere, until they are purged: gone here, like deleted ones."""
        return self.exclude(moved_to="").filter(deleted_at__gt=UNFINISHED)

    def standing_still(self) -> ClubQuerySet:
        """Nothing of them is to change: their file is on its way to another install."""
        return self.exclude(moving_to="")

    def to_purge(self) -> ClubQuerySet:
        deleted = self.exclude(deleted_at=UNFINISHED)  # it is written or removed in pieces
        return deleted.filter(deleted_at__lte=timezone.now() - KEPT_AFTER_DELETION)

    def unfinished(self) -> ClubQuerySet:
        return self.filter(deleted_at=UNFINISHED)


class Club(models.Model):
    """A round of people who play together, under its own rules."""

    name = models.CharField(max_length=LONGEST_NAME)
    currency = models.CharField(max_length=3, default=EURO, choices=currencies)
    founded_at = models.DateTimeField(default=timezone.now)
    deleted_at = models.DateTimeField(null=True)
    key = models.UUIDField(default=uuid.uuid4, unique=True)  # of the form that founded it
    # On its way to another install (services/moving.py): nothing is written in it any more.
    moving_to = models.CharField(max_length=LONGEST_ADDRESS, default="", blank=True, editable=False)
    moving_since = models.DateTimeField(null=True, editable=False)
    moving_file = models.CharField(
        max_length=64, default="", blank=True, editable=False
    )  # SHA-256 of what was taken along
    moved_to = models.CharField(max_length=LONGEST_ADDRESS, default="", blank=True, editable=False)  # it is there now

    history = HistoricalRecords(cascade_delete_history=True)
    objects = ClubQuerySet.as_manager()
    read: dict[str, Any] | None = None  # by what it is: see clubs.selectors.read_once

    class Meta:
        ordering = ["name", "pk"]
        constraints = [
            models.CheckConstraint(condition=~models.Q(name=""), name="club_has_a_name"),
            models.CheckConstraint(
                condition=models.Q(moving_to="", moving_since=None, moving_file="", moved_to="")
                | (~models.Q(moving_to="") & models.Q(moving_since__isnull=False)),
                name="club_moves_somewhere_since_a_moment",
            ),
            models.CheckConstraint(
                condition=models.Q(moved_to="") | models.Q(deleted_at__isnull=False),
                name="moved_club_is_gone_here",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("clubs:show_club", args=[self.pk])

    @property
    def gone_at(self) -> datetime | None:
        """When a deleted club can no longer be taken back."""
        return self.deleted_at and self.deleted_at + KEPT_AFTER_DELETION

    @property
    def is_moving(self) -> bool:
        """Is its file on its way to another install? Then it can only be read."""
        return bool(self.moving_to)

    @property
    def has_moved(self) -> bool:
        """Is it at home elsewhere, and gone here? Until it is purged."""
        return bool(self.moved_to) and self.deleted_at is not None and self.deleted_at > UNFINISHED


class IsMoving(Exception):
    """Nothing is written in this club: it moves to another install."""

    def __init__(self, club: Club) -> None:
        super().__init__(club.pk)
        self.club = club


class HasMoved(Exception):
    """What somebody may see is at another install now."""

    def __init__(self, club: Club) -> None:
        super().__init__(club.pk)
        self.club = club


def load_standings_rules(stored: Any) -> StandingsRules:
    """Standings rules as they are kept with a season, a club or a closed month."""
    rules = restore_rules(stored)
    if not isinstance(rules, StandingsRules):
        raise ValueError([str(problem) for problem in rules])  # checked when they were stored: our own bug
    return rules


class Season(models.Model):
    """Both days belong to it. Two seasons of a club never share a day: the service that writes them sees to it."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="seasons")
    name = models.CharField(_("name"), max_length=LONGEST_SEASON_NAME)
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


class RulesVersion(models.Model):
    """Complete rules from one day on. A new version never touches an old one, nor a sheet opened under it."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="rules_versions")
    number = models.PositiveIntegerField()
    preset = models.CharField(max_length=40)  # what it was made from: the page shows the differences
    rules = models.JSONField()
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    key = models.UUIDField(default=uuid.uuid4, unique=True)  # of the form that wrote it

    class Meta:
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(fields=["club", "number"], name="rules_version_number_once"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="rules_versions_begin_with_one"),
        ]

    def __str__(self) -> str:
        return f"{self.club} · {self.number}"

    @cached_property
    def parsed(self) -> Rules:
        rules = restore_game_rules(self.rules)
        if not isinstance(rules, Rules):
            raise ValueError(rules)  # what is stored was checked when it was written: our own bug
        return rules
