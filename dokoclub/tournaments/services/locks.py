"""Writing of tournaments: one writer at a time, the user in the history, and a version for pages that follow."""

from django.core.exceptions import ValidationError
from django.db.models import F
from django.utils.translation import gettext as _

from dokoclub.accounts.models import Account
from dokoclub.tournaments.models import Entrant, Series, Tournament


def lock_tournament(tournament: Tournament) -> Tournament:
    """Lock the tournament until the transaction ends; return its current state, with club and evening."""
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
    """Raise the version, so that open pages reload."""
    Tournament.objects.filter(pk=tournament.pk).update(version=F("version") + 1)


def refuse_over(tournament: Tournament) -> None:
    if tournament.is_over:
        raise ValidationError(_("The tournament has ended."))
