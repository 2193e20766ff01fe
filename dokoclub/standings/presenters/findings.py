"""The findings at the top of the statistics, and the groups of their blocks behind tabs."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from dokoclub.clubs.models import Player
from dokoclub.core.formatting import signed
from dokoclub.standings.presenters.blocks import Made
from dokoclub.standings.presenters.statistics import FEW, StatisticsLine, get_company
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


def tell_player(counted: Counted, player: Player) -> list[str]:
    """Return at most three sentences about a player's games. No query; guests count in points only."""
    return [] if player.guest else list(islice(_tell(counted, player), 3))


def _tell(counted: Counted, player: Player) -> Iterator[str]:
    mine = counted.of(player)
    best = best_partner(counted, player)
    if best and best.player:
        words = {"name": best.player.called, "points": signed(best.share.points), "games": best.share.games}
        yield _("Does best with %(name)s: %(points)s points in %(games)s games.") % words
    made = mine.announced["re"].made if "re" in mine.announced else 0
    if made:
        words = {"made": made, "kept": mine.announced["re"].kept}
        yield (
            ngettext("Called Re %(made)s time, kept: %(kept)s.", "Called Re %(made)s times, kept: %(kept)s.", made)
            % words
        )
    if mine.alone.games:
        words = {"games": mine.alone.games, "won": mine.alone.won}
        yield (
            ngettext(
                "Played %(games)s game alone, won: %(won)s.",
                "Played %(games)s games alone, won: %(won)s.",
                mine.alone.games,
            )
            % words
        )
    if mine.all.games:
        yield _("Won %(won)s of %(games)s games.") % {"won": mine.all.won, "games": mine.all.games}


def best_partner(counted: Counted, player: Player) -> StatisticsLine | None:
    """Return the member with whom a player won most points, in many games at least."""
    lines = get_company(counted, counted.of(player).with_partner)
    known = [one for one in lines if one.player and one.share.points > 0 and one.share.games >= FEW]
    return max(known, key=lambda one: one.share.points, default=None)


class PersonRow(NamedTuple):
    """A row of a person's page; `about`: the tab that it opens."""

    title: str
    state: str
    about: str


def list_person_rows(blocks: Sequence[Made], counted: Counted, player: Player) -> list[PersonRow]:
    """List the rows that lead from a person's points to their blocks, if there are any. No query."""
    keys = {_tab_of(made) for made in blocks}
    evenings, partner = counted.attended(player).evenings, best_partner(counted, player)
    attended = ngettext("%(number)s evening", "%(number)s evenings", evenings) % {"number": evenings}
    with_whom = _("Best with %(name)s") % {"name": partner.player.called} if partner and partner.player else ""
    some = next((key for key in ("solos", "calls", "cards") if key in keys), "")
    rows = [
        PersonRow(_("All evenings"), attended, "points" if "points" in keys else ""),
        PersonRow(_("With whom"), with_whom, "pairs" if "pairs" in keys else ""),
        PersonRow(_("Solos, calls, cards"), "", some),
    ]
    return [row for row in rows if row.about]
