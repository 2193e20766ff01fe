"""Players of a club, with or without an account, and memberships of accounts with their rights."""

from __future__ import annotations

import uuid
from enum import Enum
from typing import Any, Final

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.db.models.functions import JSONObject
from django.utils import timezone
from simple_history.models import HistoricalRecords

from dokoclub.clubs.models.club import Club
from dokoclub.ui.cards import LONGEST_MONOGRAM, TINTS, Card, get_card
from dokoclub.ui.forms import clean_name
from scoring.text import LONGEST_NAME, fold_case

LONGEST_SHORT_NAME: Final = 12
LONGEST_NOTES: Final = 500


class PlayerQuerySet(models.QuerySet["Player"]):
    def active(self) -> PlayerQuerySet:
        """Return the players who have not left."""
        return self.filter(left_at=None)

    def gone(self) -> PlayerQuerySet:
        return self.exclude(left_at=None)

    def playing(self) -> PlayerQuerySet:
        """Return the players who are proposed for an evening."""
        return self.filter(active=True)

    def without_member(self) -> PlayerQuerySet:
        """Return the players open to an invitation: without an account that is a member of the club."""
        members = Club.objects.filter(pk=models.OuterRef("club"), memberships__account=models.OuterRef("account"))
        return self.filter(~models.Exists(members), erased_number=None)


class Player(models.Model):
    """A player at the club's tables. Players who leave stay in the history."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="players")
    name = models.CharField(max_length=LONGEST_NAME)
    short_name = models.CharField(max_length=LONGEST_SHORT_NAME, blank=True)
    guest = models.BooleanField(default=False)
    active = models.BooleanField(default=True)
    notes = models.TextField(max_length=LONGEST_NOTES, blank=True)
    tint = models.PositiveSmallIntegerField(default=1, validators=[MinValueValidator(1), MaxValueValidator(TINTS)])
    # Letters on the card; "": the first letter of the name.
    monogram = models.CharField(max_length=LONGEST_MONOGRAM, blank=True)
    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="players")
    left_at = models.DateTimeField(null=True)
    erased_number = models.PositiveIntegerField(null=True)
    folded_name = models.CharField(max_length=4 * LONGEST_NAME)  # for sorting; names are compared by fold_name
    key = models.UUIDField(default=uuid.uuid4, unique=True)  # of the form that added the player

    history = HistoricalRecords(excluded_fields=["folded_name"], cascade_delete_history=True)
    objects = PlayerQuerySet.as_manager()

    class Meta:
        ordering = ["folded_name", "pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="player_has_a_name"),
            models.CheckConstraint(condition=Q(tint__range=(1, TINTS)), name="player_has_one_of_the_tints"),
            models.UniqueConstraint(
                fields=["club", "folded_name"],
                condition=Q(left_at=None),
                name="player_name_once_among_those_present",
            ),
            models.UniqueConstraint(
                fields=["club", "account"], condition=Q(left_at=None), name="account_is_one_present_player_of_a_club"
            ),
            models.UniqueConstraint(fields=["club", "erased_number"], name="erased_number_once_in_a_club"),
            models.CheckConstraint(condition=Q(left_at=None) | Q(active=False), name="player_who_left_does_not_play"),
            models.CheckConstraint(
                condition=Q(erased_number=None) | Q(left_at__isnull=False, account=None, short_name="", notes=""),
                name="erased_player_has_left_and_nothing_personal",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: object, **kwargs: object) -> None:
        self.folded_name = fold_case(self.name)
        super().save(*args, **kwargs)  # type: ignore[arg-type]

    def clean(self) -> None:
        """Clean the names. Raises ValidationError by field."""
        problems: dict[str, ValidationError] = {}
        for field in ("name", "short_name", "monogram"):
            try:
                setattr(self, field, clean_name(getattr(self, field)))
            except ValidationError as problem:
                problems[field] = problem
        if problems:
            raise ValidationError(problems)

    @property
    def called(self) -> str:
        """Return the short name, else the name."""
        return self.short_name or self.name

    @property
    def card(self) -> Card:
        """Return the card shown next to the name."""
        return get_card(self.name, self.tint, self.monogram)

    @property
    def is_erased(self) -> bool:
        return self.erased_number is not None


class Right(Enum):
    """A right that a view requires. Every member may read; an owner has all rights."""

    READ = "read"
    SCORE = "scorer"
    MONEY = "treasurer"
    OWN = "owner"


class MembershipQuerySet(models.QuerySet["Membership"]):
    def owners(self) -> MembershipQuerySet:
        """Return owners who can act for the club: an erased account keeps its row, but cannot sign in."""
        return self.filter(owner=True, account__erased_at=None)

    def with_own_player(self) -> MembershipQuerySet:
        """Add `.own_player`: key, name and card of the account's player in the club. No query of its own."""
        mine = Player.objects.filter(club=models.OuterRef("club"), account=models.OuterRef("account"), left_at=None)
        facts = JSONObject(pk="pk", name="name", tint="tint", monogram="monogram")
        return self.annotate(own_player=models.Subquery(mine.order_by().values(facts=facts)[:1]))


class Membership(models.Model):
    """An account in a club, with its rights; without any, it may only read."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    owner = models.BooleanField(default=False)
    scorer = models.BooleanField(default=False)
    treasurer = models.BooleanField(default=False)
    joined_at = models.DateTimeField(default=timezone.now)

    history = HistoricalRecords()
    objects = MembershipQuerySet.as_manager()

    class Meta:
        ordering = ["joined_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "account"], name="account_is_member_of_a_club_once"),
        ]

    def __str__(self) -> str:
        return f"{self.account} · {self.club}"

    @property
    def own_card(self) -> Card | None:
        """Return the card of the member's player; None for members who do not play. See `with_own_player`."""
        mine: dict[str, Any] | None = getattr(self, "own_player", None)
        return get_card(mine["name"], mine["tint"], mine["monogram"]) if mine else None

    def may(self, right: Right) -> bool:
        """Return True if the membership has this right. An owner has all of them."""
        return right is Right.READ or self.owner or bool(getattr(self, right.value))

    @property
    def rights(self) -> str:
        """Return all rights as one text: a cache key, since equal rights allow equal actions."""
        return " ".join(right.value for right in Right if self.may(right))

    @property
    def may_score(self) -> bool:
        return self.may(Right.SCORE)

    @property
    def may_keep_money(self) -> bool:
        return self.may(Right.MONEY)
