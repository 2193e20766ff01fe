"""A member says who of the list it is."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from dokoclub.clubs.models.membership import Membership
from dokoclub.clubs.models.player import Player


class ClaimQuerySet(models.QuerySet["Claim"]):
    def waiting(self) -> ClaimQuerySet:
        """Those that nobody has answered."""
        return self.filter(refused_at=None)


class Claim(models.Model):
    """ "Das bin ich": it gives nothing until an owner confirms it, and then it goes; what was refused stays refused.

    It ends with the membership, and when the player leaves.
    """

    membership = models.OneToOneField(Membership, on_delete=models.CASCADE, related_name="claim")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="claims")
    asked_at = models.DateTimeField(default=timezone.now)
    refused_at = models.DateTimeField(null=True)

    objects = ClaimQuerySet.as_manager()

    class Meta:
        ordering = ["asked_at", "pk"]

    def __str__(self) -> str:
        return f"{self.membership} = {self.player}"
