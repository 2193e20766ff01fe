"""The paper score sheet: what stands in its columns, or is to be written there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from dokoclub.clubs.models import Club, Player
from dokoclub.clubs.selectors import current_rules
from dokoclub.clubs.shown.states import rules_state
from dokoclub.clubs.words.at_the_table import tell_table
from dokoclub.clubs.words.games import extra_name, own_names
from dokoclub.evenings.ledger import facts
from dokoclub.evenings.models import Sheet
from dokoclub.exports.selectors import exports as selectors
from dokoclub.look.phrases import print_phrase
from dokoclub.standings.models.periods import Period, Span
from scoring.contract.row_text import tell_facts, tell_kind
from scoring.game.game import Game
from scoring.game.rows import ByHand, PointsByHand, Redeal, Table
from scoring.game.rows import Row as AnyRow
from scoring.game.sheet import Line
from scoring.rules.rules import Rules
from scoring.terms import PLAYING

USUAL_ROWS: Final = 24


class Cell(NamedTuple):
    total: int | None  # None: has no points here
    change: int | None  # None: sits out
    re: bool = False  # plays for Re, where that was written down


class Row(NamedTuple):
    number: int | None
    cells: Sequence[Cell]
    value: int | None
    note: str


@dataclass(frozen=True, kw_only=True)
class Paper:
    """`names`: of the columns, "" for one to be filled in. Without rows it is empty, with `lines` to write on.

    `tells_re`: some game says who played for Re.
    """

    names: Sequence[str]
    rows: Sequence[Row] = ()
    totals: Sequence[int | None] = ()  # None: to be written there
    lines: range = range(0)
    rules: str = ""
    extras: Sequence[str] = ()
    told: Sequence[str] = ()  # what holds at the table
    tells_re: bool = False


def filled_paper(sheet: Sheet) -> Paper:
    """Three queries."""
    (whole,) = selectors.one_sheet(sheet)
    players = selectors.players_of([whole])
    rows = [
        Row(
            line.number,
            [_cell(key, row, line) for key in players],
            line.score.reckoning.value,
            " · ".join(filter(None, (_told(row, players, whole.rules), entry.note))),
        )
        for entry, row, line in whole
        if not isinstance(row, Table)
    ]
    return Paper(
        names=[player.name for player in players.values()],
        rows=rows,
        totals=[whole.paper.totals[key] for key in players],
        extras=_extras(whole.rules),
        told=tell_table(whole.rules),
        tells_re=any(cell.re for row in rows for cell in row.cells),
    )


def _cell(player: str, row: AnyRow, line: Line) -> Cell:
    plays = player in facts.players_in(row)
    plays_re = isinstance(row, Game) and player in row.re
    return Cell(line.totals.get(player), line.score.scores[player] if plays else None, plays_re)


def _told(row: AnyRow, players: Mapping[str, Player], rules: Rules) -> str:
    """What the row is, where that is not plain from its points."""
    if isinstance(row, Redeal):
        return print_phrase(tell_facts(row, rules), players)
    is_plain = isinstance(row, (ByHand, PointsByHand)) or (isinstance(row, Game) and row.kind == "normal")
    return "" if is_plain else print_phrase(tell_kind(row, rules))


def empty_paper(club: Club, names: Sequence[Player], seats: int, rows: int | None) -> Paper:
    """Columns for those who are named, and as many more as the table has seats. One query."""
    version = current_rules(club)
    rules = version.parsed
    columns = [player.name for player in names]
    columns += [""] * (max(seats, PLAYING) - len(columns))
    return Paper(
        names=columns,
        totals=[None] * len(columns),
        lines=range(1, (rows or rules.games_per_list or USUAL_ROWS) + 1),
        rules=rules_state(version),
        extras=_extras(rules),
        told=tell_table(rules),
    )


def _extras(rules: Rules) -> list[str]:
    """The Sonderpunkte that count, for the foot of the sheet."""
    return [extra_name(key, own_names(rules)) for key in rules.extras]


def title_of_table(period: Period) -> str:
    """What a printed table is, by itself on a wall."""
    if period.span is Span.ALL:
        return _("Table of all time")
    return _("Table of %(period)s") % {"period": period}


def nameable_players(club: Club) -> list[Player]:
    """Who may be named on an empty sheet. One query."""
    return list(club.players.playing().order_by("guest", "folded_name"))
