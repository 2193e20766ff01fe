"""All problems of a game at once, for games that no form has read; `test_fuzz` compares them with those of reading."""

from __future__ import annotations

from scoring.game.game import Game, augen_problems, player_problems, solo_problems, trick_problems
from scoring.game.problems import call_problems, named_problems
from scoring.rules.rules import Rules
from scoring.terms import Problem


def find_problems(game: Game, rules: Rules) -> list[Problem]:
    """List everything about `game` that cannot have happened, each at its field. rules.md 5."""
    re, kontra = dict(game.re_extras), dict(game.kontra_extras)
    return [
        *player_problems(game.kind, game.re, game.kontra, game.sitting_out),
        *solo_problems(game.kind, game.solo, game.duty),
        *augen_problems(game.re_augen),
        *trick_problems(game.no_tricks, game.re_augen, re, kontra, rules),
        *call_problems(game.re_call, game.kontra_call, game.raises, rules),
        *named_problems(game, rules),
    ]
