"""What forms wrote by their keys, so that the same key with other content is refused."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.db import models
from django.utils import timezone

KEPT: Final = timedelta(days=90)


class SentFormQuerySet(models.QuerySet["SentForm"]):
    def to_purge(self) -> SentFormQuerySet:
        return self.filter(sent_at__lte=timezone.now() - KEPT)


class SentForm(models.Model):
    """A form that wrote something: its key, and the SHA-256 of its content."""

    key = models.UUIDField(primary_key=True)
    digest = models.CharField(max_length=64)
    sent_at = models.DateTimeField(default=timezone.now)

    objects = SentFormQuerySet.as_manager()

    def __str__(self) -> str:
        return str(self.key)
