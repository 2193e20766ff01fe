"""What the money adds to the pages of clubs, players and evenings, which know nothing of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from dokoclub.clubs.hooks import Part, Section, Setting, Way
from dokoclub.clubs.models import Club, Membership, Player
from dokoclub.evenings.models import Evening
from dokoclub.look.numbers import money
from dokoclub.settlement import words
from dokoclub.settlement.selectors.evening import chosen_rules, rules_of_club
from dokoclub.settlement.selectors.owing import Pair, overview_of, own_players
from dokoclub.settlement.shown.owing_words import days_of, who_pays
from scoring.money.settlement import METHODS


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


def way_to_money(club: Club) -> Way:
    return Way(_("Money"), reverse("settlement:show_overview", args=[club.pk]))


def open_payments(me: Membership) -> Part | None:
    """On the page of the club, where something is open. Ten queries at most, whatever the number of evenings."""
    found = overview_of(me.club)
    if not found.pairs:
        return None
    mine = own_players(me.club, me.account)
    return Part("settlement/_open.html", Open(_sentences(me.club, found.of(mine), mine), found.cents))


def open_of_player(me: Membership, player: Player) -> Part:
    """On the page of a player. Nine queries at most."""
    return Part(
        "settlement/_open_of.html", OpenOf(player, _sentences(me.club, overview_of(me.club).of([player.pk]), []))
    )


def _sentences(club: Club, pairs: Sequence[Pair], mine: Sequence[int]) -> list[Sentence]:
    return [Sentence(who_pays(pair, mine), money(pair.cents, club.currency), days_of(pair.lines)) for pair in pairs]


def settings_section(me: Membership) -> Section:
    """One query."""
    return Section(
        _("Money"),
        [
            Setting(
                _("How evenings are settled"),
                words.in_words(rules_of_club(me.club), me.club.currency),
                reverse("settlement:edit_club", args=[me.club.pk]),
            )
        ],
    )


def usual_stake(club: Club) -> int | None:
    """In cents a point; None where the club has chosen nothing yet. One query."""
    rules = chosen_rules(club)
    if rules is None:
        return None
    return rules.stake if "stake" in METHODS[rules.method].needs else 0


def way_of_evening(me: Membership, evening: Evening) -> Way:
    """From its result. No query."""
    return Way(_("Settlement"), reverse("settlement:show_evening", args=[evening.pk]))
