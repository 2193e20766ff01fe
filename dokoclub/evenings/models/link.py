"""Secret read-only links: their common base, and the link to an evening for people without an account."""

import base64
from datetime import date, timedelta
from typing import ClassVar, Final, Self, TypeVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.crypto import constant_time_compare, get_random_string, salted_hmac
from django.utils.translation import gettext_lazy as _

from dokoclub.evenings.models.evening import Evening

PEN: Final = "pen"
LASTS_AFTER_EVENING: Final = timedelta(days=30)


def make_token(kind: str, pk: int, random: str) -> str:
    """Return a token for a URL, of letters, digits, `-` and `_` only: `17-…`."""
    digest = salted_hmac(f"dokoclub.evenings.{kind}", f"{pk}:{random}", algorithm="sha256").digest()
    return f"{pk}-{base64.urlsafe_b64encode(digest).decode().rstrip('=')}"


def read_row_number(text: str) -> int | None:
    """Return the primary key that the token `text` claims; None if it is not a token."""
    pk, dash, _ = text.partition("-")
    return int(pk) if dash and pk.isascii() and pk.isdecimal() and len(pk) < 19 else None


def fits_row(kind: str, pk: int, random: str, text: str) -> bool:
    """Return whether `text` is the token of this row."""
    return bool(random) and constant_time_compare(text, make_token(kind, pk, random))


def random_number() -> str:
    return get_random_string(22)


AnyLink = TypeVar("AnyLink", bound="ReadLink", covariant=True)


class ReadLinkQuerySet(models.QuerySet[AnyLink]):
    def open(self) -> Self:
        return self.filter(self.model.opens(), revoked_at=None)


class ReadLink(models.Model):
    """A link that works until it is revoked.

    Its token is derived from its id, the random number and the server's key. So it can be shown again, and a stolen
    database opens nothing (`tokens.py`).
    """

    KIND: ClassVar[str]  # of its tokens
    OF: ClassVar[str] = "club"  # the field of the object it opens

    random = models.CharField(max_length=22, default=random_number, editable=False)
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, editable=False, related_name="+"
    )
    revoked_at = models.DateTimeField(null=True, editable=False)

    objects = ReadLinkQuerySet.as_manager()

    class Meta:
        abstract = True
        ordering = ["-made_at", "-pk"]

    def __str__(self) -> str:
        return f"{getattr(self, self.OF)} · {self.pk}"

    @classmethod
    def opens(cls) -> models.Q:
        """Return the condition of links that work unless they are revoked; `is_open` is the same for one link."""
        return models.Q(club__deleted_at=None)

    @classmethod
    def club_path(cls) -> str:
        """Return the query path to the club."""
        return cls.OF if cls.OF == "club" else f"{cls.OF}__club"

    @property
    def token(self) -> str:
        return make_token(self.KIND, self.pk, self.random)

    def has_token(self, text: str) -> bool:
        return fits_row(self.KIND, self.pk, self.random, text)

    @property
    def last_day(self) -> date | None:
        """Return the last day on which it works; None: until it is revoked."""
        return None

    @property
    def is_open(self) -> bool:
        return self.revoked_at is None and (self.last_day is None or timezone.localdate() <= self.last_day)


class SecretLink(ReadLink):
    """A link to one evening, valid for some time after it."""

    KIND = "evening"
    OF = "evening"

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="secret_links")

    class Meta(ReadLink.Meta):
        verbose_name = _("secret link")
        verbose_name_plural = _("secret links")

    @classmethod
    def opens(cls) -> models.Q:
        first = timezone.localdate() - LASTS_AFTER_EVENING
        return models.Q(evening__date__gte=first, evening__deleted_at=None, evening__club__deleted_at=None)

    @property
    def last_day(self) -> date:
        return self.evening.date + LASTS_AFTER_EVENING
