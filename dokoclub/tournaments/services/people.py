"""Services for entrants and applicants: entering, withdrawing, joining late, paying, disqualification."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _
from simple_history.utils import bulk_create_with_history

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Player
from dokoclub.clubs.services.locks import lock_club, refuse_other_content
from dokoclub.clubs.services.players import enter_guests
from dokoclub.core.http import Reused
from dokoclub.evenings.models import PlayerMerge
from dokoclub.evenings.services.evenings import make_read_link
from dokoclub.tournaments.models import Applicant, Entrant, EntryLink, Team, Tournament
from dokoclub.tournaments.services.locks import lock_tournament, raise_version, refuse_over, save_row
from scoring.text import fold_name
from scoring.tournament.sizes import MOST_ENTRANTS

_AT_ONCE: Final = 100  # rows per statement
MOST_WAITING: Final = 400  # per tournament


class Listed(NamedTuple):
    """A line of a pasted list."""

    name: str
    team: str = ""
    home: str = ""


class Entered(NamedTuple):
    new: list[Entrant]
    guests: int  # those new to the club
    known: int  # number who had already entered


@transaction.atomic
def enter_entrants(
    tournament: Tournament,
    players: Sequence[Player] = (),
    listed: Sequence[Listed] = (),
    *,
    fill_in: bool = False,
    by: Account,
) -> Entered:
    """Enter people in this order, each once. Unknown names become guests, an alias stands for its player.

    After the start they join in the next round. Raises ValidationError, and then nobody is entered.
    """
    lock_club(tournament.club)
    tournament = lock_tournament(tournament)
    refuse_over(tournament)
    named, guests = _list_players(tournament.club, listed, by)
    found = [*((player, Listed(player.name)) for player in players), *named]
    there = {entrant.player_id for entrant in tournament.entrants.all()}
    fresh: dict[int, tuple[Player, Listed]] = {}
    for player, line in found:
        if player.pk not in there:
            fresh.setdefault(player.pk, (player, line))
    number = tournament.entrants.aggregate(last=Max("number"))["last"] or 0
    if number + len(fresh) > MOST_ENTRANTS:
        raise ValidationError(_("At most %(most)s people enter a tournament.") % {"most": MOST_ENTRANTS})
    teams = _teams_called(tournament, {line.team for _player, line in fresh.values() if line.team})
    joins = _count_started_rounds(tournament) + 1
    new = [
        Entrant(
            tournament=tournament,
            player=player,
            number=start,
            team=teams.get(line.team),
            home=line.home,
            fill_in=fill_in,
            joins=joins,
        )
        for start, (player, line) in enumerate(fresh.values(), start=number + 1)
    ]
    new = list(bulk_create_with_history(new, Entrant, batch_size=_AT_ONCE, default_user=by))
    raise_version(tournament)
    return Entered(new, guests, len(found) - len(new))


def _count_started_rounds(tournament: Tournament) -> int:
    last: int | None = tournament.played.exclude(started_at=None).aggregate(last=Max("number"))["last"]
    return last or 0


def find_players(club: Club, listed: Sequence[Listed], *, by: Account) -> list[Player]:
    """Find the club's players of these names; unknown ones become guests. The caller has locked the club."""
    return [player for player, _line in _list_players(club, listed, by)[0]]


def _list_players(club: Club, listed: Sequence[Listed], by: Account) -> tuple[list[tuple[Player, Listed]], int]:
    """Return players with their lines, and the number of new ones. Three queries, and two for a hundred guests."""
    known: dict[str, Player] = {}
    for player in club.players.active():
        known[fold_name(player.name)] = player
        if player.short_name:
            known.setdefault(fold_name(player.short_name), player)
    for merge in PlayerMerge.objects.active().filter(club=club, kept__left_at=None).select_related("kept", "merged"):
        known.setdefault(fold_name(merge.merged.name), merge.kept)
    strange = {fold_name(line.name): line.name for line in reversed(listed) if fold_name(line.name) not in known}
    guests = enter_guests(club, list(reversed(strange.values())), by=by) if strange else []
    known |= {fold_name(guest.name): guest for guest in guests}
    return [(known[fold_name(line.name)], line) for line in listed], len(guests)


def _teams_called(tournament: Tournament, names: set[str]) -> dict[str, Team]:
    there = set(tournament.teams.values_list("name", flat=True))
    Team.objects.bulk_create(Team(tournament=tournament, name=name) for name in sorted(names - there))
    return {team.name: team for team in tournament.teams.filter(name__in=names)}


def team_called(tournament: Tournament, name: str) -> Team:
    return _teams_called(tournament, {name})[name]


@transaction.atomic
def change_entrant(entrant: Entrant, facts: Mapping[str, Any], *, team: str | None = None, by: Account) -> Entrant:
    """Change an entrant. `facts` by field; `team`: its name, "" for none.

    After the end only `paid` can change. Raises ValidationError.
    """
    tournament = lock_tournament(entrant.tournament)
    if set(facts) != {"paid"} or team is not None:
        refuse_over(tournament)
    for name, value in facts.items():
        setattr(entrant, name, value)
    if team is not None:
        entrant.team = team_called(tournament, team) if team else None
    entrant.tournament = tournament
    save_row(entrant, by=by)
    tournament.teams.filter(entrants=None).delete()
    raise_version(tournament)
    return entrant


@transaction.atomic
def withdraw_entrant(entrant: Entrant, *, by: Account) -> Entrant:
    """Withdraw an entrant from future rounds; a started one is finished, or refilled. The number stays taken."""
    tournament = lock_tournament(entrant.tournament)
    return change_entrant(entrant, {"withdrawn_after": _count_started_rounds(tournament)}, by=by)


@transaction.atomic
def return_entrant(entrant: Entrant, *, by: Account) -> Entrant:
    """Undo `withdraw_entrant`; rounds started meanwhile are missed."""
    tournament = lock_tournament(entrant.tournament)
    begun = _count_started_rounds(tournament)
    facts: dict[str, Any] = {"withdrawn_after": None}
    if entrant.withdrawn_after is not None and entrant.withdrawn_after < begun and not _has_played(entrant):
        facts["joins"] = begun + 1
    return change_entrant(entrant, facts, by=by)


def _has_played(entrant: Entrant) -> bool:
    return entrant.places.exists()


@transaction.atomic
def disqualify_entrant(entrant: Entrant, reason: str, *, by: Account) -> Entrant:
    """Disqualify an entrant, who stays listed without a rank and plays no further round. An empty reason undoes it."""
    if not reason:
        return change_entrant(entrant, {"disqualified": False, "reason": ""}, by=by)
    tournament = lock_tournament(entrant.tournament)
    gone = entrant.withdrawn_after if entrant.withdrawn_after is not None else _count_started_rounds(tournament)
    return change_entrant(entrant, {"disqualified": True, "reason": reason, "withdrawn_after": gone}, by=by)


@transaction.atomic
def make_entry_link(tournament: Tournament, *, by: Account) -> EntryLink:
    """Return a link for entering; the existing one while it is open. Raises ValidationError after the end."""
    tournament = lock_tournament(tournament)
    refuse_over(tournament)
    return make_read_link(tournament.entry_links, by=by)


@transaction.atomic
def enter_oneself(tournament: Tournament, account: Account) -> Entrant:
    """Enter the account's player; a second call changes nothing.

    Raises ValidationError for an account without a player in the club.
    """
    lock_club(tournament.club)
    player = tournament.club.players.active().filter(account=account).first()
    if player is None:
        raise ValidationError(_("Ask an owner to add you as a player."))
    enter_entrants(tournament, [player], by=account)
    return tournament.entrants.select_related("player").get(player=player)


@transaction.atomic
def ask_to_enter(tournament: Tournament, listed: Listed, *, key: UUID) -> Applicant:
    """Apply to enter; the same key returns the application it made.

    Raises ValidationError, and Reused for another name.
    """
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
    """Enter an applicant, as the club's player of that name, else as a guest. A second call changes nothing.

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
    """Refuse an applicant. A second call changes nothing."""
    tournament = lock_tournament(applicant.tournament)
    applicant = Applicant.objects.select_related("entrant__player").get(pk=applicant.pk)
    if applicant.is_waiting:
        _answer(applicant, None)
        raise_version(tournament)
    return applicant


def _answer(applicant: Applicant, entrant: Entrant | None) -> Applicant:
    """Answer an applicant and delete the typed data: an entrant has it, and nobody else needs it."""
    applicant.entrant, applicant.refused_at = entrant, None if entrant else timezone.now()
    applicant.name = applicant.team = applicant.home = ""
    applicant.save()
    return applicant


def forget_waiting(tournament: Tournament) -> None:
    """Delete waiting applicants after the end."""
    tournament.applicants.waiting().delete()
