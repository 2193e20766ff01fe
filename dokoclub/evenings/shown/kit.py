"""The kit of a sheet: what a phone needs to go on writing without a network. Plain JSON.

Names of whoever plays there or may sit down, points, no address, no money.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import Any, Final, TypeAlias

from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Player
from dokoclub.clubs.words import games
from dokoclub.evenings.ledger.clock import is_late
from dokoclub.evenings.ledger.folded import Folded
from dokoclub.evenings.ledger.seal import seal_of
from dokoclub.evenings.models import Entry, Sheet
from dokoclub.evenings.selectors.sheets import SheetPage
from dokoclub.evenings.words.engine import translate_engine
from dokoclub.evenings.words.phone import tell_offline
from dokoclub.look.kept import keep_piece
from scoring.rules.rules import Rules, store_rules

Json: TypeAlias = dict[str, Any]

FORMAT: Final = 1


def print_kit(
    page: SheetPage,
    *,
    scope: str,
    may_write: bool,
    by_pen: bool,
    present: Sequence[Player],
    moved: Mapping[str, str],
    engine: str,
) -> Json:
    """`present`: who may sit down. `moved`: ids of players who are somebody else by now. No query.

    The rows know who wrote them. Whoever holds but the pen hears no longer names than the sheet has.
    """
    folded, sheet = page.folded, page.sheet
    people = {str(player.pk): player for player in (*present, *page.names.values())}
    return {
        "format": FORMAT,
        "engine": engine,
        "sheet": sheet.pk,
        "scope": scope,
        "day": sheet.evening.date.isoformat(),
        "version": sheet.version,
        "seal": seal_of(sheet, folded.entries),
        "open": sheet.is_open and sheet.evening.is_open and not sheet.evening.club.is_moving,
        "ends": sheet.ends_at.isoformat() if sheet.ends_at else None,  # the clock of its round
        "may_write": may_write,
        "rules": store_rules(page.rules),  # whole, however long ago they were written
        "players": sheet.players,
        "first_dealer": str(sheet.first_dealer_id),
        "names": {key: player.called for key, player in people.items()},
        "full_names": {key: player.called if by_pen else player.name for key, player in people.items()},
        "tints": {key: player.tint for key, player in people.items()},  # of their cards
        "monograms": {key: player.monogram for key, player in people.items() if player.monogram},
        "rows": [_row(folded, entry) for entry in folded.entries],
        "struck": [str(entry.uuid) for entry in folded.struck],
        "struck_rows": [_struck_row(folded, entry) for entry in folded.struck],
        "may_join": [[str(one.pk), one.called] for one in present if str(one.pk) not in folded.players],
        "moved": dict(moved),
        "style": _style(page),
        **_say(page.rules),
        "language": get_language(),
    }


def without_words(kit: Json, lexicon: str) -> Json:
    """For a phone that has them: they are most of a kit, and seldom others."""
    return {key: value for key, value in kit.items() if key != "words"} if kit["lexicon"] == lexicon else kit


def _say(rules: Rules) -> Json:
    """The words, and a mark by which a phone knows whether it has them."""

    def say() -> Json:
        words = _words(rules)
        return {"lexicon": blake2b(json.dumps(words).encode(), digest_size=6).hexdigest(), "words": words}

    return keep_piece(f"kit {json.dumps(rules.to_json())}", "words of this program", say)


def tell_closed(sheet: Sheet) -> Json | None:
    """Who closed the sheet, or else the evening, and when; None while it is open. A query where it is closed.

    Or where its club is moving to.
    """
    for paper in (sheet, sheet.evening):
        if paper.closed_at is not None:
            return {"who": tell_writer(paper.closed_by), "at": paper.closed_at.isoformat()}
    club = sheet.evening.club
    return {"state": "S7moving", "to": club.moving_to} if club.is_moving else None


def tell_writer(account: Account | None) -> str:
    return str(account or pgettext("who wrote", "the pen"))


def _row(folded: Folded, entry: Entry) -> Json:
    late = {"late": True} if is_late(folded, entry) else {}
    return {
        **late,
        "uuid": str(entry.uuid),
        "facts": entry.facts,
        "attribution": entry.attribution,
        "note": entry.note,
        "by": tell_writer(entry.changed_by or entry.written_by),
    }


def _struck_row(folded: Folded, entry: Entry) -> Json:
    """With its place, should it come back; `by` is who wrote it, to whom it then belongs again."""
    return {**_row(folded, entry), "at": folded.index(entry), "struck_by": tell_writer(entry.struck_by)}


def tell_by(entries: Iterable[Entry]) -> list[str]:
    """Who wrote, changed or struck them last, each once. They know who did."""
    last = [entry.struck_by if entry.is_struck else entry.changed_by or entry.written_by for entry in entries]
    return [*dict.fromkeys(map(tell_writer, last))]


def _style(page: SheetPage) -> Json:
    """How a row is drawn."""
    return {"large": page.style.large, "ranked_by": page.style.ranked_by}


def _words(rules: Rules) -> Json:
    own = games.own_names(rules)
    return {
        **tell_offline(),
        "engine": translate_engine(),
        "extras": {key: games.short_extra_name(key, own) for key in sorted({*rules.extras, *rules.extras_solo})},
        "row": {"problem": _("Game {0}: {1}")},
    }
