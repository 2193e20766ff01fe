"""Two players who turn out to be one person, and back again."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from dokoclub.accounts.requests import UserRequest
from dokoclub.clubs import access
from dokoclub.clubs.models import Right
from dokoclub.evenings import services
from dokoclub.evenings.forms.merging import MergeForm
from dokoclub.look.http import PAGE_AND_FORM, answer_invalid, sent_data


@require_http_methods(PAGE_AND_FORM)
def merge_player(request: UserRequest, club_id: int, player_id: int) -> HttpResponse:
    """The player of the address stays; another one becomes its alias."""
    me = access.enter_club(request.user, club_id, Right.OWN)
    kept = get_object_or_404(me.club.players.filter(erased_number=None), pk=player_id)
    form = MergeForm(sent_data(request), kept=kept)
    context = {"me": me, "club": me.club, "player": kept, "form": form, "has_others": form.has_others}
    if request.method != "POST":
        return render(request, "evenings/merge_player.html", context)
    if form.is_valid():
        try:
            merge = services.merge_players(kept, form.cleaned_data["merged"], by=request.user)
        except ValidationError as refusal:
            form.add_error("merged", refusal.messages)
        else:
            names = {"alias": merge.merged.name, "name": merge.kept.name}
            messages.success(request, _("%(alias)s is %(name)s from now on. For 30 days you can take it back.") % names)
            return redirect("clubs:edit_player", me.club.pk, kept.pk)
    return answer_invalid(request, "evenings/merge_player.html", context)


@require_POST
def take_back_merge(request: UserRequest, club_id: int, merge_id: int) -> HttpResponse:
    me = access.enter_club(request.user, club_id, Right.OWN)
    merge = get_object_or_404(me.club.merges.select_related("club", "kept", "merged"), pk=merge_id)
    try:
        services.take_back_merge(merge, by=request.user)
    except ValidationError as refusal:
        messages.error(request, " ".join(refusal.messages))
    else:
        messages.success(
            request,
            _("%(alias)s and %(name)s are two players again.") % {"alias": merge.merged.name, "name": merge.kept.name},
        )
    return redirect("clubs:edit_player", me.club.pk, merge.kept_id)
