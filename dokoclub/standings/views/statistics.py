"""Statistics of the club and of a player, and who plays how with whom."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.http import require_safe

from dokoclub.accounts.requests import UserRequest
from dokoclub.clubs.views.printed import show_to_member
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.look.printed import Context
from dokoclub.standings import access
from dokoclub.standings.access import AtLeague
from dokoclub.standings.models.periods import Period, year_around
from dokoclub.standings.selectors import starting
from dokoclub.standings.services.tallies import count_games
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

    def build() -> Context:
        counted = count_games(at.club, at.period, at.rules.ranked_by)
        context = {
            **_frame(at, lambda other: reverse("standings:show_club_statistics", args=[club_id, other])),
            "facts": facts.of_club(counted),
            "blocks": blocks.of_club(counted),
        }
        return context | _print(at, "standings/_club_figures.html", context)

    return show_to_member(request, "standings/club_statistics.html", build, at.me, browser_keeps=True)


@require_safe
def show_player_statistics(request: UserRequest, club_id: int, player_id: int, period: Period) -> HttpResponse:
    at = access.league_to_read(request.user, club_id, period)
    player = get_object_or_404(at.club.players, pk=player_id)

    def url(other: Period) -> str:
        return reverse("standings:show_player_statistics", args=[club_id, player_id, other])

    def build() -> Context:
        counted = count_games(at.club, at.period, at.rules.ranked_by)
        context = {
            **_frame(at, url),
            "player": player,
            "facts": facts.of_player(counted, player),
            "blocks": blocks.of_player(counted, player),
        }
        return context | _print(at, "standings/_player_figures.html", context)

    return show_to_member(request, "standings/player_statistics.html", build, at.me, browser_keeps=True)


@require_safe
def show_matrix(request: UserRequest, club_id: int, period: Period) -> HttpResponse:
    """`?side=against`, `?figure=mean`, `?figure=won`; whatever else is asked for is what stands there first."""
    at = access.league_to_read(request.user, club_id, period)
    side: Side = _word(Side, request.GET.get("side"), Side.WITH)
    figure: Figure = _word(Figure, request.GET.get("figure"), Figure.POINTS)

    def build() -> Context:
        counted = count_games(at.club, at.period, at.rules.ranked_by)
        context = {
            **_frame(at, lambda other: reverse("standings:show_matrix", args=[club_id, other])),
            "side": side,
            "figure": figure,
            "matrix": print_matrix(counted, side, figure),
            "by_hand": counted.sums.by_hand,
        }
        return context | _print(at, "standings/_matrix_figures.html", context)

    return show_to_member(request, "standings/matrix.html", build, at.me, browser_keeps=True)


def _print(at: AtLeague, template: str, context: Context) -> dict[str, Any]:
    """The figures are printed before the page around them, which asks whether there is a chart among them."""
    printed = render_to_string(template, {**context, "me": at.me})
    return {"me": at.me, "league": at.league, "printed": printed, "has_chart": "data-chart=" in printed}


def _frame(at: AtLeague, url: Callable[[Period], str]) -> dict[str, Any]:
    """What all pages show: of which time, and the ways to other times. Two queries."""
    last_day = starting.last_day(at.club)
    ways = period_ways(at.period, url, last_day=last_day or date_of_play(), seasons=starting.seasons_of(at.club))
    return {"club": at.club, "period": at.period, "ways": ways, "few": FEW, "has_played": last_day is not None}


def _last_year(at: AtLeague) -> Period:
    return year_around(starting.last_day(at.club) or date_of_play())


def _word(words: Any, asked: str | None, otherwise: Any) -> Any:
    return next((word for word in words if word == asked), otherwise)
