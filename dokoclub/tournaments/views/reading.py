"""Views to read tournaments: lists, one tournament, seats, and links for the hall."""

from http import HTTPStatus
from typing import Any, Final

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from dokoclub.accounts.access import UserRequest
from dokoclub.clubs.access import enter_club
from dokoclub.clubs.hooks import collect_pieces
from dokoclub.clubs.models import Right
from dokoclub.core.http import PAGE_AND_FORM, Request
from dokoclub.evenings.access import get_link
from dokoclub.evenings.selectors.starting import get_style
from dokoclub.evenings.texts import Names, full_names, short_names
from dokoclub.evenings.views import links
from dokoclub.tournaments import access, hooks
from dokoclub.tournaments.presenters.hall import list_steps, show_round
from dokoclub.tournaments.presenters.people import list_people, sort_tournaments, what_is_played
from dokoclub.tournaments.presenters.seating import format_worth, get_seat
from dokoclub.tournaments.presenters.standing import find_podium, list_by_tag, list_teams, whole_list
from dokoclub.tournaments.selectors import day as day_selectors
from dokoclub.tournaments.selectors import lists
from dokoclub.tournaments.selectors.day import Day
from dokoclub.tournaments.services import founding, seating
from dokoclub.tournaments.services.seating import is_fitting
from dokoclub.tournaments.views import entering, get_context
from scoring.tournament.sizes import FEWEST_ENTRANTS

PAGES: Final = links.LinkPages(
    gettext_lazy("Link for everybody in the hall"),
    list_template="tournaments/list_links.html",
    show_template="tournaments/list_links.html",
    list_links="tournaments:list_links",
    show_link="tournaments:show_link",
    revoke_link="tournaments:revoke_link",
    opened="tournaments:show_by_link",
)


@require_safe
def list_tournaments(request: UserRequest, club_id: int) -> HttpResponse:
    """List tournaments, with the winners of the latest one."""
    me = enter_club(request.user, club_id, Right.READ)
    tournaments = lists.list_tournaments(me.club)
    for one in tournaments:
        one.club = me.club
    listed = sort_tournaments(tournaments)
    podium = find_podium(whole_list(day_selectors.read_day(listed.over[0])).lines) if listed.over else None
    series = lists.series_of_club(me.club)
    context = {"me": me, "club": me.club, "listed": listed, "podium": podium, "series": series}
    return render(request, "tournaments/list_tournaments.html", context)


@require_safe
def show_tournament(request: UserRequest, tournament_id: int) -> HttpResponse:
    at = access.tournament_to_read(request.user, tournament_id)
    stamp = lists.get_version(at.tournament)
    if request.GET.get("stamp") == stamp:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    day = day_selectors.read_day(at.tournament)
    hall = show_round(day, day.current.number, request.user.pk) if day.current else None
    plays, is_over = any(not one.is_confirmed for one in day.begun), at.tournament.is_over
    may_plan = not is_over and len(day.begun) < at.tournament.rounds
    may_end = bool(day.begun) and not is_over and not plays
    standing = whole_list(day)
    context = get_context(
        at,
        day=day,
        stamp=stamp,
        hall=hall,
        played=what_is_played(at.tournament),
        steps=list_steps(day),
        standing=standing,
        podium=find_podium(standing.lines) if is_over else None,
        listings=list_by_tag(day),
        teams=list_teams(day),
        plays=plays,
        is_early=not day.rounds and at.tournament.day > timezone.localdate(),
        may_plan=may_plan,
        may_end=may_end,
        acts=at.directs and not is_over and bool(may_plan or day.begun),
        unconfirmed=[] if may_plan or is_over else day.unconfirmed,
        without_won=day.without_won if at.directs and "won" in at.tournament.tie_breaks else [],
        own=list(day_selectors.own_numbers(day, request.user.pk)),
        people=list_people(day),
        directors_links=collect_pieces(hooks.directors_links, at.tournament) if at.directs else [],
        ways=[way for hook in hooks.tournament_links for way in hook(at.me, at.tournament)],
        missing=0 if day.begun else max(0, FEWEST_ENTRANTS - len(day.counting)),
        waits=plays and at.tournament.seating != "draw",
        worth=format_worth(day) if may_plan and day.planned else None,
        fits=is_fitting(day),
        may_search=seating.may_search(day),
        waiting=lists.count_waiting(at.tournament) if at.directs and not is_over else 0,
    )
    return render(request, "tournaments/_live.html" if request.htmx else "tournaments/show_tournament.html", context)


@require_safe
def show_seat(request: UserRequest, tournament_id: int) -> HttpResponse:
    """Show the reader's own seat. Open pages ask if their version is still current."""
    at = access.tournament_to_read(request.user, tournament_id)
    stamp = lists.get_version(at.tournament)
    if request.GET.get("stamp") == stamp:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    day = day_selectors.read_day(at.tournament)
    own = next(day_selectors.own_numbers(day, request.user.pk), None)
    if own is None:
        return redirect("tournaments:show_tournament", tournament_id)
    context = get_context(at, day=day, card=get_seat(day, own), stamp=stamp)
    template = "tournaments/_seat.html" if request.htmx else "tournaments/show_seat.html"
    return render(request, template, context)


@links.opened_by_link()
def show_by_link(request: Request, token: str) -> HttpResponse:
    """Show the tournament by link, with all names to tap for their seat."""
    return _by_link(request, token, None)


@links.opened_by_link()
def show_seat_by_link(request: Request, token: str, start: int) -> HttpResponse:
    """Show the seat of a start number by link."""
    return _by_link(request, token, start)


def _by_link(request: Request, token: str, start: int | None) -> HttpResponse:
    tournament = access.tournament_by_link(token).tournament
    stamp = lists.get_version(tournament)
    if request.GET.get("stamp") == stamp:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    day = day_selectors.read_day(tournament)
    if start is not None and start not in day.entrants:
        raise Http404
    context: dict[str, Any] = {
        "tournament": tournament,
        "day": day,
        "token": token,
        "stamp": stamp,
        "names": _names(day),
        "by_link": True,
    }
    if start is not None:
        context["card"] = get_seat(day, start)
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
        "podium": find_podium(standing) if day.tournament.is_over else None,
    }


def _names(day: Day) -> Names:
    players = [entrant.player for entrant in day.entrants.values()]
    return full_names(players) if get_style(day.tournament.club).full_names else short_names(players)


# --- Management of the links ------------------------------------------------------------------------------------------


@require_http_methods(PAGE_AND_FORM)
def list_links(request: UserRequest, tournament_id: int) -> HttpResponse:
    at = access.tournament_to_direct(request.user, tournament_id)
    if request.method == "POST":
        link = founding.make_link(at.tournament, by=request.user)
        return redirect("tournaments:show_link", tournament_id, link.pk)
    return entering.list_links(request, PAGES, at, at.tournament.links)


@require_safe
def show_link(request: UserRequest, tournament_id: int, hall_link_id: int) -> HttpResponse:
    at = access.tournament_to_direct(request.user, tournament_id)
    return entering.show_link(request, PAGES, at, get_link(at.tournament.links, hall_link_id))


@require_POST
def revoke_link(request: UserRequest, tournament_id: int, hall_link_id: int) -> HttpResponse:
    at = access.tournament_to_direct(request.user, tournament_id)
    return links.revoke_and_redirect(request, PAGES, tournament_id, get_link(at.tournament.links, hall_link_id))
