"""Keep the club's IBAN, and forget it."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club
from dokoclub.clubs.services.writing import lock_club
from dokoclub.settlement.models import ClubBank
from dokoclub.settlement.models.iban import clean_iban


@transaction.atomic
def keep_club_bank(club: Club, *, holder: str, iban: str, by: Account) -> None:
    """In place of the one before, of which nothing remains. Raises ValidationError for what is no IBAN."""
    lock_club(club)
    facts = {"holder": holder, "iban": clean_iban(iban), "changed_at": timezone.now(), "changed_by": by}
    ClubBank.objects.update_or_create(club=club, defaults=facts)


def forget_club_bank(club: Club) -> None:
    """The second time changes nothing."""
    ClubBank.objects.filter(club=club).delete()
