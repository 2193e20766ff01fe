"""Models of the club itself, its seasons and its rules versions."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.http import Http404
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from dokoclub.clubs.models.features import Feature, features_at_first, is_used
from scoring.league.rules import StandingsRules, restore_standings_rules
from scoring.rules.rules import Rules
from scoring.rules.rules import restore_rules as restore_game_rules

LONGEST_SEASON_NAME: Final = 40
MOST_PLANNED: Final = 1000

if TYPE_CHECKING:
    from dokoclub.accounts.models import Account

LONGEST_NAME: Final = 60
LONGEST_ADDRESS: Final = 255
KEPT_AFTER_DELETION: Final = timedelta(days=30)
# Value of deleted_at while a club is only partly there: it is hidden, cannot be restored and has no members.
UNFINISHED: Final = datetime(1970, 1, 1, tzinfo=UTC)
EURO: Final = "EUR"
CURRENCIES: Final = {EURO: _("Euro (€)"), "CHF": _("Swiss francs (CHF)")}


def currencies() -> list[tuple[str, Promise]]:
    return list(CURRENCIES.items())


class ClubQuerySet(models.QuerySet["Club"]):
    def not_deleted(self) -> ClubQuerySet:
        return self.filter(deleted_at=None)

    def seen_by(self, account: Account) -> ClubQuerySet:
        """Return the clubs that are visible to this account."""
        return self.not_deleted().filter(memberships__account=account)

    def to_take_back_by(self, account: Account) -> ClubQuerySet:
        """Return deleted clubs that this account owns and may still restore."""
        return self.filter(
            deleted_at__gt=timezone.now() - KEPT_AFTER_DELETION,
            memberships__account=account,
            memberships__owner=True,
            moved_to="",
        )

    def moved(self) -> ClubQuerySet:
        """Return clubs that have moved, until they are purged: gone here, like deleted ones."""
        return self.exclude(moved_to="").filter(deleted_at__gt=UNFINISHED)

    def standing_still(self) -> ClubQuerySet:
        """Return clubs that must not change: their file is on its way to another install."""
        return self.exclude(moving_to="")

    def to_purge(self) -> ClubQuerySet:
        deleted = self.exclude(deleted_at=UNFINISHED)  # unfinished clubs are written or removed in pieces
        return deleted.filter(deleted_at__lte=timezone.now() - KEPT_AFTER_DELETION)

    def unfinished(self) -> ClubQuerySet:
        return self.filter(deleted_at=UNFINISHED)


class Club(models.Model):
    """A group of people who play together under their own rules."""

    name = models.CharField(max_length=LONGEST_NAME)
    currency = models.CharField(max_length=3, default=EURO, choices=currencies)
    founded_at = models.DateTimeField(default=timezone.now)
    deleted_at = models.DateTimeField(null=True)
    key = models.UUIDField(default=uuid.uuid4, unique=True)  # of the form that founded the club
    # On its way to another install (services/clubs.py): it is read-only.
    moving_to = models.CharField(max_length=LONGEST_ADDRESS, default="", blank=True, editable=False)
    moving_since = models.DateTimeField(null=True, editable=False)
    moving_file = models.CharField(
        max_length=64, default="", blank=True, editable=False
    )  # SHA-256 of the downloaded file
    moved_to = models.CharField(max_length=LONGEST_ADDRESS, default="", blank=True, editable=False)  # its new address
    features = models.JSONField(default=features_at_first, editable=False)  # keys of models/features.py that are on

    history = HistoricalRecords(cascade_delete_history=True)
    objects = ClubQuerySet.as_manager()
    read: dict[str, Any] | None = None  # cache by name, see `clubs.selectors.read_once`

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

    def uses(self, feature: str) -> bool:
        """Return True if the club has switched this feature on. No query."""
        return is_used(feature, self.features)

    @property
    def gone_at(self) -> datetime | None:
        """Return the time after which a deleted club cannot be restored."""
        return self.deleted_at and self.deleted_at + KEPT_AFTER_DELETION

    @property
    def is_moving(self) -> bool:
        """Return True while the club moves to another install and is read-only."""
        return bool(self.moving_to)

    @property
    def has_moved(self) -> bool:
        """Return True if the club is at another install and gone here, until it is purged."""
        return bool(self.moved_to) and self.deleted_at is not None and self.deleted_at > UNFINISHED


class IsMoving(Exception):
    """The club is moving to another install and is read-only."""

    def __init__(self, club: Club) -> None:
        super().__init__(club.pk)
        self.club = club


class HasMoved(Exception):
    """The club is at another install now."""

    def __init__(self, club: Club) -> None:
        super().__init__(club.pk)
        self.club = club


class NotUsed(Http404):
    """The page belongs to a feature that the club has switched off."""

    def __init__(self, club: Club, feature: Feature) -> None:
        super().__init__(feature.key)
        self.club, self.feature = club, feature


def load_standings_rules(stored: Any) -> StandingsRules:
    """Parse standings rules stored with a season, a club or a closed month."""
    rules = restore_standings_rules(stored)
    if not isinstance(rules, StandingsRules):
        raise ValueError([str(problem) for problem in rules])  # checked when stored, so this is a bug
    return rules


class Season(models.Model):
    """A season; it includes both days. The service ensures that two seasons of a club share no day."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="seasons")
    name = models.CharField(_("name"), max_length=LONGEST_SEASON_NAME)
    first = models.DateField(_("first day"))
    last = models.DateField(_("last day"))
    planned = models.PositiveSmallIntegerField(_("evenings planned"), null=True, blank=True)
    rules = models.JSONField(editable=False)  # scoring.league.rules with their version, for the table of the season
    month_rules = models.JSONField(editable=False)  # for its months and quarters
    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)  # of the form that created it

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
    """Complete rules from one day on. A new version never changes an old one, nor a sheet opened under it."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="rules_versions")
    number = models.PositiveIntegerField()
    preset = models.CharField(max_length=40)  # the starting point; the page shows the differences
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
            raise ValueError(rules)  # checked when stored, so this is a bug
        return rules
