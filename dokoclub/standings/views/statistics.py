"""Statistics of the club and of a player, and who plays how with whom."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from dokoclub.accounts.requests import UserRequest
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.standings import access
from dokoclub.standings.access import AtLeague
from dokoclub.standings.models.periods import Period, year_around
from dokoclub.standings.selectors import starting
from dokoclub.standings.selectors.statistics import Counted, count_games
from dokoclub.standings.shown import blocks, facts
from dokoclub.standings.shown.matrix import Figure, Side, print_matrix
from dokoclub.standings.shown.statistics import FEW
from dokoclub.standings.shown.statistics_ways import period_ways


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
    counted = count_games(at.club, at.period, at.rules.ranked_by)
    context = {
        **_frame(at, counted, lambda other: reverse("standings:show_club_statistics", args=[club_id, other])),
        "facts": facts.of_club(counted),
        "blocks": blocks.of_club(counted),
    }
    return render(request, "standings/club_statistics.html", context)


@require_safe
def show_player_statistics(request: UserRequest, club_id: int, player_id: int, period: Period) -> HttpResponse:
    at = access.league_to_read(request.user, club_id, period)
    player = get_object_or_404(at.club.players, pk=player_id)
    counted = count_games(at.club, at.period, at.rules.ranked_by, only=player)

    def url(other: Period) -> str:
        return reverse("standings:show_player_statistics", args=[club_id, player_id, other])

    context = {
        **_frame(at, counted, url),
        "player": player,
        "facts": facts.of_player(counted, player),
        "blocks": blocks.of_player(counted, player),
    }
    return render(request, "standings/player_statistics.html", context)


@require_safe
def show_matrix(request: UserRequest, club_id: int, period: Period) -> HttpResponse:
    """`?side=against`, `?figure=mean`, `?figure=won`; whatever else is asked for is what stands there first."""
    at = access.league_to_read(request.user, club_id, period)
    counted = count_games(at.club, at.period, at.rules.ranked_by)
    side = _word(Side, request.GET.get("side"), Side.WITH)
    figure = _word(Figure, request.GET.get("figure"), Figure.POINTS)
    context = {
        **_frame(at, counted, lambda other: reverse("standings:show_matrix", args=[club_id, other])),
        "side": side,
        "figure": figure,
        "matrix": print_matrix(counted, side, figure),
        "by_hand": counted.by_hand,
    }
    return render(request, "standings/matrix.html", context)


def _frame(at: AtLeague, counted: Counted, url: Callable[[Period], str]) -> dict[str, Any]:
    """What all pages show: whose, of which time, and the ways to other times. Two queries."""
    last_day = starting.last_day(at.club) or date_of_play()
    ways = period_ways(at.period, url, last_day=last_day, seasons=starting.seasons_of(at.club))
    return {
        "me": at.me,
        "club": at.club,
        "period": at.period,
        "ways": ways,
        "few": FEW,
    }


def _last_year(at: AtLeague) -> Period:
    return year_around(starting.last_day(at.club) or date_of_play())


def _word(words: Any, asked: str | None, otherwise: Any) -> Any:
    return next((word for word in words if word == asked), otherwise)
