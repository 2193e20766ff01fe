"""The secret link of a screen in the room: a television, a beamer, a tablet on the wall."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Final

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import get_random_string, salted_hmac
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from dokoclub.clubs.models import Club
from dokoclub.evenings.models import Evening
from dokoclub.evenings.models.link import LASTS_AFTER_EVENING, ReadLink
from dokoclub.tournaments.models import Tournament
from dokoclub.tournaments.models.tournament import LINK_LASTS

CODE_DIGITS: Final = 6
CODE_LASTS: Final = timedelta(minutes=10)
SEED: Final = 22


class Scene(models.TextChoices):
    """What stands on the screen; "" takes all that there are in turn. Stored."""

    ALL = "", _("everything in turn")
    TABLES = "tables", pgettext_lazy("scene", "the tables")
    STANDING = "standing", pgettext_lazy("scene", "the standing")
    SEATING = "seating", pgettext_lazy("scene", "the seats of the next round")
    CLOCK = "clock", pgettext_lazy("scene", "the clock of the round")
    RESULT = "result", pgettext_lazy("scene", "the result")
    FOLLOW = "follow", pgettext_lazy("scene", "the code to read along")
    SHEET = "sheet", pgettext_lazy("scene", "the sheet, large")


def hash_code(code: str) -> str:
    """What is stored of a code. Keyed: a million codes are quickly tried by whoever has a copy of the database."""
    return salted_hmac("dokoclub.screens.code", code, algorithm="sha256").hexdigest()


def code_of(seed: str) -> str:
    """Six digits, worked out with the key of the server, so that they can be shown as long as they hold."""
    digest = salted_hmac("dokoclub.screens.seed", seed, algorithm="sha256").digest()
    return str(int.from_bytes(digest[:8], "big") % 10**CODE_DIGITS).zfill(CODE_DIGITS)


def random_seed() -> str:
    return get_random_string(SEED)


class ScreenLinkQuerySet(models.QuerySet["ScreenLink"]):
    def open(self) -> ScreenLinkQuerySet:
        today = timezone.localdate()
        of_evening = Q(evening__deleted_at=None, evening__date__gte=today - LASTS_AFTER_EVENING)
        of_tournament = Q(tournament__day__gte=today - LINK_LASTS) & (
            Q(tournament__evening=None) | Q(tournament__evening__deleted_at=None)
        )
        return self.filter(
            Q(evening=None) | of_evening,
            Q(tournament=None) | of_tournament,
            revoked_at=None,
            club__deleted_at=None,
        )

    def of_code(self, code: str) -> ScreenLinkQuerySet:
        """A code of a day to come is none: the clock may have been set back."""
        now = timezone.now()
        return self.filter(code_hash=hash_code(code), code_until__gt=now, code_until__lte=now + CODE_LASTS)


class ScreenLink(ReadLink):
    """To all tables of an evening, of a tournament, or, without either, to the league of the club. Reads, no more."""

    KIND = "screen"

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="screen_links")
    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, null=True, related_name="screen_links")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, null=True, related_name="screen_links")
    scene = models.CharField(max_length=8, choices=Scene.choices, blank=True, default=Scene.ALL)
    light = models.BooleanField(default=False)  # for a beamer in a bright room; else dark
    code_seed = models.CharField(max_length=SEED, blank=True, editable=False)
    code_hash = models.CharField(max_length=64, blank=True, editable=False)
    code_until = models.DateTimeField(null=True, editable=False)

    objects = ScreenLinkQuerySet.as_manager()

    class Meta(ReadLink.Meta):
        verbose_name = _("secret link of a screen")
        verbose_name_plural = _("secret links of screens")
        constraints = [
            models.CheckConstraint(condition=Q(evening=None) | Q(tournament=None), name="screen_shows_one_thing"),
            models.CheckConstraint(
                condition=Q(code_hash="", code_until=None) | (~Q(code_hash="") & Q(code_until__isnull=False)),
                name="code_of_a_screen_ends",
            ),
            models.UniqueConstraint(fields=["code_hash"], condition=~Q(code_hash=""), name="code_opens_one_screen"),
        ]

    def __str__(self) -> str:
        return f"{self.evening or self.tournament or self.club} · {self.pk}"

    @property
    def last_day(self) -> date | None:
        """None: of the league, until it is revoked."""
        if self.evening is not None:
            return self.evening.date + LASTS_AFTER_EVENING
        return self.tournament.day + LINK_LASTS if self.tournament is not None else None

    @property
    def is_open(self) -> bool:
        return super().is_open and (self.last_day is None or timezone.localdate() <= self.last_day)

    def code_at(self, now: datetime) -> str:
        """ "" where there is none that opens anything."""
        holds = self.code_until is not None and now < self.code_until <= now + CODE_LASTS
        code = code_of(self.code_seed) if holds else ""
        return code if code and hash_code(code) == self.code_hash else ""
