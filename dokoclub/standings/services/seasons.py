"""A season begins, is changed, or was never meant."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Season
from dokoclub.clubs.services.sent_forms import refuse_other_content
from dokoclub.clubs.services.writing import lock_club
from dokoclub.look.refusals import Reused
from dokoclub.standings.selectors.records import evenings_held
from dokoclub.standings.selectors.starting import evenings_to_come
from dokoclub.standings.services.rules import refuse_rules
from dokoclub.standings.words import refuse_problems
from scoring.league import seasons
from scoring.league.rules import StandingsRules, store_rules


@dataclass(frozen=True, slots=True, kw_only=True)
class NewSeason:
    """`planned`: evenings that it will have, if the club knows."""

    name: str
    first: date
    last: date
    planned: int | None = None
    rules: StandingsRules
    month_rules: StandingsRules

    @property
    def dates(self) -> seasons.Season:
        return seasons.Season(self.name, self.first, self.last)


@transaction.atomic
def make_season(club: Club, wanted: NewSeason, *, key: UUID, by: Account | None) -> Season:
    """The same key with the same name and days returns the season it made.

    Raises ValidationError by field, and Reused when the key made another season.
    """
    lock_club(club)
    refuse_other_content(key, club, wanted)
    if made := Season.objects.filter(key=key).first():
        if made.club_id != club.pk or (made.name, made.first, made.last) != wanted.dates:
            raise Reused
        return made
    season = Season(club=club, key=key)
    _write(season, wanted, by=by)
    return season


@transaction.atomic
def change_season(season: Season, wanted: NewSeason, *, by: Account | None) -> None:
    """Its tables follow at once; months that were closed stay. Raises ValidationError by field."""
    lock_club(season.club)
    season.refresh_from_db()
    _write(season, wanted, by=by)


@transaction.atomic
def delete_season(season: Season, *, by: Account | None) -> None:
    """Only the frame goes: evenings stay, and are ranked by the club's own rules. The second time changes nothing."""
    lock_club(season.club)
    found = Season.objects.filter(pk=season.pk).first()
    if found is not None:
        found._history_user = by  # type: ignore[attr-defined]
        found.delete()


def _write(season: Season, wanted: NewSeason, *, by: Account | None) -> None:
    _refuse(season, wanted)
    season.name, season.first, season.last, season.planned = wanted.name, wanted.first, wanted.last, wanted.planned
    season.rules, season.month_rules = store_rules(wanted.rules), store_rules(wanted.month_rules)
    season._history_user = by  # type: ignore[attr-defined]
    season.save()


def _refuse(season: Season, wanted: NewSeason) -> None:
    others = Season.objects.filter(club=season.club_id).exclude(pk=season.pk)
    dates = (seasons.Season(other.name, other.first, other.last) for other in others)
    if problems := seasons.season_problems(wanted.dates, dates):
        raise refuse_problems(problems)
    refuse_rules(wanted.rules, wanted.month_rules)
    try:
        refuse_rules(wanted.rules, wanted.month_rules, evenings_of(season.club, wanted))
    except ValidationError as refused:
        if wanted.planned is None:
            refused.error_dict["planned"] = [
                ValidationError(_("If more evenings are to come, say here how many the season will have."))
            ]
        raise


def evenings_of(club: Club, wanted: NewSeason) -> int:
    """How many evenings the season has: those held and dates to come, or more where more are planned. Three queries."""
    held = evenings_held(club, wanted.first, wanted.last)
    return max(held + evenings_to_come(club, wanted.first, wanted.last), wanted.planned or 0)
