"""What do evenings come to by their facts as they are now? Nothing here is kept; every amount is of `scoring`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from dokoclub.clubs.models import Club, Player
from dokoclub.dates.selectors.absences import Excuses, excuses_of
from dokoclub.evenings.models import Evening, PlayerMerge, Result, Sheet
from dokoclub.settlement.models import ClubMoney, EveningMoney, Kind
from dokoclub.settlement.selectors import rules as money_rules
from scoring.money.methods import MoneyRules, Total
from scoring.money.settlement import NO_EXCUSES, Settlement, settle_tables
from scoring.money.shares import Listing


class LiveList(NamedTuple):
    """One list of an evening, and what it is called when it is kept."""

    kind: Kind
    place: int  # among those of its kind, from 0
    sheet: Sheet | None  # of which table, where each settles by itself
    listing: Listing


@dataclass(frozen=True, slots=True, kw_only=True)
class Live:
    """An evening with its money: `rules` as they hold for it, `tables` in the order of `settlement.lists` by table."""

    evening: Evening
    money: EveningMoney | None
    chosen: MoneyRules  # by the evening or its club
    rules: MoneyRules  # the same with the stake of the evening
    sheets: tuple[Sheet, ...]  # none where nothing was written all evening
    tables: tuple[tuple[Total, ...], ...]  # of these sheets
    expected: tuple[int, ...]  # active members, no guests
    excused: frozenset[int]
    excuses: Excuses  # who said that he would not come, where that matters
    settlement: Settlement

    @property
    def currency(self) -> str:
        """In which it was played, whatever the club has by now."""
        return self.money.currency if self.money else self.evening.club.currency

    @property
    def is_frozen(self) -> bool:
        return self.money is not None and self.money.frozen_at is not None

    @property
    def lists(self) -> list[LiveList]:
        """Of points, one for the evening or one for each table; then the flat amounts. Nobody may be named in one."""
        sheets = self.sheets if self.rules.scope == "table" else (None,)
        of_points = enumerate(zip(sheets, self.settlement.lists, strict=True))
        return [
            *(LiveList(Kind.POINTS, place, sheet, listing) for place, (sheet, listing) in of_points),
            LiveList(Kind.FLAT, 0, None, self.settlement.flat),
        ]

    @property
    def seats(self) -> list[int]:
        """Everybody who sat at a table, in seat order."""
        return list(dict.fromkeys(total.player for table in self.tables for total in table))

    @property
    def absent(self) -> list[int]:
        """Who was expected and did not come, excused or not."""
        present = set(self.seats)
        return [player for player in self.expected if player not in present]


def settle_live(evening: Evening) -> Live:
    """Six queries at most: sheets, results, active members, its money, the club's, merged players.

    Three more where staying away costs by what somebody had answered.
    """
    return settle_all_live(evening.club, [evening])[0]


def settle_all_live(club: Club, evenings: Iterable[Evening]) -> list[Live]:
    """The same for several evenings of one club, at the same six queries."""
    wanted = list(evenings)
    sheets = list(Sheet.objects.filter(evening__in=wanted).order_by("evening", "round", "pk"))
    results = Result.objects.filter(sheet__in=sheets).order_by("sheet", "pk")
    of_evening = {pk: list(some) for pk, some in groupby(sheets, key=lambda sheet: sheet.evening_id)}
    by_sheet = {pk: list(some) for pk, some in groupby(results, key=lambda result: result.sheet_id)}
    monies = {
        money.evening_id: money for money in EveningMoney.objects.select_related("frozen_by").filter(evening__in=wanted)
    }
    club_rules = money_rules.of_club(ClubMoney.objects.filter(club=club).first())
    members = active_members(club)
    kept = kept_players(club)
    excuses = excuses_that_cost(club, [(one, monies.get(one.pk)) for one in wanted], club_rules)
    return [
        _live(
            evening,
            monies.get(evening.pk),
            of_evening.get(evening.pk, []),
            by_sheet,
            club_rules=club_rules,
            members=members,
            kept=kept,
            excuses=excuses.get(evening.pk, {}),
        )
        for evening in wanted
    ]


def active_members(club: Club) -> list[int]:
    """Who is meant to come to a club evening: no guests. One query."""
    found = Player.objects.present().playing().filter(club=club, guest=False).order_by("pk")
    return list(found.values_list("pk", flat=True))


def kept_players(club: Club) -> Mapping[int, int]:
    """By player who was merged: as whom he plays now."""
    return dict(PlayerMerge.objects.standing().filter(club=club).values_list("merged", "kept"))


def _live(
    evening: Evening,
    money: EveningMoney | None,
    sheets: Sequence[Sheet],
    results: Mapping[int, Sequence[Result]],
    *,
    club_rules: MoneyRules,
    members: Sequence[int],
    kept: Mapping[int, int],
    excuses: Excuses,
) -> Live:
    chosen = money_rules.rules_of(money, club_rules)
    rules = money_rules.in_force(chosen, evening.stake)
    if not any(_is_written(sheet, results.get(sheet.pk, ())) for sheet in sheets):
        sheets = ()
    tables = tuple(tuple(_totals(sheet, results.get(sheet.pk, ()))) for sheet in sheets)
    known = money.expected if money and money.expected is not None else members
    expected = _now(known, kept) if evening.club_evening and tables else ()
    excused = frozenset(_now(money.excused if money else (), kept))
    present = {total.player for table in tables for total in table}
    absent = [player for player in expected if player not in present]
    return Live(
        evening=evening,
        money=money,
        chosen=chosen,
        rules=rules,
        sheets=tuple(sheets),
        tables=tables,
        expected=expected,
        excused=excused,
        excuses=excuses,
        settlement=settle_by_rules(tables, rules, absent, excused, excuses),
    )


def settle_by_rules(
    tables: Sequence[Sequence[Total]],
    rules: MoneyRules,
    absent: Iterable[int],
    excused: frozenset[int],
    excuses: Excuses = NO_EXCUSES,
) -> Settlement:
    """By the rules as they hold for the evening."""
    return settle_tables(tables, rules, [player for player in absent if player not in excused], excuses)


def excuses_that_cost(
    club: Club, evenings: Iterable[tuple[Evening, EveningMoney | None]], club_rules: MoneyRules
) -> Mapping[int, Excuses]:
    """By evening, where staying away costs by what somebody had answered. Three queries, none where it does nowhere."""
    asking = [evening for evening, money in evenings if _rests_on_answers(money_rules.rules_of(money, club_rules))]
    return excuses_of(club, asking) if asking else {}


def _rests_on_answers(rules: MoneyRules) -> bool:
    return rules.absent_by == "answers" and rules.method != "none"


def _is_written(sheet: Sheet, results: Iterable[Result]) -> bool:
    """An evening without a line costs nothing."""
    return sheet.games > 0 or any(result.scores or result.balance for result in results)


def _totals(sheet: Sheet, results: Iterable[Result]) -> list[Total]:
    """In seat order; who came later, in the order of coming."""
    place = {int(player): index for index, player in enumerate(sheet.players)}
    ordered = sorted(results, key=lambda result: (place.get(result.player_id, len(place)), result.pk))
    return [
        Total(
            result.player_id,
            result.balance,
            result.games,
            lost=result.counts.get("lost", 0),
            solos_lost=result.counts.get("solos_lost", 0),
            summed=result.summed,
        )
        for result in ordered
    ]


def _now(players: Iterable[int], kept: Mapping[int, int]) -> tuple[int, ...]:
    """Players as they are called since some of them were merged, each once."""
    return tuple(dict.fromkeys(as_kept(player, kept) for player in players))


def as_kept(player: int, kept: Mapping[int, int]) -> int:
    while player in kept:
        player = kept[player]
    return player
