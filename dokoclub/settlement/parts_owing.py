"""What is open, on the pages of a club and of a player, and the way there. Named in settings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from dokoclub.clubs.models import Club, Membership, Player
from dokoclub.clubs.sections import Part, Way
from dokoclub.look.numbers import money
from dokoclub.settlement.owing_words import days_of, who_pays
from dokoclub.settlement.selectors.owing import Pair, overview, own_players


class Sentence(NamedTuple):
    who: str  # "You pay Anna"
    amount: str
    days: str


class Open(NamedTuple):
    """What the reader has to pay and to get, and what is open in the whole club, in cents."""

    own: list[Sentence]
    cents: int


class OpenOf(NamedTuple):
    """What a player has to pay and to get."""

    player: Player
    pairs: list[Sentence]


def way(club: Club) -> Way:
    return Way(_("Money"), reverse("settlement:show_overview", args=[club.pk]))


def open_payments(me: Membership) -> Part | None:
    """On the page of the club, where something is open. Ten queries at most, whatever the number of evenings."""
    found = overview(me.club)
    if not found.pairs:
        return None
    mine = own_players(me.club, me.account)
    return Part("settlement/_open.html", Open(_sentences(me.club, found.of(mine), mine), found.cents))


def open_of_player(me: Membership, player: Player) -> Part:
    """On the page of a player. Nine queries at most."""
    return Part("settlement/_open_of.html", OpenOf(player, _sentences(me.club, overview(me.club).of([player.pk]), [])))


def _sentences(club: Club, pairs: Sequence[Pair], mine: Sequence[int]) -> list[Sentence]:
    return [Sentence(who_pays(pair, mine), money(pair.cents, club.currency), days_of(pair.lines)) for pair in pairs]
