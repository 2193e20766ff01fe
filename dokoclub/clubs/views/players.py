"""The players of a club."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from dokoclub.accounts.requests import UserRequest
from dokoclub.clubs import access, hooks, selectors
from dokoclub.clubs.forms.players import ChangedPlayerForm, NewPlayerForm, PlayerListForm, initial_of_player
from dokoclub.clubs.models import Membership, Right
from dokoclub.clubs.services import erasure
from dokoclub.clubs.services import players as services
from dokoclub.clubs.shown.next_steps import tell_missing
from dokoclub.clubs.shown.states import count_people
from dokoclub.clubs.views.printed import show_to_member
from dokoclub.look.http import PAGE_AND_FORM, answer_invalid, sent_data
from dokoclub.look.refusals import Reused
from scoring.terms import PLAYING

Saved = TypeVar("Saved")


@require_safe
def list_players(request: UserRequest, club_id: int) -> HttpResponse:
    me = access.enter_club(request.user, club_id, Right.READ)
    return show_to_member(request, "clubs/list_players.html", lambda: _list(me), me)


def _list(me: Membership) -> dict[str, Any]:
    players = selectors.players_present(me.club)
    count = selectors.count_heads(me.club)
    gone = selectors.players_gone(me.club)
    other_names = {pk for named in hooks.other_names for pk in named(me.club)} if gone else set()
    return {
        "me": me,
        "club": me.club,
        "people": count_people(count),
        "missing": tell_missing(count.playing),
        "free": range(count.playing, PLAYING),  # seats of a first table that nobody takes yet
        "players": [player for player in players if player.active],
        "resting": [player for player in players if not player.active],
        "gone": [player for player in gone if player.pk not in other_names],
    }


@require_http_methods(PAGE_AND_FORM)
def add_player(request: UserRequest, club_id: int) -> HttpResponse:
    """Saved, the page offers the next one: a round is entered in one go."""
    me = access.enter_club(request.user, club_id, Right.OWN)
    form = NewPlayerForm(sent_data(request))
    context = {"me": me, "club": me.club, "form": form}
    if request.method != "POST":
        return render(request, "clubs/add_player.html", context)
    player = _save(form, partial(services.add_player, me.club, by=request.user))
    if player is None:
        return answer_invalid(request, "clubs/add_player.html", context)
    messages.success(request, _("%(name)s is in the club.") % {"name": player.name})
    return redirect("clubs:add_player" if "another" in request.POST else "clubs:list_players", me.club.pk)


@require_http_methods(PAGE_AND_FORM)
def add_players(request: UserRequest, club_id: int) -> HttpResponse:
    """A pasted list of names."""
    me = access.enter_club(request.user, club_id, Right.OWN)
    form = PlayerListForm(sent_data(request))
    context = {"me": me, "club": me.club, "form": form}
    if request.method != "POST":
        return render(request, "clubs/add_players.html", context)
    added = _save(form, partial(services.add_players, me.club, by=request.user))
    if added is None:
        return answer_invalid(request, "clubs/add_players.html", context)
    told = ngettext("%(number)s person added.", "%(number)s people added.", len(added))
    messages.success(request, told % {"number": len(added)})
    return redirect("clubs:list_players", me.club.pk)


def _save(form: NewPlayerForm | PlayerListForm, save: Callable[..., Saved]) -> Saved | None:
    """Return what the service made of a valid form; None where the form says what is wrong."""
    if not form.is_valid():
        return None
    try:
        return save(**form.cleaned_data)
    except Reused:
        form.used_before()
    except ValidationError as refusal:
        form.add_error(None, refusal)
    return None


@require_http_methods(PAGE_AND_FORM)
def edit_player(request: UserRequest, club_id: int, player_id: int) -> HttpResponse:
    me = access.enter_club(request.user, club_id, Right.OWN)
    player = get_object_or_404(me.club.players.filter(erased_number=None), pk=player_id)
    form = ChangedPlayerForm(sent_data(request), initial=initial_of_player(player))
    parts = hooks.collect_pieces(hooks.player_parts, me, player)
    is_member = player.account is not None and selectors.is_member(me.club, player.account)
    context = {"me": me, "club": me.club, "form": form, "player": player, "is_member": is_member, "parts": parts}
    if request.method != "POST":
        return render(request, "clubs/edit_player.html", context)
    if form.is_valid():
        try:
            services.change_player(player, **form.cleaned_data, by=request.user)
        except ValidationError as refusal:
            form.add_error(None, refusal)
        else:
            messages.success(request, _("Saved."))
            return redirect("clubs:list_players", me.club.pk)
    return answer_invalid(request, "clubs/edit_player.html", context)


@require_safe
def download_player(request: UserRequest, club_id: int, player_id: int) -> HttpResponse:
    """Who has no account asks an owner what is stored about him."""
    me = access.enter_club(request.user, club_id, Right.OWN)
    player = get_object_or_404(me.club.players, pk=player_id)
    stored = dict(stored_about(player) for stored_about in hooks.stored_about_player)
    response = JsonResponse(stored, json_dumps_params={"indent": 2, "ensure_ascii": False})
    response.headers["Content-Disposition"] = f'attachment; filename="dokoclub-{player.pk}.json"'
    return response


@require_POST
def let_player_leave(request: UserRequest, club_id: int, player_id: int) -> HttpResponse:
    me = access.enter_club(request.user, club_id, Right.OWN)
    player = get_object_or_404(me.club.players, pk=player_id)
    services.let_leave(player, by=request.user)
    messages.success(request, _("%(name)s has left; the games stay.") % {"name": player.name})
    unsettled = [f"{one.said}: {one.amount}" for ask in hooks.unsettled_of_player for one in ask(player)]
    if unsettled:
        messages.warning(request, _("Money is still open: %(what)s.") % {"what": "; ".join(unsettled)})
    return redirect("clubs:list_players", me.club.pk)


@require_POST
def let_player_return(request: UserRequest, club_id: int, player_id: int) -> HttpResponse:
    me = access.enter_club(request.user, club_id, Right.OWN)
    player = get_object_or_404(me.club.players.filter(erased_number=None), pk=player_id)
    try:
        services.let_return(player, by=request.user)
    except ValidationError as refusal:
        messages.error(request, " ".join(refusal.messages))
    else:
        messages.success(request, _("%(name)s is back.") % {"name": player.name})
    return redirect("clubs:list_players", me.club.pk)


@require_http_methods(PAGE_AND_FORM)
def erase_player(request: UserRequest, club_id: int, player_id: int) -> HttpResponse:
    me = access.enter_club(request.user, club_id, Right.OWN)
    player = get_object_or_404(me.club.players, pk=player_id)
    unsettled = [one for ask in hooks.unsettled_of_player for one in ask(player)]
    context = {"me": me, "club": me.club, "player": player, "unsettled": unsettled}
    if request.method != "POST":
        return render(request, "clubs/erase_player.html", context)
    try:
        erasure.erase_player(player, by=request.user)
    except ValidationError as refusal:
        return answer_invalid(request, "clubs/erase_player.html", {**context, "problem": refusal.messages[0]})
    player.refresh_from_db()
    messages.success(request, _("What was known by name is now shown under “%(name)s”.") % {"name": player.name})
    return redirect("clubs:list_players", me.club.pk)
