"""Models of accounts, login links, failed guesses, sign-ins, and the security log."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from secrets import token_urlsafe
from typing import ClassVar, Final

from django.contrib.auth.models import AbstractUser, UserManager
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.contrib.sessions.models import Session
from django.db import models
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.crypto import get_random_string, salted_hmac
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from dokoclub import NEWS
from scoring.text import clean_line

LOGIN_LINK_LASTS: Final = timedelta(hours=1)
LONG_AGO: Final = datetime(1970, 1, 1, tzinfo=UTC)


def fresh_token() -> str:
    """Return a token for a secret link: 256 random bits, safe for URLs."""
    return token_urlsafe(32)


def fresh_seal() -> str:
    return get_random_string(22)


def newest_news() -> str:
    """Return the version whose news a new account needs no line about. Migration 0005 calls this: keep it."""
    return NEWS


def login_link_expiry() -> datetime:
    return timezone.now() + LOGIN_LINK_LASTS


class AccountQuerySet(models.QuerySet["Account"]):
    def real(self) -> AccountQuerySet:
        """Return accounts of people: not erased, and not of the demo club, with names that begin with a star."""
        return self.filter(erased_at=None, is_visitor=False).exclude(username__startswith="*")


class AccountManager(UserManager["Account"]):
    def get_queryset(self) -> AccountQuerySet:
        return AccountQuerySet(self.model, using=self._db)

    def real(self) -> AccountQuerySet:
        return self.get_queryset().real()


class Account(AbstractUser):
    """An account that can sign in. Clubs know people as players, who need no account.

    An erased account keeps its row without personal data, so that references stay valid.
    """

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    username = models.CharField(
        _("sign-in name"),
        max_length=60,
        unique=True,
        validators=[UnicodeUsernameValidator(message=_("Use letters, digits and . - _ @ + only."))],
        error_messages={"unique": _("Taken: choose another name.")},
    )
    display_name = models.CharField(_("name"), max_length=60)
    # Survives in the list of erased ids: after a restore, a primary key could be given to somebody else.
    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    # Part of every session's hash: a new seal signs out everywhere.
    session_seal = models.CharField(max_length=22, default=fresh_seal, editable=False)
    is_founder = models.BooleanField(default=False, editable=False)
    is_visitor = models.BooleanField(default=False, editable=False)
    erased_at = models.DateTimeField(null=True, editable=False)
    # Denormalized, because every page reads it.
    has_unconfirmed_links = models.BooleanField(default=False, editable=False)
    # The version whose news the account has read; "" before there were any.
    news_read = models.CharField(max_length=10, blank=True, default=newest_news, editable=False)

    objects: ClassVar[AccountManager] = AccountManager()
    REQUIRED_FIELDS: ClassVar[list[str]] = ["display_name"]

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["is_founder"], condition=Q(is_founder=True), name="account_one_founder_at_most"
            ),
            models.UniqueConstraint(
                fields=["is_visitor"], condition=Q(is_visitor=True), name="account_one_visitor_at_most"
            ),
        ]

    def __str__(self) -> str:
        return gettext("Deleted account") if self.erased_at else self.display_name or self.username

    @classmethod
    def normalize_username(cls, username: str) -> str:
        """Return the cleaned name in lower case: SQLite, unlike PostgreSQL, does not match JÜRGEN and Jürgen."""
        return clean_line(super().normalize_username(username)).lower()

    def links_to_confirm(self) -> QuerySet[LoginLink]:
        """Return owners' links that signed somebody in, oldest first, with their creators. One query."""
        return self.login_links.filter(unconfirmed=True).select_related("made_by").order_by("used_at")

    def get_full_name(self) -> str:
        return str(self)

    def get_short_name(self) -> str:
        return str(self)

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """Return Django's hash, which ends other sessions when the password changes, extended by the seal."""
        return salted_hmac(
            "dokoclub.accounts.session", f"{self.password}:{self.session_seal}", secret=secret, algorithm="sha256"
        ).hexdigest()


def hash_token(token: str) -> str:
    """Return the stored hash of a link's token."""
    return sha256(token.encode()).hexdigest()


def hash_throttle_key(who: str) -> str:
    """Return a keyed hash, so that a copy of the database reveals no address and no typed name."""
    return salted_hmac("dokoclub.accounts.guessing", who, algorithm="sha256").hexdigest()


class LoginLinkQuerySet(models.QuerySet["LoginLink"]):
    def of(self, token: str) -> LoginLinkQuerySet:
        return self.filter(token_hash=hash_token(token))

    def usable(self) -> LoginLinkQuerySet:
        """Return links neither used nor expired, nor from the future: the clock may have been set back.

        One table only: a conditional UPDATE over this must not need a subquery.
        """
        return self.filter(used_at=None, expires_at__gt=timezone.now(), expires_at__lte=login_link_expiry())

    def void(self) -> int:
        """Invalidate unused links, independent of the clock; return their number. One query."""
        return self.filter(used_at=None).update(expires_at=LONG_AGO)


class LoginLink(models.Model):
    """A link that signs its account in once, within the hour. The token itself is never stored."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="login_links")
    token_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField(default=timezone.now)
    # None: created by `manage.py login_link`, so by the operator of the install.
    made_by = models.ForeignKey(Account, null=True, on_delete=models.SET_NULL, related_name="+")
    expires_at = models.DateTimeField(default=login_link_expiry)
    used_at = models.DateTimeField(null=True)
    # Used, but was it the member? Pending until answered in a session that did not start with such a link.
    unconfirmed = models.BooleanField(default=False)

    objects = LoginLinkQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["-made_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.account} {self.made_at:%Y-%m-%d %H:%M}"

    @property
    def is_of_owner(self) -> bool:
        return self.made_by_id is not None

    @property
    def is_open(self) -> bool:
        return self.used_at is None and timezone.now() < self.expires_at <= login_link_expiry()


class FailedTries(models.Model):
    """Recent wrong guesses by key. Rows of a name and of an address look alike: both are keyed hashes."""

    who = models.CharField(max_length=64, unique=True)
    count = models.PositiveIntegerField(default=0)
    last_at = models.DateTimeField(default=timezone.now, db_index=True)

    def __str__(self) -> str:
        return f"{self.count} × {self.last_at:%Y-%m-%d %H:%M}"


class SignInQuerySet(models.QuerySet["SignIn"]):
    def running(self) -> SignInQuerySet:
        """Return sign-ins with a session that has neither ended nor expired."""
        sessions = Session.objects.filter(expire_date__gt=timezone.now())
        return self.filter(session_key__in=sessions.values("session_key"))

    def by_owners(self) -> SignInQuerySet:
        """Return sign-ins by a login link of an owner."""
        return self.exclude(link=None).exclude(link__made_by=None)


class SignIn(models.Model):
    """A session of an account: its start, browser and method. No address."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="sign_ins")
    session_key = models.CharField(max_length=40, unique=True)
    began_at = models.DateTimeField(default=timezone.now)
    last_used_at = models.DateTimeField(default=timezone.now)  # to the day
    how = models.CharField(max_length=20)  # key of texts.HOW; "" if it started before this was recorded
    browser = models.CharField(max_length=40)
    link = models.ForeignKey(LoginLink, null=True, on_delete=models.SET_NULL, related_name="+")

    objects = SignInQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["-began_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.account} {self.began_at:%Y-%m-%d %H:%M}"


class SecurityEvent(models.Model):
    """A line in the security log of an account."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="security_events")
    at = models.DateTimeField(default=timezone.now, db_index=True)
    what = models.CharField(max_length=20)  # key of texts.EVENTS
    browser = models.CharField(max_length=40)
    # The creator of the login link that was used.
    by = models.ForeignKey(Account, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering: ClassVar = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.account} {self.what} {self.at:%Y-%m-%d %H:%M}"
