"""Statistics of the club and of a player, and who plays how with whom."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from dokoclub.accounts.requests import UserRequest
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.look.printed import Context
from dokoclub.standings import access
from dokoclub.standings.access import AtLeague
from dokoclub.standings.models.periods import Period, year_around
from dokoclub.standings.selectors import starting
from dokoclub.standings.services.tallies import count_games
from dokoclub.standings.shown import blocks, facts
from dokoclub.standings.shown.matrix import Figure, Side, print_matrix
from dokoclub.standings.shown.printed import Printed, keep_of_club, print_piece
from dokoclub.standings.shown.statistics import FEW
from dokoclub.standings.shown.statistics_ways import period_ways
from dokoclub.standings.views.whole import show_whole


@require_safe
def show_statistics(request: UserRequest, club_id: int) -> HttpResponse:
    """The year in which the club played last."""
    at = access.league_to_read(request.user, club_id)
    return redirect("standings:show_club_statistics", club_id, _last_year(at))


@require_safe
def show_player(request: UserRequest, club_id: int, player_id: int) -> HttpResponse:
    """The same year, whether or not the player was there."""
    at = access.league_to_read(request.user, club_id)
    player = get_object_or_404(at.club.players, pk=player_id)
    return redirect("standings:show_player_statistics", club_id, player.pk, _last_year(at))


@require_safe
def show_club_statistics(request: UserRequest, club_id: int, period: Period) -> HttpResponse:
    at = access.league_to_read(request.user, club_id, period)

    def work() -> Printed:
        counted = count_games(at.club, at.period, at.rules.ranked_by)
        context = {
            **_frame(at, lambda other: reverse("standings:show_club_statistics", args=[club_id, other])),
            "facts": facts.of_club(counted),
            "blocks": blocks.of_club(counted),
        }
        readers = ((player.account_id, pk) for pk, player in counted.players.items())
        return print_piece("standings/_club_figures.html", context, readers)

    def build() -> Context:
        printed = _kept(at, "statistics", work)
        return {**_context(at, printed), "has_chart": _has_chart(printed)}

    return show_whole(request, "standings/club_statistics.html", build, at)


@require_safe
def show_player_statistics(request: UserRequest, club_id: int, player_id: int, period: Period) -> HttpResponse:
    at = access.league_to_read(request.user, club_id, period)
    player = get_object_or_404(at.club.players, pk=player_id)

    def url(other: Period) -> str:
        return reverse("standings:show_player_statistics", args=[club_id, player_id, other])

    def work() -> Printed:
        counted = count_games(at.club, at.period, at.rules.ranked_by)
        context = {
            **_frame(at, url),
            "player": player,
            "facts": facts.of_player(counted, player),
            "blocks": blocks.of_player(counted, player),
        }
        return print_piece("standings/_player_figures.html", context)

    def build() -> Context:
        printed = _kept(at, f"player-{player_id}", work)
        return {**_context(at, printed), "player": player, "has_chart": _has_chart(printed)}

    return show_whole(request, "standings/player_statistics.html", build, at)


@require_safe
def show_matrix(request: UserRequest, club_id: int, period: Period) -> HttpResponse:
    """`?side=against`, `?figure=mean`, `?figure=won`; whatever else is asked for is what stands there first."""
    at = access.league_to_read(request.user, club_id, period)
    side: Side = _word(Side, request.GET.get("side"), Side.WITH)
    figure: Figure = _word(Figure, request.GET.get("figure"), Figure.POINTS)

    def work() -> Printed:
        counted = count_games(at.club, at.period, at.rules.ranked_by)
        context = {
            **_frame(at, lambda other: reverse("standings:show_matrix", args=[club_id, other])),
            "side": side,
            "figure": figure,
            "matrix": print_matrix(counted, side, figure),
            "by_hand": counted.sums.by_hand,
        }
        return print_piece("standings/_matrix_figures.html", context)

    def build() -> Context:
        return {**_context(at, _kept(at, f"matrix-{side}-{figure}", work)), "side": side}

    return show_whole(request, "standings/matrix.html", build, at)


def _kept(at: AtLeague, what: str, work: Callable[[], Printed]) -> Printed:
    """What the whole club may read, so it is the same for all; the ways to other times know today."""
    return keep_of_club(at.club, f"{what}-{at.period.key}", work)


def _context(at: AtLeague, printed: Printed) -> dict[str, Any]:
    return {
        "me": at.me,
        "club": at.club,
        "league": at.league,
        "period": at.period,
        "printed": printed.for_reader(at.me.account_id),
    }


def _has_chart(printed: Printed) -> bool:
    return "data-chart=" in printed.html


def _frame(at: AtLeague, url: Callable[[Period], str]) -> dict[str, Any]:
    """What all pages show: of which time, and the ways to other times. Two queries."""
    last_day = starting.last_day(at.club)
    ways = period_ways(at.period, url, last_day=last_day or date_of_play(), seasons=starting.seasons_of(at.club))
    return {"club": at.club, "period": at.period, "ways": ways, "few": FEW, "has_played": last_day is not None}


def _last_year(at: AtLeague) -> Period:
    return year_around(starting.last_day(at.club) or date_of_play())


def _word(words: Any, asked: str | None, otherwise: Any) -> Any:
    return next((word for word in words if word == asked), otherwise)
