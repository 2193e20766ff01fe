"""The two switches, the manifest, what robots ask for, and what a phone needs without a network."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views import i18n
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from dokoclub.core import cookies, offline


@require_POST
@login_not_required
def set_theme(request: HttpRequest) -> HttpResponse:
    """Keep light, dark or the system's wish on this phone, and go back to the page."""
    theme = request.POST.get("theme", "")
    answer = HttpResponseRedirect(safe_next(request))
    if theme in cookies.PAPER:
        answer.set_cookie(
            cookies.COOKIE, theme, max_age=cookies.YEAR, secure=request.is_secure(), httponly=True, samesite="Lax"
        )
    else:
        answer.delete_cookie(cookies.COOKIE, samesite="Lax")
    return answer


@require_POST
@login_not_required
def set_language(request: HttpRequest) -> HttpResponse:
    """Keep the language on this phone; Django's own view, but it never answers a GET."""
    return i18n.set_language(request)


def safe_next(request: HttpRequest) -> str:
    """Where the switch was pressed, if that is a page of ours; else home."""
    wanted = request.POST.get("next", "")
    ours = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if ours else "/"


@require_safe
@login_not_required
@cache_control(max_age=86400, public=True)
@vary_on_headers("Accept-Language", "Cookie")
def show_manifest(request: HttpRequest) -> HttpResponse:
    """What a phone needs to put dokoclub on its home screen."""
    manifest = {
        "id": "/",
        "name": "dokoclub",
        "short_name": "dokoclub",
        "description": _("Doppelkopf evenings: write games, keep the league, settle the money."),
        "lang": get_language(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": cookies.PAPER["light"],
        "theme_color": cookies.PAPER["light"],
        "icons": [
            {"src": static("icons/icon.svg"), "sizes": "any", "type": "image/svg+xml"},
            _icon(192),
            _icon(512),
            {"src": static("icons/maskable-512.png"), "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
        ],
        "categories": ["games", "utilities"],
        "launch_handler": {"client_mode": "navigate-existing"},  # one window, so that no sheet is open twice
        "shortcuts": [{"name": _("Continue writing"), "url": "/now/", "icons": [_icon(192)]}],
        "screenshots": [
            _screenshot("sheet-narrow", "1080x1920", _("A game on the score sheet, with what it is worth")),
            _screenshot("table-narrow", "1080x1920", _("The table of the year")),
            _screenshot("sheet-wide", "1280x720", _("The whole score sheet beside the game to come")),
        ],
    }
    return JsonResponse(manifest, content_type="application/manifest+json")


def _icon(size: int) -> dict[str, str]:
    return {"src": static(f"icons/icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}


def _screenshot(name: str, sizes: str, label: str) -> dict[str, str]:
    form = name.rpartition("-")[2]
    src = static(f"screenshots/{name}.png")
    return {"src": src, "sizes": sizes, "type": "image/png", "form_factor": form, "label": label}


@require_safe
@login_not_required
@conditional_page
@cache_control(no_cache=True)
def show_worker(request: HttpRequest) -> HttpResponse:
    """The service worker: its address says of which pages it is one, and browsers ask for it again each time."""
    return HttpResponse(offline.format_worker(), content_type="text/javascript")


@require_safe
@login_not_required
@cache_control(no_cache=True)
def show_offline(request: HttpRequest) -> HttpResponse:
    """What a phone shows without a network where it has kept no page; it says nothing of who asks."""
    response = render(request, "ui/offline.html")
    response.headers[offline.KEEP] = "offline"
    return response


@require_safe
@login_not_required
@cache_control(max_age=86400, public=True)
def show_robots(request: HttpRequest) -> HttpResponse:
    """Nothing is forbidden to be fetched: only then is it read that a page is not to be listed (listing.py)."""
    return HttpResponse("User-agent: *\nDisallow:\n", content_type="text/plain")


@require_safe
@login_not_required
@cache_control(max_age=86400, public=True)
def show_favicon(request: HttpRequest) -> HttpResponse:
    """Where browsers look that have read no page of ours."""
    return HttpResponseRedirect(static("icons/icon-192.png"))
