"""What a party announced, and its extras, line by line."""

from __future__ import annotations

from collections.abc import Iterator

from dokoclub.clubs.words import games as words
from scoring.game.extras import Counts
from scoring.game.game import Game
from scoring.rules.rules import Rules
from scoring.terms import ABSAGEN, Call, Party


def list_calls(game: Game, rules: Rules) -> Iterator[tuple[str, str]]:
    """A heading and what stands behind it; only a heading for an announcement."""
    yield from _of_party(Party.RE, game.re_call, game.re_extras, rules)
    yield from _of_party(Party.KONTRA, game.kontra_call, game.kontra_extras, rules)


def _of_party(party: Party, call: Call, extras: Counts, rules: Rules) -> Iterator[tuple[str, str]]:
    if call:
        yield str(words.ITEMS[f"announced_{party}"]), ""
    for absage in (absage for absage in ABSAGEN if absage <= call):
        yield str(words.ITEMS[f"absage_{absage.key}_{party}"]), ""
    for key, count in extras:
        if count:
            yield f"{words.extra_name(key, words.own_names(rules))} ({words.PARTIES[party]})", str(count)
