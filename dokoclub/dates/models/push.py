"""Browsers that are sent a message, and who was reminded of which date."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from dokoclub.accounts.models import SignIn
from dokoclub.dates.models.date import Date
from dokoclub.webpush.places import LONGEST
from dokoclub.webpush.sealing import Receiver
from dokoclub.webpush.signing import unpack_text


class Subscription(models.Model):
    """A browser of an account that wants to be reminded. It goes with the session in which it was switched on.

    `key`: the public key of this install that the browser was told; messages by another one never reach it.
    """

    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="push_subscriptions")
    sign_in = models.ForeignKey(SignIn, on_delete=models.CASCADE, related_name="push_subscriptions")
    endpoint = models.CharField(max_length=LONGEST, unique=True)  # secret: whoever knows it can send something there
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
    """The one message to somebody about a date: noted before it is sent, so that nobody gets it twice.

    `again_at`: it reached no push service and is tried again then; None while it is on its way, sent or given up.
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
