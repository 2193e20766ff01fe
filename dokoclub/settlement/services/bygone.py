"""Evenings that came in by the dozen: none of them costs anything, and what was settled follows when they go again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.db import transaction
from django.utils import timezone
from simple_history.utils import bulk_create_with_history

from dokoclub.accounts.models import Account
from dokoclub.evenings.models import Evening
from dokoclub.settlement.models import EveningMoney
from dokoclub.settlement.services.correcting import JUST_NOW, after_evening, correct_monies
from scoring.money.methods import MoneyRules
from scoring.money.rules import store_rules

WITHOUT_MONEY: Final = MoneyRules(method="none")  # what was paid then, was paid then
_AT_ONCE: Final = 100  # rows a statement


@transaction.atomic
def settle_long_ago(evenings: Sequence[Evening], *, by: Account | None) -> None:
    """Nobody owes anything for these closed evenings, whatever the club does now or later. They have no money yet.

    Two statements for up to a hundred, and some for each that was closed just now.
    """
    rules = store_rules(WITHOUT_MONEY)
    monies = [
        EveningMoney(
            club_id=evening.club_id,
            evening=evening,
            day=evening.date,
            currency=evening.club.currency,
            rules=rules,
        )
        for evening in evenings
    ]
    bulk_create_with_history(monies, EveningMoney, batch_size=_AT_ONCE, default_user=by)
    for evening in evenings:
        if evening.closed_at and timezone.now() - evening.closed_at <= JUST_NOW:
            after_evening(evening)


@transaction.atomic
def after_evenings(evenings: Sequence[int]) -> None:
    """As the hook of each would do it, for evenings that were deleted. One query where none of them is frozen."""
    frozen = list(EveningMoney.objects.frozen().filter(evening__in=evenings).values_list("pk", flat=True))
    if frozen:
        correct_monies(frozen)
