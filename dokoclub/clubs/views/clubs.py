"""Views to found, show, change, leave, delete and restore a club; settings, start and welcome page."""

from typing import Any, Final

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import BadRequest, ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from dokoclub.accounts.access import UserRequest
from dokoclub.accounts.adapters import may_register
from dokoclub.accounts.models import Account
from dokoclub.accounts.services import registration
from dokoclub.clubs import access, hooks, selectors
from dokoclub.clubs.forms.clubs import ClubForm, DeleteClubForm, FoundClubForm
from dokoclub.clubs.models import Club, Membership, Right
from dokoclub.clubs.models.features import BY_KEY, FEATURES
from dokoclub.clubs.presenters import club_page, sample, search
from dokoclub.clubs.presenters.today import show_today
from dokoclub.clubs.services import clubs as services
from dokoclub.clubs.services.members import has_heir, is_only_owner
from dokoclub.clubs.services.members import leave_club as leave
from dokoclub.clubs.texts.rules import preset_sentences
from dokoclub.clubs.views.links import show_to_member
from dokoclub.core.http import PAGE_AND_FORM, Reused, answer_invalid, sent_data

SOFT_HYPHEN: Final = "\u00ad"  # breaks a heading, but is visible in link previews
MOST_TYPED: Final = 100  # characters of a search
PICTURES: Final = ("de", "en")  # languages with a link preview image (docs/screenshots/make.py)


@require_http_methods(PAGE_AND_FORM)
def found_club(request: UserRequest) -> HttpResponse:
    """Found a club; `ask` goes on to the questions about its rules."""
    form = FoundClubForm(sent_data(request), initial={"player_name": str(request.user)})
    ways = hooks.collect_pieces(hooks.founding_links)
    context = {"form": form, "presets": preset_sentences(), "ways": ways}
    if request.method != "POST":
        return render(request, "clubs/found_club.html", context)
    if form.is_valid():
        try:
            club = services.found_club(**form.cleaned_data, by=request.user)
            if "ask" in request.POST:
                return redirect("clubs:ask_rules", club.pk)
            return redirect(_after_founding(club))
        except Reused:
            form.used_before()
    return answer_invalid(request, "clubs/found_club.html", context)


def _after_founding(club: Club) -> str:
    """Return the address after founding: straight to the table with enough players."""
    ways = hooks.collect_pieces(hooks.starting_links, club.memberships.earliest("pk"))
    return ways[0].url if ways else club.get_absolute_url()


@require_safe
def show_club(request: UserRequest, club_id: int) -> HttpResponse:
    me = access.enter_club(request.user, club_id, Right.READ)
    return show_to_member(request, "clubs/show_club.html", lambda: _today(me), me)


def _today(me: Membership) -> dict[str, Any]:
    return {"me": me, "club": me.club, "today": show_today(me)}


@require_safe
def show_about(request: UserRequest, club_id: int) -> HttpResponse:
    me = access.enter_club(request.user, club_id, Right.READ)
    return show_to_member(request, "clubs/show_about.html", lambda: _about(me), me)


def _about(me: Membership) -> dict[str, Any]:
    players = selectors.active_players(me.club)
    return {
        "me": me,
        "club": me.club,
        "accounts": selectors.count_heads(me.club).accounts,
        "rules_state": club_page.rules_state(selectors.current_rules(me.club)),
        "claims": selectors.claims_waiting(me.club) if me.may(Right.OWN) else [],
        "mine": club_page.whether_claimed(me, players),
        "players": [player for player in players if player.active],
        "ways": hooks.collect_pieces(hooks.club_foot_links, me),
    }


@require_safe
def show_settings(request: UserRequest, club_id: int) -> HttpResponse:
    me = access.enter_club(request.user, club_id, Right.OWN)
    found = hooks.collect_pieces(hooks.club_settings, me)
    context = {
        "me": me,
        "club": me.club,
        "features": FEATURES,
        "switched": BY_KEY.get(request.GET.get("switched", "")),
        "settings": [one for one in found if not one.feature or me.club.uses(one.feature)],
    }
    return render(request, "clubs/settings.html", context)


@require_safe
def search_club(request: UserRequest, club_id: int) -> HttpResponse:
    """Find pages, players, evenings and help by `?q=`."""
    me = access.enter_club(request.user, club_id, Right.READ)
    typed = request.GET.get("q", "").strip()[:MOST_TYPED]
    context = {"me": me, "club": me.club, "typed": typed, "found": search.search_club(me, typed)}
    return render(request, "clubs/search_club.html", context)


@require_POST
def switch_feature(request: UserRequest, club_id: int, feature: str) -> HttpResponse:
    """Switch a feature on or off, and show the settings again."""
    me = access.enter_club(request.user, club_id, Right.OWN)
    on = {"1": True, "0": False}.get(request.POST.get("on", ""))
    if feature not in BY_KEY:
        raise Http404
    if on is None:
        raise BadRequest("`on` must be 1 or 0.")
    address = reverse("clubs:show_settings", args=[club_id])
    try:
        services.switch_feature(me.club, feature, on, by=request.user)
    except ValidationError as refused:
        messages.error(request, " ".join(refused.messages))
        return redirect(address)
    return redirect(f"{address}?switched={feature}")


@require_http_methods(PAGE_AND_FORM)
def edit_club(request: UserRequest, club_id: int) -> HttpResponse:
    me = access.enter_club(request.user, club_id, Right.OWN)
    form = ClubForm(sent_data(request), initial={"name": me.club.name})
    context = {"me": me, "club": me.club, "form": form}
    if request.method != "POST":
        return render(request, "clubs/edit_club.html", context)
    if not form.is_valid():
        return answer_invalid(request, "clubs/edit_club.html", context)
    services.rename_club(me.club, **form.cleaned_data, by=request.user)
    messages.success(request, _("Saved."))
    return redirect("clubs:show_settings", me.club.pk)


@require_http_methods(PAGE_AND_FORM)
def leave_club(request: UserRequest, club_id: int) -> HttpResponse:
    if request.method == "POST" and access.has_left(request.user, club_id):
        return redirect("clubs:show_home")
    me = access.enter_club(request.user, club_id, Right.READ)
    unsettled = [one for ask in hooks.unsettled_of_member for one in ask(me, me)]
    context = {
        "me": me,
        "club": me.club,
        "unsettled": unsettled,
        "is_only_owner": is_only_owner(me),
        "has_heir": has_heir(me),
    }
    if request.method != "POST":
        return render(request, "clubs/leave_club.html", context)
    try:
        leave(me)
    except ValidationError as refusal:
        return answer_invalid(request, "clubs/leave_club.html", {**context, "problem": refusal.messages[0]})
    messages.success(request, _("You have left %(club)s.") % {"club": me.club.name})
    return redirect("clubs:show_home")


@require_http_methods(PAGE_AND_FORM)
def delete_club(request: UserRequest, club_id: int) -> HttpResponse:
    if request.method == "POST" and access.has_deleted(request.user, club_id):
        return redirect("clubs:show_home")
    me = access.enter_club(request.user, club_id, Right.OWN)
    form = DeleteClubForm(sent_data(request), club=me.club)
    context = {"me": me, "club": me.club, "form": form}
    if request.method != "POST":
        return render(request, "clubs/delete_club.html", context)
    if form.is_valid():
        try:
            services.delete_club(me.club, typed=form.cleaned_data["typed"], by=request.user)
        except ValidationError as refusal:
            form.add_error(None, refusal)
        else:
            messages.success(request, _("%(club)s was deleted.") % {"club": me.club.name})
            return redirect("clubs:show_home")
    return answer_invalid(request, "clubs/delete_club.html", context)


@require_POST
def take_back_club(request: UserRequest, club_id: int) -> HttpResponse:
    club = access.club_to_take_back(request.user, club_id)
    services.take_back_club(club, by=request.user)
    messages.success(request, _("%(club)s is back.") % {"club": club.name})
    return redirect(club)


@login_not_required
@require_safe
def show_home(request: HttpRequest) -> HttpResponse:
    """Redirect to the only club. With none or several: let the user choose."""
    if not isinstance(request.user, Account):
        return _welcome(request)
    clubs = selectors.list_clubs(request.user)
    gone = selectors.get_gone_clubs(request.user)
    if len(clubs) == 1 and not any(gone):
        return redirect(clubs[0])
    parts = hooks.collect_pieces(hooks.home_parts, request.user)
    return render(request, "clubs/home.html", {"clubs": clubs, "gone": gone, "parts": parts})


def _welcome(request: HttpRequest) -> HttpResponse:
    return render(
        request,
        "clubs/welcome.html",
        {
            "empty_install": registration.is_first_account(),
            "code": request.GET.get("code", ""),
            "may_register": may_register(request),
            "demo": settings.DEMO,
            "demo_is_writable": settings.DEMO_RESET,
            "living": sample.living_sheet(),
            "payments": sample.list_payments(),
            "preview": _preview(),
        },
    )


def _preview() -> dict[str, str]:
    """Return address, image and title for link previews, as absolute URLs."""
    language = get_language() if get_language() in PICTURES else "en"
    picture = static(f"preview/home-{language}.png")
    title = _("Your Doppelkopf night on one sheet.").replace(SOFT_HYPHEN, "")
    return {"address": f"{settings.PUBLIC_URL}/", "picture": f"{settings.PUBLIC_URL}{picture}", "title": title}
