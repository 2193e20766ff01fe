"""The findings at the top of the statistics, and the groups of their blocks behind tabs."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

from dokoclub.clubs.models import Player
from dokoclub.standings.presenters.blocks import Made
from dokoclub.standings.selectors.statistics import Counted
from dokoclub.ui.cards import Card, list_cards
from dokoclub.ui.texts import format_phrase
from scoring.league.findings import FEWEST, Finding, find_remarkable

TABS: Final[Mapping[str, Promise]] = {
    "points": gettext_lazy("Points"),
    "solos": gettext_lazy("Solos"),
    "calls": pgettext_lazy("statistics", "Calls"),
    "cards": pgettext_lazy("statistics", "Cards"),
    "pairs": pgettext_lazy("statistics", "Pairs"),
}
# The tab of each block; a block that is not named here stands under the first
TAB_OF: Final[Mapping[str, str]] = {
    **dict.fromkeys(("kinds", "bock", "solos", "roles"), "solos"),
    **dict.fromkeys(("announced", "missed"), "calls"),
    **dict.fromkeys(("augen", "extras", "marks", "armut", "hochzeit", "redeals", "hands", "deeds", "house"), "cards"),
    **dict.fromkeys(("partners", "opponents"), "pairs"),
}
FIRST: Final = "points"


class ShownFinding(NamedTuple):
    figure: str
    line: str
    cards: list[Card]


class Tab(NamedTuple):
    key: str
    title: Promise
    is_here: bool


def list_findings(now: Counted, past: Counted) -> list[ShownFinding] | None:
    """List what stands out in a period; None if it has too few games. No query."""
    if now.statistics.club.games < FEWEST:
        return None
    known = [key for key in now.statistics.players if not now.player(key).guest]
    people = {str(pk): player for pk, player in now.players.items()}
    return [_show(one, people) for one in find_remarkable(now.statistics, past.statistics, known)]


def _show(one: Finding, people: Mapping[str, Player]) -> ShownFinding:
    cards = list_cards(*(people[player] for player in one.players))
    return ShownFinding(format_phrase(one.figure, people), format_phrase(one.line, people), cards)


def pick_tab(blocks: Sequence[Made], asked: str | None) -> tuple[list[Tab], list[Made]]:
    """Return the tabs that have blocks, and the blocks of the one asked for, else of the first."""
    keys = [key for key in TABS if any(_tab_of(made) == key for made in blocks)]
    here = asked if asked in keys else next(iter(keys), FIRST)
    tabs = [Tab(key, TABS[key], key == here) for key in keys]
    return tabs, [made for made in blocks if _tab_of(made) == here]


def _tab_of(made: Made) -> str:
    return TAB_OF.get(made.block.key, FIRST)
