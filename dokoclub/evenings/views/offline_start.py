"""Evenings that start on a phone without a network: the data that the phone saves for it and sends later.

Also trying out.
"""

from dataclasses import replace
from http import HTTPStatus
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from dokoclub.accounts.access import UserRequest
from dokoclub.accounts.models import Account
from dokoclub.clubs import access
from dokoclub.clubs.models import IsMoving, Membership, Right
from dokoclub.clubs.selectors import clubs_to_write_in
from dokoclub.clubs.texts.games import own_names
from dokoclub.clubs.texts.rules import preset_choices
from dokoclub.core.http import Request, Reused
from dokoclub.core.offline import KEEP, list_scripts
from dokoclub.core.static_files import hash_of_script
from dokoclub.evenings.access import AtSheet, sheet_to_read
from dokoclub.evenings.forms.operations import Unreadable, read_offline_start
from dokoclub.evenings.presenters.sheet import render_kit
from dokoclub.evenings.selectors import sheets, starting
from dokoclub.evenings.selectors.sheets import SheetPage
from dokoclub.evenings.selectors.starting import Suggestion
from dokoclub.evenings.services import errors, offline_start
from dokoclub.evenings.texts import short_names
from dokoclub.evenings.views import operations
from dokoclub.evenings.views.operations import ENGINE, answer_kit, make_kit
from dokoclub.evenings.views.sheet import whole_context
from dokoclub.evenings.views.sheet_access import Address, SheetContext
from dokoclub.ui.texts import break_name
from scoring.rules.presets import NEW_CLUB, PRESETS
from scoring.terms import TABLE_SIZES

LARGEST_START: Final = 16 * 1024  # bytes of an offline start
NO_SHEET: Final = Address({"sheet_id": 0})  # nothing is requested there until the sheet has a number
NAMES: Final = ("Anna", "Ben", "Cem", "Dora")  # example names, which users overwrite
SCOPE: Final = (
    "try"  # of data on the phone: everybody who holds the phone has access (static/js/outbox/device_owner.js)
)


@require_safe
def show_blank(request: UserRequest, club_id: int) -> HttpResponse:
    """Return the offline data of a sheet of this club not yet started, with everybody who may sit down.

    It is like that of any sheet, but without a number; it also holds the values that the phone sends back at the start.
    While the club is moving there is none, since the start could not be sent: a phone that already has one keeps it.
    """
    me = access.enter_club(request.user, club_id, Right.SCORE)
    if me.club.is_moving:
        raise IsMoving(me.club)
    proposal = starting.suggest_start(me.club)
    state = offline_start.blank_for(me.club, proposal)
    sent_back = _sent_back(request, me, proposal)
    if state is None:
        return JsonResponse({"reason": "few", **sent_back}, status=HTTPStatus.CONFLICT)
    page = sheets.get_page(state, writers=False)
    people = (*proposal.players, *proposal.others)
    kit = render_kit(
        page,
        scope=f"{request.user.pk}.new",
        may_write=True,
        by_pen=False,
        present=people,
        moved={},
        engine=hash_of_script(ENGINE),
    )
    short = {str(pk): break_name(name) for pk, name in short_names(people).items()}
    told = {
        "closed": None,
        "short_names": short,
        "other_day": render_to_string("evenings/_other_day.html"),
        **sent_back,
    }
    page_of_it = format_new_sheet(request, SheetContext(AtSheet(page.sheet, me, True), NO_SHEET, request.user), page)
    return answer_kit(request, kit | told | {"page": page_of_it})


def _sent_back(request: UserRequest, me: Membership, proposal: Suggestion) -> dict[str, Any]:
    """Return the values with which the evening is opened later, regardless of the phone's state then."""
    begins = {"rules": proposal.rules.pk, "length_kind": proposal.length_kind, "length": proposal.length}
    mine = {"account": request.user.pk, "writer": str(request.user), "club": me.club.pk, "club_name": me.club.name}
    return mine | {"begins": begins, "open_begun": reverse("evenings:open_begun", args=[me.club.pk])}


def format_new_sheet(request: Request, sheet_context: SheetContext, page: SheetPage, title: str = "") -> str:
    """Render the page of a sheet without its head, for a phone that builds it without a network.

    No token, no columns.
    """
    context = whole_context(request, sheet_context, page)
    sheet = replace(context["sheet"], columns=(), version=1)
    shell = {"path": reverse("evenings:begin_evening")}  # where people return to after signing in
    alone = {"sheet": sheet, "request": shell, "csrf_token": "", "drafts": "", "title": title or _("New evening")}
    return render_to_string("evenings/_new_sheet.html", context | alone)


@require_safe
@login_not_required
@ensure_csrf_cookie  # for later requests from there; the page has no form of its own
@cache_control(no_cache=True)
def begin_evening(request: HttpRequest) -> HttpResponse:
    """Show the page that starts an evening without a network; all its content comes from the phone."""
    response = render(request, "evenings/begin_evening.html", {"scripts": list_scripts()})
    response.headers[KEEP] = "offline"
    return response


@require_POST
def open_begun(request: UserRequest, club_id: int) -> HttpResponse:
    """Open the evening, once: every answer names the key, and the same key gets the same sheet."""
    me = access.enter_club(request.user, club_id, Right.SCORE)
    if int(request.META.get("CONTENT_LENGTH") or 0) > LARGEST_START:
        return _answer_start(None, HTTPStatus.REQUEST_ENTITY_TOO_LARGE, {"reason": "large"})
    if request.content_type != "application/json":
        return _answer_start(None, HTTPStatus.BAD_REQUEST, {"reason": "unreadable", "part": "type"})
    try:
        begun = read_offline_start(request.body)
    except Unreadable as unreadable:
        return _answer_start(None, HTTPStatus.BAD_REQUEST, {"reason": "unreadable", "part": unreadable.part})
    if begun.account not in (None, request.user.pk):
        return _answer_start(begun, HTTPStatus.CONFLICT, {"reason": "other", "writer": str(request.user)})
    return _open(request, me, begun)


def _open(request: UserRequest, me: Membership, begun: offline_start.OfflineStart) -> HttpResponse:
    try:
        sheet = offline_start.open_begun(me.club, begun, by=request.user)
    except errors.Impossible as impossible:
        rules = starting.suggest_start(me.club).rules.parsed
        problems = operations.format_problems(impossible.problems, own_names(rules))
        problems = operations.format_guests(problems, me.club, begun.guests)
        return _answer_start(begun, HTTPStatus.UNPROCESSABLE_ENTITY, {"problems": problems})
    except Reused:
        return _answer_start(begun, HTTPStatus.CONFLICT, {"reason": "reused"})
    sheet_context = SheetContext(sheet_to_read(request.user, sheet.pk), Address({"sheet_id": sheet.pk}), request.user)
    told = {
        "sheet": sheet.pk,
        "scope": sheet_context.drafts,
        "addresses": {name: sheet_context.address(name) for name in ("show_sheet", "show_kit", "send_ops")},
        "guests": offline_start.number_guests(me.club, begun),
        "kit": make_kit(sheet_context, sheets.sheet_page(sheet_context.sheet)),
    }
    return _answer_start(begun, HTTPStatus.OK, told)


def _answer_start(begun: offline_start.OfflineStart | None, status: HTTPStatus, told: dict[str, Any]) -> JsonResponse:
    return JsonResponse({"key": str(begun.key) if begun else None, **told}, status=status)


@require_safe
@login_not_required
@ensure_csrf_cookie  # for games transferred from there; the page has no form of its own
def try_out(request: HttpRequest) -> HttpResponse:
    """Show the choice of players and rules, and earlier tries on this phone, to continue or to transfer."""
    is_known = isinstance(request.user, Account) and not request.user.is_visitor
    context = {
        "names": NAMES,
        "more": range(len(NAMES) + 1, max(TABLE_SIZES) + 1),
        "presets": preset_choices(),
        "preset": NEW_CLUB,
        "is_known": is_known,
        "clubs": clubs_to_write_in(request.user) if isinstance(request.user, Account) and is_known else [],
        "by_invitation": settings.REGISTRATION == "invited",
    }
    return render(request, "evenings/try_out.html", context)


@require_safe
@login_not_required
@cache_control(no_cache=True)
def show_try_kit(request: Request, preset: str) -> HttpResponse:
    """Return the offline data of a sheet for trying out: without real people and without a URL to send to.

    No query. `local`: the URL from which it can be transferred to a club.
    """
    if preset not in PRESETS:
        raise Http404
    state = offline_start.sheet_of_nobody(PRESETS[preset].rules, NAMES, _("Trying out"))
    page = sheets.page_of_nobody(state, NAMES)
    kit = render_kit(
        page, scope=SCOPE, may_write=True, by_pen=False, present=[], moved={}, engine=hash_of_script(ENGINE)
    )
    nobody: dict[str, Any] = {"players": [], "first_dealer": "", "names": {}, "full_names": {}, "may_join": []}
    told = {"closed": None, "writer": _("you"), "club": 0, "club_name": _("Trying out")}
    told |= {"local": reverse("evenings:try_out"), "page": _print(request, page)}
    return answer_kit(request, kit | nobody | told)


def _print(request: Request, page: SheetPage) -> str:
    sheet_context = SheetContext(AtSheet(page.sheet, None, may_write=True), NO_SHEET, None)
    return format_new_sheet(request, sheet_context, page, title=_("Trying out"))
