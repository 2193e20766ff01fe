"""How a club wants its sheets shown."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from dokoclub.clubs.models import Club


class Ranking(models.TextChoices):
    """Which column ranks an evening where the notation is not zero-sum (rules.md 1.15)."""

    SCORES = "scores", _("the points as the sheet writes them")
    BALANCE = "balance", _("plus and minus")


class Large(models.TextChoices):
    """What stands large in a cell of the sheet; the other stands small."""

    TOTAL = "total", _("the running total")
    GAME = "game", _("the points of the game")


class SheetStyle(models.Model):
    """A club without a row here has the presets."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="sheet_style")
    ranked_by = models.CharField(
        _("what ranks the evening"), max_length=7, choices=Ranking.choices, default=Ranking.SCORES
    )
    large = models.CharField(_("large on the sheet"), max_length=5, choices=Large.choices, default=Large.TOTAL)
    full_names = models.BooleanField(
        _("full names behind secret links"),
        default=False,
        help_text=_("Otherwise whoever opens a secret link sees the short names."),
    )

    class Meta:
        verbose_name = _("style of the sheets")
        verbose_name_plural = _("styles of the sheets")

    def __str__(self) -> str:
        return str(self.club)
