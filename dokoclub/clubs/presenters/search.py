"""Search of a club: pages, settings, players, evenings and help that the reader may open."""

from __future__ import annotations

from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _

from dokoclub.clubs import hooks, selectors
from dokoclub.clubs.hooks import NavLink
from dokoclub.clubs.models import Membership, Right
from dokoclub.clubs.texts.rule_search import search_rules
from dokoclub.handbook import presenters as handbook
from dokoclub.handbook.texts import PAGES

MOST_FOUND: Final = 6  # of one kind
# Pages of the handbook about one feature.
EXPLAINED: Final = {
    "dates": "dates",
    "cash-box": "kitty",
    "year": "kitty",
    "accounts": "dues",
    "dues": "dues",
    "tournaments": "tournaments",
}


def search_club(me: Membership, typed: str) -> list[NavLink]:
    """Return what has all typed words in its title or state, a few of each kind."""
    words = typed.casefold().split()
    if not words:
        return []
    kinds = [
        _settings(me) if me.may(Right.OWN) else [],
        [*_pages(me), *(link for ask in hooks.search_pages for link in ask(me))],
        _players(me),
        *(ask(me) for ask in hooks.search_kinds),
        _help(me),
    ]
    found = [link for links in kinds for link in _matching(links, words)[:MOST_FOUND]]
    return [*found, *(_rules(me, typed) if me.may(Right.OWN) else [])]


def _matching(links: list[NavLink], words: list[str]) -> list[NavLink]:
    """Return the links with all words; those with them in the title come first."""
    found = [link for link in links if _has(words, f"{link.title} {link.about} {link.known_as}")]
    return sorted(found, key=lambda link: not _has(words, link.title))


def _has(words: list[str], text: str) -> bool:
    known = text.casefold()
    return all(word in known for word in words)


def _settings(me: Membership) -> list[NavLink]:
    club = me.club.pk
    rows = hooks.collect_pieces(hooks.club_settings, me)
    return [
        *(NavLink(row.title, row.url, about=row.state) for row in rows if not row.feature or me.club.uses(row.feature)),
        NavLink(_("Manage"), reverse("clubs:show_settings", args=[club]), about=_("What the club uses")),
        NavLink(_("Change the rules"), reverse("clubs:edit_rules", args=[club])),
        NavLink(_("Add a player"), reverse("clubs:add_player", args=[club])),
        NavLink(_("Invite somebody"), reverse("clubs:create_invitation", args=[club])),
        NavLink(_("Delete the club"), reverse("clubs:delete_club", args=[club])),
    ]


def _pages(me: Membership) -> list[NavLink]:
    club = me.club.pk
    has_office = me.may_score or me.may_keep_money
    leaves = not me.account.is_visitor
    return [
        *(ask(me.club) for ask in hooks.club_links),
        NavLink(_("Players"), reverse("clubs:list_players", args=[club])),
        NavLink(_("Rules"), reverse("clubs:show_rules", args=[club])),
        *hooks.collect_pieces(hooks.club_foot_links, me),
        *([NavLink(_("Access"), reverse("clubs:list_members", args=[club]))] if has_office else []),
        *([NavLink(_("Leave the club"), reverse("clubs:leave_club", args=[club]))] if leaves else []),
    ]


def _players(me: Membership) -> list[NavLink]:
    first_tab = hooks.person_links[0]
    return [
        NavLink(player.name, first_tab(me, player).url, about=_("Player"), known_as=player.short_name)
        for player in selectors.active_players(me.club)
    ]


def _help(me: Membership) -> list[NavLink]:
    language = handbook.find_language()
    return [
        NavLink(
            handbook.find_title(name, language),
            handbook.get_address(name),
            about=_("Handbook"),
            known_as=handbook.read_text(name, language),
        )
        for name in PAGES
        if name not in EXPLAINED or me.club.uses(EXPLAINED[name])
    ]


def _rules(me: Membership, typed: str) -> list[NavLink]:
    found = search_rules(typed, selectors.current_rules(me.club).parsed).questions[:MOST_FOUND]
    return [
        NavLink(str(one.label), reverse("clubs:edit_rule", args=[me.club_id, one.key]), about=_("Rule"))
        for one in found
    ]
