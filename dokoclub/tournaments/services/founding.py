"""Found a tournament, change it before it begins, take it away."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club
from dokoclub.clubs.services.sent_forms import refuse_other_content
from dokoclub.clubs.services.writing import lock_club
from dokoclub.look.refusals import Reused
from dokoclub.tournaments.models import Tournament
from dokoclub.tournaments.services.rounds import set_clocks
from dokoclub.tournaments.services.writing import lock_tournament, refuse_over, save_row, save_tournament

Facts = Mapping[str, Any]  # by field of the model

# What still changes when the first round has begun: all else decides who sits where and who wins.
LATER: Final = frozenset({"name", "place", "rounds", "minutes", "in_league"})


@transaction.atomic
def found_tournament(club: Club, facts: Facts, *, key: UUID, by: Account) -> Tournament:
    """The same key returns the tournament that it founded. Raises ValidationError by field, and Reused."""
    lock_club(club)
    refuse_other_content(key, club, facts)
    if there := Tournament.objects.filter(key=key).first():
        if there.club_id != club.pk:
            raise Reused(key)
        return there
    tournament = Tournament(club=club, key=key, made_by=by, **facts)
    check_facts(tournament, facts)
    save_row(tournament, by=by)
    return tournament


def check_facts(tournament: Tournament, facts: Facts) -> None:
    """Raises ValidationError by field. What is a list, or nothing, the forms have checked."""
    plain = {name for name, value in facts.items() if isinstance(value, (str, int)) and value != ""}
    tournament.clean_fields(exclude=[field.name for field in tournament._meta.fields if field.name not in plain])


@transaction.atomic
def change_tournament(tournament: Tournament, facts: Facts, *, by: Account) -> Tournament:
    """Once it has begun only what is in LATER. Raises ValidationError by field."""
    tournament = lock_tournament(tournament)
    refuse_over(tournament)
    for name, value in facts.items():
        if not tournament.has_begun or name in LATER:
            setattr(tournament, name, value)
    _refuse_fewer_rounds(tournament)
    check_facts(tournament, facts)
    _drop_plans(tournament)
    save_tournament(tournament, by=by)
    if tournament.evening is not None:
        _name_evening(tournament)
        set_clocks(tournament)
    return tournament


def _refuse_fewer_rounds(tournament: Tournament) -> None:
    begun = tournament.played.exclude(started_at=None).count()
    if tournament.rounds < begun:
        raise ValidationError({"rounds": _("So many rounds have begun already: %(number)s.") % {"number": begun}})


def _drop_plans(tournament: Tournament) -> None:
    """What was planned for rounds that are not to be played; before the start all, if it was planned otherwise."""
    before = Tournament.objects.get(pk=tournament.pk)
    planned = tournament.played.filter(started_at=None)
    if not tournament.has_begun and (before.seating, before.uneven, before.rounds) != (
        tournament.seating,
        tournament.uneven,
        tournament.rounds,
    ):
        planned.delete()
    planned.filter(number__gt=tournament.rounds).delete()


def _name_evening(tournament: Tournament) -> None:
    evening = tournament.evening
    if evening is not None and evening.place != tournament.place:
        type(evening).objects.filter(pk=evening.pk).update(place=tournament.place)


@transaction.atomic
def delete_tournament(tournament: Tournament) -> None:
    """Before its first round, for good: nothing was played yet. Raises ValidationError after that."""
    tournament = lock_tournament(tournament)
    if tournament.has_begun:
        raise ValidationError(_("The tournament has begun. Delete its evening, and it is gone with it."))
    tournament.delete()
