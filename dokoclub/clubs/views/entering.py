"""Somebody comes by an invitation. Looking uses nothing up: messengers open links for their previews."""

from __future__ import annotations

from typing import cast
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from dokoclub.accounts.access.ratelimits import limit_unknown
from dokoclub.accounts.models import Account
from dokoclub.clubs import selectors
from dokoclub.clubs.forms import AcceptForm
from dokoclub.clubs.models import Club, Invitation
from dokoclub.clubs.services import invitations as services
from dokoclub.clubs.views import sign_up
from dokoclub.look.http import PAGE_AND_FORM, answer_invalid, sent_data


@login_not_required
@require_http_methods(PAGE_AND_FORM)
@never_cache
@limit_unknown("invitation")
def open_invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Signed out: register or sign in, and come back. Signed in: confirm. It never signs anybody in."""
    invitation = selectors.find_invitation(token)
    if invitation is None and (club := _is_in_already(request, token)):
        return redirect(club)
    if invitation is None:
        return render(request, "clubs/no_invitation.html", status=404)
    if not request.user.is_authenticated:
        return _go_and_come_back(request, invitation)
    return _confirm(request, invitation)


def _is_in_already(request: HttpRequest, token: str) -> Club | None:
    """The club of an invitation that opens nothing any more, for who is a member: it was sent twice, or kept."""
    if not isinstance(request.user, Account):
        return None
    return selectors.club_entered(token, request.user)


def _go_and_come_back(request: HttpRequest, invitation: Invitation) -> HttpResponse:
    if request.method != "POST":
        return render(request, "clubs/open_invitation.html", {"invitation": invitation})
    page = "account_signup" if "register" in request.POST else "account_login"
    sign_up.came_by(request, invitation)
    return redirect(f"{reverse(page)}?{urlencode({'next': request.path})}")


def _confirm(request: HttpRequest, invitation: Invitation) -> HttpResponse:
    me = cast(Account, request.user)
    own = selectors.player_of(invitation.club, me)
    asks_name = invitation.player is None and own is None
    form = AcceptForm(sent_data(request), initial={"player_name": str(me)}) if asks_name else None
    context = {
        "invitation": invitation,
        "form": form,
        "own": own,
        "is_member": selectors.is_member(invitation.club, me),
    }
    if request.method != "POST":
        return render(request, "clubs/accept_invitation.html", context)
    if form is not None and not form.is_valid():
        return answer_invalid(request, "clubs/accept_invitation.html", context)
    name = form.cleaned_data["player_name"] if form is not None else ""
    try:
        services.accept_invitation(invitation, player_name=name, by=me)
    except ValidationError as refusal:
        return answer_invalid(request, "clubs/accept_invitation.html", {**context, "problems": _blamed(form, refusal)})
    sign_up.has_come_in(request)
    messages.success(request, _("Welcome to %(club)s.") % {"club": invitation.club.name})
    return redirect(invitation.club)


def _blamed(form: AcceptForm | None, refusal: ValidationError) -> list[str]:
    """The problems that belong to no field; one with the name is said at its field."""
    if form is None or "name" not in getattr(refusal, "error_dict", {}):
        return refusal.messages
    form.add_error("player_name", refusal.error_dict["name"])
    return []
