"""Template tags for the header of club pages."""

from typing import Final, NamedTuple

from django.http import HttpRequest
from django.template import Context, Library
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from dokoclub.accounts.views.account import get_last_club
from dokoclub.clubs import hooks
from dokoclub.clubs.access import find_own_membership
from dokoclub.clubs.models import Club, Membership, Player
from dokoclub.clubs.presenters.person import details_url, is_own_page
from dokoclub.ui.cards import get_initial
from dokoclub.ui.templatetags.ui import icon

register = Library()

SUITS: Final = ("spade", "heart", "diamond", "club")  # of the four places

ROOM: Final = "clubs"  # the place of all pages that belong to no other

PARENTS: Final = {  # pages that others lie below
    "clubs:edit_rules": gettext_lazy("Change the rules"),
    "clubs:list_members": gettext_lazy("Access"),
    "clubs:list_players": gettext_lazy("Players"),
    "clubs:show_rules": gettext_lazy("Rules"),
    "clubs:show_settings": gettext_lazy("Manage"),
    "exports:show_files": gettext_lazy("Export and print"),
    "settlement:show_accounts": gettext_lazy("Members' balances"),
    "settlement:show_kitty": gettext_lazy("Kitty"),
    "tournaments:list_tournaments": gettext_lazy("Tournaments"),
}


class Section(NamedTuple):
    """One of the four places. `current`: "page" on that page itself, "true" below it, else ""."""

    title: str
    url: str
    suit: str
    current: str


@register.simple_tag(takes_context=True)
def sections(context: Context, club: Club) -> list[Section]:
    """List the places of a club: those of later apps, and the club itself. One is the current place."""
    request = context.get("request")
    ways = hooks.collect_pieces(hooks.club_links, club)
    own = reverse("clubs:show_about", args=[club.pk])
    here = _find_place(request, ways) if isinstance(request, HttpRequest) else None
    places = [*ways, hooks.NavLink(_("Club"), own, room=ROOM)]
    return [
        Section(place.title, place.url, suit, _current(place, here)) for place, suit in zip(places, SUITS, strict=True)
    ]


@register.simple_tag(takes_context=True)
def back_link(context: Context, club: Club, place: Section) -> hooks.NavLink:
    """Return the link to the page above this one: its parent, else its place."""
    request = context.get("request")
    match = request.resolver_match if isinstance(request, HttpRequest) else None
    parent = hooks.parents_of_pages.get(match.view_name) if match else None
    if parent is None:
        return hooks.NavLink(place.title, place.url)
    return hooks.NavLink(str(PARENTS[parent]), reverse(parent, args=[club.pk]))


@register.filter
def uses(club: Club, feature: str) -> bool:
    """Return True if the club has switched this feature on. No query."""
    return club.uses(feature)


@register.simple_tag(takes_context=True)
def section_mark(context: Context, club: Club) -> SafeString:
    """Render the suit in the page margin, that of the current place."""
    suit = next((way.suit for way in sections(context, club) if way.current), "") or "club"
    return format_html('<span class="mark" aria-hidden="true">{}</span>', icon(suit))


@register.simple_tag(takes_context=True)
def own_membership(context: Context) -> Membership | None:
    """Return the reader's membership in the club last used; None if they play nowhere. One query a page."""
    kept = context.render_context
    if "own_membership" not in kept:
        request = context["request"]
        is_player = request.user.is_authenticated and not request.user.is_visitor
        kept["own_membership"] = find_own_membership(request.user, get_last_club(request)) if is_player else None
    found: Membership | None = kept["own_membership"]
    return found


@register.simple_tag(takes_context=True)
def own_mark(context: Context) -> SafeString | str:
    """Render the suit on a page of the account, for a reader who plays somewhere."""
    me = own_membership(context)
    return section_mark(context, me.club) if me else ""


@register.simple_tag
def person_url(me: Membership, player: Player) -> str:
    """Return the URL of the first page about a person. No query."""
    return _list_person_links(me, player)[0].url


@register.inclusion_tag("clubs/_person_head.html")
def person_head(me: Membership, player: Player, here: str, state: str | None = None) -> dict[str, object]:
    """Render card and name of a person, and the tabs of their pages.

    `here`: the room of the current one. `state`: below the name; None: what other apps say, on the reader's own page
    nothing.
    """
    is_own = is_own_page(me, player)
    if state is None and not is_own and not player.left_at:
        state = next(iter(hooks.collect_pieces(hooks.person_states, me, player)), "")
    ways = _list_person_links(me, player)
    return {"player": player, "ways": ways, "here": here, "is_own": is_own, "state": state}


def _list_person_links(me: Membership, player: Player) -> list[hooks.NavLink]:
    ways = [way(me, player) for way in hooks.person_links]
    if player.erased_number is None:
        ways.append(hooks.NavLink(_("Details"), details_url(me, player), room="details"))
    return ways


class Here(NamedTuple):
    """The page that is shown: its path, its view, and the place that it belongs to."""

    path: str
    view: str
    room: str


def _current(place: hooks.NavLink, here: Here | None) -> str:
    if here is None or place.room != here.room:
        return ""
    return "page" if place.url == here.path or here.view in place.lands else "true"


def _find_place(request: HttpRequest, ways: list[hooks.NavLink]) -> Here:
    """Find the place of the page's app, or of the app that the page is assigned to; otherwise it is the club."""
    match = request.resolver_match
    app = match.app_names[0] if match and match.app_names else ""
    view = match.view_name if match else ""
    room = hooks.rooms_of_pages.get(view, app)
    return Here(request.path, view, room if any(way.room == room for way in ways) else ROOM)


@register.filter
def initial(name: object) -> str:
    """Return the letter of a name on a card."""
    return get_initial(str(name))
