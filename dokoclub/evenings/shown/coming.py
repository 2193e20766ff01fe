"""The game to come: what its status line says, and what a phone must know to preview it."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from dokoclub.evenings.ledger.clock import is_late
from dokoclub.evenings.ledger.folded import Folded
from dokoclub.evenings.selectors.people import Names
from dokoclub.evenings.selectors.sheets import SheetPage
from dokoclub.evenings.words.names import short_names
from dokoclub.look.phrases import print_phrase
from scoring.contract import sheet_text
from scoring.game.coming import coming_duties, coming_raises


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
        "raises": [print_phrase(sheet_text.tell_start(coming_raises(paper, is_solo=alone))) for alone in (False, True)],
        "games_in_list": paper.games_in_list,
        "version": folded.sheet.version,
    }


def short_called(folded: Folded, names: Names) -> dict[str, str]:
    """Return the names for a narrow column of everybody who ever sat at the table, as far as they are known."""
    seated = {player for players in (*folded.seatings, folded.paper.players) for player in players} & names.keys()
    return {str(pk): name for pk, name in short_names([names[player] for player in seated]).items()}


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


def tell_status(page: SheetPage) -> dict[str, Any]:
    """Dealer Anna · Bock ×2, 3 more · Pflichtsolo open: Ben; and what a tap on it unfolds."""
    told = sheet_text.tell_status(page.folded.paper, [str(player.pk) for player in page.resting])
    details = [print_phrase(line, page.names) for line in told["details"]]
    if not page.knows_dealer:  # a list from old paper tells none of it
        return {"details": details}
    dealer, bock, more = (print_phrase(told[key], page.names) for key in ("dealer", "bock", "more"))
    return {"status": dealer, "status_bock": bock, "status_more": more, "details": details}
