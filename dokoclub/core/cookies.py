"""Names of cookies, unique to this install's host and port, the migration of their former names, and the theme."""

from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.contrib.messages.storage import cookie, fallback
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import gettext_lazy as _

from dokoclub.environment import cookie_name

Respond = Callable[[HttpRequest], HttpResponseBase]


def own_name(word: str, *, path: str = "/") -> str:
    """Return the name of this install's cookie, such as `doko_theme_8000` or, with https, `__Host-doko_theme`."""
    return cookie_name(word, settings.PUBLIC_ADDRESS, path)


class _Messages(cookie.CookieStorage):
    cookie_name = own_name("messages")


class MessageStorage(fallback.FallbackStorage):
    """Django's message storage, with this install's cookie name."""

    storage_classes = (_Messages, *fallback.FallbackStorage.storage_classes[1:])


# The names until 0.1.0, so that people stay signed in. Remove them after 90 days.
FORMER: Final = {
    settings.SESSION_COOKIE_NAME: "sessionid",
    settings.CSRF_COOKIE_NAME: "csrftoken",
    settings.LANGUAGE_COOKIE_NAME: "django_language",
    own_name("theme"): "theme",
    own_name("sheet_order"): "sheet_order",
    own_name("device", path="/account/"): "device",
}


class ReadFormerCookies:
    """Middleware that falls back to a cookie's former name, and moves the session to its new name."""

    def __init__(self, get_response: Respond) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        known = {*request.COOKIES}
        former = {new: request.COOKIES[old] for new, old in FORMER.items() if old in known and new not in known}
        request.COOKIES.update(former)
        response = self.get_response(request)
        if own_name("theme") in response.cookies and "theme" in known:
            response.delete_cookie("theme", samesite="Lax")  # otherwise the choice "automatic" would find it again
        name = settings.SESSION_COOKIE_NAME
        if name in former:
            _move_session(request, response, former[name])
        return response


def _move_session(request: HttpRequest, response: HttpResponseBase, key: str) -> None:
    """Move the session to its new cookie, only if it is this site's.

    Leave another site's session alone, and say nothing about it.
    """
    name = settings.SESSION_COOKIE_NAME
    written = response.cookies.get(name)
    if written is not None and not written.value:
        del response.cookies[name]
    session = getattr(request, "session", None)
    is_ours = session is not None and session.session_key == key and not session.is_empty()
    if is_ours and written is None and "public" not in response.get("Cache-Control", ""):
        response.set_cookie(
            name,
            key,
            max_age=settings.SESSION_COOKIE_AGE,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )


COOKIE: Final = own_name("theme")
YEAR: Final = 365 * 24 * 60 * 60  # seconds

# The choices, in the order of the switch; "" leaves it to the system.
THEMES: Final = {
    "": _("Automatic"),
    "light": _("Light"),
    "dark": _("Dark"),
}

# The background of each theme, for the browser's own bars (look.css has the same).
PAPER: Final = {"light": "#faf6ec", "dark": "#181714"}


def chosen_theme(request: HttpRequest | None) -> str:
    """Return the theme that this device chose; "" for none or for an unknown value."""
    theme = request.COOKIES.get(COOKIE, "") if request is not None else ""
    return theme if theme in THEMES else ""
