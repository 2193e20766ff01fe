"""Many evenings at once: a line for each in the club's list, points over a year, and running or planned evenings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import groupby
from typing import Any

from django.db.models import CharField, F, Sum
from django.db.models.functions import Cast, Substr

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Membership, Player
from dokoclub.clubs.selectors import everybody_in
from dokoclub.evenings import hooks
from dokoclub.evenings.models import Entry, Evening, Result, Seat, Sheet
from dokoclub.evenings.selectors.evenings import Ranks, find_ranks, with_tables
from dokoclub.evenings.selectors.starting import get_style


@dataclass(frozen=True, slots=True, kw_only=True)
class Glance:
    """An evening in a line: who won and how much was played."""

    evening: Evening
    tables: int
    games: int
    best: int  # points
    winners: tuple[Player, ...]  # empty before the first game
    is_summed: bool = False  # only its sums are known
    name: str = ""  # of a tournament


def evenings_of_year(club: Club, year: int) -> list[Glance]:
    """Open ones too, the newest first, tournaments with their names. Five queries for any number."""
    evenings = list(
        with_tables(Evening.objects.not_deleted().filter(club=club, date__year=year)).order_by("-date", "-pk")
    )
    for evening in evenings:
        evening.club = club
    return glances_of(club, evenings)


def years_of_play(club: Club) -> list[int]:
    """List the years in which the club played, the newest first. One query."""
    year = Substr(Cast("date", CharField()), 1, 4)  # SQLite would call Python to cut a date
    years = Evening.objects.not_deleted().filter(club=club).order_by().values_list(year).distinct()
    return sorted((int(year) for (year,) in years), reverse=True)


def standing_of_year(club: Club, year: int) -> Mapping[int, int]:
    """Return points by player over all evenings of a year, to draw tables by them. Two queries."""
    results = Result.objects.not_deleted().filter(sheet__evening__club=club, sheet__evening__date__year=year)
    points = results.values_list("player").annotate(points=Sum(get_style(club).ranked_by))
    return dict(points)


def glances_of(club: Club, evenings: Sequence[Any]) -> list[Glance]:
    """Return evenings `with_tables` in a line each, tournaments with their names.

    Four queries, and five for each tournament that is over, for its own winner.
    """
    names = {pk: name for named in hooks.evening_names for pk, name in named(evenings).items()}
    ranks = find_ranks([evening for evening in evenings if evening.pk in names and not evening.is_open])
    return [replace(glance, name=names.get(glance.evening.pk, "")) for glance in _glances(club, evenings, ranks)]


def _glances(club: Club, evenings: Sequence[Any], ranks: Mapping[int, Ranks | None]) -> list[Glance]:
    """Three queries: the club's style, results, winners."""
    ranked_by = get_style(club).ranked_by
    points = _points(evenings, ranked_by)
    best = {evening: max(of_players.values(), default=0) for evening, of_players in points.items()}
    winners = {
        evening: [player for player, made in of_players.items() if made == best[evening]]
        for evening, of_players in points.items()
    }
    for evening, ranked in ranks.items():
        if ranked is not None and evening in points:
            winners[evening] = [player for player, rank in ranked.items() if rank == 1 and player in points[evening]]
            best[evening] = max((points[evening][player] for player in winners[evening]), default=0)
    players = {player.pk: player for player in everybody_in(club)}
    return [
        _glance(evening, best.get(evening.pk, 0), [players[pk] for pk in winners.get(evening.pk, [])])
        for evening in evenings
    ]


def _points(evenings: Sequence[Evening], ranked_by: str) -> dict[int, dict[int, int]]:
    """Return points by evening and player, for players with games."""
    results = Result.objects.filter(sheet__evening__in=evenings).values_list("sheet__evening", "player")
    found: dict[int, dict[int, int]] = {}
    played = Sum("games") + Sum("summed")
    for evening, player, points, games in results.annotate(points=Sum(ranked_by), played=played).order_by("player"):
        if games:
            found.setdefault(evening, {})[player] = points
    return found


def _glance(evening: Any, best: int, winners: Sequence[Player]) -> Glance:
    return Glance(
        evening=evening,
        tables=evening.table_count,
        games=evening.game_count or 0,
        is_summed=bool(winners) and not evening.game_count,
        best=best,
        winners=tuple(winners),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    """An open evening in one of the account's clubs."""

    evening: Evening
    players: tuple[Player, ...]  # at its open tables, table by table
    sheet: Sheet | None  # opened by a tap: where the account sits, or the only open one
    may_write: bool
    may_score: bool  # the account may start and close evenings of the club
    is_mine: bool  # the account sits there


def sheet_being_written(account: Account) -> Sheet | None:
    """Return the open sheet that the account wrote on last; else the newest one where it sits; else None.

    Two queries at most.
    """
    sheets = Sheet.objects.open().filter(evening__closed_at=None, evening__club__memberships__account=account)
    written = Entry.objects.filter(sheet__in=sheets, written_by=account).order_by("-written_at", "-pk")
    last = written.select_related("sheet").first()
    if last is not None:
        return last.sheet
    seats = Seat.objects.taken().filter(sheet__in=sheets, player__account=account)
    seat = seats.select_related("sheet").order_by("-sheet__opened_at", "-sheet").first()
    return seat.sheet if seat else None


def played_now(club: Club) -> Sheet | Evening | None:
    """Return the only open sheet, else the only open evening; None if there are several, or none.

    Two queries at most.
    """
    evenings = Evening.objects.open().filter(club=club)
    sheets = list(Sheet.objects.open().filter(evening__in=evenings)[:2])
    if len(sheets) == 1:
        return sheets[0]
    found = list(evenings[:2])
    return found[0] if len(found) == 1 else None


def evening_of_day(club: Club, day: date) -> Evening | None:
    """Return the evening of that day, an open one first; tournaments are excluded. One query."""
    found = Evening.objects.not_deleted().filter(club=club, date=day)
    for unusual in hooks.unusual_evenings:
        found = found.exclude(pk__in=unusual())
    return found.order_by(F("closed_at").desc(nulls_first=True), "-pk").first()


def is_unusual(evening: Evening) -> bool:
    """Return whether the evening belongs to something larger, such as a tournament. One query for each hook."""
    found = Evening.objects.filter(pk=evening.pk)
    return any(found.filter(pk__in=unusual()).exists() for unusual in hooks.unusual_evenings)


def planned_today(club: Club) -> hooks.Planned | None:
    """Return the club's plan for today, while no evening has started. Queries of the hooks."""
    return next((one for planned in hooks.planned_today if (one := planned(club))), None)


def running_evenings(account: Account, most: int) -> list[Running]:
    """List open evenings of the account's clubs, at most `most`: today's, then where it sits, then the newest.

    Three queries, one where none is open.
    """
    clubs = Club.objects.seen_by(account).values("pk")
    found = Evening.objects.open().filter(club__in=clubs).select_related("club").order_by("-date", "-pk")
    evenings = list(found[:most])
    if not evenings:
        return []
    members = Membership.objects.filter(account=account, club__in=[evening.club_id for evening in evenings])
    scoring = {member.club_id for member in members if member.may_score}
    seats = Seat.objects.taken().filter(sheet__in=Sheet.objects.open().filter(evening__in=evenings))
    taken = list(seats.select_related("player", "sheet").order_by("sheet__round", "sheet", "place"))
    running = (
        _running(evening, [seat for seat in taken if seat.sheet.evening_id == evening.pk], account, scoring)
        for evening in evenings
    )
    return sorted(running, key=lambda one: (one.evening.is_of_earlier_day, not one.is_mine))


def _running(evening: Evening, seats: Sequence[Seat], account: Account, scoring: set[int]) -> Running:
    own = [seat for seat in seats if seat.player.account_id == account.pk]
    meant = [sheet for sheet, _seats in groupby(own or seats, key=lambda seat: seat.sheet)]
    return Running(
        evening=evening,
        players=tuple(seat.player for seat in seats),
        sheet=meant[0] if len(meant) == 1 else None,
        may_write=not evening.club.is_moving and (bool(own) or evening.club_id in scoring),
        may_score=not evening.club.is_moving and evening.club_id in scoring,
        is_mine=bool(own),
    )
