"""Views for entering a tournament: the code in the hall, the application, and the director's answer."""

from collections.abc import Sequence
from functools import partial
from http import HTTPStatus
from typing import Any, Final
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db.models import Manager
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from dokoclub.accounts.access import UserRequest
from dokoclub.accounts.models import Account
from dokoclub.core.http import PAGE_AND_FORM, Request, Reused, answer_invalid, sent_data
from dokoclub.evenings.access import LinkNotFound, get_link
from dokoclub.evenings.models.link import AnyLink, ReadLink
from dokoclub.evenings.selectors import evenings
from dokoclub.evenings.selectors.starting import get_style
from dokoclub.evenings.views import links as links_views
from dokoclub.evenings.views.links import LinkPages, opened_by_link
from dokoclub.tournaments import access
from dokoclub.tournaments.access import AtTournament
from dokoclub.tournaments.forms.people import ApplicantForm
from dokoclub.tournaments.models import Tournament
from dokoclub.tournaments.selectors import lists
from dokoclub.tournaments.services import people
from dokoclub.tournaments.views import get_context, try_it

PAGES: Final = links_views.LinkPages(
    gettext_lazy("Sign-up code"),
    list_template="tournaments/list_entry_links.html",
    show_template="tournaments/list_entry_links.html",
    list_links="tournaments:list_entry_links",
    show_link="tournaments:show_entry_link",
    revoke_link="tournaments:revoke_entry_link",
    opened="tournaments:enter_by_link",
)


def list_links(request: UserRequest, pages: LinkPages, at: AtTournament, links: Manager[AnyLink]) -> HttpResponse:
    """Show the open link and older ones. Two queries, one of them for the style of names."""
    found = evenings.list_links(links)
    held = next((link for link in found if link.is_open), None)
    return _show(request, pages, at, held, [link for link in found if link != held])


def show_link(request: UserRequest, pages: LinkPages, at: AtTournament, link: ReadLink) -> HttpResponse:
    """Show this link again. One query, for the style of names."""
    if not link.is_open:
        return redirect(pages.list_links, at.tournament.pk)
    return _show(request, pages, at, link, [])


def _show(
    request: UserRequest, pages: LinkPages, at: AtTournament, held: ReadLink | None, old: Sequence[ReadLink]
) -> HttpResponse:
    handed = pages.hand_over(held) if held else None
    context = get_context(at, pages=pages, secret=held, link=handed, old=old, style=get_style(at.me.club))
    return render(request, pages.list_template, context)


@opened_by_link(PAGE_AND_FORM, referrer="same-origin")
def enter_by_link(request: Request, token: str) -> HttpResponse:
    """Enter by link: members with one tap, others type a name and wait for the director."""
    try:
        tournament = access.entry_by_token(token)
    except LinkNotFound:
        return _no_link(request, token)
    account = request.user if isinstance(request.user, Account) else None
    player = lists.player_who_enters(tournament, account) if account else None
    form = ApplicantForm(None if player else sent_data(request))
    context: dict[str, Any] = {
        "tournament": tournament,
        "token": token,
        "player": player,
        "own": lists.entrant_of_player(tournament, player) if player else None,
        "heads": lists.get_heads(tournament),
        "form": form,
    }
    if request.method != "POST":
        return render(request, "tournaments/enter_by_link.html", context)
    if player is not None and account is not None:
        try:
            people.enter_oneself(tournament, account)
        except ValidationError as refused:
            messages.error(request, " ".join(refused.messages))
        return redirect("tournaments:enter_by_link", token)
    if form.is_valid():
        answer = _ask(tournament, form, token)
        if answer is not None:
            return answer
    return answer_invalid(request, "tournaments/enter_by_link.html", context)


def _ask(tournament: Tournament, form: ApplicantForm, token: str) -> HttpResponse | None:
    try:
        applicant = people.ask_to_enter(tournament, form.listed, key=form.cleaned_data["key"])
    except Reused:
        form.used_before()
    except ValidationError as refused:
        form.add_error(None, refused.messages)
    else:
        return redirect("tournaments:show_applicant", token, applicant.key)
    return None


@opened_by_link(referrer="same-origin")
def show_applicant(request: Request, token: str, uuid: UUID) -> HttpResponse:
    """Show the state of an application. Open pages ask if their version is still current."""
    try:
        tournament = access.entry_by_token(token)
    except LinkNotFound:
        return _no_link(request, token)
    applicant = access.applicant_by_key(tournament, uuid)
    stamp = lists.get_version(tournament)
    if request.GET.get("stamp") == stamp:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    context = {"tournament": tournament, "token": token, "applicant": applicant, "stamp": stamp}
    template = "tournaments/_applicant.html" if request.htmx else "tournaments/show_applicant.html"
    return render(request, template, context)


def _no_link(request: Request, token: str) -> HttpResponse:
    """Respond to an unusable link: for an ended tournament, say so; others look like unknown links."""
    tournament = access.ended_by_token(token)
    reads = isinstance(request.user, Account) and access.reads_club(request.user, tournament.club)
    return render(request, "tournaments/entry_has_ended.html", {"tournament": tournament, "reads": reads})


# --- Views for the director -------------------------------------------------------------------------------------------


@require_POST
def confirm_applicant(request: UserRequest, tournament_id: int, applicant_id: int) -> HttpResponse:
    at = access.tournament_to_direct(request.user, tournament_id)
    applicant = access.get_applicant(at.tournament, applicant_id)
    confirm = partial(people.confirm_applicant, applicant, by=request.user)
    return try_it(request, confirm, _("Entered."), "tournaments:list_entrants", tournament_id)


@require_POST
def refuse_applicant(request: UserRequest, tournament_id: int, applicant_id: int) -> HttpResponse:
    at = access.tournament_to_direct(request.user, tournament_id)
    applicant = access.get_applicant(at.tournament, applicant_id)
    refuse = partial(people.refuse_applicant, applicant)
    return try_it(request, refuse, _("Not entered."), "tournaments:list_entrants", tournament_id)


@require_http_methods(PAGE_AND_FORM)
def list_entry_links(request: UserRequest, tournament_id: int) -> HttpResponse:
    at = access.tournament_to_direct(request.user, tournament_id)
    if request.method == "POST":
        try:
            link = people.make_entry_link(at.tournament, by=request.user)
        except ValidationError as refused:
            messages.error(request, " ".join(refused.messages))
            return redirect("tournaments:list_entry_links", tournament_id)
        return redirect("tournaments:show_entry_link", tournament_id, link.pk)
    return list_links(request, PAGES, at, at.tournament.entry_links)


@require_safe
def show_entry_link(request: UserRequest, tournament_id: int, entry_link_id: int) -> HttpResponse:
    at = access.tournament_to_direct(request.user, tournament_id)
    return show_link(request, PAGES, at, get_link(at.tournament.entry_links, entry_link_id))


@require_POST
def revoke_entry_link(request: UserRequest, tournament_id: int, entry_link_id: int) -> HttpResponse:
    at = access.tournament_to_direct(request.user, tournament_id)
    link = get_link(at.tournament.entry_links, entry_link_id)
    return links_views.revoke_and_redirect(request, PAGES, tournament_id, link)
