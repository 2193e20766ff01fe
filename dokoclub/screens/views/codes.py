"""Codes that are typed instead of a link: made below the QR code of the link, typed at /c/ on any device."""

from __future__ import annotations

from typing import Final

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from dokoclub.accounts.requests import UserRequest
from dokoclub.accounts.views.entering import answer_wrong
from dokoclub.clubs.access import enter_club
from dokoclub.clubs.models import Right
from dokoclub.evenings import selectors
from dokoclub.evenings.access import evening_to_score, link_of, sheet_to_score
from dokoclub.evenings.services import link_token
from dokoclub.evenings.views.secret import not_to_be_found
from dokoclub.look.http import PAGE_AND_FORM, answer_invalid, sent_data
from dokoclub.screens.access import Opened
from dokoclub.screens.forms import CodeForm, JoinCodeForm
from dokoclub.screens.models import SEED, Kind, random_seed
from dokoclub.screens.services.codes import end_code, give_code, use_code
from dokoclub.screens.views.guesses import OF_PEOPLE, look_up

OPENS: Final = {
    Kind.WRITE: "evenings:show_sheet_by_pen",
    Kind.READ: "evenings:show_by_link",
    Kind.JOIN: "clubs:open_invitation",
    Kind.SIGN_IN: "accounts:use_login_link",
}
SAY_THEMSELVES: Final = (Kind.JOIN, Kind.SIGN_IN)  # their pages say what the link gives, and wait for a tap


@login_not_required
@not_to_be_found(referrer="same-origin")
@require_http_methods(PAGE_AND_FORM)
@sensitive_post_parameters("code")
def enter_code(request: HttpRequest) -> HttpResponse:
    """Ask for a code, say what it gives, and open it at the tap. The device then holds what the link would give."""
    form = CodeForm(sent_data(request))
    if request.method != "POST":
        return render(request, "screens/enter_code.html", {"form": form})
    form_id = request.POST.get("form_id", "")[:SEED]  # the form that uses up a code of one use
    opened = look_up(request, form, OF_PEOPLE, form_id)
    if opened is not None:
        kind = Kind(opened.code.kind)
        if kind in SAY_THEMSELVES:
            return redirect(OPENS[kind], opened.token)
        if not form_id:
            return _say_what(request, form, opened)
        if use_code(opened.code, form_id):
            return redirect(OPENS[kind], opened.token)
        form.add_error("code", str(OF_PEOPLE.wrong))
    return answer_wrong(answer_invalid(request, "screens/enter_code.html", {"form": form}), form)


def _say_what(request: HttpRequest, form: CodeForm, opened: Opened) -> HttpResponse:
    is_alone = opened.evening is None or selectors.has_one_sheet(opened.evening)
    context = {"opened": opened, "signs": form.cleaned_data["code"], "form_id": random_seed(), "is_alone": is_alone}
    return render(request, "screens/open_code.html", context)


@require_POST
def give_pen_code(request: UserRequest, sheet_id: int) -> HttpResponse:
    at = sheet_to_score(request.user, sheet_id)
    token = selectors.pen_of(at.sheet)
    if "end" in request.POST:
        end_code(Kind.WRITE, sheet_id)
    elif token and at.sheet.evening.is_open:
        give_code(Kind.WRITE, sheet_id, token, by=request.user)
    return _back_to_code("evenings:show_pen", sheet_id)


@require_POST
def give_link_code(request: UserRequest, evening_id: int, link_id: int) -> HttpResponse:
    at = evening_to_score(request.user, evening_id)
    link = link_of(at.evening, link_id)
    link.evening = at.evening
    if "end" in request.POST:
        end_code(Kind.READ, evening_id)
    elif link.is_open and at.evening.is_open:
        give_code(Kind.READ, evening_id, link_token(link), by=request.user)
    return _back_to_code("evenings:show_link", evening_id, link_id)


@require_POST
def give_invitation_code(request: UserRequest, club_id: int, token: str) -> HttpResponse:
    """Only the maker of the invitation knows the token in this address."""
    me = enter_club(request.user, club_id, Right.OWN)
    invitation = get_object_or_404(me.club.invitations.of(token))
    form = JoinCodeForm(request.POST)
    if "end" in request.POST:
        end_code(Kind.JOIN, club_id)
    elif invitation.state == "open" and (invitation.single_use or form.is_valid()):
        most = 1 if invitation.single_use else invitation.uses + form.cleaned_data["most"]
        give_code(Kind.JOIN, club_id, token, by=request.user, most_uses=most)
    elif invitation.state == "open":
        messages.error(request, " ".join(map(str, form.errors["most"])))
        return redirect("clubs:show_invitation", club_id, token)
    return _back_to_code("clubs:show_invitation", club_id, token)


def _back_to_code(page: str, *args: int | str) -> HttpResponse:
    """Redirect to the code on its page: on a phone it stands below the QR code."""
    return redirect(reverse(page, args=args, fragment="typed-code"))
