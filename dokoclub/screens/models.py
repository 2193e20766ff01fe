"""Secret links of screens in the room, and the short codes that are typed instead of a link."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from datetime import date, timedelta
from typing import Final

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
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

CODE_LENGTH: Final = 6
DIGITS: Final = "0123456789"  # a remote control has no letters
SIGNS: Final = "23456789ACDEFHJKLMNPQRTUVWXY"  # without 0 O, 1 I, B (8), G (6), S (5) and Z (2)
SEED: Final = 22
JOIN_DEFAULT: Final = 7  # people
JOIN_MOST: Final = 60


class Scene(models.TextChoices):
    """The scene on a screen; "" shows all existing ones in turn. Stored."""

    ALL = "", _("rotating")
    TABLES = "tables", pgettext_lazy("scene", "the tables")
    STANDING = "standing", pgettext_lazy("scene", "the standings")
    SEATING = "seating", pgettext_lazy("scene", "the seats of the next round")
    CLOCK = "clock", pgettext_lazy("scene", "the clock of the round")
    RESULT = "result", pgettext_lazy("scene", "the result")
    FOLLOW = "follow", pgettext_lazy("scene", "the code to follow along")
    SHEET = "sheet", pgettext_lazy("scene", "the sheet, large")


class LinkKind(models.TextChoices):
    """The target of a code. Stored; it cannot be read from the signs of the code."""

    SCREEN = "screen", pgettext_lazy("kind of code", "a screen")
    WRITE = "write", pgettext_lazy("kind of code", "writing on one sheet")
    READ = "read", pgettext_lazy("kind of code", "reading one evening")
    JOIN = "join", pgettext_lazy("kind of code", "joining a club")
    SIGN_IN = "sign_in", pgettext_lazy("kind of code", "signing in")


CODE_LASTS: Final = {
    LinkKind.SCREEN: timedelta(minutes=10),
    LinkKind.WRITE: timedelta(minutes=10),
    LinkKind.READ: timedelta(hours=12),
    LinkKind.JOIN: timedelta(hours=24),
    LinkKind.SIGN_IN: timedelta(hours=1),
}


def hash_code(code: str, kind: LinkKind) -> str:
    """Return the stored hash of a code. Keyed, because all codes are quickly tried on a copy of the database.

    Codes of screens and codes of people are separate: neither opens anything in the other's field.
    """
    salt = "dokoclub.screens.code" if kind is LinkKind.SCREEN else "dokoclub.screens.table_code"
    return salted_hmac(salt, code, algorithm="sha256").hexdigest()


def code_from_seed(seed: str, kind: LinkKind) -> str:
    """Derive the six signs with the key of the server, so that they can be shown as long as they hold."""
    signs = DIGITS if kind is LinkKind.SCREEN else SIGNS
    number = int.from_bytes(salted_hmac("dokoclub.screens.seed", seed, algorithm="sha256").digest()[:8], "big")
    code = ""
    for _place in range(CODE_LENGTH):
        number, rest = divmod(number, len(signs))
        code += signs[rest]
    return code


def random_seed() -> str:
    return get_random_string(SEED)


class CodeQuerySet(models.QuerySet["Code"]):
    def open(self) -> CodeQuerySet:
        """Return the codes that have neither ended nor a future creation time: the clock may have been set back."""
        now = timezone.now()
        return self.filter(until__gt=now, made_at__lte=now)


class Code(models.Model):
    """Six signs in place of a link, typed where no link arrives, as on a television or in an installed app.

    The code is derived from the seed, and the token of the link is encrypted with a key that the seed alone does not
    give: a copy of the database opens nothing. The link itself decides whether it still holds.
    """

    kind = models.CharField(max_length=8, choices=LinkKind.choices)
    subject = models.PositiveBigIntegerField()  # the id of the screen's link, sheet, evening, club or account
    seed = models.CharField(max_length=SEED, default=random_seed)
    hash = models.CharField(max_length=64, unique=True)
    sealed = models.TextField()  # the token of the link, encrypted
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)
    until = models.DateTimeField()
    most_uses = models.PositiveIntegerField(null=True)  # of its invitation, which counts them; None: no limit
    used_key = models.CharField(max_length=SEED, blank=True)  # of the form that used up a code of one use

    objects = CodeQuerySet.as_manager()

    class Meta:
        verbose_name = _("code to type")
        verbose_name_plural = _("codes to type")
        constraints = [
            models.UniqueConstraint(fields=["kind", "subject"], name="one_code_of_a_kind"),
            models.CheckConstraint(condition=Q(until__gt=models.F("made_at")), name="code_ends_after_it_was_made"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject}"

    @property
    def lasts_long(self) -> bool:
        """Return whether the code may end on another day than it was made."""
        return self.until - self.made_at > CODE_LASTS[LinkKind.SIGN_IN]

    @property
    def code(self) -> str:
        return code_from_seed(self.seed, LinkKind(self.kind))

    @property
    def token(self) -> str:
        """Return the token of the code's link; "" if the key of the server has changed."""
        try:
            return _cipher(self.seed).decrypt(self.sealed.encode()).decode()
        except InvalidToken:
            return ""

    def seal(self, token: str) -> None:
        """Store the token of the link encrypted, and the hash of the code."""
        self.sealed = _cipher(self.seed).encrypt(token.encode()).decode()
        self.hash = hash_code(self.code, LinkKind(self.kind))


def _cipher(seed: str) -> Fernet:
    return Fernet(urlsafe_b64encode(salted_hmac("dokoclub.screens.token", seed, algorithm="sha256").digest()))


class ScreenLink(ReadLink):
    """A read-only link to all tables of an evening, to a tournament, or, without either, to the league of the club."""

    KIND = "screen"

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="screen_links")
    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, null=True, related_name="screen_links")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, null=True, related_name="screen_links")
    scene = models.CharField(max_length=8, choices=Scene.choices, blank=True, default=Scene.ALL)
    light = models.BooleanField(default=False)  # for a beamer in a bright room; else dark

    class Meta(ReadLink.Meta):
        verbose_name = _("secret link of a screen")
        verbose_name_plural = _("secret links of screens")
        constraints = [
            models.CheckConstraint(condition=Q(evening=None) | Q(tournament=None), name="screen_shows_one_thing"),
        ]

    def __str__(self) -> str:
        return f"{self.evening or self.tournament or self.club} · {self.pk}"

    @classmethod
    def opens(cls) -> Q:
        today = timezone.localdate()
        of_evening = Q(evening__deleted_at=None, evening__date__gte=today - LASTS_AFTER_EVENING)
        of_tournament = Q(tournament__day__gte=today - LINK_LASTS) & (
            Q(tournament__evening=None) | Q(tournament__evening__deleted_at=None)
        )
        return super().opens() & (Q(evening=None) | of_evening) & (Q(tournament=None) | of_tournament)

    @property
    def last_day(self) -> date | None:
        """Return the last day it opens; None for the league: until it is revoked."""
        if self.evening is not None:
            return self.evening.date + LASTS_AFTER_EVENING
        return self.tournament.day + LINK_LASTS if self.tournament is not None else None
