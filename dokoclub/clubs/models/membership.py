"""Who may do what in a club."""

from __future__ import annotations

from enum import Enum

from django.conf import settings
from django.db import models
from django.utils import timezone
from simple_history.models import HistoricalRecords

from dokoclub.clubs.models.club import Club


class Right(Enum):
    """What a view asks for. Every member may read; an owner may everything."""

    READ = "read"
    SCORE = "scorer"
    MONEY = "treasurer"
    OWN = "owner"


class MembershipQuerySet(models.QuerySet["Membership"]):
    def owners(self) -> MembershipQuerySet:
        """Those who can still act for the club: an erased account keeps its row, but nobody signs in to it."""
        return self.filter(owner=True, account__erased_at=None)


class Membership(models.Model):
    """An account in a club, with its rights; without any of them it may read."""

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

    def may(self, right: Right) -> bool:
        """Does the membership give this right? An owner has all of them."""
        return right is Right.READ or self.owner or bool(getattr(self, right.value))

    @property
    def rights(self) -> str:
        """All of them, in one text: who has the same may do the same."""
        return " ".join(right.value for right in Right if self.may(right))

    @property
    def may_score(self) -> bool:
        return self.may(Right.SCORE)

    @property
    def may_keep_money(self) -> bool:
        return self.may(Right.MONEY)
