"""The seat on everybody's phone: with an account, or by the secret link without one."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from dokoclub.accounts.access.ratelimits import limit_unknown
from dokoclub.accounts.requests import UserRequest
from dokoclub.evenings.selectors import style_of
from dokoclub.evenings.views import read_links
from dokoclub.evenings.views.secret import not_to_be_found
from dokoclub.evenings.words.names import Names, full_names, short_names
from dokoclub.look.http import PAGE_AND_FORM, Request
from dokoclub.tournaments import access, selectors, services
from dokoclub.tournaments.selectors import Day
from dokoclub.tournaments.shown.hall import list_steps, show_round
from dokoclub.tournaments.shown.seat import seat_of
from dokoclub.tournaments.shown.standing import podium_of, whole_list
from dokoclub.tournaments.views import links
from dokoclub.tournaments.views.pages import context_of

PAGES: Final = read_links.LinkPages(
    gettext_lazy("Link for everybody in the hall"),
    list_template="tournaments/list_links.html",
    show_template="tournaments/list_links.html",
    list_links="tournaments:list_links",
    show_link="tournaments:show_link",
    revoke_link="tournaments:revoke_link",
    opened="tournaments:show_by_link",
)


@require_safe
def show_seat(request: UserRequest, tournament_id: int) -> HttpResponse:
    """The reader's own. A page asks whether its stamp is still the newest."""
    at = access.tournament_to_read(request.user, tournament_id)
    stamp = selectors.stamp_of(at.tournament)
    if request.GET.get("stamp") == stamp:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    day = selectors.read_day(at.tournament)
    own = next(selectors.own_numbers(day, request.user.pk), None)
    if own is None:
        return redirect("tournaments:show_tournament", tournament_id)
    context = context_of(at, day=day, card=seat_of(day, own), stamp=stamp)
    template = "tournaments/_seat.html" if request.htmx else "tournaments/show_seat.html"
    return render(request, template, context)


@login_not_required
@not_to_be_found(referrer="no-referrer")
@require_safe
@limit_unknown("secret_link")
def show_by_link(request: Request, token: str) -> HttpResponse:
    """The tournament as it stands, and everybody's name to tap for the own seat."""
    return _by_link(request, token, None)


@login_not_required
@not_to_be_found(referrer="no-referrer")
@require_safe
@limit_unknown("secret_link")
def show_seat_by_link(request: Request, token: str, start: int) -> HttpResponse:
    """Where the one of that start number sits."""
    return _by_link(request, token, start)


def _by_link(request: Request, token: str, start: int | None) -> HttpResponse:
    """A link that never was, one that ended and one that was revoked get the same answer."""
    try:
        tournament = access.tournament_by_link(token).tournament
    except Http404:
        return render(request, "evenings/no_link.html", status=HTTPStatus.NOT_FOUND)
    stamp = selectors.stamp_of(tournament)
    if request.GET.get("stamp") == stamp:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    day = selectors.read_day(tournament)
    if start is not None and start not in day.entrants:
        return render(request, "evenings/no_link.html", status=HTTPStatus.NOT_FOUND)
    context: dict[str, Any] = {
        "tournament": tournament,
        "day": day,
        "token": token,
        "stamp": stamp,
        "names": _names(day),
        "by_link": True,
    }
    if start is not None:
        context["card"] = seat_of(day, start)
        return render(request, "tournaments/_seat.html" if request.htmx else "tournaments/seat_by_link.html", context)
    context |= _of_the_hall(day)
    return render(request, "tournaments/_by_link.html" if request.htmx else "tournaments/show_by_link.html", context)


def _of_the_hall(day: Day) -> dict[str, Any]:
    standing = whole_list(day).lines
    present = [entrant for entrant in day.entrants.values() if not entrant.is_out]
    return {
        "to_tap": sorted(present, key=lambda entrant: (entrant.player.folded_name, entrant.number)),
        "steps": [step._replace(url="") for step in list_steps(day)],
        "hall": show_round(day, day.current.number) if day.current else None,
        "standing": standing,
        "podium": podium_of(standing) if day.tournament.is_over else None,
    }


def _names(day: Day) -> Names:
    players = [entrant.player for entrant in day.entrants.values()]
    return full_names(players) if style_of(day.tournament.club).full_names else short_names(players)


# --- The links themselves ---------------------------------------------------------------------------------------------


@require_http_methods(PAGE_AND_FORM)
def list_links(request: UserRequest, tournament_id: int) -> HttpResponse:
    at = access.tournament_to_direct(request.user, tournament_id)
    if request.method == "POST":
        link = services.make_link(at.tournament, by=request.user)
        return redirect("tournaments:show_link", tournament_id, link.pk)
    return links.list_links(request, PAGES, at, selectors.links_of(at.tournament))


@require_safe
def show_link(request: UserRequest, tournament_id: int, hall_link_id: int) -> HttpResponse:
    at = access.tournament_to_direct(request.user, tournament_id)
    return links.show_link(request, PAGES, at, access.link_of(at.tournament, hall_link_id))


@require_POST
def revoke_link(request: UserRequest, tournament_id: int, hall_link_id: int) -> HttpResponse:
    at = access.tournament_to_direct(request.user, tournament_id)
    return read_links.revoke_link(request, PAGES, tournament_id, access.link_of(at.tournament, hall_link_id))
