"""Who had an account where the club came from, with which rights: until he is invited here."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.db import models
from django.utils import timezone

from dokoclub.clubs.models.player import Player

KEPT: Final = timedelta(days=30)


class AwaitedQuerySet(models.QuerySet["Awaited"]):
    def to_invite(self) -> AwaitedQuerySet:
        """Those who still belong to the club, and have no account in it."""
        players = Player.objects.present().without_member()
        return self.filter(player__in=players)

    def to_purge(self) -> AwaitedQuerySet:
        return self.filter(came_at__lte=timezone.now() - KEPT)


class Awaited(models.Model):
    """A line of the file of a club. It gives nothing, and goes when he is invited, or after a month."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="awaited")
    owner = models.BooleanField(default=False)
    scorer = models.BooleanField(default=False)
    treasurer = models.BooleanField(default=False)
    came_at = models.DateTimeField(default=timezone.now)

    objects = AwaitedQuerySet.as_manager()

    class Meta:
        ordering = ["player__folded_name", "pk"]

    def __str__(self) -> str:
        return str(self.player)

    @property
    def may_score(self) -> bool:
        """What an invitation gives him: never the right of an owner, but all that goes with it."""
        return self.owner or self.scorer

    @property
    def may_keep_money(self) -> bool:
        return self.owner or self.treasurer
