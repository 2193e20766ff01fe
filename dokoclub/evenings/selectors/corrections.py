"""Corrections of whole sheets of an evening, whether they can be undone, and an evening under other rules."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Player
from dokoclub.evenings import hooks
from dokoclub.evenings.domain.corrections import rules_for
from dokoclub.evenings.domain.results import list_players
from dokoclub.evenings.domain.sheet_state import SheetState
from dokoclub.evenings.models import Evening, Sheet
from dokoclub.evenings.selectors.people import Names, fetch_players
from dokoclub.evenings.selectors.results import replay_sheets
from scoring.game import compare
from scoring.game.compare import SideBySide
from scoring.rules.rules import Rules

# The first word of the reason for a new version in a sheet's history. Then follow the key, and for players the former
# player, the real one, and the first and last game. The first two words are also the sheet fields that they change.
RULES, PLAYERS, UNDO = "rules", "players", "undo"
KINDS: Final = (RULES, PLAYERS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected:
    """One correction, of all sheets that it changed. `before`, `after`: history records of the first of them."""

    what: str
    key: str
    at: datetime
    by: Account | None
    before: Any
    after: Any
    exchanged: tuple[str, ...]  # for players: ids of the former and the real player, first and last game
    undone: bool
    stands: bool  # its result is unchanged, so that it can be undone


def sheet_by_others(club: Club, rules: Rules) -> Sheet | None:
    """Return the last sheet of the running evening, if its rules are others.

    Tournaments are excluded: they have their own. One query.
    """
    sheets = Sheet.objects.open().filter(evening__club=club, evening__closed_at=None)
    for unusual in hooks.unusual_evenings:
        sheets = sheets.exclude(evening__in=unusual())
    sheet = sheets.order_by("-evening__date", "-pk").first()
    return sheet if sheet is not None and sheet.rules != rules_for(sheet, rules) else None


def list_corrections(evening: Evening) -> list[Corrected]:
    """List the corrections of an evening, the newest first. Two queries, and one for each."""
    sheets = {sheet.pk: sheet for sheet in evening.sheets.all()}
    records = Sheet.history.filter(id__in=sheets).exclude(history_change_reason=None).select_related("history_user")
    told = {(record.history_change_reason, record.id): record for record in records.order_by("-history_id")}
    undone = {reason.removeprefix(f"{UNDO} ") for reason, _ in told if reason.startswith(f"{UNDO} ")}
    found: dict[str, Corrected] = {}
    for (reason, pk), record in told.items():
        what, key, *exchanged = reason.split(" ") if " " in reason else (reason, "")
        if what not in KINDS or key in found:
            continue
        found[key] = Corrected(
            what=what,
            key=key,
            at=record.history_date,
            by=record.history_user,
            before=record.prev_record,
            after=record,
            exchanged=tuple(exchanged),
            undone=key in undone,
            stands=key not in undone and getattr(sheets[pk], what) == getattr(record, what),
        )
    return [*found.values()]


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
    """An evening under two sets of rules.

    `sheets`: the comparison of each sheet; `standings` in the order of the evening.
    """

    sheets: tuple[tuple[Sheet, SideBySide], ...]
    standings: tuple[Standing, ...]
    names: Names

    @property
    def games(self) -> int:
        return sum(own.number is not None for _sheet, sides in self.sheets for own, _other in sides.lines)

    @property
    def changed_games(self) -> int:
        """Return the number of games with other points."""
        return sum(
            own.number is not None and own.score.scores != other.score.scores
            for _sheet, sides in self.sheets
            for own, other in sides.lines
        )


def what_if(evening: Evening, rules: Rules, before: Rules | None = None) -> OtherRules:
    """Return the evening under other rules. `before`: in place of the rules it was played by. Three queries."""
    states = replay_sheets(evening)
    names = fetch_players(player for sheet in states for player in list_players(sheet))
    compared = [(sheet.sheet, _beside(sheet, rules, before)) for sheet in states]
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


def find_last_evening(club: Club) -> Evening | None:
    """Return the last closed evening; tournaments are excluded. One query."""
    closed = Evening.objects.not_deleted().filter(club=club).exclude(closed_at=None)
    for unusual in hooks.unusual_evenings:
        closed = closed.exclude(pk__in=unusual())
    return closed.order_by("-date", "-pk").first()


def _beside(state: SheetState, rules: Rules, before: Rules | None) -> SideBySide:
    def under(other: Rules) -> SideBySide:
        first = str(state.sheet.first_dealer_id)
        return compare.what_if(state.rules, other, state.sheet.players, state.rows, first_dealer=first)

    sides = under(rules)
    return replace(sides, own=under(before).other) if before is not None else sides


def _totals(names: Names, sheets: list[Mapping[str, int]]) -> dict[str, int]:
    return {player: sum(totals.get(player, 0) for totals in sheets) for player in names}
