"""A sheet to try out, without an account: it lives on the phone alone, until somebody takes it into a club."""

from __future__ import annotations

from typing import Any, Final

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from dokoclub.accounts.models import Account
from dokoclub.clubs.selectors import clubs_to_write_in
from dokoclub.clubs.words.rules import preset_choices
from dokoclub.evenings import selectors, services
from dokoclub.evenings.access import AtSheet
from dokoclub.evenings.selectors.sheets import SheetPage
from dokoclub.evenings.shown.kit import print_kit
from dokoclub.evenings.views.begun import NO_SHEET, print_new_sheet
from dokoclub.evenings.views.doors import Door
from dokoclub.evenings.views.ops import ENGINE, answer_kit
from dokoclub.look.http import Request
from dokoclub.look.scripts import hash_of_script
from scoring.rules.presets import NEW_CLUB, PRESETS
from scoring.terms import TABLE_SIZES

NAMES: Final = ("Anna", "Ben", "Cem", "Dora")  # to begin with; whoever tries it out writes others over them
SCOPE: Final = "try"  # of what lies on the phone: whoever holds that has it (static/js/holder.js)


@require_safe
@login_not_required
@ensure_csrf_cookie  # for what is taken along from there; the page has no form of its own
def try_out(request: HttpRequest) -> HttpResponse:
    """Who plays, by which rules; and what was tried out on this phone, to be gone on with or taken along."""
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
    """The kit of a sheet that is nobody's: as of any sheet, but without people and without an address to send to.

    No query. `local`: where it can be taken along.
    """
    if preset not in PRESETS:
        raise Http404
    folded = services.sheet_of_nobody(PRESETS[preset].rules, NAMES, _("Trying out"))
    page = selectors.page_of_nobody(folded, NAMES)
    kit = print_kit(
        page, scope=SCOPE, may_write=True, by_pen=False, present=[], moved={}, engine=hash_of_script(ENGINE)
    )
    nobody: dict[str, Any] = {"players": [], "first_dealer": "", "names": {}, "full_names": {}, "may_join": []}
    told = {"closed": None, "writer": _("you"), "club": 0, "club_name": _("Trying out")}
    told |= {"local": reverse("evenings:try_out"), "page": _print(request, page)}
    return answer_kit(request, kit | nobody | told)


def _print(request: Request, page: SheetPage) -> str:
    door = Door(AtSheet(page.sheet, None, may_write=True), NO_SHEET, None)
    return print_new_sheet(request, door, page, title=_("Trying out"))
