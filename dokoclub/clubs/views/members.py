"""Who can sign in to a club, and with which rights."""

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
from dokoclub.clubs.forms import MemberForm
from dokoclub.clubs.models import Membership, Right
from dokoclub.clubs.services import members as services
from dokoclub.clubs.shown.states import tell_member
from dokoclub.clubs.views.links import handed_over
from dokoclub.look.http import PAGE_AND_FORM, answer_invalid, sent_data


@require_safe
def list_members(request: UserRequest, club_id: int) -> HttpResponse:
    me = access.enter_club(request.user, club_id, Right.READ)
    members = [(member, tell_member(member)) for member in selectors.members_of(me.club)]
    context = {"me": me, "club": me.club, "members": members}
    return render(request, "clubs/list_members.html", context)


@require_http_methods(PAGE_AND_FORM)
def edit_member(request: UserRequest, club_id: int, member_id: int) -> HttpResponse:
    me = access.enter_club(request.user, club_id, Right.OWN)
    member = _member(me, member_id)
    form = MemberForm(sent_data(request), member=member)
    player = selectors.player_of(me.club, member.account)
    context = {"me": me, "club": me.club, "member": member, "player": player, "form": form}
    if request.method != "POST":
        return render(request, "clubs/edit_member.html", context)
    if form.is_valid():
        try:
            services.change_member(member, **form.cleaned_data, by=request.user)
        except ValidationError as refusal:
            form.add_error(None, refusal)
        else:
            messages.success(request, _("Saved."))
            return redirect("clubs:list_members", me.club.pk)
    return answer_invalid(request, "clubs/edit_member.html", context)


@require_http_methods(PAGE_AND_FORM)
def remove_member(request: UserRequest, club_id: int, member_id: int) -> HttpResponse:
    me = access.enter_club(request.user, club_id, Right.OWN)
    if request.method == "POST" and access.was_removed(me.club, member_id):
        return redirect("clubs:list_members", me.club.pk)
    member = _member(me, member_id)
    unsettled = [one for ask in hooks.unsettled_of_member for one in ask(member, me)]
    context = {"me": me, "club": me.club, "member": member, "unsettled": unsettled}
    if request.method != "POST":
        return render(request, "clubs/remove_member.html", context)
    try:
        services.remove_member(member, by=request.user)
    except ValidationError as refusal:
        return answer_invalid(request, "clubs/remove_member.html", {**context, "problem": refusal.messages[0]})
    messages.success(request, _("%(account)s is no longer a member.") % {"account": member.account})
    return redirect("clubs:list_members", me.club.pk)


@require_http_methods(PAGE_AND_FORM)
def hand_over_club(request: UserRequest, club_id: int, member_id: int) -> HttpResponse:
    if request.method == "POST" and access.has_handed_over(request.user, club_id, member_id):
        return redirect("clubs:list_members", club_id)
    me = access.enter_club(request.user, club_id, Right.OWN)
    heir = _member(me, member_id)
    context = {"me": me, "club": me.club, "member": heir}
    if request.method != "POST":
        return render(request, "clubs/hand_over_club.html", context)
    try:
        services.hand_over(to=heir, by=me)
    except ValidationError as refusal:
        return answer_invalid(request, "clubs/hand_over_club.html", {**context, "problem": refusal.messages[0]})
    messages.success(request, _("%(account)s owns the club now.") % {"account": heir.account})
    return redirect("clubs:list_members", me.club.pk)


@require_POST
def make_login_link(request: UserRequest, club_id: int, member_id: int) -> HttpResponse:
    """Shown in the answer and nowhere else; sending the form again makes another link."""
    me = access.enter_club(request.user, club_id, Right.OWN)
    member = _member(me, member_id)
    try:
        token = services.login_link(member, by=request.user)
    except ValidationError as refusal:
        messages.error(request, refusal.messages[0])
        return redirect("clubs:edit_member", me.club.pk, member.pk)
    link = handed_over(reverse("accounts:use_login_link", args=[token]))
    parts = hooks.collect_pieces(hooks.login_link_parts, member, token, request.user)
    context = {"me": me, "club": me.club, "member": member, "link": link, "parts": parts}
    return render(request, "clubs/login_link.html", context)


def _member(me: Membership, member_id: int) -> Membership:
    return get_object_or_404(me.club.memberships.select_related("account", "club"), pk=member_id)
