"""Views of members, claims and players: rights, login links, claiming a player, adding, changing, erasing."""

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.forms import Form
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from dokoclub.accounts.access import UserRequest
from dokoclub.accounts.views.account import describe_account, keep_club
from dokoclub.clubs import access, hooks, selectors
from dokoclub.clubs.forms import people
from dokoclub.clubs.models import Claim, Membership, Player, Right
from dokoclub.clubs.presenters.club_page import count_people, format_member, format_missing
from dokoclub.clubs.presenters.person import details_url, is_own_page, list_facts
from dokoclub.clubs.services import members as services
from dokoclub.clubs.services import players as players_services
from dokoclub.clubs.views.links import handed_over, show_to_member
from dokoclub.core.http import PAGE_AND_FORM, Reused, answer_invalid, sent_data, stands_on
from scoring.terms import PLAYING

Saved = TypeVar("Saved")


@require_safe
def list_members(request: UserRequest, club_id: int) -> HttpResponse:
    me = access.enter_club(request.user, club_id, Right.READ)
    members = [(member, format_member(member)) for member in selectors.list_members(me.club)]
    context = {"me": me, "club": me.club, "members": members}
    return render(request, "clubs/list_members.html", context)


@require_http_methods(PAGE_AND_FORM)
def edit_member(request: UserRequest, club_id: int, member_id: int) -> HttpResponse:
    me = access.enter_club(request.user, club_id, Right.OWN)
    member = _member(me, member_id)
    form = people.MemberForm(sent_data(request), member=member)
    player = selectors.find_player(me.club, member.account)
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


@stands_on("clubs:edit_member", "club_id", "member_id")
def make_login_link(request: UserRequest, club_id: int, member_id: int) -> HttpResponse:
    """Create a login link. It is shown only in this response; sending the form again creates another."""
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


@require_http_methods(PAGE_AND_FORM)
def claim_player(request: UserRequest, club_id: int) -> HttpResponse:
    me = access.enter_club(request.user, club_id, Right.READ)
    context = {
        "me": me,
        "club": me.club,
        "players": selectors.unclaimed_players(me.club),
        "own": selectors.find_player(me.club, request.user),
    }
    if request.method != "POST":
        return render(request, "clubs/claim_player.html", context)
    form = people.ClaimForm(request.POST, club=me.club)
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
    messages.success(request, _("Undone."))
    return redirect("clubs:show_about", me.club_id)


@require_POST
def confirm_claim(request: UserRequest, club_id: int, claim_id: int) -> HttpResponse:
    """Confirm a claim. If it was already answered, just return to the club."""
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
    return redirect("clubs:show_about", me.club_id)


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
    return redirect("clubs:show_about", me.club_id)


def _claim(me: Membership, claim_id: int) -> Claim:
    claim = selectors.find_claim(me.club, claim_id)
    if claim is None:
        raise Http404
    return claim


@require_safe
def list_players(request: UserRequest, club_id: int) -> HttpResponse:
    me = access.enter_club(request.user, club_id, Right.READ)
    left = request.GET.get("left", "")
    return show_to_member(request, "clubs/list_players.html", lambda: _list(me, left), me)


def _list(me: Membership, left: str) -> dict[str, Any]:
    """Return the context of the list. `left`: who has just left, by number, to be brought back with one tap."""
    players = selectors.active_players(me.club)
    count = selectors.count_heads(me.club)
    gone = selectors.players_gone(me.club)
    other_names = {pk for named in hooks.other_names for pk in named(me.club)} if gone else set()
    return {
        "me": me,
        "club": me.club,
        "people": count_people(count),
        "missing": format_missing(count.playing),
        "free": range(count.playing, PLAYING),  # seats of a first table that are still empty
        "players": [player for player in players if player.active],
        "resting": [player for player in players if not player.active],
        "gone": [player for player in gone if player.pk not in other_names],
        "left": next(
            (player for player in gone if str(player.pk) == left and me.may(Right.OWN) and not player.is_erased), None
        ),
    }


@require_http_methods(PAGE_AND_FORM)
def add_player(request: UserRequest, club_id: int) -> HttpResponse:
    """Add a player. After saving, the form offers the next one, for adding several in a row; Heute is returned to."""
    me = access.enter_club(request.user, club_id, Right.OWN)
    form = people.NewPlayerForm(sent_data(request))
    context = {"me": me, "club": me.club, "form": form}
    if request.method != "POST":
        return render(request, "clubs/add_player.html", context)
    player = _save(form, partial(players_services.add_player, me.club, by=request.user))
    if player is None:
        return answer_invalid(request, "clubs/add_player.html", context)
    if "today" in request.POST:
        return redirect(me.club)
    messages.success(request, _("%(name)s is in the club.") % {"name": player.name})
    return redirect("clubs:add_player" if "another" in request.POST else "clubs:list_players", me.club.pk)


@require_http_methods(PAGE_AND_FORM)
def add_players(request: UserRequest, club_id: int) -> HttpResponse:
    """Add players from a pasted list of names."""
    me = access.enter_club(request.user, club_id, Right.OWN)
    form = people.PlayerListForm(sent_data(request))
    context = {"me": me, "club": me.club, "form": form}
    if request.method != "POST":
        return render(request, "clubs/add_players.html", context)
    added = _save(form, partial(players_services.add_players, me.club, by=request.user))
    if added is None:
        return answer_invalid(request, "clubs/add_players.html", context)
    told = ngettext("%(number)s person added.", "%(number)s people added.", len(added))
    messages.success(request, told % {"number": len(added)})
    return redirect("clubs:list_players", me.club.pk)


def _save(form: people.NewPlayerForm | people.PlayerListForm, save: Callable[..., Saved]) -> Saved | None:
    """Return the service's result for a valid form; None if the form shows problems."""
    if not form.is_valid():
        return None
    try:
        return save(**form.cleaned_data)
    except Reused:
        form.used_before()
    except ValidationError as refusal:
        form.add_error(None, refusal)
    return None


@require_safe
def show_details(request: UserRequest, club_id: int, player_id: int) -> HttpResponse:
    """Show the reader's own details with their account; of others, the facts that every member may read."""
    me = access.enter_club(request.user, club_id, Right.READ)
    player = get_object_or_404(me.club.players.filter(erased_number=None), pk=player_id)
    context = {"me": me, "club": me.club, "player": player}
    if not is_own_page(me, player):
        return render(request, "clubs/show_details.html", {**context, "facts": list_facts(player)})
    keep_club(request, me.club_id)
    return render(request, "clubs/own_details.html", {**context, **describe_account(request)})


@require_http_methods(PAGE_AND_FORM)
def edit_player(request: UserRequest, club_id: int, player_id: int) -> HttpResponse:
    me = access.enter_club(request.user, club_id, Right.OWN)
    player = get_object_or_404(me.club.players.filter(erased_number=None), pk=player_id)
    form = people.ChangedPlayerForm(sent_data(request), initial=people.initial_of_player(player))
    parts = hooks.collect_pieces(hooks.player_parts, me, player)
    member = selectors.find_membership(me.club, player.account)
    context = {"me": me, "club": me.club, "form": form, "player": player, "member": member, "parts": parts}
    if request.method != "POST":
        return render(request, "clubs/edit_player.html", context)
    if _change_player(request, player, form):
        return redirect(details_url(me, player))
    return answer_invalid(request, "clubs/edit_player.html", context)


@require_http_methods(PAGE_AND_FORM)
def edit_own_player(request: UserRequest, club_id: int) -> HttpResponse:
    """Change the reader's own name and card. The address names no player, so it is always the reader's."""
    me = access.enter_club(request.user, club_id, Right.READ)
    player = get_object_or_404(me.club.players.active(), account=request.user)
    if not is_own_page(me, player):
        raise Http404
    form = people.OwnPlayerForm(sent_data(request), initial=people.initial_of_player(player))
    context = {"me": me, "club": me.club, "form": form, "player": player}
    if request.method != "POST":
        return render(request, "clubs/edit_own_player.html", context)
    if _change_player(request, player, form):
        return redirect(details_url(me, player))
    return answer_invalid(request, "clubs/edit_own_player.html", context)


def _change_player(request: UserRequest, player: Player, form: Form) -> bool:
    """Save what the form says of the player; return whether it could be saved. The form carries the errors."""
    if not form.is_valid():
        return False
    try:
        players_services.change_player(player, **form.cleaned_data, by=request.user)
    except ValidationError as refusal:
        form.add_error(None, refusal)
        return False
    messages.success(request, _("Saved."))
    return True


@require_safe
def download_player(request: UserRequest, club_id: int, player_id: int) -> HttpResponse:
    """Download a player's stored data; owners do this for players without an account."""
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
    players_services.let_leave(player, by=request.user)
    unsettled = [f"{one.said}: {one.amount}" for ask in hooks.unsettled_of_player for one in ask(player)]
    if unsettled:
        messages.warning(request, _("Money is still open: %(what)s.") % {"what": "; ".join(unsettled)})
    return redirect(f"{reverse('clubs:list_players', args=[me.club.pk])}?left={player.pk}")


@require_POST
def let_player_return(request: UserRequest, club_id: int, player_id: int) -> HttpResponse:
    me = access.enter_club(request.user, club_id, Right.OWN)
    player = get_object_or_404(me.club.players.filter(erased_number=None), pk=player_id)
    try:
        players_services.let_return(player, by=request.user, as_before="undo" in request.POST)
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
        services.erase_player(player, by=request.user)
    except ValidationError as refusal:
        return answer_invalid(request, "clubs/erase_player.html", {**context, "problem": refusal.messages[0]})
    player.refresh_from_db()
    messages.success(request, _("All games are now under “%(name)s”.") % {"name": player.name})
    return redirect("clubs:list_players", me.club.pk)
