"""Template tags for the header of club pages."""

from typing import Final, NamedTuple

from django.http import HttpRequest
from django.template import Context, Library
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from dokoclub.clubs import hooks
from dokoclub.clubs.models import Club
from dokoclub.ui.templatetags.ui import icon

register = Library()

RED: Final = ("heart", "diamond")

SUITS: Final = ("spade", "heart", "diamond")  # for later apps; the club itself has clubs


class Section(NamedTuple):
    """A link in the header. `current`: "page" on that page itself, "true" below it, else ""."""

    title: str
    url: str
    suit: str
    current: str
    is_roomy: bool = False  # hidden on narrow screens


@register.simple_tag(takes_context=True)
def sections(context: Context, club: Club) -> list[Section]:
    """List the header links: the club, those of later apps, and two more club pages. One marks the current section."""
    request = context.get("request")
    ways = hooks.collect_pieces(hooks.club_ways, club)
    own = [
        (_("Club"), reverse("clubs:show_club", args=[club.pk])),
        (_("Players"), reverse("clubs:list_players", args=[club.pk])),
        (_("Rules"), reverse("clubs:show_rules", args=[club.pk])),
    ]
    path = here = ""
    if isinstance(request, HttpRequest):
        path, here = request.path, _url_of_section(request, ways, [url for _title, url in own])
    first, *roomy = [Section(title, url, "", _current(url, path, here), is_roomy=True) for title, url in own]
    brought = [
        Section(way.title, way.url, suit, _current(way.url, path, here))
        for way, suit in zip(ways, [*SUITS, *[""] * len(ways)], strict=False)
    ]
    return [first._replace(suit="club", is_roomy=False), *brought, *roomy]


@register.filter
def uses(club: Club, feature: str) -> bool:
    """Return True if the club has switched this feature on. No query."""
    return club.uses(feature)


@register.simple_tag(takes_context=True)
def section_mark(context: Context, club: Club) -> SafeString:
    """Render the suit in the page margin, that of the current section; clubs for the club's own pages."""
    suit = next((way.suit for way in sections(context, club) if way.current), "") or "club"
    kind = "mark red-suit" if suit in RED else "mark"
    return format_html('<span class="{}" aria-hidden="true">{}</span>', kind, icon(suit))


def _current(url: str, path: str, here: str) -> str:
    return "page" if url == path else "true" if url == here else ""


def _url_of_section(request: HttpRequest, ways: list[hooks.NavLink], own: list[str]) -> str:
    """Return the link of the page's app, or of the app that the page is assigned to.

    Otherwise, return the longest of the club's own addresses that the page is below.
    """
    match = request.resolver_match
    own_app = match.app_names[0] if match and match.app_names else ""
    mine = hooks.rooms_of_pages.get(match.view_name, own_app) if match else ""
    of_app = [way.url for way in ways if way.room == mine]
    below = [url for url in own if request.path.startswith(url)]
    return of_app[0] if of_app else max(below, key=len, default=own[0])
