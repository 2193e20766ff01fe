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
from dokoclub.tournaments.shown.standing import list_by_tag, list_standing, list_teams
from dokoclub.tournaments.views.pages import context_of


@require_safe
def list_tournaments(request: UserRequest, club_id: int) -> HttpResponse:
    me = enter_club(request.user, club_id, Right.READ)
    tournaments = selectors.tournaments_of(me.club)
    context = {"me": me, "club": me.club, "tournaments": tournaments, "series": selectors.series_of_club(me.club)}
    return render(request, "tournaments/list_tournaments.html", context)


@require_safe
def show_tournament(request: UserRequest, tournament_id: int) -> HttpResponse:
    at = access.tournament_to_read(request.user, tournament_id)
    stamp = selectors.stamp_of(at.tournament)
    if request.GET.get("stamp") == stamp:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    day = selectors.read_day(at.tournament)
    hall = show_round(day, day.current.number, request.user.pk) if day.current else None
    context = context_of(
        at,
        day=day,
        stamp=stamp,
        hall=hall,
        steps=list_steps(day),
        standing=list_standing(day) if day.begun else [],
        listings=list_by_tag(day) if day.begun else [],
        teams=list_teams(day) if day.begun else [],
        may_end=bool(day.begun) and not at.tournament.is_over and all(one.is_confirmed for one in day.begun),
        own=list(selectors.own_numbers(day, request.user.pk)),
        directors_ways=[hook(at.tournament) for hook in hooks.directors_ways] if at.directs else [],
        ways=[way for hook in hooks.tournament_ways for way in hook(at.me, at.tournament)],
        may_plan=not at.tournament.is_over and len(day.begun) < at.tournament.rounds,
        fits=is_fitting(day),
        may_search=services.may_search(day),
        waiting=selectors.count_waiting(at.tournament) if at.directs and not at.tournament.is_over else 0,
    )
    return render(request, "tournaments/_live.html" if request.htmx else "tournaments/show_tournament.html", context)
