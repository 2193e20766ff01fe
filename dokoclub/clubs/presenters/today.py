"""Heute, the start page of a club: its leaf, the lines below, and what the club itself adds to them."""

from collections.abc import Iterator
from typing import Final, NamedTuple
from uuid import UUID, uuid4

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dokoclub import NEWS
from dokoclub.clubs import hooks, selectors
from dokoclub.clubs.hooks import Part, TodayLine
from dokoclub.clubs.models import Membership, Right
from dokoclub.clubs.presenters.club_page import whether_claimed
from dokoclub.ui.cards import Card
from scoring.terms import PLAYING

MOST_LINES: Final = 3


class Seats(NamedTuple):
    """The first table of a young club. `seats`: a card for each seat, None for a free one."""

    me: Membership
    seats: list[Card | None]
    missing: int
    key: UUID | None  # of the form for a name; None for members who cannot add players


class Today(NamedTuple):
    leaf: Part | None
    lines: list[TodayLine]
    notes: list[Part]


def show_today(me: Membership) -> Today:
    """Return the first state that holds, and at most three lines below it. Queries of the hooks."""
    leaf = next((part for make in hooks.today_leaves if (part := make(me))), None)
    lines: list[TodayLine] = []
    for make_lines in hooks.today_lines:
        if leaf is None or len(lines) >= MOST_LINES:
            break
        lines += make_lines(me, leaf)
    return Today(leaf, lines[:MOST_LINES], hooks.collect_pieces(hooks.today_notes, me))


def ask_for_names(me: Membership) -> Part:
    """Return the leaf of a club with too few players for a table: seats, and a field for a name. One query."""
    playing = [player.card for player in selectors.active_players(me.club) if player.active]
    missing = max(PLAYING - len(playing), 0)
    may_add = me.may(Right.OWN) and not me.club.is_moving
    seats = Seats(me, [*playing, *[None] * missing], missing, uuid4() if may_add else None)
    return Part("clubs/_names_leaf.html", seats)


def list_waiting(me: Membership, _leaf: Part) -> list[TodayLine]:
    """List what waits for an owner: players to confirm, and accounts of a club that has moved. Three queries.

    For a member without a player: the way to claim one.
    """
    if not me.may(Right.OWN):
        return list(_own_claim(me))
    lines = []
    if number := len(selectors.claims_waiting(me.club)):
        text = ngettext("%(number)s player to confirm", "%(number)s players to confirm", number)
        lines.append(TodayLine("club", text % {"number": number}, reverse("clubs:show_about", args=[me.club_id])))
    if number := sum(hasattr(player, "awaited") for player in selectors.active_players(me.club)):
        url = reverse("clubs:invite_again", args=[me.club_id])
        text = ngettext("Invite %(number)s again", "Invite %(number)s again", number)
        lines.append(TodayLine("club", text % {"number": number}, url))
    return lines


def list_news(me: Membership, _leaf: Part) -> list[TodayLine]:
    """Return the line about a new version, until the account has read it. No query."""
    if me.account.is_visitor or me.account.news_read == NEWS:
        return []
    return [TodayLine("diamond", _("New in version %(version)s") % {"version": NEWS}, reverse("accounts:show_news"))]


def _own_claim(me: Membership) -> Iterator[TodayLine]:
    mine = whether_claimed(me, selectors.active_players(me.club))
    if mine and mine.claim:
        name = {"name": mine.claim.player.name}
        yield TodayLine("club", _("Are you %(name)s?") % name, reverse("clubs:show_about", args=[me.club_id]))
    elif mine:
        yield TodayLine("club", _("I am on the list of players"), reverse("clubs:claim_player", args=[me.club_id]))


def list_first_steps(me: Membership, _leaf: Part) -> list[TodayLine]:
    """List what the owner of a young club may do next: invite the others. At most one query."""
    if not me.may(Right.OWN) or selectors.count_heads(me.club).accounts > 1:
        return []
    url = reverse("clubs:create_invitation", args=[me.club_id]) + "?everybody=1"
    return [TodayLine("club", _("Invite the others"), url)]
