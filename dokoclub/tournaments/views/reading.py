"""The tournaments of a club, and one of them."""

from __future__ import annotations

from http import HTTPStatus

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from dokoclub.accounts.requests import UserRequest
from dokoclub.clubs.access import enter_club
from dokoclub.clubs.models import Right
from dokoclub.tournaments import access, hooks, selectors, services
from dokoclub.tournaments.services.seating import is_fitting
from dokoclub.tournaments.shown.hall import list_steps, show_round
from dokoclub.tournaments.shown.lists import sort_tournaments
from dokoclub.tournaments.shown.standing import list_by_tag, list_standing, list_teams, podium_of
from dokoclub.tournaments.views.pages import context_of


@require_safe
def list_tournaments(request: UserRequest, club_id: int) -> HttpResponse:
    """With who has won the last one that is over."""
    me = enter_club(request.user, club_id, Right.READ)
    tournaments = selectors.tournaments_of(me.club)
    for one in tournaments:
        one.club = me.club
    listed = sort_tournaments(tournaments)
    podium = podium_of(list_standing(selectors.read_day(listed.over[0]))) if listed.over else None
    series = selectors.series_of_club(me.club)
    context = {"me": me, "club": me.club, "listed": listed, "podium": podium, "series": series}
    return render(request, "tournaments/list_tournaments.html", context)


@require_safe
def show_tournament(request: UserRequest, tournament_id: int) -> HttpResponse:
    at = access.tournament_to_read(request.user, tournament_id)
    stamp = selectors.stamp_of(at.tournament)
    if request.GET.get("stamp") == stamp:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    day = selectors.read_day(at.tournament)
    hall = show_round(day, day.current.number, request.user.pk) if day.current else None
    plays, is_over = any(not one.is_confirmed for one in day.begun), at.tournament.is_over
    may_plan = not is_over and len(day.begun) < at.tournament.rounds
    may_end = bool(day.begun) and not is_over and not plays
    standing = list_standing(day) if day.begun else []
    context = context_of(
        at,
        day=day,
        stamp=stamp,
        hall=hall,
        steps=list_steps(day),
        standing=standing,
        podium=podium_of(standing) if is_over else None,
        listings=list_by_tag(day) if day.begun else [],
        teams=list_teams(day) if day.begun else [],
        plays=plays,
        may_plan=may_plan,
        may_end=may_end,
        acts=at.directs and (may_plan or may_end),
        own=list(selectors.own_numbers(day, request.user.pk)),
        directors_ways=[hook(at.tournament) for hook in hooks.directors_ways] if at.directs else [],
        ways=[way for hook in hooks.tournament_ways for way in hook(at.me, at.tournament)],
        fits=is_fitting(day),
        may_search=services.may_search(day),
        waiting=selectors.count_waiting(at.tournament) if at.directs and not is_over else 0,
    )
    return render(request, "tournaments/_live.html" if request.htmx else "tournaments/show_tournament.html", context)
