"""Secret addresses for answers without an account and for calendars, and browsers with their messages.

Only the hash of a token is stored. It is derived from a random number with the key of the server, so that a copy of
the database opens nothing, and the address can be shown again.
"""

from __future__ import annotations

import base64
from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import constant_time_compare, get_random_string, salted_hmac
from django.utils.translation import gettext_lazy as _

from dokoclub.accounts.models import SignIn, hash_token
from dokoclub.clubs.models import Club, Player
from dokoclub.dates.models.date import Date
from dokoclub.webpush import LONGEST, Receiver, unpack_text

LENGTH: Final = 22  # letters, digits, - and _: 128 bits and more


def random_seed() -> str:
    """Return a seed whose token ends in a letter or digit: chat programs may cut off other signs."""
    seed = get_random_string(LENGTH)
    while not make_token(seed)[-1].isalnum():
        seed = get_random_string(LENGTH)
    return seed


def make_token(seed: str) -> str:
    digest = salted_hmac("dokoclub.dates.secret", seed, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest).decode()[:LENGTH]


class Opens(models.TextChoices):
    ANSWERS = "answers"  # the dates of a player's club, and their answers
    OWN = "own"  # a calendar with the owner's answers; for an account of all its clubs, for a player of theirs
    CLUB = "club"  # a calendar of a club: without a name


class SecretQuerySet(models.QuerySet["Secret"]):
    def open(self) -> SecretQuerySet:
        return self.filter(revoked_at=None)

    def of(self, token: str) -> SecretQuerySet:
        return self.filter(token_hash=hash_token(token))


class Secret(models.Model):
    """A secret address of a player without an account, or of an account (in one club, or in all). One of each kind."""

    opens = models.CharField(max_length=7, choices=Opens.choices)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, null=True, related_name="date_secrets")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="date_secrets"
    )
    club = models.ForeignKey(Club, on_delete=models.CASCADE, null=True, related_name="date_secrets")
    seed = models.CharField(max_length=LENGTH, default=random_seed)
    token_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField(default=timezone.now)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    revoked_at = models.DateTimeField(null=True)

    objects = SecretQuerySet.as_manager()

    class Meta:
        ordering = ["-made_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["opens", "player"], condition=Q(revoked_at=None), name="player_has_one_secret_of_a_kind"
            ),
            models.UniqueConstraint(
                fields=["opens", "account"],
                condition=Q(revoked_at=None, club=None),
                name="account_has_one_calendar",
            ),
            models.UniqueConstraint(
                fields=["opens", "account", "club"], condition=Q(revoked_at=None), name="account_has_one_of_a_club"
            ),
            models.CheckConstraint(
                condition=Q(opens="answers", player__isnull=False, account=None, club=None)
                | Q(opens="own", player__isnull=False, account=None, club=None)
                | Q(opens="own", player=None, account__isnull=False, club=None)
                | Q(opens="club", player=None, account__isnull=False, club__isnull=False),
                name="secret_belongs_to_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.opens} {self.pk}"

    def save(self, *args: object, **kwargs: object) -> None:
        self.token_hash = self.token_hash or hash_token(make_token(self.seed))
        super().save(*args, **kwargs)  # type: ignore[arg-type]

    @property
    def token(self) -> str:
        """Return the token, "" if the key of the server has changed since: it still opens, but cannot be shown."""
        token = make_token(self.seed)
        return token if constant_time_compare(hash_token(token), self.token_hash) else ""

    @property
    def is_open(self) -> bool:
        return self.revoked_at is None


class Subscription(models.Model):
    """A browser of an account that wants reminders. Deleted with the session in which it was switched on.

    `key`: the public key of this install that the browser got; messages signed by another one never reach it.
    """

    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="push_subscriptions")
    sign_in = models.ForeignKey(SignIn, on_delete=models.CASCADE, related_name="push_subscriptions")
    endpoint = models.CharField(max_length=LONGEST, unique=True)  # secret: anybody who knows it can send messages there
    public = models.CharField(max_length=88)
    secret = models.CharField(max_length=24)
    key = models.CharField(max_length=88)
    language = models.CharField(max_length=10)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["made_at", "pk"]

    def __str__(self) -> str:
        return f"{self.account_id} {self.made_at:%Y-%m-%d %H:%M}"

    @property
    def receiver(self) -> Receiver:
        return Receiver(unpack_text(self.public), unpack_text(self.secret))


class Reminder(models.Model):
    """The one message to an account about a date: stored before it is sent, so that nobody gets it twice.

    `again_at`: the next try after a failed one; None while it is on its way, sent or given up.
    """

    date = models.ForeignKey(Date, on_delete=models.CASCADE, related_name="reminders")
    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="reminders")
    tries = models.PositiveSmallIntegerField(default=1)
    again_at = models.DateTimeField(null=True)
    sent_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["date", "account"], name="account_is_reminded_of_a_date_once"),
        ]

    def __str__(self) -> str:
        return f"{self.date_id} {self.account_id}"


class News(models.TextChoices):
    """The events that somebody may hear of. Stored."""

    ANSWER = "answer", _("Your answer is wanted")
    SETTLED = "settled", _("An evening was settled")
    PAID = "paid", _("A payment reached you")
    CLOSED = "closed", _("A month was closed")


class Wish(models.Model):
    """An account wants to hear of one kind of news, in each browser that it has switched on."""

    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="push_wishes")
    kind = models.CharField(max_length=7, choices=News.choices)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["account", "kind"], name="account_wishes_a_kind_once")]

    def __str__(self) -> str:
        return f"{self.account_id} {self.kind}"


class Notice(models.Model):
    """The one message to an account about something that has happened; `News.ANSWER` has `Reminder` instead.

    `again_at`: the next try; None while it is on its way, sent or given up.
    """

    kind = models.CharField(max_length=7, choices=News.choices)
    subject = models.PositiveBigIntegerField()  # the id of the evening, payment or closing
    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    day = models.DateField()  # of the evening or payment; the first of a month
    path = models.CharField(max_length=100)  # of the page that it opens
    made_at = models.DateTimeField(default=timezone.now)
    tries = models.PositiveSmallIntegerField(default=0)
    again_at = models.DateTimeField(default=timezone.now, null=True)
    sent_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["kind", "subject", "account"], name="account_hears_of_news_once"),
        ]
        # Every round of reminders asks for them; most are sent or given up.
        indexes = [
            models.Index(fields=["again_at"], condition=Q(again_at__isnull=False), name="notices_to_send"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject} {self.account_id}"
