"""The hall of fame as cards: leader of the year, winners of months, years and seasons, and the row of records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dokoclub.core.formatting import format_day
from dokoclub.standings.models.periods import ALL_TIME, Period, Span
from dokoclub.standings.presenters import records
from dokoclub.standings.presenters.table import call_shortly, format_league_number
from dokoclub.standings.selectors.hall import Hall, Winner, is_won
from dokoclub.standings.selectors.people import Person
from dokoclub.standings.selectors.statistics import Counted
from dokoclub.ui.cards import Card


class WinnerCard(NamedTuple):
    """A winner of a period with a link to the certificate, or to the table of a month that was never closed."""

    card: Card
    name: str
    when: str
    period: Period
    url: str


class Leader(NamedTuple):
    """The leader of a year, or the winner of the last one."""

    title: str
    people: tuple[Person, ...]
    won: str  # how many months, "" for none
    score: str
    url: str


def show_cards(club: int, found: Hall) -> dict[str, Any]:
    """Return the parts of the page, the newest first."""
    winners = [*found.years, *found.seasons, *(one for _year, some in found.months for one in some)]
    names = call_shortly({person.pk: person for one in winners for person in one.people}.values())
    last, earlier = found.years[:1], found.years[1:]
    months = [(year, _list_cards(club, some, names)) for year, some in found.months]
    return {
        "leader": next((_show_leader(club, year, found) for year in last), None),
        "months": [(year, cards) for year, cards in months if cards],
        "years": _list_cards(club, earlier, names),
        "seasons": _list_cards(club, found.seasons, names),
        "starred": found.starred,
    }


def _show_leader(club: int, year: Winner, found: Hall) -> Leader:
    won = sum(
        one.people == year.people
        for number, some in found.months
        for one in some
        if number == year.period.first.year and is_won(one)
    )
    title = _("Winner of %(year)s") if year.is_over else _("Leading %(year)s")
    months = ngettext("%(number)s month won", "%(number)s months won", won) % {"number": won} if won else ""
    score = format_league_number(year.column, year.score)
    return Leader(title % {"year": year.period}, year.people, months, score, _get_url(club, year, year.people[0]))


def _list_cards(club: int, winners: Iterable[Winner], names: Mapping[int, str]) -> list[WinnerCard]:
    """List a card for each winner; the leader of a running period has not won yet."""
    return [
        WinnerCard(person.card, names[person.pk], _format_short(one.period), one.period, _get_url(club, one, person))
        for one in winners
        if is_won(one)
        for person in one.people
    ]


def _format_short(period: Period) -> str:
    return format_day(period.first, "M") if period.span is Span.MONTH else str(period)


def _get_url(club: int, one: Winner, person: Person) -> str:
    if one.period.span is Span.MONTH and not one.is_closed:
        return reverse("standings:show_table", args=[club, one.period])
    return reverse("standings:show_certificate", args=[club, one.period]) + f"?player={person.pk}"


class Records(NamedTuple):
    """The row that leads to all records."""

    told: str
    url: str


def show_records(club: int, counted: Counted) -> Records | None:
    """Return the row; None without games. No query."""
    statistics = counted.statistics
    if not statistics.club.highest:
        return None
    longest = max((counted.of(player).wins.longest for player in records.list_members(counted)), default=0)
    told = _("Biggest game %(value)s, longest winning streak %(wins)s") if longest else _("Biggest game %(value)s")
    told %= {"value": statistics.club.highest[0].value, "wins": longest}
    return Records(told, reverse("standings:show_club_statistics", args=[club, ALL_TIME]) + "#records")
