"""Views for printing: table cards with scoring links, seating, slips, results, certificates, and the picture."""

from typing import Final, NamedTuple

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from dokoclub.accounts.access import UserRequest
from dokoclub.clubs.views.links import Link, handed_over
from dokoclub.core.formatting import date_and_year
from dokoclub.evenings.selectors.people import get_pen
from dokoclub.tournaments import access
from dokoclub.tournaments.access import AtTournament
from dokoclub.tournaments.presenters import standing
from dokoclub.tournaments.presenters.hall import Card, Hall, show_round
from dokoclub.tournaments.presenters.people import show_money
from dokoclub.tournaments.presenters.seating import list_by_name
from dokoclub.tournaments.selectors import day as day_selectors
from dokoclub.tournaments.views import get_context

LONGEST_NUMBER: Final = 6  # digits


class TableCard(NamedTuple):
    card: Card
    link: Link  # scoring link


@require_safe
def render_cards(request: UserRequest, tournament_id: int, number: int) -> HttpResponse:
    """Print cards with a scoring link to each table's sheet, for tables that are playing."""
    at = access.tournament_to_direct(request.user, tournament_id)
    access.get_round(at.tournament, number)
    day = day_selectors.read_day(at.tournament)
    hall = show_round(day, number)
    pens = {
        table.table.number: get_pen(table.table.sheet)
        for table in hall.round.tables
        if table.table.sheet is not None and table.table.sheet.is_open
    }
    cards = [TableCard(card, _link(pens[card.number])) for card in hall.cards if pens.get(card.number)]
    if not cards:
        return _no_paper(request, at, hall, _("Table cards"))
    return render(request, "tournaments/print_cards.html", get_context(at, day=day, shown=hall, cards=cards))


def _no_paper(request: UserRequest, at: AtTournament, hall: Hall, title: str) -> HttpResponse:
    """Explain why there is nothing to print, and link to other prints."""
    return render(request, "tournaments/no_paper.html", get_context(at, shown=hall, title=title))


def _link(token: str) -> Link:
    return handed_over(reverse("evenings:show_sheet_by_pen", args=[token]))


@require_safe
def render_seating(request: UserRequest, tournament_id: int, number: int) -> HttpResponse:
    """Print the seating of a round: by name, and by table."""
    at = access.tournament_to_read(request.user, tournament_id)
    access.get_round(at.tournament, number)
    day = day_selectors.read_day(at.tournament)
    hall = show_round(day, number)
    context = get_context(at, day=day, shown=hall, halves=list_by_name(hall))
    return render(request, "tournaments/print_seating.html", context)


@require_safe
def render_slips(request: UserRequest, tournament_id: int, number: int) -> HttpResponse:
    """Print an empty slip for each table, to fill in and sign; none after the end."""
    at = access.tournament_to_read(request.user, tournament_id)
    access.get_round(at.tournament, number)
    day = day_selectors.read_day(at.tournament)
    hall = show_round(day, number)
    if at.tournament.is_over:
        return _no_paper(request, at, hall, _("Empty slips"))
    return render(request, "tournaments/print_slips.html", get_context(at, day=day, shown=hall))


@require_safe
def render_results(request: UserRequest, tournament_id: int) -> HttpResponse:
    """Print the results by round, lists by tag, teams, and prizes to sign for."""
    at = access.tournament_to_read(request.user, tournament_id)
    day = day_selectors.read_day(at.tournament)
    money = show_money(day, {})
    context = get_context(
        at,
        day=day,
        standing=standing.whole_list(day).lines,
        listings=standing.list_by_tag(day),
        teams=standing.list_teams(day),
        money=money,
    )
    return render(request, "tournaments/print_results.html", context)


@require_safe
def show_certificate(request: UserRequest, tournament_id: int) -> HttpResponse:
    """Show the winner's certificate, or the one of `?number=`; the list follows."""
    at = access.tournament_to_read(request.user, tournament_id)
    day = day_selectors.read_day(at.tournament)
    asked = request.GET.get("number", "")
    number = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < LONGEST_NUMBER else None
    awarded = standing.award_certificate(day, number)
    context = get_context(at, day=day, awarded=awarded, standing=standing.whole_list(day).lines)
    context["on"] = date_and_year(at.tournament.day)
    return render(request, "tournaments/show_certificate.html", context)


@require_safe
def show_picture(request: UserRequest, tournament_id: int) -> HttpResponse:
    """Show the picture of an ended tournament; before the end, redirect to its page."""
    at = access.tournament_to_read(request.user, tournament_id)
    picture = standing.draw_tournament(day_selectors.read_day(at.tournament)) if at.tournament.is_over else None
    if picture is None:
        return redirect("tournaments:show_tournament", tournament_id)
    return render(request, "evenings/picture.svg", {"picture": picture}, content_type="image/svg+xml")
