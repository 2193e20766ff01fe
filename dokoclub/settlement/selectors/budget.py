"""What was planned for a year."""

from __future__ import annotations

from dokoclub.clubs.models import Club
from dokoclub.settlement.models import BudgetLine


def budget_of(club: Club, year: int, currency: str) -> list[BudgetLine]:
    """One query."""
    return list(BudgetLine.objects.filter(club=club, year=year, currency=currency))
