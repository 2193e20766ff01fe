"""Facts about single players beyond the contract: announcements, caught Füchse, owed solos, rests.
    {"announced": {"re": {"re": "12", "no90": "15"}},
     "extras": {"re": {"fuchs": [{"by": "12", "from": "13"}]}},
     "marks": …, "forced": …, "armut": …, "hochzeit": …,
     "owing": ["17"], "resting": ["18"]}
All of it is optional; players by id, as texts. In a solo, Re's announcements and extras are the soloist's anyway.
Marks and the keys after them are described in `side_facts`: they change no points.
For a change of the table alone: `owing`, the newcomers that owe a Pflichtsolo; `resting`, players that have left it
only for a while.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple, TypeAlias, TypeGuard

from scoring.contract.by_party import highest_call, list_by_party, list_party, party_problems
from scoring.contract.reading import CALLS
from scoring.contract.side_facts import CHECKS, Check, read_side_facts, store_side_facts
from scoring.game.extras import EXTRAS
from scoring.game.game import Game
from scoring.game.played import Announced, Credit, SideFacts
from scoring.game.rows import Row, Table
from scoring.rules.rules import Rules
from scoring.terms import Call, Party, Player, Problem, say

Json: TypeAlias = dict[str, Any]
Found: TypeAlias = list[Problem]

CAUGHT: Final = tuple(extra.key for extra in EXTRAS.values() if extra.is_caught)


class Attribution(NamedTuple):
    announced: tuple[Announced, ...] = ()
    extras: tuple[Credit, ...] = ()
    told: SideFacts = SideFacts()


def check_attribution(raw: object, row: Row, rules: Rules, newcomers: Collection[Player]) -> list[Problem]:
    """List the problems of `raw` for this `row`; `newcomers`: players that join by it, if it changes the table."""
    found: Found = []
    if not isinstance(raw, dict):
        return [Problem("attribution", say("This must be an object."))]
    known: Mapping[str, Callable[[object], Iterator[Problem]]] = {}
    if isinstance(row, Game):
        known = {
            "announced": lambda value: _announced_problems(value, row),
            "extras": lambda value: _extra_problems(value, row),
            **{key: partial(_problems_by, check, row, rules) for key, check in CHECKS.items()},
        }
    elif isinstance(row, Table):
        known = {
            "owing": lambda value: _owing_problems(value, newcomers),
            "resting": lambda value: _resting_problems(value, row.players),
        }
    for key, value in raw.items():
        if key in known:
            found.extend(problem.under("attribution") for problem in known[key](value))
        else:
            found.append(Problem(f"attribution.{key}", say("There is no such key in this kind of row.")))
    return found


def _problems_by(check: Check, game: Game, rules: Rules, value: object) -> Iterator[Problem]:
    return check(value, game, rules)


def read_attribution(raw: Json, game: Game) -> Attribution:
    """Read the facts about single players in `game`, the soloist's own included.
    `raw` was checked when it was written.
    """
    announced = {
        (Party(party), CALLS[Party(party)][word]): player
        for party, by_word in raw.get("announced", {}).items()
        for word, player in by_word.items()
    }
    credited = [
        Credit(Party(party), key, credit["by"], credit.get("from"))
        for party, by_key in raw.get("extras", {}).items()
        for key, caught in by_key.items()
        for credit in caught
    ]
    if game.is_solo:
        soloist = game.re[0]
        announced |= {(Party.RE, Call(level)): soloist for level in range(Call.ANSAGE, game.re_call + 1)}
        credited = [credit for credit in credited if credit.party is Party.KONTRA] + _of_soloist(game, credited)
    ascribed = tuple(Announced(*key, player) for key, player in announced.items())
    return Attribution(ascribed, tuple(credited), read_side_facts(raw))


def _of_soloist(game: Game, credited: Sequence[Credit]) -> list[Credit]:
    """Return all extras of Re, those with a victim first."""
    own = []
    for key, count in game.re_extras:
        known = [credit for credit in credited if credit.party is Party.RE and credit.key == key]
        own += known + [Credit(Party.RE, key, game.re[0])] * (count - len(known))
    return own


def store_attribution(raw: Json) -> Json:
    """Return `raw` as it is stored: without empty values, so that the same facts are always written the same way."""
    kept: Json = {
        key: {party: rest for party, by_key in raw[key].items() if (rest := _filled(by_key))}
        for key in ("announced", "extras")
        if key in raw
    }
    kept |= store_side_facts(raw)
    kept |= {key: sorted(raw[key]) for key in ("owing", "resting") if key in raw}
    return _filled(kept)


def _filled(values: Json) -> Json:
    return {key: value for key, value in values.items() if value}


def with_other_player(raw: Json, old: str, new: str) -> Json:
    """Return `raw` with `new` in place of `old`. Keys of marks and words of calls are no numbers, as ids are."""
    return {key: _replaced(value, old, new) for key, value in raw.items()}


def _replaced(value: Any, old: str, new: str) -> Any:
    if isinstance(value, dict):
        return {key: _replaced(inner, old, new) for key, inner in value.items()}
    if isinstance(value, list):
        return [_replaced(inner, old, new) for inner in value]
    return new if value == old else value


def _announced_problems(value: object, game: Game) -> Iterator[Problem]:
    """Check that each announcement is at most the highest of its party, and by one of its players."""
    for party, by_word in list_by_party(value):
        if not isinstance(by_word, dict):
            yield Problem(f"announced.{party}", say("This must be an object."))
            continue
        highest = highest_call(game, party)
        for word, player in by_word.items():
            call = CALLS[party].get(word) if word is not None else None
            if not call or call > highest:
                yield Problem(f"announced.{party}.{word}", say("That wasn't called."))
            elif player not in list_party(game, party):
                yield Problem(f"announced.{party}.{word}", say("This must be a player of the party."))
    yield from party_problems("announced", value)


def _extra_problems(value: object, game: Game) -> Iterator[Problem]:
    """Check that there are no more extras than were counted, each by a player of the party."""
    for party, by_key in list_by_party(value):
        if not isinstance(by_key, dict):
            yield Problem(f"extras.{party}", say("This must be an object."))
            continue
        counts = dict(game.re_extras if party is Party.RE else game.kontra_extras)
        for key, credited in by_key.items():
            field = f"extras.{party}.{key}"
            if not isinstance(credited, list):
                yield Problem(field, say("This must be a list."))
            elif len(credited) > counts.get(key, 0):
                yield Problem(field, say("More are credited to players than counted: correct one."))
            else:
                yield from (
                    Problem(field, problem)
                    for credit in credited
                    if (problem := _credit_problem(credit, key, party, game))
                )
    yield from party_problems("extras", value)


def _credit_problem(credit: object, key: str, party: Party, game: Game) -> str | None:
    if not isinstance(credit, dict) or not credit.keys() <= {"by", "from"}:
        return say("This must be an object with by and from.")
    if credit.get("by") not in list_party(game, party):
        return say("This must be a player of the party.")
    victim = credit.get("from")
    if victim is None:
        return None
    if key not in CAUGHT:
        return say("Nobody loses this bonus point.")
    return None if victim in list_party(game, party.opponent) else say("Choose a player of the other side.")


def _owing_problems(value: object, newcomers: Collection[Player]) -> Iterator[Problem]:
    if not _are_players(value):
        yield Problem("owing", say("This must be a list of names."))
    elif not set(value) <= set(newcomers):
        yield Problem("owing", say("Only newcomers can be marked as owing a Pflichtsolo."))


def _resting_problems(value: object, table: Collection[Player]) -> Iterator[Problem]:
    if not _are_players(value):
        yield Problem("resting", say("This must be a list of names."))
    elif set(value) & set(table):
        yield Problem("resting", say("Players resting can't be at the table."))


def _are_players(value: object) -> TypeGuard[list[Player]]:
    return isinstance(value, list) and all(isinstance(player, str) for player in value)
