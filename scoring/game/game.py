"""Game: the facts of one game as a table knows them, and the checks for impossible facts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from scoring.game import extras
from scoring.game.extras import Counts
from scoring.game.kind import ARMUT, NORMAL, SOLO
from scoring.game.payments import Payment
from scoring.rules.kinds import HOCHZEIT_ALONE, KINDS
from scoring.rules.rules import Rules
from scoring.terms import AUGEN, PLAYING, Call, Party, Player, Problem, say

MOST_SITTING_OUT: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """The facts written down about a played game; nothing computed, so nothing can disagree.
    `step_only`: `re_augen` is the bound of a step, not a count. `hearts_trick`, `bock_by_hand`: the
    two check boxes that can start a Bockrunde.
    """

    re: tuple[Player, ...]  # one player means that all the rules for solos apply
    kontra: tuple[Player, ...]
    re_augen: int  # 0..240; Kontra has the rest
    kind: str = "normal"
    solo: str | None = None
    duty: str | None = None  # pflicht, lust, forced; only of a solo
    no_tricks: Party | None = None  # the party without a trick (tricks, not Augen)
    re_call: Call = Call.NONE
    kontra_call: Call = Call.NONE
    re_extras: Counts = ()
    kontra_extras: Counts = ()
    hearts_trick: bool = False
    bock_by_hand: bool = False
    step_only: bool = False
    sitting_out: tuple[Player, ...] = ()
    raises: int = 0  # calls after Re and Kontra, or knocks
    offender: Player | None = None  # played a wrong card, and bears the party's loss
    married: Player | None = None  # of a Hochzeit
    payments: tuple[Payment, ...] = ()

    @property
    def is_solo(self) -> bool:
        """Return whether one player is alone in Re. TSR 4.4; rules.md 1.11."""
        return len(self.re) == 1

    @property
    def players(self) -> tuple[Player, ...]:
        return self.re + self.kontra


class Outcome(NamedTuple):
    """Everything that decides the winner and the value: a game without its players and extras."""

    re_augen: int
    no_tricks: Party | None
    re_call: Call
    kontra_call: Call
    side: str  # one of SIDES, or the key of the game: everything that depends on the kind
    raises: int = 0

    def augen(self, party: Party) -> int:
        return self.re_augen if party is Party.RE else AUGEN - self.re_augen

    def call(self, party: Party) -> Call:
        return self.re_call if party is Party.RE else self.kontra_call


def get_side(game: Game) -> str:
    if len(game.re) == 1:
        return SOLO
    return ARMUT if game.kind == ARMUT else NORMAL


def get_key(game: Game) -> str:
    """Return the key of the solo, of the kind, or of a Hochzeit that found no partner. rules.md 1.19."""
    if game.solo is not None:
        return game.solo
    return HOCHZEIT_ALONE if game.kind == "hochzeit" and len(game.re) == 1 else game.kind


def get_outcome(game: Game) -> Outcome:
    return Outcome(game.re_augen, game.no_tricks, game.re_call, game.kontra_call, get_key(game), game.raises)


def _wrong_size(sizes: Sequence[int]) -> Problem:
    if len(sizes) == 1:
        return Problem("re", say("Re has {size} in this kind of game."), {"size": sizes[0]})
    return Problem("re", say("Re has {one} or {other} in this kind of game."), {"one": sizes[0], "other": sizes[1]})


def player_problems(
    kind: str,
    re: Sequence[Player] | None,
    kontra: Sequence[Player] | None,
    sitting_out: Sequence[Player] | None,
) -> Iterator[Problem]:
    """Check for four different players in parties that fit the kind; None means a list that could not be read."""
    sizes = KINDS[kind].re_sizes
    if re is not None and len(re) not in sizes:
        yield _wrong_size(sizes)
    elif re is not None:
        sizes = (len(re),)
    if kontra is not None and PLAYING - len(kontra) not in sizes:
        yield Problem("kontra", say("A game has four players; everyone not Re is Kontra."))
    yield from too_many_out(sitting_out or ())
    yield from repeated_players(re=re, kontra=kontra, sitting_out=sitting_out)


def too_many_out(sitting_out: Sequence[Player]) -> Iterator[Problem]:
    if len(sitting_out) > MOST_SITTING_OUT:
        yield Problem("sitting_out", say("At most three players sit out."))


def repeated_players(**lists: Sequence[Player] | None) -> Iterator[Problem]:
    """List players that appear twice; the problem is at the list with the second appearance."""
    seen: set[Player] = set()
    for field, players in lists.items():
        if players and (len(set(players)) < len(players) or not seen.isdisjoint(players)):
            yield Problem(field, say("Somebody is in the list twice."))
        seen.update(players or ())


def solo_problems(kind: str, solo: str | None, duty: str | None) -> Iterator[Problem]:
    if kind == SOLO and solo is None:
        yield Problem("solo", say("Which solo was it?"))
    if kind != SOLO and solo is not None:
        yield Problem("solo", say("Only a solo has a type."))
    if kind != SOLO and duty is not None:
        yield Problem("duty", say("Choose a solo for Pflichtsolo, Lustsolo or Vorführung."))


def augen_problems(re_augen: int) -> Iterator[Problem]:
    if not 0 <= re_augen <= AUGEN:
        yield Problem("re_points", say("Enter 0 to 240 card points."))


def trick_problems(
    no_tricks: Party | None,
    re_augen: int | None,
    re: Mapping[str, int],
    kontra: Mapping[str, int],
    rules: Rules | None,
) -> Iterator[Problem]:
    """List extras and Augen that are impossible with these tricks; None means Augen that could not be read."""
    yield from extras.extra_problems(re, kontra, rules)
    augen = re_augen if re_augen in range(AUGEN + 1) else None
    if augen is not None:
        yield from extras.augen_problems(Party.RE, re, augen, rules)
        yield from extras.augen_problems(Party.KONTRA, kontra, AUGEN - augen, rules)
    if no_tricks is None:
        return
    if augen is not None and augen != (0 if no_tricks is Party.RE else AUGEN):
        yield Problem("no_tricks", say("A side without a trick has no card points."))
    if any(count > 0 for count in (re if no_tricks is Party.RE else kontra).values()):
        yield Problem("no_tricks", say("A side without a trick has no bonus points."))


def is_rare(re_augen: int) -> bool:
    """Return whether the cards cannot make these Augen (1, 239): a form warns, the engine still scores. rules.md 5."""
    return re_augen in (1, AUGEN - 1)
