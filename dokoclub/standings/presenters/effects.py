"""What other rules of the league would change: the first players of a table, by both rules."""

from __future__ import annotations

from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from dokoclub.standings import texts
from dokoclub.standings.models.periods import Period
from dokoclub.standings.presenters.table import LeagueCell, call_shortly, fetch_texts, make_cell
from dokoclub.standings.selectors.tables import LeagueTable
from scoring.league.columns import score_column

MOST_COMPARED: Final = 12  # players in a table next to a form


class EffectLine(NamedTuple):
    """A player with rank ("–" for none) and ranking number in each table."""

    name: str
    cells: list[tuple[str, LeagueCell]]


class Effect(NamedTuple):
    """The first players of a table under the rules in force, then under others if these differ."""

    period: Period
    heads: list[str]
    lines: list[EffectLine]


def compare_tables(own: LeagueTable, other: LeagueTable) -> Effect:
    """Compare a table with the one under other rules, in its order."""
    is_same = own.rules == other.rules
    tables = [other] if is_same else [own, other]
    heads = [texts.get_title(score_column(own.rules).key)] if is_same else [_("until now"), _("then")]
    names, text = call_shortly(other.people.by_number.values()), fetch_texts()

    def cell(table: LeagueTable, player: int) -> tuple[str, LeagueCell]:
        row, key = table.row_of(player), score_column(table.rules).key
        rank = f"{row.rank}." if row and row.rank else "–"
        return rank, make_cell(key, row.score if row else None, text)

    lines = [
        EffectLine(names[row.player], [cell(table, row.player) for table in tables])
        for row in other.rows[:MOST_COMPARED]
    ]
    return Effect(other.period, heads, lines)
