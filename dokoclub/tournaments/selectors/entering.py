"""Who waits to enter a tournament, and by which links."""

from __future__ import annotations

from typing import NamedTuple

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Player
from dokoclub.tournaments.models import Applicant, Entrant, EntryLink, Tournament
from scoring.text import fold_name


class Waiting(NamedTuple):
    applicant: Applicant
    known: Player | None  # whom the club knows by that name; None: becomes a guest
    number: int | None  # under which he has entered already


def waiting_for(tournament: Tournament) -> list[Waiting]:
    """The first first. Three queries, one where nobody waits."""
    applicants = list(tournament.applicants.waiting())
    if not applicants:
        return []
    known = {fold_name(player.name): player for player in tournament.club.players.present()}
    numbers = dict(tournament.entrants.values_list("player", "number"))
    found = []
    for applicant in applicants:
        player = known.get(fold_name(applicant.name))
        found.append(Waiting(applicant, player, numbers.get(player.pk) if player else None))
    return found


def count_waiting(tournament: Tournament) -> int:
    """One query."""
    return tournament.applicants.waiting().count()


def entry_links_of(tournament: Tournament) -> list[EntryLink]:
    """The last first. One query."""
    links = list(tournament.entry_links.select_related("made_by"))
    for link in links:
        link.tournament = tournament
    return links


def player_who_enters(tournament: Tournament, account: Account) -> Player | None:
    """As whom the account plays in this club now. One query."""
    return tournament.club.players.present().filter(account=account).first()


def entrant_of_player(tournament: Tournament, player: Player) -> Entrant | None:
    """One query."""
    return tournament.entrants.filter(player=player).first()


def heads_of(tournament: Tournament) -> int:
    """How many have entered. One query."""
    return tournament.entrants.filter(fill_in=False).exclude(withdrawn_after=0).count()
