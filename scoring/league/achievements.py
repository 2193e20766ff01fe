"""Feats in a single game that a club talks about: the list, the players, and the games.
A feat belongs to a party, because two players achieve most of them together. Keys are stored, so they are never
renamed. Nobody dared an announcement that the rules forced, so no feat rests on one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from scoring.game.game import Game
from scoring.game.played import Place, Played
from scoring.terms import Call, Party, say

LATEST: Final = 3  # games kept for each feat


class Achievement(NamedTuple):
    """A feat. `is_done`: by that party, in that game."""

    key: str
    name: str
    is_done: Callable[[Played, Party], bool]


class AchievementGame(NamedTuple):
    """The game of a feat."""

    place: Place
    number: int | None


@dataclass(slots=True)
class Done:
    """The number of times a player did it, and the latest games with it."""

    times: int = 0
    latest: list[AchievementGame] = field(default_factory=list)

    def add(self, game: AchievementGame) -> None:
        self.follow(Done(1, [game]))

    def follow(self, later: Done) -> None:
        """Append `later`, with the games that came next."""
        self.times += later.times
        self.latest = [*self.latest, *later.latest][-LATEST:]


def count_feats(game: Played) -> Iterator[tuple[Party, str]]:
    """Yield the feats of a game with their party."""
    for party in Party:
        for feat in ACHIEVEMENTS.values():
            if feat.is_done(game, party):
                yield party, feat.key


def side_in(game: Game, party: Party) -> tuple[str, ...]:
    return game.re if party is Party.RE else game.kontra


def _dared(game: Played, party: Party) -> Call:
    """Return the highest announcement that the rules did not force."""
    made = game.game.re_call if party is Party.RE else game.game.kontra_call
    free = (call for call in map(Call, range(made, Call.NONE, -1)) if (party, call) not in game.told.forced)
    return next(free, Call.NONE)


def _extras(game: Played, party: Party, key: str) -> int:
    counts = game.game.re_extras if party is Party.RE else game.game.kontra_extras
    return dict(counts).get(key, 0)


def _is_won(game: Played, party: Party, by: Call = Call.NONE) -> bool:
    """Return whether the party won, and so high that this Absage was made good, or would have been."""
    return game.winner is party and (by is Call.NONE or by in game.reached)


def _is_alone(game: Played, party: Party, *kinds: str) -> bool:
    return party is Party.RE and game.game.is_solo and game.game.kind in kinds


def _breaks_absage(game: Played, party: Party) -> bool:
    return _is_won(game, party) and _dared(game, party.opponent) >= Call.NO_60


def _wins_solo_against_kontra(game: Played, party: Party) -> bool:
    return _is_alone(game, party, "solo") and _is_won(game, party) and _dared(game, Party.KONTRA) >= Call.ANSAGE


def _wins_re_with_121(game: Played, party: Party) -> bool:
    counted = game.game.re_augen == 121 and not game.game.step_only
    return party is Party.RE and counted and _is_won(game, party) and _dared(game, party) >= Call.ANSAGE


def _is_schwarz_against_re(game: Played, party: Party) -> bool:
    return party is Party.KONTRA and _is_won(game, party, Call.SCHWARZ) and _dared(game, Party.RE) >= Call.ANSAGE


def _keeps_schwarz(game: Played, party: Party) -> bool:
    return _is_won(game, party) and _dared(game, party) is Call.SCHWARZ


def _takes_all_tricks(game: Played, party: Party) -> bool:
    """Return whether a soloist took all tricks without an announcement of that."""
    alone = _is_alone(game, party, "solo") and _is_won(game, party, Call.SCHWARZ)
    return alone and game.game.re_call is not Call.SCHWARZ


ACHIEVEMENTS: Final[Mapping[str, Achievement]] = {
    feat.key: feat
    for feat in (
        Achievement("schwarz_against_re", say("Schwarz against a called Re"), _is_schwarz_against_re),
        Achievement(
            "solo_with_all",
            say("Solo with all further calls made"),
            lambda game, party: _is_alone(game, party, "solo") and _keeps_schwarz(game, party),
        ),
        Achievement("solo_all_tricks", say("Solo with all tricks"), _takes_all_tricks),
        Achievement("solo_against_kontra", say("Solo won against a called Kontra"), _wins_solo_against_kontra),
        Achievement(
            "schwarz_kept",
            say("Schwarz called and made"),
            lambda game, party: not game.game.is_solo and _keeps_schwarz(game, party),
        ),
        Achievement("absage_broken", say("Failed a further call of no 60 or better"), _breaks_absage),
        Achievement(
            "hochzeit_alone",
            say("Hochzeit won alone"),
            lambda game, party: _is_alone(game, party, "hochzeit", "stille_hochzeit") and _is_won(game, party),
        ),
        Achievement(
            "armut_no90",
            say("Armut won under 90"),
            lambda game, party: game.game.kind == "armut" and party is Party.RE and _is_won(game, party, Call.NO_90),
        ),
        Achievement(
            "both_fuechse",
            say("Both Füchse caught in one game"),
            lambda game, party: _extras(game, party, "fuchs") >= 2,
        ),
        Achievement(
            "three_doppelkoepfe",
            say("Three Doppelköpfe in one game"),
            lambda game, party: _extras(game, party, "doppelkopf") >= 3,
        ),
        Achievement(
            "fuchs_karlchen_doppelkopf",
            say("Fuchs, Karlchen and Doppelkopf in one game"),
            lambda game, party: all(_extras(game, party, key) for key in ("fuchs", "karlchen", "doppelkopf")),
        ),
        Achievement("re_with_121", say("Called Re won with 121"), _wins_re_with_121),
    )
}
