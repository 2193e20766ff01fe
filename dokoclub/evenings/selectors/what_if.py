"""An old evening under other rules, side by side, without changing anything."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dokoclub.clubs.models import Player
from dokoclub.evenings.ledger.folded import Folded
from dokoclub.evenings.ledger.results import players_of
from dokoclub.evenings.models import Evening, Sheet
from dokoclub.evenings.selectors.people import Names, fetch_players
from dokoclub.evenings.selectors.results import folded_sheets
from scoring.game import compare
from scoring.game.compare import SideBySide
from scoring.rules.rules import Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """One player under both rules; ranks from 1, equal points share one."""

    player: Player
    own: int
    other: int
    own_rank: int
    other_rank: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherRules:
    """`sheets` stand beside each other, sheet by sheet; `standings` in the order of the evening."""

    sheets: tuple[tuple[Sheet, SideBySide], ...]
    standings: tuple[Standing, ...]
    names: Names


def what_if(evening: Evening, rules: Rules) -> OtherRules:
    """The evening under any rules. Three queries."""
    folded = folded_sheets(evening)
    names = fetch_players(player for sheet in folded for player in players_of(sheet))
    compared = [(sheet.sheet, _beside(sheet, rules)) for sheet in folded]
    own = _totals(names, [sides.own.totals for _, sides in compared])
    other = _totals(names, [sides.other.totals for _, sides in compared])
    standings = [
        Standing(
            player=names[player],
            own=own[player],
            other=other[player],
            own_rank=1 + sum(points > own[player] for points in own.values()),
            other_rank=1 + sum(points > other[player] for points in other.values()),
        )
        for player in sorted(own, key=lambda player: -own[player])
    ]
    return OtherRules(sheets=tuple(compared), standings=tuple(standings), names=names)


def _beside(folded: Folded, rules: Rules) -> SideBySide:
    return compare.what_if(
        folded.rules,
        rules,
        folded.sheet.players,
        folded.rows,
        first_dealer=str(folded.sheet.first_dealer_id),
    )


def _totals(names: Names, sheets: list[Mapping[str, int]]) -> dict[str, int]:
    return {player: sum(totals.get(player, 0) for totals in sheets) for player in names}
