"""The tournaments of a club as they are listed: what comes, what was played last, and who has won that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dokoclub.look.numbers import money
from dokoclub.tournaments.models import State, Tournament


@dataclass(frozen=True, slots=True)
class Next:
    """What runs or comes next, with how it is played."""

    tournament: Tournament  # with `.heads`
    played: str


@dataclass(frozen=True, slots=True)
class Tournaments:
    """Each with `.heads`."""

    first: Sequence[Next]  # all that run, else the one that comes next
    coming: Sequence[Tournament]  # after that
    over: Sequence[Tournament]  # the last first

    def __bool__(self) -> bool:
        return bool(self.first or self.over)


def sort_tournaments(found: Sequence[Tournament]) -> Tournaments:
    """`found`: the last first. No query."""
    running = [one for one in found if one.state == State.RUNNING]
    coming = [one for one in reversed(found) if one.state == State.OPEN]
    first = running or coming[:1]
    return Tournaments(
        first=[Next(one, what_is_played(one)) for one in first],
        coming=[one for one in coming if one not in first],
        over=[one for one in found if one.is_over],
    )


def what_is_played(tournament: Tournament) -> str:
    """`3 Runden zu 24 Spielen · Startgeld 10,00 €`."""
    text = ngettext("%(rounds)s round of %(games)s games", "%(rounds)s rounds of %(games)s games", tournament.rounds)
    text %= {"rounds": tournament.rounds, "games": tournament.games}
    if not tournament.fee:
        return text
    return f"{text} · {_('Entry fee')} {money(tournament.fee, tournament.club.currency)}"
