"""What is still going on in a club that is about to move."""

from __future__ import annotations

from typing import NamedTuple

from dokoclub.clubs.models import Club
from dokoclub.evenings.models import Evening
from dokoclub.exports.models import Import, State
from dokoclub.exports.selectors.prints import digest_file
from dokoclub.tournaments.models import State as TournamentState
from dokoclub.tournaments.models import Tournament


class GoingOn(NamedTuple):
    evenings: int  # open ones
    tournaments: int  # running ones
    imports: int  # begun and not complete: they would stay behind

    @property
    def is_anything(self) -> bool:
        return any(self)


def going_on(club: Club) -> GoingOn:
    """Three queries."""
    return GoingOn(
        Evening.objects.open().filter(club=club).count(),
        Tournament.objects.alive().filter(club=club, state=TournamentState.RUNNING).count(),
        running_imports(club),
    )


def running_imports(club: Club) -> int:
    """One query."""
    return Import.objects.filter(club=club, state=State.RUNNING).count()


def has_changed(club: Club) -> bool:
    """Since its file was downloaded. Reads the whole club, as the file does."""
    return bool(club.moving_file) and digest_file(club.pk) != club.moving_file
