"""Who does not want to be rated before others."""

from __future__ import annotations

from django.db import models

from dokoclub.clubs.models import Player


class HiddenRating(models.Model):
    """A player whose number nobody else sees; it still counts inside. Without a row: everybody does."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="hidden_rating")

    def __str__(self) -> str:
        return str(self.player_id)
