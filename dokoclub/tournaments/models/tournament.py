"""Models of tournaments (a day of rounds at many tables, with rules for seating, ranking and prizes) and series."""

from __future__ import annotations

import uuid
from datetime import date, timedelta
from random import SystemRandom
from typing import Any, Final

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from simple_history.models import HistoricalRecords

from dokoclub.clubs.models import Club
from dokoclub.evenings.models import Evening
from dokoclub.evenings.models.evening import LONGEST_PLACE, date_of_play
from dokoclub.evenings.models.link import ReadLink
from scoring.league.rules import StandingsRules, restore_standings_rules
from scoring.tournament.prizes import DEFAULT_UNIT
from scoring.tournament.ranking import DEFAULT_TIE_BREAKS
from scoring.tournament.series import MOST_MONTHS
from scoring.tournament.sizes import DEFAULT_GAMES, DEFAULT_MINUTES, DEFAULT_ROUNDS, MOST_ROUNDS

LONGEST_NAME: Final = 60
MOST_GAMES: Final = 60
MOST_MINUTES: Final = 600
MOST_SEED: Final = 999_999  # six digits, so that it can be read out in a hall, or thrown with dice
MOST_CENTS: Final = 9_999_999
LINK_LASTS: Final = timedelta(days=30)
KINDS: Final = 12  # length of the longest stored key


class Series(models.Model):
    """A series. `rules` are those of a league table (scoring/league/rules.py), in which an evening is a round."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="tournament_series")
    name = models.CharField(_("name"), max_length=LONGEST_NAME)
    rules: Any = models.JSONField()
    months = models.PositiveSmallIntegerField(  # that count, back from today; None: all
        null=True, validators=[MinValueValidator(1), MaxValueValidator(MOST_MONTHS)]
    )
    made_at = models.DateTimeField(default=timezone.now)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    key = models.UUIDField(default=uuid.uuid4, unique=True)  # of the form that founded it

    history = HistoricalRecords(cascade_delete_history=True)

    class Meta:
        ordering = ["name", "pk"]
        verbose_name = _("series of tournaments")
        verbose_name_plural = _("series of tournaments")
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="series_of_tournaments_has_a_name"),
            models.CheckConstraint(condition=Q(months=None) | Q(months__gte=1), name="series_lasts_a_month_at_least"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def parsed(self) -> StandingsRules:
        rules = restore_standings_rules(self.rules)
        assert isinstance(rules, StandingsRules)  # noqa: S101  # checked when they were stored
        return rules


def random_seed() -> int:
    return SystemRandom().randint(1, MOST_SEED)


def usual_tie_breaks() -> list[str]:
    return list(DEFAULT_TIE_BREAKS)


class TournamentState(models.TextChoices):
    OPEN = "open", pgettext_lazy("tournament", "entry is open")
    RUNNING = "running", pgettext_lazy("tournament", "runs")
    ENDED = "ended", pgettext_lazy("tournament", "ended")


class TournamentQuerySet(models.QuerySet["Tournament"]):
    def not_deleted(self) -> TournamentQuerySet:
        """Return tournaments without an evening, or with one that is not deleted."""
        return self.filter(Q(evening=None) | Q(evening__deleted_at=None), club__deleted_at=None)


class Tournament(models.Model):
    """A tournament. From its first round on it has an evening, and the sheets of that evening are its result.

    Amounts in cents. `rules` are a copy, as in sheets. Registry keys are stored unchanged.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="tournaments")
    evening = models.OneToOneField(Evening, on_delete=models.CASCADE, null=True, related_name="tournament")
    series = models.ForeignKey(Series, on_delete=models.SET_NULL, null=True, related_name="tournaments")
    name = models.CharField(_("name"), max_length=LONGEST_NAME)
    day = models.DateField(_("day"), default=date_of_play)
    place = models.CharField(_("place"), max_length=LONGEST_PLACE, blank=True)
    state = models.CharField(max_length=7, choices=TournamentState.choices, default=TournamentState.OPEN)
    rules: Any = models.JSONField()

    rounds = models.PositiveSmallIntegerField(
        default=DEFAULT_ROUNDS, validators=[MinValueValidator(1), MaxValueValidator(MOST_ROUNDS)]
    )
    games = models.PositiveSmallIntegerField(  # games per player in a round
        default=DEFAULT_GAMES, validators=[MinValueValidator(4), MaxValueValidator(MOST_GAMES)]
    )
    minutes = models.PositiveSmallIntegerField(  # per round; None: without a clock
        null=True, default=DEFAULT_MINUTES, validators=[MinValueValidator(1), MaxValueValidator(MOST_MINUTES)]
    )
    seating = models.CharField(max_length=KINDS, default="draw")
    avoid = models.CharField(max_length=KINDS, default="soft")
    uneven = models.CharField(max_length=KINDS, default="fives")
    seed = models.PositiveIntegerField(default=random_seed, validators=[MaxValueValidator(MOST_SEED)])
    searched = models.PositiveSmallIntegerField(default=0)  # completed starts of the search for the current plan

    rank_by = models.CharField(max_length=KINDS, default="points")
    scale = models.CharField(max_length=KINDS, default="zero")
    tie_breaks: Any = models.JSONField(default=usual_tie_breaks)
    pause = models.CharField(max_length=KINDS, default="zero")
    # its games count in the club's tables; they always count for the rating
    in_league = models.BooleanField(default=False)
    lists: Any = models.JSONField(default=list)  # tags with their own ranking, in order

    fee = models.PositiveIntegerField(default=0)
    payout = models.PositiveSmallIntegerField(default=100, validators=[MaxValueValidator(100)])  # percent of the fees
    extra = models.PositiveIntegerField(default=0)
    in_kind = models.PositiveIntegerField(default=0)  # prizes in kind, paid from the pool
    unit = models.PositiveIntegerField(default=DEFAULT_UNIT, validators=[MinValueValidator(1)])
    prize_places = models.PositiveSmallIntegerField(null=True)  # None: one per table
    shares: Any = models.JSONField(null=True)  # percent by rank
    fixed: Any = models.JSONField(null=True)  # amounts by rank, instead of shares
    no_double = models.BooleanField(default=False)  # one prize per person; the next list passes it on
    loss_money = models.CharField(max_length=20, default="none")
    loss_goes_to = models.CharField(max_length=20, default="box")
    loss_solo = models.PositiveIntegerField(default=50)
    loss_further_solo = models.PositiveIntegerField(default=100)
    loss_point = models.PositiveIntegerField(default=0)
    loss_cap = models.PositiveIntegerField(null=True)

    made_at = models.DateTimeField(default=timezone.now)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    ended_at = models.DateTimeField(null=True)
    version = models.PositiveIntegerField(default=0)  # raised by every change to the tournament
    key = models.UUIDField(default=uuid.uuid4, unique=True)  # of the form that founded it

    history = HistoricalRecords(excluded_fields=["version", "searched"], cascade_delete_history=True)
    objects = TournamentQuerySet.as_manager()

    class Meta:
        ordering = ["-day", "-pk"]
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="tournament_has_a_name"),
            models.CheckConstraint(
                condition=Q(rounds__gte=1, rounds__lte=MOST_ROUNDS), name="tournament_has_one_to_twelve_rounds"
            ),
            models.CheckConstraint(condition=Q(payout__lte=100), name="tournament_pays_out_what_came_in"),
            models.CheckConstraint(
                condition=Q(state="open") | Q(evening__isnull=False), name="tournament_that_runs_has_an_evening"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def has_begun(self) -> bool:
        return self.state != TournamentState.OPEN

    @property
    def is_over(self) -> bool:
        return self.state == TournamentState.ENDED


def opens_for(days: timedelta) -> Q:
    """Return the condition of links to tournaments that work this long after the day."""
    return Q(
        Q(tournament__evening=None) | Q(tournament__evening__deleted_at=None),
        tournament__day__gte=timezone.localdate() - days,
        tournament__club__deleted_at=None,
    )


class TournamentLink(ReadLink):
    """A link for people without an account, to their seats and the standing, until some time after the day."""

    KIND = "tournament"
    OF = "tournament"

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="links")

    class Meta(ReadLink.Meta):
        verbose_name = _("secret link to a tournament")
        verbose_name_plural = _("secret links to tournaments")

    @classmethod
    def opens(cls) -> Q:
        return opens_for(LINK_LASTS)

    @property
    def last_day(self) -> date:
        return self.tournament.day + LINK_LASTS
