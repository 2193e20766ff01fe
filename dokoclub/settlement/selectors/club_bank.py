"""The club's own bank account: for those who keep it, and, as a code, for members who owe the cash box."""

from __future__ import annotations

from dataclasses import dataclass

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club
from dokoclub.settlement.models import ClubBank
from dokoclub.settlement.selectors.accounts import Standing, standing_of
from dokoclub.settlement.selectors.girocode import CURRENCY, Missing
from dokoclub.settlement.selectors.owing import own_player_rows


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubCode:
    """What a code to the club says, and what it pays."""

    standing: Standing
    holder: str
    iban: str

    @property
    def cents(self) -> int:
        return self.standing.owes


def club_bank(club: Club) -> ClubBank | None:
    """One query."""
    return ClubBank.objects.filter(club=club).select_related("changed_by").first()


def code_for_club(club: Club, account: Account) -> ClubCode | None:
    """For all that the account owes the cash box beside evenings; None where that is nothing or no IBAN is stored.

    Six queries at most.
    """
    if club.currency != CURRENCY or (kept := club_bank(club)) is None:
        return None
    for player in own_player_rows(club, account):
        player.club = club
        standing = standing_of(player)
        if standing.owes > 0:
            return ClubCode(standing=standing, holder=kept.holder, iban=kept.iban)
    return None


def what_is_missing(club: Club, account: Account) -> Missing:
    """Why there is none; whether an IBAN is stored is told to those alone who owe something. Six queries at most."""
    for player in own_player_rows(club, account):
        player.club = club
        if standing_of(player).owes > 0:
            return Missing.IBAN if club.currency == CURRENCY else Missing.EURO
    return Missing.DEBT
