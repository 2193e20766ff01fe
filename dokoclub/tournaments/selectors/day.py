"""The state of a tournament: people, rounds, tables and points. Five queries for any size."""

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
    """A person's seat at a table, with their result of the round so far."""

    place: Place
    entrant: Entrant
    points: int | None  # without the referee's penalty, which is noted separately; None: no points yet
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
    sittings: tuple[Sitting, ...]  # by seat number; those who left come last

    @property
    def numbers(self) -> tuple[int, ...]:
        """Return the start numbers of everybody who sat there."""
        return tuple(sitting.entrant.number for sitting in self.sittings)

    @property
    def seated(self) -> tuple[Sitting, ...]:
        """Return those who sit there now, or did at the end."""
        return tuple(sitting for sitting in self.sittings if not sitting.place.left)

    @property
    def has_points(self) -> bool:
        """Return True if a game or a penalty is recorded, or the table has handed in."""
        return bool(self.games or self.table.is_handed_in or any(sitting.penalty for sitting in self.sittings))

    @property
    def games(self) -> int:
        sheet = self.table.sheet
        return self.table.games if self.table.games is not None else sheet.games if sheet else 0

    @property
    def hides_won(self) -> bool:
        """Return True if totals were typed from paper without games won."""
        is_paper = self.table.source == Source.PAPER and self.games > 0
        return is_paper and not any(sitting.won for sitting in self.sittings)

    @property
    def sheet_has_moved(self) -> bool:
        """Return True if the sheet was written on after handing in: its points may differ from the result."""
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
        """Return start numbers by table, without those who left."""
        return tuple(tuple(sitting.entrant.number for sitting in table.seated) for table in self.tables)

    @property
    def is_confirmed(self) -> bool:
        return self.round.has_begun and all(table.table.is_confirmed for table in self.tables)

    @property
    def playing(self) -> int:
        """Count the tables that have not handed in."""
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
        """Return the last round that has begun."""
        return self.begun[-1] if self.begun else None

    @property
    def unconfirmed(self) -> list[RoundTable]:
        """List unconfirmed tables of started rounds, which keep the tournament from ending."""
        return [now.table for one in self.begun for now in one.tables if not now.table.is_confirmed]

    @property
    def without_won(self) -> list[RoundTable]:
        """List tables with unknown games won: each game has a winner, so all zeros mean they were left out."""
        return [now.table for one in self.begun for now in one.tables if now.hides_won]

    @cached_property
    def has_points(self) -> bool:
        """Return True once there are points; before, nobody is ahead, although all share the first rank."""
        return any(table.has_points for one in self.begun for table in one.tables)

    @property
    def ranked(self) -> list[Entrant]:
        return [entrant for entrant in self.entrants.values() if not entrant.fill_in]

    @property
    def fill_ins(self) -> list[Entrant]:
        return [entrant for entrant in self.entrants.values() if entrant.fill_in]

    @property
    def counting(self) -> list[Entrant]:
        """List those who count for fees, tables and prizes: all who came, without fill-ins."""
        return [entrant for entrant in self.ranked if entrant.withdrawn_after != 0]

    def present(self, number: int) -> list[Entrant]:
        """List those who take part in a round, without fill-ins."""
        return [entrant for entrant in self.ranked if entrant.plays_in(number)]

    @property
    def plan(self) -> Rounds:
        return tuple(one.plan for one in self.rounds)

    @cached_property
    def reunions(self) -> int:
        """Count the reunions W of all rounds, played and planned."""
        return count_reunions(self.plan)

    @property
    def bound(self) -> int | None:
        """Return a lower bound for reunions; None if somebody is absent in some round."""
        people = [frozenset(who for table in one.plan for who in table) for one in self.rounds]
        if not people or len(set(people)) > 1 or any(one.round.paused for one in self.rounds):
            return None
        sizes = sorted((len(table) for table in self.rounds[0].plan), reverse=True)
        return lower_bound(sizes, len(self.rounds))

    @cached_property
    def ranking(self) -> tuple[Row[int], ...]:
        """Return the current ranking, including sheets of tables still playing."""
        return self.rank_rounds(self.begun)

    def rank_rounds(self, rounds: Sequence[RoundNow]) -> tuple[Row[int], ...]:
        """Rank the entrants after these rounds."""
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
        """Find a person's seat in a round."""
        for table in one.tables:
            for sitting in table.seated:
                if sitting.entrant.number == number:
                    return table, sitting
        return None

    def points_in(self, number: int, one: RoundNow) -> int | None:
        """Return a person's points in a round; None if they sat at no table."""
        return self._points[one.number].get(number)

    @cached_property
    def _points(self) -> dict[int, dict[int, int]]:
        """Return points by round and start number."""
        found: dict[int, dict[int, int]] = {}
        for one in self.rounds:
            points = found.setdefault(one.number, {})
            for table in one.tables:
                for sitting in table.sittings:
                    points[sitting.entrant.number] = points.get(sitting.entrant.number, 0) + sitting.total
        return found


def rank_rules(tournament: Tournament, *, without_won: bool = False) -> RankRules:
    """Build the ranking rules. `without_won`: games won are not known for everybody, so they break no tie."""
    return RankRules(
        rank_by=tournament.rank_by,
        scale=tournament.scale,
        tie_breaks=tuple(tie for tie in tournament.tie_breaks if not (without_won and tie == "won")),
        pause=tournament.pause,
        seed=tournament.seed,
    )


def _results(table: TableNow, tournament: Tournament) -> dict[int, Result]:
    """Return results by start number.

    With place points, those who left the table have missed the round: their seat is refilled.
    """
    some = table.seated if tournament.rank_by == "place_points" else table.sittings
    return {sitting.entrant.number: sitting.result for sitting in some}


OnSheets = Mapping[tuple[int, int], SheetResult]  # by sheet and player


def read_day(tournament: Tournament) -> Day:
    """Read the state of a tournament. Five queries."""
    rounds = list(tournament.played.all())
    found = RoundTable.objects.filter(round__tournament=tournament).select_related("sheet")
    tables = list(found.annotate(written_on=is_written_on()).order_by("round", "number"))
    return get_day(tournament, rounds, tables, _on_sheets(tables_with_sheet(tables)))


def tables_with_sheet(tables: Sequence[RoundTable]) -> list[RoundTable]:
    """List the tables with points from their live sheet."""
    return [table for table in tables if not table.is_handed_in and table.sheet_id]


def get_day(tournament: Tournament, rounds: Sequence[Round], tables: Sequence[RoundTable], live: OnSheets) -> Day:
    """Build the state from loaded rounds, tables and live sheets. Two queries."""
    entrants = list(tournament.entrants.select_related("player", "team"))
    for entrant in entrants:
        entrant.tournament = tournament
    by_pk = {entrant.pk: entrant for entrant in entrants}
    places: dict[int, list[Place]] = {}
    for place in Place.objects.filter(table__round__tournament=tournament):
        if place.entrant_id in by_pk:  # somebody may have entered since the entrants were read
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
    """Return the results on the live sheets."""
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
    """Yield the reader's start numbers."""
    return (number for number, entrant in day.entrants.items() if entrant.player.account_id == account_id)
