"""The lists of an evening once they are frozen: who gets and pays what and why, and who pays whom."""

from __future__ import annotations

from typing import Any, Final

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from dokoclub.clubs.models import Club, Player
from dokoclub.evenings.models import Evening, Sheet
from dokoclub.settlement.models.clearing import Clearing
from dokoclub.settlement.models.evening_money import EveningMoney
from dokoclub.settlement.models.payment import Payment


class Kind(models.TextChoices):
    """Flat amounts stand apart and always go to the cash box."""

    POINTS = "points", _("points")
    FLAT = "flat", _("flat amounts")
    CLEARING = "clear", _("clearing")  # the payments of a clearing, which are of no evening


OF_EVENINGS: Final = (Kind.POINTS, Kind.FLAT)


class SettledList(models.Model):
    """One list: of the evening or of one of its tables (`sheet`), or a correction of them, counted from 1."""

    money = models.ForeignKey(EveningMoney, on_delete=models.CASCADE, related_name="lists")
    kind = models.CharField(max_length=6, choices=Kind.choices)
    correction = models.PositiveSmallIntegerField(default=0)  # 0: as it was frozen
    let_go = models.BooleanField(default=False)  # not settled after all; kept for what was paid and taken back
    place = models.PositiveSmallIntegerField(default=0)  # among the lists of its kind; more than one by table
    sheet = models.ForeignKey(Sheet, on_delete=models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ["money", "correction", "-kind", "place"]  # points before flat amounts
        verbose_name = _("settled list")
        verbose_name_plural = _("settled lists")
        constraints = [
            models.UniqueConstraint(
                fields=["money", "kind", "correction", "place"],
                condition=Q(let_go=False),
                name="settled_list_has_its_own_place",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.money} · {self.kind} · {self.correction}"


class SettledShare(models.Model):
    """A row of a list: what it comes to for one party, in cents, and why, as `scoring.money.shares.Share`."""

    list = models.ForeignKey(SettledList, on_delete=models.CASCADE, related_name="shares")
    player = models.ForeignKey(Player, on_delete=models.RESTRICT, null=True, related_name="+")  # None: the cash box
    cents = models.BigIntegerField()  # plus: gets, minus: pays
    reason = models.CharField(max_length=30)
    numbers: Any = models.JSONField(default=dict)

    class Meta:
        ordering = ["list", "pk"]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.cents}"


class TransferQuerySet(models.QuerySet["Transfer"]):
    def alive(self) -> TransferQuerySet:
        """Those that count: not gone with a deleted evening, and between two, which they stop being by a merge."""
        return self.filter(gone=False, club__deleted_at=None).exclude(payer=F("receiver"))

    def open(self) -> TransferQuerySet:
        return self.alive().filter(payment=None, cleared_by=None)

    def of_evenings_that_are_over(self) -> TransferQuerySet:
        """Without those of an evening that was opened again: what it comes to may still change."""
        return self.exclude(
            list__money__evening__isnull=False,
            list__money__evening__closed_at=None,
            list__money__evening__deleted_at=None,
        )

    def paid(self) -> TransferQuerySet:
        return self.alive().exclude(payment=None)

    def settled_of(self, evening: Evening) -> TransferQuerySet:
        """Paid or cleared ones of an evening."""
        settled = self.alive().filter(list__money__evening=evening)
        return settled.filter(Q(payment__isnull=False) | Q(cleared_by__isnull=False))

    def once_settled(self) -> TransferQuerySet:
        """Those that a payment or a clearing settles, or settled before it was taken back."""
        paid, cleared = (model.settles.through.objects.values("transfer") for model in (Payment, Clearing))
        return self.filter(Q(pk__in=paid) | Q(pk__in=cleared))


class Transfer(models.Model):
    """Who pays whom how much, in cents. It is paid when it has a payment, which then stands.

    Cleared, it is settled as well: the payments of the clearing are owed in its place.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="transfers")  # that of its list
    list = models.ForeignKey(SettledList, on_delete=models.CASCADE, related_name="transfers")
    payer = models.ForeignKey(Player, on_delete=models.RESTRICT, null=True, related_name="+")  # None: the cash box
    receiver = models.ForeignKey(Player, on_delete=models.RESTRICT, null=True, related_name="+")
    cents = models.PositiveBigIntegerField()
    payment = models.ForeignKey(Payment, on_delete=models.RESTRICT, null=True, related_name="transfers")
    cleared_by = models.ForeignKey(Clearing, on_delete=models.RESTRICT, null=True, related_name="cleared")
    # Unpaid when its evening was deleted (it comes back with it), or taken back.
    gone = models.BooleanField(default=False)

    objects = TransferQuerySet.as_manager()

    class Meta:
        ordering = ["list", "pk"]
        verbose_name = _("transfer")
        verbose_name_plural = _("transfers")
        constraints = [
            models.CheckConstraint(condition=Q(cents__gte=1), name="transfer_is_worth_a_cent"),
            models.CheckConstraint(
                condition=Q(payer__isnull=False) | Q(receiver__isnull=False), name="cash_box_owes_itself_nothing"
            ),
            models.CheckConstraint(condition=Q(gone=False) | Q(payment=None), name="paid_transfer_stays"),
            models.CheckConstraint(condition=Q(gone=False) | Q(cleared_by=None), name="cleared_transfer_stays"),
            models.CheckConstraint(condition=Q(payment=None) | Q(cleared_by=None), name="settled_in_one_way"),
        ]

    def __str__(self) -> str:
        return f"{self.payer_id} → {self.receiver_id}: {self.cents}"

    @property
    def is_settled(self) -> bool:
        return self.payment_id is not None or self.cleared_by_id is not None
