"""A tournament as it stands: people, rounds, tables and points, whatever its size at five queries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from dokoclub.evenings.models import Result as SheetResult
from dokoclub.tournaments.models import Entrant, Place, Round, RoundTable, Source, Tournament
from dokoclub.tournaments.models.rounds import is_written_on
from scoring.tournament.ranking import RankRules, Result, Row, rank_entrants
from scoring.tournament.reunions import count_reunions, lower_bound
from scoring.tournament.sizes import Rounds, Tables


@dataclass(frozen=True, slots=True)
class Sitting:
    """Somebody at a table, and what the round has brought him so far."""

    place: Place
    entrant: Entrant
    points: int | None  # without the penalty that the referee noted beside the sheet; None: nothing is known yet
    penalty: int
    won: int
    solos_won: int
    solos_lost: int

    @property
    def total(self) -> int:
        return (self.points or 0) + self.penalty

    @property
    def result(self) -> Result:
        return Result(self.total, solos=self.solos_won, won=self.won)


@dataclass(frozen=True, slots=True)
class TableNow:
    table: RoundTable
    sittings: tuple[Sitting, ...]  # in order of their places, who went away last

    @property
    def numbers(self) -> tuple[int, ...]:
        """Start numbers of everybody who sat there."""
        return tuple(sitting.entrant.number for sitting in self.sittings)

    @property
    def seated(self) -> tuple[Sitting, ...]:
        """Who sits there now, or did at the end."""
        return tuple(sitting for sitting in self.sittings if not sitting.place.left)

    @property
    def has_points(self) -> bool:
        """A game or a penalty is written, or it has handed in."""
        return bool(self.games or self.table.is_handed_in or any(sitting.penalty for sitting in self.sittings))

    @property
    def games(self) -> int:
        sheet = self.table.sheet
        return self.table.games if self.table.games is not None else sheet.games if sheet else 0

    @property
    def hides_won(self) -> bool:
        """Typed from paper without the games that each has won."""
        is_paper = self.table.source == Source.PAPER and self.games > 0
        return is_paper and not any(sitting.won for sitting in self.sittings)

    @property
    def sheet_has_moved(self) -> bool:
        """The sheet was written on after the table handed in: its points may not be those that count."""
        return self.table.is_handed_in and getattr(self.table, "written_on", False)


@dataclass(frozen=True, slots=True)
class RoundNow:
    round: Round
    tables: tuple[TableNow, ...]

    @property
    def number(self) -> int:
        return self.round.number

    @property
    def plan(self) -> Tables:
        return tuple(table.numbers for table in self.tables)

    @property
    def seats(self) -> Tables:
        """Without those who went away."""
        return tuple(tuple(sitting.entrant.number for sitting in table.seated) for table in self.tables)

    @property
    def is_confirmed(self) -> bool:
        return self.round.has_begun and all(table.table.is_confirmed for table in self.tables)

    @property
    def playing(self) -> int:
        """Tables that have not handed in."""
        return sum(not table.table.is_handed_in for table in self.tables)


@dataclass(frozen=True)
class Day:
    tournament: Tournament
    entrants: Mapping[int, Entrant]  # by start number
    rounds: Sequence[RoundNow] = field(default_factory=tuple)

    @property
    def begun(self) -> list[RoundNow]:
        return [one for one in self.rounds if one.round.has_begun]

    @property
    def planned(self) -> list[RoundNow]:
        return [one for one in self.rounds if not one.round.has_begun]

    @property
    def current(self) -> RoundNow | None:
        """The last one that has begun."""
        return self.begun[-1] if self.begun else None

    @property
    def unconfirmed(self) -> list[RoundTable]:
        """Tables of rounds that have begun, without which the tournament does not end."""
        return [now.table for one in self.begun for now in one.tables if not now.table.is_confirmed]

    @property
    def without_won(self) -> list[RoundTable]:
        """Tables whose games won are not known: somebody wins each game, so nothing but zeros was left empty."""
        return [now.table for one in self.begun for now in one.tables if now.hides_won]

    @cached_property
    def has_points(self) -> bool:
        """Before that nobody is ahead of anybody, although all share the first rank."""
        return any(table.has_points for one in self.begun for table in one.tables)

    @property
    def ranked(self) -> list[Entrant]:
        return [entrant for entrant in self.entrants.values() if not entrant.fill_in]

    @property
    def fill_ins(self) -> list[Entrant]:
        return [entrant for entrant in self.entrants.values() if entrant.fill_in]

    @property
    def counting(self) -> list[Entrant]:
        """Those on whom fees, tables and prizes rest: who came, without fill-ins."""
        return [entrant for entrant in self.ranked if entrant.withdrawn_after != 0]

    def present(self, number: int) -> list[Entrant]:
        """Who is there in a round, fill-ins not."""
        return [entrant for entrant in self.ranked if entrant.plays_in(number)]

    @property
    def plan(self) -> Rounds:
        return tuple(one.plan for one in self.rounds)

    @cached_property
    def reunions(self) -> int:
        """W of all rounds, played and planned."""
        return count_reunions(self.plan)

    @property
    def bound(self) -> int | None:
        """No plan has fewer reunions; None where somebody is not there in every round."""
        people = [frozenset(who for table in one.plan for who in table) for one in self.rounds]
        if not people or len(set(people)) > 1 or any(one.round.paused for one in self.rounds):
            return None
        sizes = sorted((len(table) for table in self.rounds[0].plan), reverse=True)
        return lower_bound(sizes, len(self.rounds))

    @cached_property
    def ranking(self) -> tuple[Row[int], ...]:
        """As it stands, with what is written on the sheets of tables that still play."""
        return self.rank_rounds(self.begun)

    def rank_rounds(self, rounds: Sequence[RoundNow]) -> tuple[Row[int], ...]:
        """The list after these rounds."""
        return rank_entrants(
            [[_results(table, self.tournament) for table in one.tables] for one in rounds],
            rank_rules(self.tournament, without_won=any(table.hides_won for one in rounds for table in one.tables)),
            everybody=[entrant.number for entrant in self.counting],
            unranked={entrant.number for entrant in self.fill_ins},
            disqualified={entrant.number for entrant in self.ranked if entrant.disqualified},
            pauses=self.pauses(rounds),
        )

    def pauses(self, rounds: Sequence[RoundNow]) -> dict[int, int]:
        found: dict[int, int] = {}
        for one in rounds:
            for number in one.round.paused:
                found[number] = found.get(number, 0) + 1
        return found

    def sitting_of(self, number: int, one: RoundNow) -> tuple[TableNow, Sitting] | None:
        """Where somebody sits in a round."""
        for table in one.tables:
            for sitting in table.seated:
                if sitting.entrant.number == number:
                    return table, sitting
        return None

    def points_in(self, number: int, one: RoundNow) -> int | None:
        """What a round has brought somebody; None where he sat at no table of it."""
        return self._points[one.number].get(number)

    @cached_property
    def _points(self) -> dict[int, dict[int, int]]:
        """By round and start number."""
        found: dict[int, dict[int, int]] = {}
        for one in self.rounds:
            points = found.setdefault(one.number, {})
            for table in one.tables:
                for sitting in table.sittings:
                    points[sitting.entrant.number] = points.get(sitting.entrant.number, 0) + sitting.total
        return found


def rank_rules(tournament: Tournament, *, without_won: bool = False) -> RankRules:
    """`without_won`: they are not known of everybody, so nobody loses a tie by them."""
    return RankRules(
        rank_by=tournament.rank_by,
        scale=tournament.scale,
        tie_breaks=tuple(tie for tie in tournament.tie_breaks if not (without_won and tie == "won")),
        pause=tournament.pause,
        seed=tournament.seed,
    )


def _results(table: TableNow, tournament: Tournament) -> dict[int, Result]:
    """By start number. With place points whoever left the table has missed the round: his place is filled."""
    some = table.seated if tournament.rank_by == "place_points" else table.sittings
    return {sitting.entrant.number: sitting.result for sitting in some}


OnSheets = Mapping[tuple[int, int], SheetResult]  # by sheet and player


def read_day(tournament: Tournament) -> Day:
    """Five queries."""
    rounds = list(tournament.played.all())
    found = RoundTable.objects.filter(round__tournament=tournament).select_related("sheet")
    tables = list(found.annotate(written_on=is_written_on()).order_by("round", "number"))
    return get_day(tournament, rounds, tables, _on_sheets(tables_with_sheet(tables)))


def tables_with_sheet(tables: Sequence[RoundTable]) -> list[RoundTable]:
    """Those whose points are those of their live sheet."""
    return [table for table in tables if not table.is_handed_in and table.sheet_id]


def get_day(tournament: Tournament, rounds: Sequence[Round], tables: Sequence[RoundTable], live: OnSheets) -> Day:
    """The same where rounds, tables and live sheets were read. Two queries."""
    entrants = list(tournament.entrants.select_related("player", "team"))
    for entrant in entrants:
        entrant.tournament = tournament
    by_pk = {entrant.pk: entrant for entrant in entrants}
    places: dict[int, list[Place]] = {}
    for place in Place.objects.filter(table__round__tournament=tournament):
        if place.entrant_id in by_pk:  # somebody may have come since the entrants were read
            places.setdefault(place.table_id, []).append(place)
    now: dict[int, list[TableNow]] = {}
    of_round = {one.pk: one for one in rounds}
    for one in rounds:
        one.tournament = tournament
    for table in tables:
        if table.round_id not in of_round:  # planned since the rounds were read
            continue
        table.round = of_round[table.round_id]
        sittings = tuple(_sitting(place, by_pk[place.entrant_id], table, live) for place in places.get(table.pk, ()))
        now.setdefault(table.round_id, []).append(TableNow(table, sittings))
    return Day(
        tournament,
        {entrant.number: entrant for entrant in entrants},
        tuple(RoundNow(one, tuple(now.get(one.pk, ()))) for one in rounds),
    )


def _on_sheets(tables: Sequence[RoundTable]) -> OnSheets:
    """What stands on the live sheets."""
    found = SheetResult.objects.filter(sheet__in=[table.sheet_id for table in tables]).only(
        "sheet", "player", "balance", "won", "solos", "solos_won"
    )
    return {(result.sheet_id, result.player_id): result for result in found}


def _sitting(place: Place, entrant: Entrant, table: RoundTable, live: OnSheets) -> Sitting:
    on_sheet = live.get((table.sheet_id or 0, entrant.player_id))
    if place.points is not None or on_sheet is None:
        return Sitting(place, entrant, place.points, place.penalty, place.won, place.solos_won, place.solos_lost)
    lost = on_sheet.solos - on_sheet.solos_won
    return Sitting(place, entrant, on_sheet.balance, place.penalty, on_sheet.won, on_sheet.solos_won, lost)


def own_numbers(day: Day, account_id: int) -> Iterator[int]:
    """Start numbers of the reader."""
    return (number for number, entrant in day.entrants.items() if entrant.player.account_id == account_id)
