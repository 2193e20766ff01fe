"""An owner invites: make a link, show it once, see what became of it, revoke it."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from dokoclub.accounts.requests import UserRequest
from dokoclub.clubs import access, hooks, selectors
from dokoclub.clubs.forms import InvitationForm
from dokoclub.clubs.forms.inviting_again import InviteAgainForm
from dokoclub.clubs.models import Right
from dokoclub.clubs.services import invitations as services
from dokoclub.clubs.services import inviting_again
from dokoclub.clubs.views.links import handed_over
from dokoclub.look.http import PAGE_AND_FORM, answer_invalid, sent_data
from dokoclub.look.refusals import Reused


@require_safe
def list_invitations(request: UserRequest, club_id: int) -> HttpResponse:
    me = access.enter_club(request.user, club_id, Right.OWN)
    context = {"me": me, "club": me.club, "invitations": selectors.invitations_of(me.club)}
    return render(request, "clubs/list_invitations.html", context)


@require_http_methods(PAGE_AND_FORM)
def create_invitation(request: UserRequest, club_id: int) -> HttpResponse:
    me = access.enter_club(request.user, club_id, Right.OWN)
    proposed = {"player": request.GET.get("player"), "single_use": "everybody" not in request.GET}
    form = InvitationForm(sent_data(request), club=me.club, initial=proposed)
    context = {"me": me, "club": me.club, "form": form}
    if request.method != "POST":
        return render(request, "clubs/create_invitation.html", context)
    if form.is_valid():
        try:
            services.invite_player(me.club, **form.cleaned_data, by=request.user)
        except Reused:
            form.used_before()
        except ValidationError as refusal:
            form.add_error(None, refusal)
        else:
            return redirect("clubs:show_invitation", me.club.pk, form.cleaned_data["token"])
    return answer_invalid(request, "clubs/create_invitation.html", context)


@require_safe
def show_invitation(request: UserRequest, club_id: int, token: str) -> HttpResponse:
    """The link and its QR code. Only whoever has just made it knows the token that this address holds."""
    me = access.enter_club(request.user, club_id, Right.OWN)
    invitation = get_object_or_404(me.club.invitations.of(token).select_related("player"))
    context = {
        "me": me,
        "club": me.club,
        "invitation": invitation,
        "link": handed_over(reverse("clubs:open_invitation", args=[token])),
        "parts": hooks.collect_pieces(hooks.invitation_parts, invitation, token),
    }
    return render(request, "clubs/show_invitation.html", context)


@require_POST
def revoke_invitation(request: UserRequest, club_id: int, invitation_id: int) -> HttpResponse:
    me = access.enter_club(request.user, club_id, Right.OWN)
    services.revoke_invitation(get_object_or_404(me.club.invitations, pk=invitation_id))
    messages.success(request, _("The link no longer works."))
    return redirect("clubs:list_invitations", me.club.pk)


@require_http_methods(PAGE_AND_FORM)
def invite_again(request: UserRequest, club_id: int) -> HttpResponse:
    """Who had an account where the club came from: an invitation each, with the rights of there."""
    me = access.enter_club(request.user, club_id, Right.OWN)
    plays = selectors.player_of(me.club, request.user) is not None
    form = InviteAgainForm(sent_data(request), club=me.club, plays=plays)
    awaited = selectors.awaited_in(me.club)
    ticked = (
        {str(one.player_id) for one in awaited} if request.method != "POST" else set(request.POST.getlist("players"))
    )
    rows = [(one, str(one.player_id) in ticked) for one in awaited]
    context = {"me": me, "club": me.club, "form": form, "awaited": rows}
    if request.method != "POST":
        return render(request, "clubs/invite_again.html", context)
    if "forget" in request.POST:
        inviting_again.forget_awaited(me.club)
        return redirect(me.club)
    if form.is_valid():
        try:
            inviting_again.invite_again(me.club, **form.cleaned_data, by=request.user)
        except ValidationError as refusal:
            form.add_error(None, " ".join(refusal.messages))
        else:
            return redirect("clubs:show_invited", me.club.pk, form.cleaned_data["seed"])
    return answer_invalid(request, "clubs/invite_again.html", context)


@require_safe
def show_invited(request: UserRequest, club_id: int, seed: str) -> HttpResponse:
    """All links that were made at once. Only whoever has just made them knows the seed that this address holds."""
    me = access.enter_club(request.user, club_id, Right.OWN)
    made = [
        (invitation, handed_over(reverse("clubs:open_invitation", args=[token])))
        for invitation, token in inviting_again.invited_by(me.club, seed)
    ]
    return render(request, "clubs/show_invited.html", {"me": me, "club": me.club, "made": made})
