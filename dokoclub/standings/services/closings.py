"""Closing of months: store the table as a version that never changes; and remove a name from stored texts."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Player, Season
from dokoclub.clubs.services.locks import lock_club, refuse_other_content
from dokoclub.core.formatting import day
from dokoclub.dates.models import News
from dokoclub.dates.services.reminders import queue_notices
from dokoclub.evenings.models import Evening
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.evenings.services.people import get_mentions
from dokoclub.standings.access import find_season, get_league, get_rules
from dokoclub.standings.models import ClosedRow, Closing, Correction, HiddenRating
from dokoclub.standings.models.periods import Period
from dokoclub.standings.selectors.closings import as_closed, closed_month, is_unchanged
from dokoclub.standings.selectors.tables import LeagueTable, league_table
from scoring.league.rules import store_standings_rules

NEWS: Final = timedelta(days=62)  # Older months are closed many at once.


class ClosingConflict(Exception):  # an expected answer, not a bug
    """Somebody else closed the month after the form was opened."""

    def __init__(self, newer: Closing) -> None:
        super().__init__(newer.pk)
        self.newer = newer


@transaction.atomic
def close_month(
    club: Club,
    month: Period,
    *,
    key: UUID,
    expected: int,
    by: Account | None,
    reason: str = "",
    at: datetime | None = None,
) -> Closing:
    """Store the month's table as the next version; `expected`: the newest one on the page, 0 for none.

    The same key returns the version it wrote. Raises ValidationError while an evening is open, if none was played,
    and if a later version has no reason or equals the last; ClosingConflict if another version came meanwhile.
    """
    lock_club(club)
    refuse_other_content(key, club, month, reason)
    if written := Closing.objects.filter(key=key, club=club).first():
        return written
    newest = Closing.objects.filter(club=club, month=month.first).first()
    if newest is not None and newest.number != expected:
        raise ClosingConflict(newest)
    if newest is not None and not reason:
        raise ValidationError({"reason": _("Give a reason for closing the month again.")})
    _refuse_open_evenings(club, month)
    shown = _live(club, month)
    if not shown.table.held:
        raise ValidationError(_("No games this month."))
    _refuse_the_same(club, shown)
    closing = Closing.objects.create(
        club=club,
        month=month.first,
        number=newest.number + 1 if newest else 1,
        reason=reason if newest else "",
        rules=store_standings_rules(shown.rules),
        held=shown.table.held,
        required=shown.table.required,
        closed_at=at or timezone.now(),
        closed_by=by,
        key=key,
    )
    ClosedRow.objects.bulk_create(_rows(closing, shown))
    _notify(closing, month, by=by)
    return closing


def _notify(closing: Closing, month: Period, *, by: Account | None) -> None:
    """Tell the players of the club that a recent month was closed."""
    if not settings.PUSH_CONTACT or month.last < date_of_play() - NEWS:
        return
    players = Player.objects.active().filter(club=closing.club, account__isnull=False)
    queue_notices(
        News.CLOSED,
        closing.club,
        list(players.values_list("account", flat=True)),
        subject=closing.pk,
        day=closing.month,
        path=reverse("standings:show_table", args=[closing.club_id, month]),
        by=by,
    )


def _refuse_open_evenings(club: Club, month: Period) -> None:
    """Refuse while an evening is open. Lock the evenings until the end, so that none is reopened meanwhile."""
    evenings = Evening.objects.not_deleted().filter(club=club, date__range=(month.first, month.last))
    still_open = [
        one for one in evenings.select_for_update(of=("self",), no_key=True).order_by("date", "pk") if one.is_open
    ]
    if still_open:
        raise ValidationError(
            _("Still open: %(days)s. End it first.") % {"days": ", ".join(day(one.date) for one in still_open)}
        )


def _refuse_the_same(club: Club, shown: LeagueTable) -> None:
    """Refuse a version that equals the one before."""
    month = closed_month(club, shown)
    if month is not None and is_unchanged(month, shown):
        raise ValidationError(
            _("Nothing changed since version %(number)s: nothing to close.") % {"number": month.closing.number}
        )


def _live(club: Club, month: Period) -> LeagueTable:
    season, month = find_season(club, month)
    return league_table(club, month, get_rules(get_league(club), season, month), today=date_of_play())


def _rows(closing: Closing, shown: LeagueTable) -> Iterator[ClosedRow]:
    for position, row in enumerate(shown.rows, start=1):
        yield ClosedRow(closing=closing, position=position, **as_closed(row)._asdict())


def forget_player(player: Player) -> None:
    """Remove the player's name from reasons of corrections and closings and from seasons, and their hidden rating.

    Hooked into clubs' erase_player, inside its transaction and before the name goes. Texts that must not be empty get
    a placeholder.
    """
    HiddenRating.objects.filter(player=player).delete()
    is_about = get_mentions(player)
    with translation.override(settings.LANGUAGE_CODE):
        removed, a_season = _("(removed)"), _("Season")
    for correction in Correction.objects.filter(club=player.club_id):
        if is_about(correction.reason):
            Correction.objects.filter(pk=correction.pk).update(reason=removed)
    for closing in Closing.objects.filter(club=player.club_id).exclude(reason=""):
        if is_about(closing.reason):
            Closing.objects.filter(pk=closing.pk).update(reason=removed)
    for rows in (Season.objects.filter(club=player.club_id), Season.history.filter(club=player.club_id)):
        for season in rows:
            if is_about(season.name):
                rows.filter(pk=season.pk).update(name=f"{a_season} {season.first.year}")
