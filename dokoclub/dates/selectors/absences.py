"""Who stayed away had excused himself in time, too late, or not at all: what flat amounts may rest on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from dokoclub.clubs.models import Club
from dokoclub.dates.models import Answer, Date, Kind, Reply
from dokoclub.dates.selectors.answers import follow_merges
from dokoclub.evenings.models import Evening, PlayerMerge

EXCUSED: Final = "excused"
LATE: Final = "late"
SAID: Final = (EXCUSED, LATE)

Excuses = Mapping[int, str]  # by player; who is not in it gave none


def excuses_of(club: Club, evenings: Iterable[Evening]) -> Mapping[int, Excuses]:
    """By evening: what those answered who said that they would not come. Three queries, whatever their number.

    An evening has the answers of the dates of its day; a cancelled date asks nobody.
    """
    wanted = list(evenings)
    days = {evening.date for evening in wanted}
    dates = list(Date.objects.planned().filter(club=club, day__in=days, kind=Kind.EVENING).only("day", "kept"))
    kept = dict(PlayerMerge.objects.standing().filter(club=club).values_list("merged", "kept"))
    by_day: dict[object, dict[int, str]] = {day: {} for day in days}
    day_of = {date.pk: date.day for date in dates}
    for date in dates:
        said = {follow_merges(int(player), kept): word for player, word in date.kept.items() if word in SAID}
        by_day[date.day].update(said)
    replies = Reply.objects.filter(date__in=list(day_of)).order_by("given_at", "pk")
    for date_id, player, answer, late in replies.values_list("date", "player", "answer", "late"):
        said = by_day[day_of[date_id]]
        if answer == Answer.NO:
            said[follow_merges(player, kept)] = LATE if late else EXCUSED
        else:
            said.pop(follow_merges(player, kept), None)
    return {evening.pk: by_day[evening.date] for evening in wanted}
