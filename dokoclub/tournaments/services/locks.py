"""How a tournament is written: one writer at a time, always in somebody's name, and followers fetch it again."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db.models import F
from django.utils.translation import gettext as _

from dokoclub.accounts.models import Account
from dokoclub.tournaments.models import Entrant, Series, Tournament


def lock_tournament(tournament: Tournament) -> Tournament:
    """As it is now, with its club and evening, held until the transaction ends."""
    found: Tournament = (
        Tournament.objects.select_for_update(of=("self",), no_key=True)
        .select_related("club", "evening")
        .get(pk=tournament.pk)
    )
    return found


def save_row(row: Tournament | Entrant | Series, *, by: Account | None) -> None:
    row._history_user = by  # type: ignore[union-attr]
    row.save()


def save_tournament(tournament: Tournament, *, by: Account | None) -> None:
    tournament.version += 1
    save_row(tournament, by=by)


def raise_version(tournament: Tournament) -> None:
    """Whoever follows it fetches it again."""
    Tournament.objects.filter(pk=tournament.pk).update(version=F("version") + 1)


def refuse_over(tournament: Tournament) -> None:
    if tournament.is_over:
        raise ValidationError(_("The tournament has ended."))
