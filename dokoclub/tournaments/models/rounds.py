"""Models of rounds, tables, seats with results, and corrections."""

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from dokoclub.evenings.models import Entry, Sheet
from dokoclub.tournaments.models.people import LONGEST_REASON, Entrant
from dokoclub.tournaments.models.tournament import Tournament


class Round(models.Model):
    """A round, planned until it starts; then it never changes. `paused`: start numbers of those who sit out."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="played")
    number = models.PositiveSmallIntegerField()
    paused: Any = models.JSONField(default=list)
    started_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["number"]
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="round_once_in_a_tournament"),
            models.CheckConstraint(condition=Q(number__gte=1), name="tournament_rounds_begin_with_one"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament} · {self.number}"

    @property
    def has_begun(self) -> bool:
        return self.started_at is not None


class Source(models.TextChoices):
    """The source of a table's points. Stored; empty means that it has not handed in."""

    NOWHERE = "", _("plays")
    SHEET = "sheet", _("from the sheet")
    PAPER = "paper", _("typed from paper")


def is_written_on() -> Exists:
    """Return a condition on tables: a row of the sheet was written or changed since it was handed in or reviewed."""
    return Exists(Entry.objects.filter(sheet=OuterRef("sheet"), version__gt=OuterRef("seen")))


class RoundTable(models.Model):
    """A table of a round: its live sheet, and the result that was handed in."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    sheet = models.OneToOneField(Sheet, on_delete=models.SET_NULL, null=True, related_name="round_table")
    minutes_more = models.PositiveSmallIntegerField(default=0)  # granted by the director
    source = models.CharField(max_length=5, choices=Source.choices, blank=True, default=Source.NOWHERE)
    games = models.PositiveSmallIntegerField(null=True)  # number played, as handed in
    seen = models.PositiveIntegerField(default=0)  # version of the sheet when it was handed in or last reviewed
    handed_in_at = models.DateTimeField(null=True)
    handed_in_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    confirmed_at = models.DateTimeField(null=True)  # by everybody at the table, or by the director
    signed = models.BooleanField(default=False)  # on paper, as ticked by the director

    class Meta:
        ordering = ["number"]
        verbose_name = _("table of a round")
        verbose_name_plural = _("tables of rounds")
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="table_once_in_a_round"),
            models.CheckConstraint(condition=Q(number__gte=1), name="tournament_tables_begin_with_one"),
            models.CheckConstraint(
                condition=Q(source="", handed_in_at=None, confirmed_at=None)
                | (~Q(source="") & Q(handed_in_at__isnull=False)),
                name="table_is_confirmed_after_it_was_handed_in",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round} · {self.number}"

    @property
    def is_handed_in(self) -> bool:
        return self.handed_in_at is not None

    @property
    def is_confirmed(self) -> bool:
        return self.confirmed_at is not None

    def ends_at(self, minutes: int | None) -> datetime | None:
        """Return the end of the round's clock for this table; None without a clock."""
        started = self.round.started_at
        if minutes is None or started is None:
            return None
        return started + timedelta(minutes=minutes + self.minutes_more)


class Place(models.Model):
    """An entrant's seat at a table, with the result handed in. `points` are without the penalty."""

    table = models.ForeignKey(RoundTable, on_delete=models.CASCADE, related_name="places")
    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="places")
    number = models.PositiveSmallIntegerField()  # from 1, which deals first; 4 writes
    left = models.BooleanField(default=False)  # went away and was replaced on the same seat
    points = models.IntegerField(null=True)
    penalty = models.IntegerField(default=0)  # 0 or negative
    won = models.PositiveSmallIntegerField(default=0)
    solos_won = models.PositiveSmallIntegerField(default=0)
    solos_lost = models.PositiveSmallIntegerField(default=0)
    confirmed_at = models.DateTimeField(null=True)
    confirmed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ["number", "left", "pk"]
        verbose_name = _("place at a table")
        verbose_name_plural = _("places at tables")
        constraints = [
            models.UniqueConstraint(fields=["table", "entrant"], name="entrant_sits_once_at_a_table"),
            models.UniqueConstraint(fields=["table", "number"], condition=Q(left=False), name="place_is_taken_by_one"),
            models.CheckConstraint(condition=Q(number__gte=1), name="places_begin_with_one"),
            models.CheckConstraint(condition=Q(penalty__lte=0), name="penalty_takes_points_away"),
        ]

    def __str__(self) -> str:
        return f"{self.table} · {self.number}: {self.entrant}"


class Correction(models.Model):
    """A change to a confirmed table: points by start number before and after, and the reason."""

    table = models.ForeignKey(RoundTable, on_delete=models.CASCADE, related_name="corrections")
    before: Any = models.JSONField()  # {"7": [18, 0]}: points and penalty by start number
    after: Any = models.JSONField()
    reason = models.CharField(max_length=LONGEST_REASON)
    made_at = models.DateTimeField(default=timezone.now)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ["made_at", "pk"]
        verbose_name = _("correction of a table")
        verbose_name_plural = _("corrections of tables")
        constraints = [models.CheckConstraint(condition=~Q(reason=""), name="correction_of_a_table_has_a_reason")]

    def __str__(self) -> str:
        return f"{self.table}: {self.reason}"
