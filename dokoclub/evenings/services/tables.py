"""Who sits at a table from now on: somebody comes, goes, rests for a while, changes places, or another one deals."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any
from uuid import UUID

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Player
from dokoclub.evenings.ledger.facts import scoring_key
from dokoclub.evenings.models import Entry, Sheet
from dokoclub.evenings.services.doing import write_on
from dokoclub.evenings.services.entries import NewRow
from dokoclub.evenings.services.refusals import Closed, Overtaken, Unconfirmed


def change_table(
    sheet: Sheet,
    players: Sequence[Player],
    *,
    uuid: UUID,
    by: Account | None,
    dealer: Player | None = None,
    owing: Collection[Player] = (),
    resting: Collection[Player] = (),
) -> Entry:
    """From the next game on `players` (seat order) sit at the table. Raises Closed, Impossible and Reused.

    `dealer`: who deals next, if not the next by rotation who still sits there; `owing`: who of those that come owes a
    Pflichtsolo; `resting`: who of those that go comes back. It is a row of its own, which can be corrected and struck.
    """
    facts, attribution = _row(players, dealer, owing, resting)
    with write_on(sheet, by=by) as work:
        return work.write(NewRow(facts=facts, uuid=uuid, attribution=attribution))


def amend_table(
    entry: Entry,
    players: Sequence[Player],
    *,
    seen: int,
    by: Account | None,
    dealer: Player | None = None,
    owing: Collection[Player] = (),
    resting: Collection[Player] = (),
    confirmed: bool = False,
) -> None:
    """Correct such a row. `seen`: the version of the sheet that the form was made from.

    Raises Closed, Impossible, Overtaken when the row was changed or struck since, and Unconfirmed where later rows
    would change and `confirmed` does not say that this was shown at `seen`.
    """
    facts, attribution = _row(players, dealer, owing, resting)
    with write_on(entry.sheet, by=by) as work:
        known, version = work.folded.known(entry.uuid), work.folded.sheet.version
        if known is None:
            raise Closed(work.folded.sheet)
        if known.is_struck or known.version > seen:
            raise Overtaken(known)
        work.amend(known, NewRow(facts=facts, uuid=known.uuid, attribution=attribution, note=known.note))
        later = work.last.later if work.last else []
        if later and not (confirmed and seen == version):
            raise Unconfirmed(later, version)


def _row(
    players: Sequence[Player], dealer: Player | None, owing: Collection[Player], resting: Collection[Player]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Facts and attribution."""
    facts: dict[str, Any] = {"kind": "table", "players": [scoring_key(player) for player in players]}
    if dealer is not None:
        facts["dealer"] = scoring_key(dealer)
    said = {"owing": owing, "resting": resting}
    return facts, {name: [scoring_key(player) for player in some] for name, some in said.items() if some}


def with_player(players: Sequence[Player], player: Player, place: int | None = None) -> list[Player]:
    """The seat order with `player` at `place` (from 0), or at the end."""
    at = len(players) if place is None else place
    return [*players[:at], player, *players[at:]]
