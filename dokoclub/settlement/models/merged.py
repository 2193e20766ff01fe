"""Which rows of money became another player's when two players were merged: for taking that back."""

from __future__ import annotations

from typing import Any

from django.db import models

from dokoclub.evenings.models import PlayerMerge


class MergedMoney(models.Model):
    merge = models.OneToOneField(PlayerMerge, on_delete=models.CASCADE, related_name="money")
    moved: Any = models.JSONField()  # ids by place: {"transfer.payer": [3, 4]}

    def __str__(self) -> str:
        return str(self.merge)
