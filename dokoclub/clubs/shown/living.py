"""The sheet on the home page of a stranger: four games, and what the fifth would be worth. Nobody's data."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple

from dokoclub.clubs.words.games import item_name
from scoring.game.game import Game
from scoring.game.score import NOBODY, Scorer
from scoring.game.sheet import Line, fold_rows
from scoring.rules.presets import DDV
from scoring.terms import AUGEN, Call, Party

TABLE: Final = ("Anna", "Ben", "Cem", "Dora")
ANNA, BEN, CEM, DORA = TABLE
GAMES: Final = (
    Game(re=(ANNA, CEM), kontra=(BEN, DORA), re_augen=155),
    Game(re=(BEN, DORA), kontra=(ANNA, CEM), re_augen=135),
    Game(re=(DORA,), kontra=(ANNA, BEN, CEM), re_augen=155, re_call=Call.ANSAGE, kind="solo", solo="damen"),
    Game(re=(ANNA, BEN), kontra=(CEM, DORA), re_augen=85),
)
# A game with everything: two names, three digits, Re, a Fuchs, save.
PROOF: Final = Game(re=(ANNA, BEN), kontra=(CEM, DORA), re_augen=155, re_call=Call.ANSAGE, re_extras=(("fuchs", 1),))


class Cell(NamedTuple):
    total: int  # Spielpunkte so far
    change: int
    is_re: bool


class Row(NamedTuple):
    number: int
    value: int | None
    is_solo: bool
    cells: tuple[Cell, ...]


class Living(NamedTuple):
    """`rows`: the newest first; `worth`: from how many Augen of Re on it gets how much, [[0, −7], …]."""

    names: tuple[str, ...]
    totals: tuple[int, ...]
    best: int  # place of who leads
    rows: tuple[Row, ...]
    worth: list[list[int]]
    augen: int = AUGEN  # of all cards


@lru_cache(maxsize=1)
def living_sheet() -> Living:
    lines = fold_rows(DDV, TABLE, GAMES, scorer=Scorer(DDV)).lines
    totals = tuple(lines[-1].totals[name] for name in TABLE)
    return Living(
        names=TABLE,
        totals=totals,
        best=totals.index(max(totals)),
        rows=tuple(_row(line, game.re) for line, game in zip(lines, GAMES, strict=True))[::-1],
        worth=[[next(some)[1], worth] for worth, some in groupby(_worths(), key=lambda one: one[0])],
    )


def tell_proof() -> list[tuple[str, int]]:
    """The reckoning of one game in the reader's words: what for, how much. The last line is their sum."""
    reckoning = Scorer(DDV).score(PROOF).reckoning
    told = [(item_name(item.key, DDV), item.points) for item in reckoning.items]
    return [*told, ("", reckoning.value or 0)]


def _row(line: Line, re: tuple[str, ...]) -> Row:
    cells = (Cell(line.totals[name], line.score.scores[name], name in re) for name in TABLE)
    return Row(line.number or 0, line.score.reckoning.value, len(re) == 1, tuple(cells))


def _worths() -> Iterator[tuple[int, int]]:
    """What Re gets, by its Augen. All of them are all tricks: who tries it out asks for no more."""
    scorer = Scorer(DDV)
    for augen in range(AUGEN + 1):
        no_tricks = {0: Party.RE, AUGEN: Party.KONTRA}.get(augen)
        score = scorer.score(Game(re=(ANNA, BEN), kontra=(CEM, DORA), re_augen=augen, no_tricks=no_tricks))
        yield (0 if score.reckoning.winner == NOBODY else score.scores[ANNA]), augen
