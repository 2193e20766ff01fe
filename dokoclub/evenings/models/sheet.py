"""The sheet of one table in one round, and the seats of its players over time."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from dokoclub.clubs.models import Player
from dokoclub.evenings.models.evening import Evening
from scoring.game.score import Scorer
from scoring.rules.rules import Rules, restore_rules

LONGEST_TABLE: Final = 30
_MOST_REMEMBERED: Final = 32  # scorers of different rules, per process


class Length(models.TextChoices):
    """The planned length of a list. Games are for a table of four; at five it is a quarter more (TSR 10.1)."""

    GAMES = "games", _("games")
    ROUNDS = "rounds", _("rounds")
    OPEN = "open", _("open end")


class SheetQuerySet(models.QuerySet["Sheet"]):
    def not_deleted(self) -> SheetQuerySet:
        return self.filter(evening__deleted_at=None, evening__club__deleted_at=None)

    def open(self) -> SheetQuerySet:
        return self.not_deleted().filter(closed_at=None)


class Sheet(models.Model):
    """One list. Its rules and opening are facts; the fields from `version` on are maintained by `repost`."""

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="sheets")
    round = models.PositiveSmallIntegerField(_("round"), default=1)
    table = models.CharField(_("table"), max_length=LONGEST_TABLE, default="1")  # number or name
    rules = models.JSONField(editable=False)  # with their version, as copied when the sheet was opened
    players = models.JSONField(editable=False)  # the players at the opening: ids as strings, in seat order
    first_dealer = models.ForeignKey(
        Player, on_delete=models.RESTRICT, related_name="+", verbose_name=_("first dealer")
    )
    length_kind = models.CharField(_("length"), max_length=6, choices=Length.choices, default=Length.OPEN)
    length = models.PositiveSmallIntegerField(_("how many"), null=True, blank=True)
    opened_at = models.DateTimeField(default=timezone.now, editable=False)
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, editable=False, related_name="+"
    )
    closed_at = models.DateTimeField(null=True, editable=False)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, editable=False, related_name="+"
    )
    ends_at = models.DateTimeField(null=True, editable=False)  # the clock of a round; set by the app that runs it
    pen = models.CharField(max_length=22, blank=True, editable=False)  # random; empty: no scoring link
    version = models.PositiveIntegerField(default=0, editable=False)  # raised by every write
    games = models.PositiveSmallIntegerField(default=0, editable=False)  # numbered entries
    bock_left = models.JSONField(default=list, editable=False)  # levels of the next Bock games
    counted_by = models.PositiveSmallIntegerField(default=0, editable=False)  # VERSION of scoring.league.counters
    _scorer: tuple[object, Scorer] | None = None  # the stored rules, and their scorer

    history = HistoricalRecords(
        excluded_fields=["ends_at", "pen", "version", "games", "bock_left", "counted_by"], cascade_delete_history=True
    )
    objects = SheetQuerySet.as_manager()

    class Meta:
        ordering = ["round", "pk"]
        verbose_name = _("sheet")
        verbose_name_plural = _("sheets")
        constraints = [
            models.UniqueConstraint(fields=["evening", "round", "table"], name="table_has_one_sheet_a_round"),
            models.CheckConstraint(condition=Q(round__gte=1), name="rounds_begin_with_one"),
            models.CheckConstraint(condition=~Q(table=""), name="table_has_a_name"),
            models.CheckConstraint(
                condition=Q(length_kind="open", length=None) | Q(~Q(length_kind="open"), length__gte=1),
                name="sheet_has_a_length_or_an_open_end",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.evening} · {self.round} · {self.table}"

    @property
    def is_open(self) -> bool:
        return self.closed_at is None

    @property
    def scorer(self) -> Scorer:
        """Return the scorer for the sheet's own rules, from the process's cache if possible."""
        if self._scorer is None or self._scorer[0] is not self.rules:
            self._scorer = self.rules, _warm_scorer(json.dumps(self.rules))
        return self._scorer[1]

    @property
    def parsed(self) -> Rules:
        """Return the sheet's own rules."""
        return self.scorer.rules


@lru_cache(maxsize=_MOST_REMEMBERED)
def _warm_scorer(stored: str) -> Scorer:
    rules = restore_rules(json.loads(stored))
    if not isinstance(rules, Rules):
        raise ValueError([str(problem) for problem in rules])  # checked when they were stored, so this is a bug
    return Scorer(rules)


class SeatQuerySet(models.QuerySet["Seat"]):
    def taken(self) -> SeatQuerySet:
        """Return the seats that are taken now, or were when the sheet was closed."""
        return self.filter(to_position=None)


class Seat(models.Model):
    """A player's seat, from one entry to another. Derived from the opening and the `table` entries by `repost`."""

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="seats")
    player = models.ForeignKey(Player, on_delete=models.RESTRICT, related_name="seats")
    place = models.PositiveSmallIntegerField()  # in seat order, from 0
    from_position = models.PositiveIntegerField(default=0)  # of the `table` entry; 0: since the opening
    to_position = models.PositiveIntegerField(null=True)  # of the `table` entry that ended it; None: still taken

    objects = SeatQuerySet.as_manager()

    class Meta:
        ordering = ["from_position", "place"]
        constraints = [
            models.UniqueConstraint(fields=["sheet", "from_position", "place"], name="seat_is_taken_by_one"),
            models.UniqueConstraint(fields=["sheet", "from_position", "player"], name="player_takes_one_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.player} · {self.place}"
