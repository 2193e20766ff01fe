"""Values by party, as rows write them (`{"re": …, "kontra": …}`): reading and checking."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.game.game import Game
from scoring.terms import Call, Party, Player, Problem, say


def list_party(game: Game, party: Party) -> tuple[Player, ...]:
    return game.re if party is Party.RE else game.kontra


def highest_call(game: Game, party: Party) -> Call:
    return game.re_call if party is Party.RE else game.kontra_call


def list_by_party(value: object) -> Iterator[tuple[Party, object]]:
    """Yield the value of each party, Re first; nothing if the value is no object."""
    if isinstance(value, dict):
        for party in Party:
            if party in value:
                yield party, value[party]


def party_problems(key: str, value: object) -> Iterator[Problem]:
    """Report a value that is no object, or a key that is no party."""
    if not isinstance(value, dict):
        yield Problem(key, say("This must be an object."))
    else:
        for party in value:
            if party not in ("re", "kontra"):
                yield Problem(f"{key}.{party}", say("Choose Re or Kontra."))
