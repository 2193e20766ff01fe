""" "Das bin ich": a member says who of the list it is, and an owner answers."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from dokoclub.accounts.requests import UserRequest
from dokoclub.clubs import access, selectors
from dokoclub.clubs.forms import ClaimForm
from dokoclub.clubs.models import Claim, Membership, Right
from dokoclub.clubs.services import claims as services
from dokoclub.look.http import PAGE_AND_FORM, answer_invalid


@require_http_methods(PAGE_AND_FORM)
def claim_player(request: UserRequest, club_id: int) -> HttpResponse:
    me = access.enter_club(request.user, club_id, Right.READ)
    context = {
        "me": me,
        "club": me.club,
        "players": selectors.unclaimed_players(me.club),
        "own": selectors.player_of(me.club, request.user),
    }
    if request.method != "POST":
        return render(request, "clubs/claim_player.html", context)
    form = ClaimForm(request.POST, club=me.club)
    try:
        claim = services.claim_player(me, form.chosen())
    except ValidationError as refusal:
        return answer_invalid(request, "clubs/claim_player.html", {**context, "problems": refusal.messages})
    messages.success(request, said_to_be(claim))
    return redirect(me.club)


def said_to_be(claim: Claim) -> str:
    return _("An owner will confirm that you are %(name)s. Until then you read along.") % {"name": claim.player.name}


@require_POST
def withdraw_claim(request: UserRequest, club_id: int) -> HttpResponse:
    me = access.enter_club(request.user, club_id, Right.READ)
    services.withdraw_claim(me)
    messages.success(request, _("Taken back."))
    return redirect(me.club)


@require_POST
def confirm_claim(request: UserRequest, club_id: int, claim_id: int) -> HttpResponse:
    """Sent twice, or answered by another owner meanwhile: back to the club."""
    me = access.enter_club(request.user, club_id, Right.OWN)
    claim = _claim(me, claim_id)
    try:
        services.confirm_claim(claim, by=request.user)
    except ValidationError as refusal:
        messages.error(request, " ".join(refusal.messages))
    else:
        messages.success(
            request,
            _("%(account)s plays as %(name)s now.") % {"account": claim.membership.account, "name": claim.player.name},
        )
    return redirect(me.club)


@require_POST
def refuse_claim(request: UserRequest, club_id: int, claim_id: int) -> HttpResponse:
    me = access.enter_club(request.user, club_id, Right.OWN)
    claim = _claim(me, claim_id)
    services.refuse_claim(claim)
    messages.success(
        request,
        _("%(account)s is not %(name)s, and reads along.")
        % {"account": claim.membership.account, "name": claim.player.name},
    )
    return redirect(me.club)


def _claim(me: Membership, claim_id: int) -> Claim:
    claim = selectors.find_claim(me.club, claim_id)
    if claim is None:
        raise Http404
    return claim
