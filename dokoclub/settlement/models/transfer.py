"""Money of evenings and clubs, frozen lists with shares and transfers, payments and clearings."""

from __future__ import annotations

import uuid
from typing import Any, Final

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from dokoclub.clubs.models import Club, Player
from dokoclub.clubs.models.club import EURO
from dokoclub.core.formatting import day_and_year
from dokoclub.evenings.models import Evening, Sheet


class ClubMoney(models.Model):
    """The rules for every evening that chose none. A club without a row here has the presets."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="money")
    rules = models.JSONField()  # MoneyRules as `scoring.money.rules.store_rules` writes them

    history = HistoricalRecords(cascade_delete_history=True)

    class Meta:
        verbose_name = _("money of a club")
        verbose_name_plural = _("money of the clubs")

    def __str__(self) -> str:
        return str(self.club)


class EveningMoneyQuerySet(models.QuerySet["EveningMoney"]):
    def frozen(self) -> EveningMoneyQuerySet:
        return self.exclude(frozen_at=None)


class EveningMoney(models.Model):
    """The money of one evening; exists once somebody decided something, or the evening was closed.

    From `frozen_at` on its lists are stored as rows and never change. They outlive an evening that is deleted for
    good, because payments made remain made: then `evening` is None. Players here are ids, also of those merged since.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    evening = models.OneToOneField(Evening, on_delete=models.SET_NULL, null=True, related_name="money")
    day = models.DateField()  # of the evening
    currency = models.CharField(max_length=3, default=EURO)  # fixed on creation
    rules: Any = models.JSONField(null=True)  # None: those of the club; the stake is always that of the evening
    excused: Any = models.JSONField(default=list)  # players exempt from the absence fee
    expected: Any = models.JSONField(null=True)  # active members when it was closed; None: not known
    frozen_at = models.DateTimeField(null=True)
    frozen_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    history = HistoricalRecords(cascade_delete_history=True)
    objects = EveningMoneyQuerySet.as_manager()

    class Meta:
        ordering = ["-day", "-pk"]
        verbose_name = _("money of an evening")
        verbose_name_plural = _("money of the evenings")
        constraints = [
            models.CheckConstraint(
                condition=Q(frozen_at=None) | Q(rules__isnull=False, expected__isnull=False),
                name="frozen_money_keeps_its_rules",
            ),
        ]

    def __str__(self) -> str:
        return day_and_year(self.day)

    @property
    def is_clearing(self) -> bool:
        """Return whether it holds the payments of a clearing. No query if it belongs to an evening."""
        return self.evening_id is None and hasattr(self, "clearing")


class Clearing(models.Model):
    """A clearing of open transfers by fewer payments.

    Its payments are the transfers of `money`, which belongs to no evening; `cleared` are the transfers it settles. It
    is taken back, never deleted, and only while none of its payments was made.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="clearings")
    money = models.OneToOneField(EveningMoney, on_delete=models.CASCADE, related_name="clearing")
    through_others = models.BooleanField()  # The club allows payments between players who owe each other nothing.
    made_at = models.DateTimeField(default=timezone.now)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    taken_back_at = models.DateTimeField(null=True)
    taken_back_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    key = models.UUIDField(default=uuid.uuid4, unique=True)  # of the form that sent it
    # Settled when it was made; `cleared` are those it settles now.
    settles = models.ManyToManyField("settlement.Transfer", related_name="+")

    class Meta:
        ordering = ["-made_at", "-pk"]
        verbose_name = _("full settlement")
        verbose_name_plural = _("full settlements")

    def __str__(self) -> str:
        return str(self.money)

    @property
    def stands(self) -> bool:
        return self.taken_back_at is None


class PaymentQuerySet(models.QuerySet["Payment"]):
    def active(self) -> PaymentQuerySet:
        return self.filter(taken_back_at=None)

    def of_kitty(self) -> PaymentQuerySet:
        """Return the payments into the kitty or out of it, including those taken back."""
        return self.filter(Q(payer=None) | Q(receiver=None))


class Payment(models.Model):
    """A payment with payer, receiver and cents. Settles one transfer, or several by netting.

    It is taken back, never deleted. 0 cents: a netting of transfers that cancel out.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="payments")
    payer = models.ForeignKey(Player, on_delete=models.RESTRICT, null=True, related_name="+")  # None: the kitty
    receiver = models.ForeignKey(Player, on_delete=models.RESTRICT, null=True, related_name="+")
    cents = models.PositiveBigIntegerField()
    currency = models.CharField(max_length=3, default=EURO)  # fixed on creation
    made_at = models.DateTimeField(default=timezone.now)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    taken_back_at = models.DateTimeField(null=True)
    taken_back_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    key = models.UUIDField(default=uuid.uuid4, unique=True)  # of the form that sent it
    # Settled when it was made; `transfers` are those it settles now.
    settles = models.ManyToManyField("settlement.Transfer", related_name="+")
    # Days of the settled evenings, stored when the year of the kitty is closed.
    kept_days: Any = models.JSONField(null=True)

    objects = PaymentQuerySet.as_manager()

    class Meta:
        ordering = ["-made_at", "-pk"]
        verbose_name = _("payment")
        verbose_name_plural = _("payments")
        constraints = [
            models.CheckConstraint(
                condition=Q(payer__isnull=False) | Q(receiver__isnull=False), name="cash_box_pays_not_itself"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.payer_id} → {self.receiver_id}: {self.cents}"

    @property
    def stands(self) -> bool:
        return self.taken_back_at is None


class TransferKind(models.TextChoices):
    """The kinds of transfers. Flat amounts are separate and always go to the kitty."""

    POINTS = "points", _("points")
    FLAT = "flat", _("flat fees")
    CLEARING = "clear", _("full settlement")  # payments of a clearing, which belong to no evening


OF_EVENINGS: Final = (TransferKind.POINTS, TransferKind.FLAT)


class SettledList(models.Model):
    """One list: of the evening or of one of its tables (`sheet`), or a correction of them, counted from 1."""

    money = models.ForeignKey(EveningMoney, on_delete=models.CASCADE, related_name="lists")
    kind = models.CharField(max_length=6, choices=TransferKind.choices)
    correction = models.PositiveSmallIntegerField(default=0)  # 0: as it was frozen
    let_go = models.BooleanField(default=False)  # not settled after all; kept because of payments that were taken back
    place = models.PositiveSmallIntegerField(default=0)  # among the lists of its kind; more than one by table
    sheet = models.ForeignKey(Sheet, on_delete=models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ["money", "correction", "-kind", "place"]  # points before flat amounts
        verbose_name = _("locked list")
        verbose_name_plural = _("locked lists")
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
    """A row of a list: one party's result in cents and its reason, as `scoring.money.shares.Share`."""

    list = models.ForeignKey(SettledList, on_delete=models.CASCADE, related_name="shares")
    player = models.ForeignKey(Player, on_delete=models.RESTRICT, null=True, related_name="+")  # None: the kitty
    cents = models.BigIntegerField()  # plus: gets, minus: pays
    reason = models.CharField(max_length=30)
    numbers: Any = models.JSONField(default=dict)

    class Meta:
        ordering = ["list", "pk"]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.cents}"


class TransferQuerySet(models.QuerySet["Transfer"]):
    def not_deleted(self) -> TransferQuerySet:
        """Return the transfers that count: not gone with a deleted evening, and between two parties after merges."""
        return self.filter(gone=False, club__deleted_at=None).exclude(payer=F("receiver"))

    def open(self) -> TransferQuerySet:
        return self.not_deleted().filter(payment=None, cleared_by=None)

    def of_evenings_that_are_over(self) -> TransferQuerySet:
        """Return the transfers without those of reopened evenings, which may still change."""
        return self.exclude(
            list__money__evening__isnull=False,
            list__money__evening__closed_at=None,
            list__money__evening__deleted_at=None,
        )

    def paid(self) -> TransferQuerySet:
        return self.not_deleted().exclude(payment=None)

    def settled_of(self, evening: Evening) -> TransferQuerySet:
        """Return the paid or cleared transfers of an evening."""
        settled = self.not_deleted().filter(list__money__evening=evening)
        return settled.filter(Q(payment__isnull=False) | Q(cleared_by__isnull=False))

    def once_settled(self) -> TransferQuerySet:
        """Return the transfers that a payment or a clearing settles, or settled before it was taken back."""
        paid, cleared = (model.settles.through.objects.values("transfer") for model in (Payment, Clearing))
        return self.filter(Q(pk__in=paid) | Q(pk__in=cleared))


class Transfer(models.Model):
    """A transfer with payer, receiver and cents. It is paid once it has a payment that was not taken back.

    A cleared transfer is settled as well: the payments of the clearing are owed in its place.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="transfers")  # that of its list
    list = models.ForeignKey(SettledList, on_delete=models.CASCADE, related_name="transfers")
    payer = models.ForeignKey(Player, on_delete=models.RESTRICT, null=True, related_name="+")  # None: the kitty
    receiver = models.ForeignKey(Player, on_delete=models.RESTRICT, null=True, related_name="+")
    cents = models.PositiveBigIntegerField()
    payment = models.ForeignKey(Payment, on_delete=models.RESTRICT, null=True, related_name="transfers")
    cleared_by = models.ForeignKey(Clearing, on_delete=models.RESTRICT, null=True, related_name="cleared")
    # Unpaid when its evening was deleted (and restored with it), or taken back.
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
