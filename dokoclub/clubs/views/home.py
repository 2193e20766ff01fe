"""The start page: my clubs, or how to begin."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from dokoclub.accounts import services as accounts
from dokoclub.accounts.adapters import may_register
from dokoclub.accounts.models import Account
from dokoclub.clubs import hooks, selectors
from dokoclub.clubs.shown.living import living_sheet, tell_proof

SOFT_HYPHEN: Final = "\u00ad"  # breaks a heading, and is seen where links are shown
PICTURES: Final = ("de", "en")  # languages in which the picture of a link is drawn (docs/screenshots/make.py)


@login_not_required
@require_safe
def show_home(request: HttpRequest) -> HttpResponse:
    """One club: straight to it. None or several: choose."""
    if not isinstance(request.user, Account):
        return _welcome(request)
    clubs = selectors.clubs_of(request.user)
    gone = selectors.gone_clubs_of(request.user)
    if len(clubs) == 1 and not any(gone):
        return redirect(clubs[0])
    parts = hooks.collect_pieces(hooks.home_parts, request.user)
    return render(request, "clubs/home.html", {"clubs": clubs, "gone": gone, "parts": parts})


def _welcome(request: HttpRequest) -> HttpResponse:
    return render(
        request,
        "clubs/welcome.html",
        {
            "empty_install": accounts.is_first_account(),
            "code": request.GET.get("code", ""),
            "may_register": may_register(request),
            "demo": settings.DEMO,
            "demo_is_writable": settings.DEMO_RESET,
            "living": living_sheet(),
            "proof": tell_proof(),
            "preview": _preview(),
        },
    )


def _preview() -> dict[str, str]:
    """Where the page is, and its picture, as others have to be told: with the name of the site."""
    language = get_language() if get_language() in PICTURES else "en"
    picture = static(f"preview/home-{language}.png")
    title = _("Your Doppelkopf evening, on one sheet.").replace(SOFT_HYPHEN, "")
    return {"address": f"{settings.PUBLIC_URL}/", "picture": f"{settings.PUBLIC_URL}{picture}", "title": title}
