"""Views to create, show and revoke invitations, and to accept them."""

from datetime import datetime
from typing import Any, Final, cast
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from dokoclub.accounts.access import UserRequest, throttling
from dokoclub.accounts.models import Account, hash_token
from dokoclub.accounts.views.sign_in import enter_new
from dokoclub.clubs import access, hooks, selectors
from dokoclub.clubs.forms.invitations import AcceptForm, InvitationForm, InviteAgainForm
from dokoclub.clubs.models import Claim, Club, Invitation, Membership, Right
from dokoclub.clubs.services import invitations
from dokoclub.clubs.views.links import handed_over
from dokoclub.clubs.views.people import said_to_be
from dokoclub.core.http import PAGE_AND_FORM, Reused, answer_invalid, sent_data

_INVITATION: Final = "invitation"  # session key for the invitation's id; never the token
_CODE: Final = "invitation_code"  # session key for the limit of a typed code; never the token


@require_safe
def list_invitations(request: UserRequest, club_id: int) -> HttpResponse:
    me = access.enter_club(request.user, club_id, Right.OWN)
    context = {"me": me, "club": me.club, "invitations": selectors.list_invitations(me.club)}
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
            invitations.invite_player(me.club, **form.cleaned_data, by=request.user)
        except Reused:
            form.used_before()
        except ValidationError as refusal:
            form.add_error(None, refusal)
        else:
            return redirect("clubs:show_invitation", me.club.pk, form.cleaned_data["token"])
    return answer_invalid(request, "clubs/create_invitation.html", context)


@require_safe
def show_invitation(request: UserRequest, club_id: int, token: str) -> HttpResponse:
    """Show the link and its QR code. Only its creator knows the token in this address."""
    me = access.enter_club(request.user, club_id, Right.OWN)
    invitation = get_object_or_404(me.club.invitations.of(token).select_related("player"))
    parts = hooks.collect_pieces(hooks.invitation_parts, invitation, token)
    return render(request, "clubs/show_invitation.html", page_of_invitation(me, invitation, token, parts))


def page_of_invitation(me: Membership, invitation: Invitation, token: str, parts: list[hooks.Part]) -> dict[str, Any]:
    """Return the context of the page of an invitation; `parts`: what other apps add."""
    link = handed_over(reverse("clubs:open_invitation", args=[token]))
    return {"me": me, "club": me.club, "invitation": invitation, "link": link, "parts": parts}


@require_POST
def revoke_invitation(request: UserRequest, club_id: int, invitation_id: int) -> HttpResponse:
    me = access.enter_club(request.user, club_id, Right.OWN)
    invitations.revoke_invitation(get_object_or_404(me.club.invitations, pk=invitation_id))
    messages.success(request, _("The link no longer works."))
    return redirect("clubs:list_invitations", me.club.pk)


@require_http_methods(PAGE_AND_FORM)
def invite_again(request: UserRequest, club_id: int) -> HttpResponse:
    """Invite players who had an account at the previous install, each with their former rights."""
    me = access.enter_club(request.user, club_id, Right.OWN)
    plays = selectors.find_player(me.club, request.user) is not None
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
        invitations.forget_awaited(me.club)
        return redirect(me.club)
    if form.is_valid():
        try:
            invitations.invite_again(me.club, **form.cleaned_data, by=request.user)
        except ValidationError as refusal:
            form.add_error(None, " ".join(refusal.messages))
        else:
            return redirect("clubs:show_invited", me.club.pk, form.cleaned_data["seed"])
    return answer_invalid(request, "clubs/invite_again.html", context)


@require_safe
def show_invited(request: UserRequest, club_id: int, seed: str) -> HttpResponse:
    """Show all links created together. Only their creator knows the seed in this address."""
    me = access.enter_club(request.user, club_id, Right.OWN)
    made = [
        (invitation, handed_over(reverse("clubs:open_invitation", args=[token])))
        for invitation, token in invitations.invited_by(me.club, seed)
    ]
    return render(request, "clubs/show_invited.html", {"me": me, "club": me.club, "made": made})


def came_by(request: HttpRequest, invitation: Invitation) -> None:
    """Remember the invitation until the visitor has registered or signed in, and returns."""
    request.session[_INVITATION] = invitation.pk


def came_by_code(request: HttpRequest, token: str, most_uses: int | None, until: datetime) -> None:
    """Remember how many people the typed code lets in, as long as it lasts: the link itself has no such limit."""
    request.session[_CODE] = [hash_token(token), most_uses, until.timestamp()]


def _most_uses(request: HttpRequest, invitation: Invitation) -> int | None:
    """Return the limit of the code by which the visitor came; None for the link."""
    token_hash, most, until = request.session.get(_CODE) or ("", None, 0)
    return most if token_hash == invitation.token_hash and timezone.now().timestamp() < until else None


def is_coming_by(request: HttpRequest, invitation: Invitation) -> bool:
    """Return True if the visitor confirmed the invitation; messengers that preview every link do not confirm."""
    return bool(request.session.get(_INVITATION) == invitation.pk)


def has_come_in(request: HttpRequest) -> None:
    request.session.pop(_INVITATION, None)
    request.session.pop(_CODE, None)


def permits_sign_up(request: HttpRequest) -> bool:
    number = request.session.get(_INVITATION)
    return number is not None and selectors.is_open(number)


@login_not_required
@require_http_methods(PAGE_AND_FORM)
@never_cache
@throttling.limit_unknown("invitation")
def open_invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Accept an invitation. Signed out: choose a player, or register or sign in, and return. Signed in: confirm.

    It never signs anybody in to an existing account.
    """
    invitation = access.invitation_by_token(token)
    if invitation is None and (club := _is_in_already(request, token)):
        return redirect(club)
    if invitation is None:
        return render(request, "clubs/no_invitation.html", status=404)
    if not request.user.is_authenticated:
        return _as_stranger(request, invitation)
    return _confirm(request, invitation)


def _is_in_already(request: HttpRequest, token: str) -> Club | None:
    """Return the club of an expired invitation if the user is a member: a repeated form or an old link."""
    if not isinstance(request.user, Account):
        return None
    return selectors.club_entered(token, request.user)


def _as_stranger(request: HttpRequest, invitation: Invitation) -> HttpResponse:
    """Let new visitors choose a player and join; or register, or sign in, and return.

    Names are shown only to visitors who confirmed the invitation.
    """
    is_coming = is_coming_by(request, invitation)
    if request.method != "POST":
        return _ask_who(request, invitation) if is_coming else _show(request, invitation)
    came_by(request, invitation)
    for button, page in (("register", "account_signup"), ("sign_in", "account_login")):
        if button in request.POST:
            return redirect(f"{reverse(page)}?{urlencode({'next': request.path})}")
    if is_coming and "join" in request.POST:
        return _join(request, invitation)
    return redirect(request.path)


def _show(request: HttpRequest, invitation: Invitation) -> HttpResponse:
    by = invitation.created_by
    inviter = str(by) if by and not by.erased_at else ""
    return render(request, "clubs/open_invitation.html", {"invitation": invitation, "inviter": inviter})


def _ask_who(request: HttpRequest, invitation: Invitation) -> HttpResponse:
    return render(request, "clubs/join.html", _who(invitation, AcceptForm(club=invitation.club)))


def _who(invitation: Invitation, form: AcceptForm) -> dict[str, Any]:
    """Build the context. An invitation with a player offers no list of players."""
    players = [] if invitation.player else selectors.unclaimed_players(invitation.club)
    return {"invitation": invitation, "form": form, "players": players}


def _join(request: HttpRequest, invitation: Invitation) -> HttpResponse:
    if not throttling.allow_try(request, "sign_up"):
        return throttling.respond_too_often(request)
    form = AcceptForm(request.POST, club=invitation.club)
    context = _who(invitation, form)
    if not form.is_valid():
        return answer_invalid(request, "clubs/join.html", context)
    claimed, name = form.cleaned_data["player"], form.cleaned_data["player_name"]
    known = invitation.player or claimed
    called = known.name if known else name or _("Spectator")
    try:
        me = invitations.join_as_new(
            invitation, name=called, player_name=name, claimed=claimed, most_uses=_most_uses(request, invitation)
        )
    except ValidationError as refusal:
        return answer_invalid(request, "clubs/join.html", {**context, "problems": _blamed(form, refusal)})
    has_come_in(request)
    no_password = _("No password yet: set one under “Account” to use other phones, too.")
    _format_welcome(request, invitation.club, selectors.find_own_claim(me), no_password)
    return enter_new(request, me.account, _first_page(invitation.club))


def _format_welcome(request: HttpRequest, club: Club, claim: Claim | None, *more: str) -> None:
    welcome = _("Welcome to %(club)s.") % {"club": club.name}
    messages.success(request, " ".join([welcome, *([said_to_be(claim)] if claim else []), *more]))


def _first_page(club: Club) -> str:
    """Return the address of the game in progress, if there is exactly one; else of the club."""
    ways = hooks.collect_pieces(hooks.joined_links, club)
    return ways[0].url if ways else club.get_absolute_url()


def _confirm(request: HttpRequest, invitation: Invitation) -> HttpResponse:
    me = cast(Account, request.user)
    own = selectors.find_player(invitation.club, me)
    asks_name = invitation.player is None and own is None
    form = _accept_form(request, invitation, me) if asks_name else None
    context = {
        "invitation": invitation,
        "form": form,
        "own": own,
        "is_member": selectors.find_membership(invitation.club, me) is not None,
        "players": selectors.unclaimed_players(invitation.club) if asks_name else [],
    }
    if request.method != "POST":
        return render(request, "clubs/accept_invitation.html", context)
    if form is not None and not form.is_valid():
        return answer_invalid(request, "clubs/accept_invitation.html", context)
    given: dict[str, Any] = form.cleaned_data if form is not None else {"player": None, "player_name": ""}
    name, claimed = given["player_name"], given["player"]
    try:
        membership = invitations.accept_invitation(
            invitation, player_name=name, claimed=claimed, by=me, most_uses=_most_uses(request, invitation)
        )
    except ValidationError as refusal:
        return answer_invalid(request, "clubs/accept_invitation.html", {**context, "problems": _blamed(form, refusal)})
    has_come_in(request)
    _format_welcome(request, invitation.club, selectors.find_own_claim(membership))
    return redirect(_first_page(invitation.club))


def _accept_form(request: HttpRequest, invitation: Invitation, me: Account) -> AcceptForm:
    return AcceptForm(sent_data(request), club=invitation.club, initial={"player_name": str(me)})


def _blamed(form: AcceptForm | None, refusal: ValidationError) -> list[str]:
    """Return the problems without a field; add one about the name to its field."""
    if form is None or "name" not in getattr(refusal, "error_dict", {}):
        return refusal.messages
    form.add_error("player_name", refusal.error_dict["name"])
    return []
