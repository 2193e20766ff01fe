"""Tournaments are gathered in a series: founded, changed, taken away."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple
from uuid import UUID

from django.db import transaction

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club
from dokoclub.clubs.services.sent_forms import refuse_other_content
from dokoclub.clubs.services.writing import lock_club
from dokoclub.look.refusals import Reused
from dokoclub.tournaments.models import Series, Tournament
from dokoclub.tournaments.services.writing import save_row, save_tournament
from scoring.league.rules import StandingsRules, store_rules


class SeriesFacts(NamedTuple):
    name: str
    rules: StandingsRules
    months: int | None  # that count, back from today
    tournaments: Collection[int]  # by id: of the club, each in one series


@transaction.atomic
def found_series(club: Club, facts: SeriesFacts, *, key: UUID, by: Account) -> Series:
    """The same key returns the series that it founded. Raises Reused."""
    lock_club(club)
    refuse_other_content(key, club, facts)
    if there := Series.objects.filter(key=key).first():
        if there.club_id != club.pk:
            raise Reused(key)
        return there
    series = Series(club=club, key=key, made_by=by)
    _write(series, facts, by)
    return series


@transaction.atomic
def change_series(series: Series, facts: SeriesFacts, *, by: Account) -> Series:
    lock_club(series.club)
    series.refresh_from_db()
    _write(series, facts, by)
    return series


@transaction.atomic
def delete_series(series: Series) -> None:
    """Its tournaments stay. The second time changes nothing."""
    lock_club(series.club)
    Series.objects.filter(pk=series.pk).delete()


def _write(series: Series, facts: SeriesFacts, by: Account) -> None:
    series.name, series.months = facts.name, facts.months
    series.rules = store_rules(facts.rules)
    save_row(series, by=by)
    free = Tournament.objects.select_for_update(no_key=True).filter(club=series.club_id).order_by("pk")
    for tournament in free.filter(series=series).exclude(pk__in=facts.tournaments):
        _move(tournament, None, by)
    for tournament in free.filter(series=None, pk__in=facts.tournaments):
        _move(tournament, series, by)


def _move(tournament: Tournament, series: Series | None, by: Any) -> None:
    tournament.series = series
    save_tournament(tournament, by=by)
