"""The two switches and the manifest."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.templatetags.static import static
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views import i18n
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from . import themes


@require_POST
@login_not_required
def set_theme(request: HttpRequest) -> HttpResponse:
    """Keep light, dark or the system's wish on this phone, and go back to the page."""
    theme = request.POST.get("theme", "")
    answer = HttpResponseRedirect(safe_next(request))
    if theme in themes.PAPER:
        answer.set_cookie(
            themes.COOKIE, theme, max_age=themes.YEAR, secure=request.is_secure(), httponly=True, samesite="Lax"
        )
    else:
        answer.delete_cookie(themes.COOKIE, samesite="Lax")
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
        "background_color": themes.PAPER["light"],
        "theme_color": themes.PAPER["light"],
        "icons": [
            {"src": static("icons/icon.svg"), "sizes": "any", "type": "image/svg+xml"},
            {"src": static("icons/icon-192.png"), "sizes": "192x192", "type": "image/png"},
            {"src": static("icons/icon-512.png"), "sizes": "512x512", "type": "image/png"},
            {"src": static("icons/maskable-512.png"), "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
        ],
    }
    return JsonResponse(manifest, content_type="application/manifest+json")
