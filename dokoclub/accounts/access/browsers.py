"""What does somebody look with? In two words, not in the hundred of a user agent, which would tell devices apart."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest

# What stands in a user agent, and what that is. The first that fits: most pretend to be the later ones, too.
_PROGRAMS: Final = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser/": "Samsung Internet",
    "Firefox/": "Firefox",
    "FxiOS/": "Firefox",
    "Chrome/": "Chrome",
    "CriOS/": "Chrome",
    "Safari/": "Safari",
}
_SYSTEMS: Final = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "CrOS": "ChromeOS",
    "Macintosh": "macOS",
    "Linux": "Linux",
}


def browser_of(request: HttpRequest) -> str:
    """ "Firefox/Android"; "" on a side that is not known."""
    agent = request.headers.get("User-Agent", "")
    return "/".join(_first_of(names, agent) for names in (_PROGRAMS, _SYSTEMS))


def _first_of(names: dict[str, str], agent: str) -> str:
    return next((name for sign, name in names.items() if sign in agent), "")
