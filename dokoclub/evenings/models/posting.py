"""What is derived from the facts, and rewritten whenever one changes: points by row, counts by sheet."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from dokoclub.clubs.models import Player
from dokoclub.evenings.models.entry import Entry
from dokoclub.evenings.models.sheet import Sheet


class Posting(models.Model):
    """The points of one player in one row; without a player, of the club, which takes what a penalty falls short.

    The balances of a row sum to 0. Who sits out has none.
    """

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="postings")
    player = models.ForeignKey(Player, on_delete=models.RESTRICT, null=True, related_name="postings")
    scores = models.IntegerField()  # as the sheet writes them
    balance = models.IntegerField()  # zero-sum points

    class Meta:
        ordering = ["entry", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["entry", "player"], name="player_has_one_posting_a_row"),
            models.UniqueConstraint(fields=["entry"], condition=Q(player=None), name="club_has_one_posting_a_row"),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} · {self.player_id}: {self.balance}"


class ResultQuerySet(models.QuerySet["Result"]):
    def alive(self) -> ResultQuerySet:
        """Those of evenings that are not deleted."""
        return self.filter(sheet__evening__deleted_at=None, sheet__evening__club__deleted_at=None)


class Result(models.Model):
    """What a player did on a sheet, for everybody who ever sat there: the counters of `scoring.league.deeds`.

    What the database adds up and what ranks has a column of its own.
    """

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="results")
    player = models.ForeignKey(Player, on_delete=models.RESTRICT, related_name="results")
    games = models.PositiveSmallIntegerField(default=0)  # numbered games that he played in
    decided = models.PositiveSmallIntegerField(default=0)  # those with a verdict (also: nobody won)
    won = models.PositiveSmallIntegerField(default=0)
    scores = models.IntegerField(default=0)  # penalties included
    balance = models.IntegerField(default=0)
    solos = models.PositiveSmallIntegerField(default=0)  # games alone, of whatever kind
    solos_won = models.PositiveSmallIntegerField(default=0)
    summed = models.PositiveSmallIntegerField(default=0)  # 1: of a whole evening, of which no game is known
    doubled = models.PositiveSmallIntegerField(default=0)  # 1: from old paper with half points, all of them doubled
    counts = models.JSONField(default=dict)  # all other counters that are not 0: {"re_kept": 2}
    extras = models.JSONField(default=dict)  # in solos, and where they were ascribed; a club's own too: {"fuchs": 1}
    # Played and won, by solo or by the kind of game that was played alone: {"damen": [2, 1]}.
    solo_types = models.JSONField(default=dict)

    objects = ResultQuerySet.as_manager()

    class Meta:
        ordering = ["sheet", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["sheet", "player"], name="player_has_one_result_a_sheet"),
        ]

    def __str__(self) -> str:
        return f"{self.sheet_id} · {self.player_id}: {self.scores}"
