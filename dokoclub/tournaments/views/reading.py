"""The tournaments of a club, and one of them."""

from __future__ import annotations

from http import HTTPStatus

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from dokoclub.accounts.requests import UserRequest
from dokoclub.clubs.access import enter_club
from dokoclub.clubs.models import Right
from dokoclub.tournaments import access, hooks, selectors, services
from dokoclub.tournaments.services.seating import is_fitting
from dokoclub.tournaments.shown.hall import list_steps, show_round
from dokoclub.tournaments.shown.lists import sort_tournaments, what_is_played
from dokoclub.tournaments.shown.people import list_people
from dokoclub.tournaments.shown.plan import tell_worth
from dokoclub.tournaments.shown.standing import (
    list_by_tag,
    list_teams,
    podium_of,
    whole_list,
)
from dokoclub.tournaments.views.pages import context_of
from scoring.tournament.sizes import FEWEST_ENTRANTS


@require_safe
def list_tournaments(request: UserRequest, club_id: int) -> HttpResponse:
    """With who has won the last one that is over."""
    me = enter_club(request.user, club_id, Right.READ)
    tournaments = selectors.tournaments_of(me.club)
    for one in tournaments:
        one.club = me.club
    listed = sort_tournaments(tournaments)
    podium = podium_of(whole_list(selectors.read_day(listed.over[0])).lines) if listed.over else None
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
    standing = whole_list(day)
    context = context_of(
        at,
        day=day,
        stamp=stamp,
        hall=hall,
        played=what_is_played(at.tournament),
        steps=list_steps(day),
        standing=standing,
        podium=podium_of(standing.lines) if is_over else None,
        listings=list_by_tag(day),
        teams=list_teams(day),
        plays=plays,
        is_early=not day.rounds and at.tournament.day > timezone.localdate(),
        may_plan=may_plan,
        may_end=may_end,
        acts=at.directs and not is_over and bool(may_plan or day.begun),
        unconfirmed=[] if may_plan or is_over else day.unconfirmed,
        without_won=day.without_won if at.directs and "won" in at.tournament.tie_breaks else [],
        own=list(selectors.own_numbers(day, request.user.pk)),
        people=list_people(day),
        directors_ways=[hook(at.tournament) for hook in hooks.directors_ways] if at.directs else [],
        ways=[way for hook in hooks.tournament_ways for way in hook(at.me, at.tournament)],
        missing=0 if day.begun else max(0, FEWEST_ENTRANTS - len(day.counting)),
        waits=plays and at.tournament.seating != "draw",
        worth=tell_worth(day) if may_plan and day.planned else None,
        fits=is_fitting(day),
        may_search=services.may_search(day),
        waiting=selectors.count_waiting(at.tournament) if at.directs and not is_over else 0,
    )
    return render(request, "tournaments/_live.html" if request.htmx else "tournaments/show_tournament.html", context)
