"""Write down what a year is to bring and to cost."""

from __future__ import annotations

from django.db import transaction

from dokoclub.clubs.models import Club
from dokoclub.clubs.services.writing import lock_club
from dokoclub.settlement.models import BudgetLine
from dokoclub.settlement.models.budget import fold_purpose


@transaction.atomic
def keep_budget_line(club: Club, year: int, *, purpose: str, cents: int) -> None:
    """In place of what was planned for that purpose; 0 cents takes the line away."""
    club = lock_club(club)
    lines = BudgetLine.objects.filter(club=club, year=year, currency=club.currency, folded=fold_purpose(purpose))
    if not cents:
        lines.delete()
        return
    BudgetLine.objects.update_or_create(
        club=club,
        year=year,
        currency=club.currency,
        folded=fold_purpose(purpose),
        defaults={"purpose": purpose, "cents": cents},
    )
