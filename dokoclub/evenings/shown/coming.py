"""The game to come: what its status line says, and what a phone must know to preview it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from itertools import groupby
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dokoclub.evenings.ledger.clock import is_late
from dokoclub.evenings.ledger.folded import Folded
from dokoclub.evenings.selectors.people import Names
from dokoclub.evenings.selectors.sheets import SheetPage
from dokoclub.evenings.shown.people import sit_out, tell_players
from dokoclub.evenings.shown.rows import mark_of
from dokoclub.evenings.words.names import short_names
from scoring.game.coming import coming_duties, coming_raises

MANY_OPEN: Final = 4  # Pflichtsoli, from which on it is told who has played his (as told.js)


def coming_game(folded: Folded, names: Names) -> dict[str, Any]:
    """The next game of a list, for scripts; `folded` ends before it. Players by id, in seat order."""
    paper, short = folded.paper, short_called(folded, names)
    return {
        "number": paper.next.number,
        "level": paper.next.bock_level,
        "players": [[player, names[player].called, names[player].tint, short[player]] for player in paper.players],
        "out": list(paper.next.sitting_out),
        "duty": coming_duties(paper),
        "forced": paper.next.forced,
        "raises": [tell_start(coming_raises(paper, is_solo=alone)) for alone in (False, True)],
        "games_in_list": paper.games_in_list,
        "version": folded.sheet.version,
    }


def short_called(folded: Folded, names: Names) -> dict[str, str]:
    """Return the names for a narrow column of everybody who ever sat at the table, as far as they are known."""
    seated = {player for players in (*folded.seatings, folded.paper.players) for player in players} & names.keys()
    return {str(pk): name for pk, name in short_names([names[player] for player in seated]).items()}


def tell_start(games: int) -> str:
    """What a game that starts a Bockrunde says; nothing where none follows."""
    if not games:
        return ""
    return ngettext("starts %(games)s Bock game", "starts %(games)s Bock games", games) % {"games": games}


class Status(NamedTuple):
    """Dealer Anna · Bock ×2, 3 more · Pflichtsolo open: Ben."""

    dealer: str = ""
    bock: str = ""
    more: str = ""


class Clock(NamedTuple):
    """Of the round that the sheet belongs to."""

    ends: datetime
    over: str  # what stands there then


def tell_clock(folded: Folded) -> Clock | None:
    ends_at = folded.sheet.ends_at
    if ends_at is None:
        return None
    is_through = any(is_late(folded, entry) for entry in folded.entries)
    return Clock(ends_at, _("Time is up") if is_through else _("Time is up: last game"))


def tell_status(page: SheetPage) -> Status:
    """Nothing of a list from old paper, which tells none of it."""
    if not page.knows_dealer:
        return Status()
    dealer = _("Dealer %(name)s") % {"name": page.coming.dealer.called}
    return Status(dealer, _bock(page), " · ".join(_behind(page)))


def _bock(page: SheetPage) -> str:
    """At which level, and how many games stay at it; those that follow at another are told by the details."""
    if not page.bock_left:
        return ""
    level = page.coming.bock_level
    same = len(list(next(groupby(page.bock_left))[1]))
    left = _("%(left)s more") % {"left": same if level else len(page.bock_left)}
    return f"{_('Bock')} {mark_of(level, page.rules)}, {left}" if level else f"{_('Bock')}, {left}"


def _behind(page: SheetPage) -> Iterator[str]:
    if page.coming.is_beyond_list:
        yield _("The list is full")
    if page.coming.forced:
        yield _("Vorführung: %(name)s") % {"name": page.coming.forced.called}
    elif page.pflichtsolo_open:
        yield _("Pflichtsolo open: %(names)s") % {"names": _tell_open(page)}
    others = [player for player in (*page.coming.sitting_out, *page.resting) if player != page.coming.dealer]
    if others:
        yield sit_out([player.called for player in others])


def _tell_open(page: SheetPage) -> str:
    """Who has still to play one. Where that is nearly everybody, who has not: the line is short."""
    done = [player for player in page.table if player not in page.pflichtsolo_open]
    if not done:
        return _("everybody")
    if len(page.pflichtsolo_open) < MANY_OPEN or len(done) >= len(page.pflichtsolo_open):
        return ", ".join(player.called for player in page.pflichtsolo_open)
    return _("everybody but %(names)s") % {"names": ", ".join(player.called for player in done)}


def list_details(page: SheetPage) -> list[str]:
    """What a tap on the status line unfolds."""
    return list(_details(page))


def _lead(page: SheetPage) -> Iterator[str]:
    """Who plays the first card, and which solo goes before."""
    yield _("%(name)s leads") % {"name": page.coming.leader.called}
    if page.coming.forced:
        return
    if page.rules.solo_leads == "soloist":
        yield _("The soloist leads to a solo.")
    if page.pflichtsolo_open:
        yield _("A Pflichtsolo goes before any other solo.")


def _details(page: SheetPage) -> Iterator[str]:
    if page.games_in_list and not page.coming.is_beyond_list:
        yield _("Game %(number)s of %(all)s") % {"number": page.coming.number, "all": page.games_in_list}
    if page.coming.is_beyond_list:
        yield _("The list is full: whatever is played now is on top.")
    yield from _lead(page)
    if page.coming.sitting_out:
        names = ", ".join(player.called for player in page.coming.sitting_out)
        yield _("Sits out: %(names)s") % {"names": names}
    if page.resting:
        names = ", ".join(player.called for player in page.resting)
        yield _("Sits out until further notice: %(names)s") % {"names": names}
    for level, games in groupby(page.bock_left):
        count = len(list(games))
        yield ngettext("%(games)s Bock game %(mark)s", "%(games)s Bock games %(mark)s", count) % {
            "games": count,
            "mark": mark_of(level, page.rules),
        }
    if page.pflichtsolo_open and page.forced_from is not None:
        yield _("From game %(number)s on, Pflichtsoli are forced.") % {"number": page.forced_from}
    yield _("Seats: %(names)s") % {"names": tell_players(page.names, page.folded.paper.players)}
