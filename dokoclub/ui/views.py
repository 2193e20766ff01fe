"""The theme and language switches, the manifest, robots.txt, the favicon, the service worker and the offline page."""

from typing import Final

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

# The files of an import, for apps that share and open files.
IMPORTED: Final = {
    "text/csv": [".csv"],
    "text/comma-separated-values": [".csv"],  # as Android calls it
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": [".xlsx"],
    "application/vnd.oasis.opendocument.spreadsheet": [".ods"],
    "application/json": [".json"],
}


@require_POST
@login_not_required
def set_theme(request: HttpRequest) -> HttpResponse:
    """Save light, dark or the system's preference on this device, and go back to the page."""
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
    """Save the language on this device. This is Django's own view, but it never answers a GET."""
    return i18n.set_language(request)


def safe_next(request: HttpRequest) -> str:
    """Return the page where the switch was pressed, if it is on this site; else home."""
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
    """Return the web app manifest, so that a phone can put dokoclub on its home screen."""
    shared = [word for kind, endings in IMPORTED.items() for word in (kind, *endings)]
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
        "shortcuts": [{"name": _("Continue scoring"), "url": "/now/", "icons": [_icon(192)]}],
        "share_target": {
            "action": offline.SHARED,
            "method": "POST",
            "enctype": "multipart/form-data",
            "params": {"files": [{"name": "upload", "accept": shared}]},
        },
        "file_handlers": [{"action": offline.SHARED, "accept": IMPORTED}],
        "screenshots": [
            _screenshot("sheet-narrow", "1080x1920", _("A game on the score sheet and its value")),
            _screenshot("table-narrow", "1080x1920", _("The table of the year")),
            _screenshot("sheet-wide", "1280x720", _("The whole score sheet and the next game")),
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
    """Return the service worker. Its URL determines which pages it controls, and browsers revalidate it each time."""
    return HttpResponse(offline.format_worker(), content_type="text/javascript")


@require_safe
@login_not_required
@cache_control(no_cache=True)
def show_offline(request: HttpRequest) -> HttpResponse:
    """Show the page that a phone displays offline where it has saved none. It holds nothing about the user."""
    response = render(request, "ui/offline.html")
    response.headers[offline.KEEP] = "offline"
    return response


@require_safe
@login_not_required
@cache_control(max_age=86400, public=True)
def show_robots(request: HttpRequest) -> HttpResponse:
    """Return a robots.txt that allows everything.

    Crawlers must fetch a page to see that it is not to be listed (core/http.py).
    """
    return HttpResponse("User-agent: *\nDisallow:\n", content_type="text/plain")


@require_safe
@login_not_required
@cache_control(max_age=86400, public=True)
def show_favicon(request: HttpRequest) -> HttpResponse:
    """Redirect browsers that have read no page of this site to the icon."""
    return HttpResponseRedirect(static("icons/icon-192.png"))
