"""The honours of real clubs: a star for every 1,000 games."""

from __future__ import annotations

from typing import Final

from django.db import models

from dokoclub.clubs.models import Player

GAMES_FOR_A_STAR: Final = 1000


class Honour(models.Model):
    """How many games a player has played on closed evenings, of all times. Derived; without a row: none.

    Kept, because a table of one month shows the stars too, and would have to count all years for them.
    """

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="honour", primary_key=True)
    games = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.player_id}: {self.games}"

    @property
    def stars(self) -> int:
        return self.games // GAMES_FOR_A_STAR
