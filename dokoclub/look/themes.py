"""Light or dark? The system's wish, unless this phone chose one: the choice is kept in a cookie."""

from typing import Final

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from dokoclub.look.cookies import own_name

COOKIE: Final = own_name("theme")
YEAR: Final = 365 * 24 * 60 * 60  # seconds

# What can be chosen, in the order of the switch; "" leaves it to the system.
THEMES: Final = {
    "light": _("Light"),
    "dark": _("Dark"),
    "": _("Automatic"),
}

# The paper of each theme, for the browser's own bars (look.css has the same).
PAPER: Final = {"light": "#faf6ec", "dark": "#181714"}


def chosen_theme(request: HttpRequest | None) -> str:
    """The theme this phone chose, "" for none or for a value that is no theme."""
    theme = request.COOKIES.get(COOKIE, "") if request is not None else ""
    return theme if theme in THEMES else ""
