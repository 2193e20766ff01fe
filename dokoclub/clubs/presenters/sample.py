"""The sample evening of the start page: the sheet that fills itself in, the payments, and everybody's points."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from scoring.game.game import Game
from scoring.game.score import NOBODY, Scorer
from scoring.game.sheet import Line, fold_rows
from scoring.money.transfers import fewest_payments
from scoring.rules.presets import DDV
from scoring.terms import AUGEN, Call, Party

TABLE: Final = ("Anna", "Ben", "Cem", "Dora")
ANNA, BEN, CEM, DORA = TABLE
STAKE: Final = 5  # cents a point
FIRST: Final = (
    Game(re=(ANNA, CEM), kontra=(BEN, DORA), re_augen=155),
    Game(re=(BEN, DORA), kontra=(ANNA, CEM), re_augen=135),
    Game(re=(DORA,), kontra=(ANNA, BEN, CEM), re_augen=155, re_call=Call.ANSAGE, kind="solo", solo="damen"),
    Game(re=(ANNA, BEN), kontra=(CEM, DORA), re_augen=85),
)
# The rest of the evening: the initials of Re and its Augen. One player plays a Damensolo.
LATER: Final = (
    "BC 101, AB 189, BC 119, AD 112, BC 153, AB 151, B 150, AC 108, AD 104, BC 152, "
    "BD 156, AB 119, BC 139, BC 176, AB 96, AC 111, BD 152, CD 105, BC 81, CD 79"
)


class SampleCell(NamedTuple):
    total: int  # Spielpunkte so far
    change: int
    is_re: bool


class SampleRow(NamedTuple):
    number: int
    value: int | None
    is_solo: bool
    cells: tuple[SampleCell, ...]


class Living(NamedTuple):
    """The sample sheet. `rows`: newest first; `worth`: points by Re's Augen as thresholds, [[0, −7], …]."""

    names: tuple[str, ...]
    totals: tuple[int, ...]
    best: int  # place of the leader
    rows: tuple[SampleRow, ...]
    worth: list[list[int]]
    augen: int = AUGEN  # of all cards


class SamplePayment(NamedTuple):
    who: str  # Anna pays Ben
    cents: int


@lru_cache(maxsize=1)
def living_sheet() -> Living:
    """Return the first games of the evening."""
    lines = fold_evening()[: len(FIRST)]
    totals = tuple(lines[-1].totals[name] for name in TABLE)
    return Living(
        names=TABLE,
        totals=totals,
        best=totals.index(max(totals)),
        rows=tuple(_row(line, game.re) for line, game in zip(lines, FIRST, strict=True))[::-1],
        worth=[[next(some)[1], worth] for worth, some in groupby(_worths(), key=lambda one: one[0])],
    )


@lru_cache(maxsize=1)
def fold_evening() -> tuple[Line, ...]:
    """Return all games of the evening, scored."""
    return tuple(fold_rows(DDV, TABLE, [*FIRST, *_later()], scorer=Scorer(DDV)).lines)


def list_payments() -> list[SamplePayment]:
    """Return the payments after the evening."""
    totals = fold_evening()[-1].totals
    return [
        SamplePayment(_("%(payer)s pays %(payee)s") % {"payer": TABLE[payer], "payee": TABLE[payee]}, cents)
        for payer, payee, cents in fewest_payments([totals[name] * STAKE for name in TABLE])
    ]


def _later() -> Iterator[Game]:
    for words in LATER.split(", "):
        initials, augen = words.split()
        re = tuple(name for name in TABLE if name[0] in initials)
        kontra = tuple(name for name in TABLE if name not in re)
        kind, solo = ("solo", "damen") if len(re) == 1 else ("normal", None)
        yield Game(re=re, kontra=kontra, re_augen=int(augen), kind=kind, solo=solo)


def _row(line: Line, re: tuple[str, ...]) -> SampleRow:
    cells = (SampleCell(line.totals[name], line.score.scores[name], name in re) for name in TABLE)
    return SampleRow(line.number or 0, line.score.reckoning.value, len(re) == 1, tuple(cells))


def _worths() -> Iterator[tuple[int, int]]:
    """Yield Re's points by its Augen. With 0 or 240 Augen, one party counts as without a trick."""
    scorer = Scorer(DDV)
    for augen in range(AUGEN + 1):
        no_tricks = {0: Party.RE, AUGEN: Party.KONTRA}.get(augen)
        score = scorer.score(Game(re=(ANNA, BEN), kontra=(CEM, DORA), re_augen=augen, no_tricks=no_tricks))
        yield (0 if score.reckoning.winner == NOBODY else score.scores[ANNA]), augen
