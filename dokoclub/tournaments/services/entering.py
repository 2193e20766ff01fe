"""People enter themselves: a member by a tap, everybody else by a name that the director confirms."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from dokoclub.accounts.models import Account
from dokoclub.clubs.services.sent_forms import refuse_other_content
from dokoclub.clubs.services.writing import lock_club
from dokoclub.look.refusals import Reused
from dokoclub.tournaments.models import Applicant, Entrant, EntryLink, Tournament
from dokoclub.tournaments.services.people import Listed, enter_entrants, find_players
from dokoclub.tournaments.services.writing import lock_tournament, raise_version, refuse_over

MOST_WAITING: Final = 400  # for one tournament


@transaction.atomic
def make_entry_link(tournament: Tournament, *, by: Account) -> EntryLink:
    """The same one again while it holds. Raises ValidationError once the tournament has ended."""
    tournament = lock_tournament(tournament)
    refuse_over(tournament)
    held = EntryLink.objects.open().filter(tournament=tournament).first()
    return held or EntryLink.objects.create(tournament=tournament, made_by=by)


@transaction.atomic
def enter_oneself(tournament: Tournament, account: Account) -> Entrant:
    """The player of the account; the second time changes nothing.

    Raises ValidationError for an account that plays as nobody of the club.
    """
    lock_club(tournament.club)
    player = tournament.club.players.present().filter(account=account).first()
    if player is None:
        raise ValidationError(_("You play as nobody of this club yet."))
    enter_entrants(tournament, [player], by=account)
    return tournament.entrants.select_related("player").get(player=player)


@transaction.atomic
def ask_to_enter(tournament: Tournament, listed: Listed, *, key: UUID) -> Applicant:
    """The same key returns the one that it made. Raises ValidationError, and Reused for another name."""
    tournament = lock_tournament(tournament)
    refuse_over(tournament)
    refuse_other_content(key, tournament, listed)
    if there := Applicant.objects.filter(key=key).first():
        if there.tournament_id != tournament.pk or (there.name and there.name != listed.name):
            raise Reused(key)
        return there
    if tournament.applicants.waiting().count() >= MOST_WAITING:
        raise ValidationError(_("Too many people wait already. Speak to the tournament direction."))
    applicant = Applicant.objects.create(tournament=tournament, key=key, **listed._asdict())
    raise_version(tournament)
    return applicant


@transaction.atomic
def confirm_applicant(applicant: Applicant, *, by: Account) -> Applicant:
    """Enters: as whom the club knows by that name, else as a guest. The second time changes nothing.

    Raises ValidationError.
    """
    club = lock_club(applicant.tournament.club)
    tournament = lock_tournament(applicant.tournament)
    applicant = Applicant.objects.select_related("entrant__player").get(pk=applicant.pk)
    if not applicant.is_waiting:
        return applicant
    listed = Listed(applicant.name, applicant.team, applicant.home)
    (player,) = find_players(club, [listed], by=by)
    enter_entrants(tournament, [], [listed._replace(name=player.name)], by=by)
    entrant = tournament.entrants.select_related("player").get(player=player)
    return _answer(applicant, entrant)


@transaction.atomic
def refuse_applicant(applicant: Applicant) -> Applicant:
    """The second time changes nothing."""
    tournament = lock_tournament(applicant.tournament)
    applicant = Applicant.objects.select_related("entrant__player").get(pk=applicant.pk)
    if applicant.is_waiting:
        _answer(applicant, None)
        raise_version(tournament)
    return applicant


def _answer(applicant: Applicant, entrant: Entrant | None) -> Applicant:
    """What was typed is forgotten: an entrant has it, and nobody else needs it."""
    applicant.entrant, applicant.refused_at = entrant, None if entrant else timezone.now()
    applicant.name = applicant.team = applicant.home = ""
    applicant.save()
    return applicant


def forget_waiting(tournament: Tournament) -> None:
    """Once it has ended nobody enters any more."""
    tournament.applicants.waiting().delete()
