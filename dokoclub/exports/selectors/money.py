"""The money of a club as its files hold it: every payment, all that is open, all accounts."""

from __future__ import annotations

from collections.abc import Collection

from dokoclub.clubs.models import Club, Player
from dokoclub.settlement.models import Payment
from dokoclub.settlement.selectors.payments import Paid, days_settled, of_clearings_among


def all_payments(club: Club) -> list[Paid]:
    """Those that stand and those that were taken back, the earliest first. Three queries."""
    rows = Payment.objects.filter(club=club).select_related("payer", "receiver", "made_by", "taken_back_by")
    found = list(rows.order_by("made_at", "pk"))
    days, cleared = days_settled(found), of_clearings_among(found)
    return [Paid(payment=row, days=days.get(row.pk, ()), is_clearing=row.pk in cleared) for row in found]


def names_of(club: Club, players: Collection[int]) -> dict[int, str]:
    """Of these players, by name. One query."""
    return dict(Player.objects.filter(club=club, pk__in=players).values_list("pk", "name"))
