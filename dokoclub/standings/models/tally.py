"""What was counted of a club's games for statistics and rating, kept beside them: an evening, a month, or many."""

from __future__ import annotations

from typing import Final

from django.db import models

from dokoclub.clubs.models import Club
from dokoclub.evenings.models import Evening

LONGEST_STAMP: Final = 32


class Tally(models.Model):
    """`scoring.league.sums` or `rated`, as far as the stamp is still that of what they were counted from. Derived.

    `of`: `evening-12`, `2026-11`, `2026`, `all`; with `-` behind, all of it but its last month or year.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="tallies")
    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, null=True, related_name="+")  # of which alone it is
    of = models.CharField(max_length=30)
    ranked_by = models.CharField(max_length=10)  # which points; or the kind of other sums
    stamp = models.CharField(max_length=LONGEST_STAMP)
    sums = models.BinaryField()  # JSON, compressed

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "ranked_by", "of"], name="tally_is_kept_once")]

    def __str__(self) -> str:
        return f"{self.club_id} {self.of}"
