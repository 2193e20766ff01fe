"""What a phone sent at once: it is written once, however often it arrives."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from dokoclub.evenings.models.sheet import Sheet


class Sending(models.Model):
    """One batch of changes that was written. The unique uuid, in the same transaction, is what makes it exactly once.

    Kept as long as its sheet: a copy may come late. What was in it stands on the sheet, and is told here by a digest
    alone.
    """

    uuid = models.UUIDField(unique=True, editable=False)  # made by the phone
    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="sendings")
    digest = models.CharField(max_length=32, editable=False)
    base = models.PositiveIntegerField(editable=False)  # the version of the sheet that the phone knew
    version = models.PositiveIntegerField(editable=False)  # of the sheet, once it was written
    ops = models.PositiveSmallIntegerField(editable=False)  # how many
    received_at = models.DateTimeField(default=timezone.now, editable=False)
    by = models.ForeignKey(  # None: whoever held the table's pen, without an account
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, editable=False, related_name="+"
    )

    class Meta:
        ordering = ["pk"]
        verbose_name = _("sending")
        verbose_name_plural = _("sendings")

    def __str__(self) -> str:
        return f"{self.sheet_id} · {self.uuid}"
