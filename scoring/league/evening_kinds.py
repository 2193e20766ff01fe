"""Kinds of sentences about an evening. Each is true of the games and in the past tense, and judges nobody.
Within a slot, the rarest by nature come first: that decides where a club's history cannot. A key is stored: raise
VERSION when a kind that needs no earlier evening is added or changes its condition.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple, TypeAlias

from scoring.league import evening_history as history
from scoring.league import evening_moments as moments
from scoring.league.evening_facts import EveningFacts
from scoring.league.evening_moments import Values
from scoring.phrases import Phrase, say_phrase
from scoring.terms import say

VERSION: Final = 1
SLOTS: Final = ("won", "rival", "game", "more")

OfEvening: TypeAlias = Callable[[EveningFacts], Values]
OfHistory: TypeAlias = Callable[[history.PastEvening, history.History], Values]


class Kind(NamedTuple):
    """`one`: the text if the gap {number} is 1. `topic`: a story tells at most one sentence of a topic."""

    key: str
    slot: str
    many: str
    one: str = ""
    by_games: OfEvening | None = None
    by_history: OfHistory | None = None
    topic: str = ""

    def phrase(self, values: Mapping[str, Phrase]) -> Phrase:
        return say_phrase(self.one if self.one and values.get("number") == 1 else self.many, values)


KINDS: Final[Mapping[str, Kind]] = {
    kind.key: kind
    for kind in (
        Kind(
            "comeback",
            "won",
            say("{name} was still below zero after game {game} and made {points} points in the {number} games left."),
            say("{name} was still below zero after game {game} and made {points} points in the last one."),
            by_games=moments.find_comeback,
        ),
        Kind("last_game", "won", say("{name} took the lead in the last game."), by_games=moments.find_last_game),
        Kind(
            "record_win",
            "won",
            say("{name} won with {number} points, more than any winner before."),
            by_history=history.find_record_win,
        ),
        Kind(
            "lowest_win",
            "won",
            say("{name} won with {number} points, fewer than any winner before."),
            say("{name} won with {number} point, fewer than any winner before."),
            by_history=history.find_lowest_win,
        ),
        Kind(
            "evenings_in_row",
            "won",
            say("{name} won {number} evenings in a row."),
            by_history=history.find_evenings_in_row,
        ),
        Kind(
            "drought",
            "won",
            say("{name} won again after {number} evenings without a win."),
            by_history=history.find_drought,
        ),
        Kind(
            "first_win",
            "won",
            say("{name} won for the first time, on evening {number}."),
            by_history=history.find_first_win,
        ),
        Kind("tie", "won", say("{names} shared first place."), by_games=moments.find_tie),
        Kind(
            "narrow",
            "won",
            say("{name} finished {number} points ahead of {other}."),
            say("{name} finished {number} point ahead of {other}."),
            by_games=moments.find_narrow,
            topic="margin",
        ),
        Kind("runaway", "won", say("{name} won by {number} points."), by_games=moments.find_runaway, topic="margin"),
        Kind("led_from", "won", say("{name} led from game {game}."), by_games=moments.find_led_from),
        Kind(
            "won",
            "won",
            say("{name} won with {number} points."),
            say("{name} won with {number} point."),
            by_games=moments.find_won,
        ),
        Kind(
            "climbed",
            "rival",
            say("{name} was last after game {game} and finished in place {rank}."),
            by_games=moments.find_climbed,
        ),
        Kind(
            "led_late",
            "rival",
            say("{name} still led after game {game} and finished in place {rank}."),
            by_games=moments.find_led_late,
        ),
        Kind(
            "turned",
            "rival",
            say("{name} finished ahead of {other}, after {number} evenings behind."),
            by_history=history.find_turned,
            topic="pair",
        ),
        Kind(
            "rival",
            "rival",
            say("{name} finished ahead of {other}, {number} times in a row now."),
            by_history=history.find_rival,
            topic="pair",
        ),
        Kind(
            "second_again",
            "rival",
            say("{name} was second, as on the evening before."),
            by_history=history.find_second_again,
        ),
        Kind(
            "most_wins",
            "rival",
            say("{name} won {number} games, more than anybody else."),
            say("{name} won {number} game, more than anybody else."),
            by_games=moments.find_most_wins,
        ),
        Kind(
            "second",
            "rival",
            say("{name} was second, {number} points behind."),
            say("{name} was second, {number} point behind."),
            by_games=moments.find_second,
            topic="margin",
        ),
        Kind("schwarz", "game", say("In game {game} all tricks went to {names}."), by_games=moments.find_schwarz),
        Kind(
            "unlucky_call",
            "game",
            say("In game {game} the Re of {names} was {number} card points short."),
            say("In game {game} the Re of {names} was {number} card point short."),
            by_games=moments.find_unlucky_call,
        ),
        Kind(
            "narrowest_game", "game", say("Game {game} ended {re} to {kontra}."), by_games=moments.find_narrowest_game
        ),
        Kind("solos_won", "game", say("All {number} solos were won."), by_games=moments.find_solos_won, topic="solos"),
        Kind("win_streak", "game", say("{name} won {number} games in a row."), by_games=moments.find_win_streak),
        Kind(
            "lost_solo",
            "game",
            say("One solo was lost: game {game}, {name}, {number} points."),
            say("One solo was lost: game {game}, {name}, {number} point."),
            by_games=moments.find_lost_solo,
            topic="solos",
        ),
        Kind(
            "best_solo",
            "game",
            say("{name} played the best solo in game {game}: {number} points."),
            say("{name} played the best solo in game {game}: {number} point."),
            by_games=moments.find_best_solo,
            topic="solos",
        ),
        Kind(
            "dearest",
            "game",
            say("Game {game} brought the most: {number} points for {names}."),
            say("Game {game} brought the most: {number} point for {names}."),
            by_games=moments.find_dearest,
        ),
        Kind(
            "anniversary",
            "more",
            say("It was evening number {number} of the club."),
            by_history=history.find_anniversary,
        ),
        Kind("return", "more", say("{name} was back after {number} evenings away."), by_history=history.find_return),
        Kind(
            "newcomer", "more", say("{name} played in the club for the first time."), by_history=history.find_newcomer
        ),
        Kind(
            "most_fuechse",
            "more",
            say("{number} Füchse were caught, more than ever before."),
            say("{number} Fuchs was caught, for the first time."),
            by_history=history.find_most_fuechse,
            topic="fuechse",
        ),
        Kind(
            "many_fuechse",
            "more",
            say("{number} Füchse were caught, as many as on the three evenings before."),
            by_history=history.find_many_fuechse,
            topic="fuechse",
        ),
        Kind(
            "most_solos",
            "more",
            say("{number} solos were played, more than ever before."),
            say("{number} solo was played, for the first time."),
            by_history=history.find_most_solos,
            topic="solos",
        ),
        Kind(
            "most_games",
            "more",
            say("{number} games were played, more than ever before."),
            by_history=history.find_most_games,
        ),
        Kind("lead_changes", "more", say("The lead changed {number} times."), by_games=moments.find_lead_changes),
        Kind(
            "close_field",
            "more",
            say("{number} points lay between first and last."),
            say("{number} point lay between first and last."),
            by_games=moments.find_close_field,
        ),
        Kind(
            "no_solo",
            "more",
            say("{number} games were played without a solo."),
            by_games=moments.find_no_solo,
            topic="solos",
        ),
    )
}


def as_past(one: EveningFacts, day: str = "", evening: int = 0, kinds: tuple[str, ...] = ()) -> history.PastEvening:
    """Return the facts that the stories of later evenings need."""
    return history.PastEvening(
        day, evening, one.ranking, len(one.games), len(one.solos), one.count_fuechse(), one.is_known, kinds
    )
