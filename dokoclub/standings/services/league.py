"""Services of the league: rules, columns, frames, seasons, links and corrections."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Player, Season
from dokoclub.clubs.services.locks import lock_club, refuse_other_content
from dokoclub.core.formatting import EARLIEST, day_and_year
from dokoclub.core.http import Reused
from dokoclub.evenings.models import PlayerMerge
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.evenings.services.evenings import make_read_link
from dokoclub.standings.models import Correction, League, LeagueLink
from dokoclub.standings.models.league import are_origins
from dokoclub.standings.selectors.people import evenings_to_come, resolve_aliases
from dokoclub.standings.selectors.records import evenings_held
from dokoclub.standings.texts import refuse_problems
from scoring.league import seasons, standings
from scoring.league.columns import COLUMNS
from scoring.league.rules import StandingsRules, find_problems, store_standings_rules
from scoring.rules.stored import plain_parameters

MONTH = "month_"  # prefix of the fields of months and quarters
_AHEAD: Final = timedelta(days=366)  # a running season ends at most this far ahead


@transaction.atomic
def change_league(club: Club, rules: StandingsRules, month_rules: StandingsRules) -> League:
    """Store the league's rules. Raises ValidationError by field; those of months and quarters begin with `month_`."""
    lock_club(club)
    refuse_rules(rules, month_rules)
    wanted = {"rules": store_standings_rules(rules), "month_rules": store_standings_rules(month_rules)}
    return League.objects.update_or_create(club=club, defaults=wanted)[0]


@transaction.atomic
def choose_columns(club: Club, columns: Collection[str]) -> League:
    """Store the shown columns. Raises ValidationError for an unknown column."""
    lock_club(club)
    if set(columns) - COLUMNS.keys():
        raise ValidationError({"columns": _("Choose an existing column.")})
    chosen = [key for key in COLUMNS if key in columns]
    return League.objects.update_or_create(club=club, defaults={"columns": chosen})[0]


@transaction.atomic
def choose_frames(club: Club, origins: Collection[str]) -> League:
    """Store the external pages that may embed the table. Raises ValidationError for an invalid https origin."""
    lock_club(club)
    if not are_origins([*origins]):
        raise ValidationError({"origins": _("At most five addresses that begin with https://, each once.")})
    return League.objects.update_or_create(club=club, defaults={"framed_by": [*origins]})[0]


def refuse_rules(rules: StandingsRules, month_rules: StandingsRules, evenings: int | None = None) -> None:
    """Raise ValidationError by field for impossible rules; `evenings`: of the season, if known."""
    found: dict[str, list[str]] = {}
    for some, prefix in ((rules, ""), (month_rules, MONTH)):
        if wrong := find_problems(plain_parameters(some), evenings):
            found |= refuse_problems(wrong, prefix).message_dict
    if found:
        raise ValidationError(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewSeason:
    """The data of a season. `planned`: number of its evenings, if the club knows."""

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
    """Create a season. The same key with the same name and days returns the season it made.

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
    """Change a season. Its tables follow at once; closed months remain. Raises ValidationError by field."""
    lock_club(season.club)
    season.refresh_from_db()
    _write(season, wanted, by=by)


@transaction.atomic
def delete_season(season: Season, *, by: Account | None) -> None:
    """Delete a season: its evenings remain, and follow the club's own rules. The second time changes nothing."""
    lock_club(season.club)
    found = Season.objects.filter(pk=season.pk).first()
    if found is not None:
        found._history_user = by  # type: ignore[attr-defined]
        found.delete()


def _write(season: Season, wanted: NewSeason, *, by: Account | None) -> None:
    _refuse(season, wanted)
    season.name, season.first, season.last, season.planned = wanted.name, wanted.first, wanted.last, wanted.planned
    season.rules, season.month_rules = store_standings_rules(wanted.rules), store_standings_rules(wanted.month_rules)
    season._history_user = by  # type: ignore[attr-defined]
    season.save()


def _refuse(season: Season, wanted: NewSeason) -> None:
    others = Season.objects.filter(club=season.club_id).exclude(pk=season.pk)
    dates = (seasons.Season(other.name, other.first, other.last) for other in others)
    if problems := seasons.season_problems(wanted.dates, dates):
        raise refuse_problems(problems)
    refuse_rules(wanted.rules, wanted.month_rules)
    try:
        refuse_rules(wanted.rules, wanted.month_rules, get_evenings(season.club, wanted))
    except ValidationError as refused:
        if wanted.planned is None:
            refused.error_dict["planned"] = [ValidationError(_("More evenings to come? Enter the season's total."))]
        raise


def get_evenings(club: Club, wanted: NewSeason) -> int:
    """Return the season's evenings: those held and dates to come, or the planned number if higher. Three queries."""
    held = evenings_held(club, wanted.first, wanted.last)
    return max(held + evenings_to_come(club, wanted.first, wanted.last), wanted.planned or 0)


@transaction.atomic
def make_league_link(club: Club, *, by: Account) -> LeagueLink:
    """Create a link that lets anybody read the tables until it is revoked. Return the active one, if any."""
    return make_read_link(lock_club(club).league_links, by=by)


@transaction.atomic
def correct_points(
    club: Club, player: Player, *, day: date, points: int, reason: str, key: UUID, by: Account | None
) -> Correction:
    """Correct a player's points. The same key with the same content returns its correction.

    Raises ValidationError by field, and Reused when the key corrected something else.
    """
    lock_club(club)
    wanted = {"player_id": player.pk, "day": day, "points": points, "reason": reason}
    if written := Correction.objects.filter(key=key).first():
        if written.club_id != club.pk or any(getattr(written, field) != value for field, value in wanted.items()):
            raise Reused
        return written
    if problems := standings.correction_problems(standings.Correction(player.pk, points, reason)):
        raise refuse_problems(problems)
    _refuse_nonsense(day)
    if player.club_id != club.pk or player.is_erased:
        raise ValidationError({"player": _("Choose a player of the club.")})
    counts_for = resolve_aliases(club).get(player.pk, player.pk)
    return Correction.objects.create(club=club, **wanted, counts_for_id=counts_for, made_by=by, key=key)


def _refuse_nonsense(day: date) -> None:
    """Refuse days in years without a table: a typing error would count nowhere, or only in all time."""
    first, last = date(EARLIEST, 1, 1), date_of_play() + _AHEAD
    if not first <= day <= last:
        days = {"first": day_and_year(first), "last": day_and_year(last)}
        raise ValidationError({"day": _("Choose a day from %(first)s to %(last)s.") % days})


def take_back_correction(correction: Correction, *, by: Account) -> None:
    """Take back a correction: it no longer counts, but remains in the list. The second time changes nothing."""
    Correction.objects.filter(pk=correction.pk, taken_back_at=None).update(
        taken_back_at=timezone.now(), taken_back_by=by
    )


def follow_merge(merge: PlayerMerge) -> None:
    """Let corrections count for the player after merges. Hooked into after_merge."""
    known = resolve_aliases(merge.club)
    for correction in Correction.objects.filter(club=merge.club_id):
        right = known.get(correction.player_id, correction.player_id)
        if correction.counts_for_id != right:
            Correction.objects.filter(pk=correction.pk).update(counts_for=right)
