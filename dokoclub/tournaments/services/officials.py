"""An owner gives the rights for one tournament, and takes them back; and secret links to it."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Membership
from dokoclub.tournaments.models import Official, Tournament, TournamentLink
from dokoclub.tournaments.services.writing import lock_tournament


@transaction.atomic
def name_official(tournament: Tournament, account: Account, role: str, *, by: Account) -> Official:
    """The second time changes nothing. Raises ValidationError for somebody who is not of the club."""
    tournament = lock_tournament(tournament)
    if not Membership.objects.filter(club=tournament.club_id, account=account).exists():
        raise ValidationError(_("Choose a member of the club with an account."))
    official, _made = Official.objects.get_or_create(
        tournament=tournament, account=account, role=role, defaults={"given_by": by}
    )
    return official


def remove_official(official: Official) -> None:
    """The second time changes nothing."""
    Official.objects.filter(pk=official.pk).delete()


@transaction.atomic
def make_link(tournament: Tournament, *, by: Account) -> TournamentLink:
    """By which everybody sees where he sits, without an account. The same one again while it holds."""
    tournament = lock_tournament(tournament)
    held = TournamentLink.objects.open().filter(tournament=tournament).first()
    return held or TournamentLink.objects.create(tournament=tournament, made_by=by)
