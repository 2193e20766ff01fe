"""A random tournament day: people come, go, play and err. The expected results are noted separately.

The book of a day knows points, wins and solos of everybody as they were handed in or corrected, and who left. After
each round the database must agree: seats, sums, ranks; `check_ledger` finds nothing; at the end the kitty
matches the list.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Final
from uuid import uuid4

from django.core.exceptions import ValidationError
from django.db.models import Sum

from dokoclub.evenings.domain.ledger_check import compare_sheet
from dokoclub.evenings.models import Sheet
from dokoclub.evenings.services.totals import is_added
from dokoclub.settlement.models import CashEntry
from dokoclub.tournaments.models import Booking, Entrant, RoundTable, Tournament
from dokoclub.tournaments.selectors.day import Day, read_day
from dokoclub.tournaments.selectors.prizes import Slip, compare_days, get_prizes, with_slips
from dokoclub.tournaments.services import founding as money
from dokoclub.tournaments.services import people as people_services
from dokoclub.tournaments.services import rounds
from dokoclub.tournaments.services import seating as seating_services
from dokoclub.tournaments.services import slips as slips_services
from dokoclub.tournaments.services import tables as tables_services
from dokoclub.tournaments.services.checking import check_tournaments
from dokoclub.tournaments.services.people import Listed
from scoring.tournament.sizes import FEWEST_ENTRANTS, games_at_table
from tests.cast import Cast
from tests.evenings import papers as sheets
from tests.tournaments import papers

MOST_PEOPLE: Final = 168
SHORT: Final = 4  # games of a list that is played game by game
PRIZES: Final[tuple[dict[str, Any], ...]] = (
    {},
    {"prize_places": 3},
    {"shares": [50, 30, 20]},
    {"fixed": [500, 300]},
    {"no_double": True, "lists": ["Damen"]},
    {"payout": 90, "unit": 50},
)
LOSSES: Final[tuple[dict[str, Any], ...]] = (
    {},
    {"loss_money": "per_lost_solo", "loss_goes_to": "box"},
    {"loss_money": "per_lost_solo", "loss_goes_to": "pool"},
    {"loss_money": "per_minus_point", "loss_point": 50, "loss_cap": 1500, "loss_goes_to": "best_of_round"},
)


class DayOfDice:
    """One tournament from its founding to its last correction; `met` counts the events."""

    def __init__(self, cast: Cast, seed: int, *, most: int = MOST_PEOPLE, by_games: bool = False) -> None:
        self.dice = Random(f"tournament {seed}")  # the same day again
        self.cast, self.by_games = cast, by_games
        self.met: Counter[str] = Counter()
        self.points: dict[int, dict[int, Slip]] = {}  # by round and start number, penalties included
        self.seats: dict[int, list[list[int]]] = {}  # in rounds that have begun
        self.names = iter(f"Gast {number}" for number in range(10_000))
        self.people = self._draw_people(most)
        self.one = papers.found(cast, **self._draw_facts(), name=f"Turnier {seed}", seed=seed % 999_999 + 1)

    def run(self) -> None:
        self._enter(self.people)
        self._check()
        for number in range(1, self.one.rounds + 1):
            self._come_and_go(number)
            if not self._seat(number):
                break
            self._play(number)
            self._correct(number)
            self._check()
        if not self.points:
            return
        rounds.end_tournament(self.one, by=self.cast.anna)
        self._book()
        self._correct(self.dice.choice([*self.points]))
        self._book()
        self.met["tournaments"] += 1
        self.met["people"] += len(self._day().entrants)

    # ---- Before ----

    def _draw_people(self, most: int) -> int:
        """Draw small days more often than large ones: seats are scarce on those."""
        return min(most, FEWEST_ENTRANTS + int((most - FEWEST_ENTRANTS + 1) * self.dice.random() ** 2))

    def _draw_facts(self) -> dict[str, Any]:
        seating = self.dice.choice(["draw", "draw", "standing", "by_hand", *(["ladder"] if self.people >= 20 else [])])
        return {
            "rounds": self.dice.randint(1, 4),
            "games": SHORT if self.by_games else 24,
            "seating": seating,
            "avoid": self.dice.choice(["soft", "never"]),
            "uneven": "fives" if seating == "ladder" else self.dice.choice(["fives", "fill_ins", "sit_out"]),
            "rank_by": self.dice.choice(["points", "points", "place_points", "mean_round"]),
            "scale": self.dice.choice(["zero", "plain"]),
            "tie_breaks": self.dice.choice([["solos", "won", "best_round"], ["won"], [], ["lot"]]),
            "pause": self.dice.choice(["zero", "mean"]),
            "fee": self.dice.choice([0, 500, 1000, 1250]),
            "extra": self.dice.choice([0, 15_750]),
            **self.dice.choice(PRIZES),
            **self.dice.choice(LOSSES),
        }

    def _enter(self, number: int, *, fill_in: bool = False) -> list[Entrant]:
        listed = [
            Listed(next(self.names), f"Team {self.dice.randint(1, 6)}" if self._is(3) else "") for _ in range(number)
        ]
        if fill_in or self.one.seating == "ladder":
            listed = [line._replace(team="") for line in listed]
        new = people_services.enter_entrants(self.one, [], listed, fill_in=fill_in, by=self.cast.anna).new
        for entrant in new:
            facts = {"paid": not fill_in and not self._is(10), "tags": ["Damen"] if self._is(3) else []}
            Entrant.objects.filter(pk=entrant.pk).update(**facts)
        return new

    def _come_and_go(self, number: int) -> None:
        """Let some withdraw, some come late, one reconsider; with a ladder as many come as go."""
        present = self._day().present(number)
        gone = [one for one in present if self._is(25)][: max(0, len(present) - FEWEST_ENTRANTS)]
        for entrant in gone:
            people_services.withdraw_entrant(entrant, by=self.cast.anna)
        late = len(gone) if self.one.seating == "ladder" else self.dice.choice([0, 0, 1, 2]) * (number > 1)
        self._enter(late)
        if gone and self._is(4) and self.one.seating != "ladder":
            people_services.return_entrant(one_of(self.one, gone[0].number), by=self.cast.anna)
            self.met["returned"] += 1
        self.met["withdrawn"] += len(gone)
        self.met["late"] += late

    def _seat(self, number: int) -> bool:
        """Seat the round. Players who cannot be kept apart no longer have to be. Return whether it is seated."""
        for _try in range(3):
            if self.one.uneven == "fill_ins":
                day = self._day()
                there = [one for one in day.fill_ins if one.plays_in(number)]
                self._enter(max(0, -len(day.present(number)) % 4 - len(there)), fill_in=True)
            try:
                seating_services.plan_seating(self.one)
            except ValidationError:
                self.met["refused seatings"] += 1
                self.one.entrants.update(team=None)
            else:
                rounds.start_round(self.one, number, by=self.cast.anna)
                return True
        return False

    # ---- During ----

    def _play(self, number: int) -> None:
        self.points[number] = {}
        tables = list(self._tables(number))
        self.seats[number] = [list(self._numbers(table)) for table in tables]
        for table in tables:
            if self.by_games:
                self._play_games(table)
            else:
                tables_services.hand_in_paper(table, self._throw(table), games=24, by=self.cast.anna)
            tables_services.sign_table(table)
            self._note(number, table)
        if self.dice.random() < 0.05:
            who = self.dice.choice(self._day().present(number))
            people_services.disqualify_entrant(who, "Hat gestört", by=self.cast.anna)
            self.met["disqualified"] += 1

    def _throw(self, table: RoundTable) -> dict[int, Slip]:
        """Return random totals that sum to 0."""
        numbers = self._numbers(table)
        points = [self.dice.randint(-60, 60) for _ in numbers[:-1]]
        points.append(-sum(points))
        won = [self.dice.randint(3, 20) for _ in numbers]
        return {
            number: Slip(scored, games, self.dice.randint(0, min(3, games)), self.dice.choice([0, 0, 0, 1, 5][:4]))
            for number, scored, games in zip(numbers, points, won, strict=True)
        }

    def _play_games(self, table: RoundTable) -> None:
        """Play the whole list, sometimes with a fill-in who joins in the middle of it, and a penalty."""
        assert table.sheet is not None
        people = {place.entrant.number: place.entrant for place in table.places.select_related("entrant__player")}
        length = games_at_table(SHORT, len(people))
        for game in range(length):
            if game == 1 and self._is(6):
                self._fill_in(table, people)
            self._write_game(table.sheet, [str(one.player_id) for one in people.values()])
        if self._is(4):
            start = self.dice.choice([*people])
            tables_services.note_penalty(
                table, start, self.dice.randint(1, 10), "Zu spät", uuid=uuid4(), by=self.cast.anna
            )
            self.met["penalties"] += 1
        tables_services.hand_in_sheet(self._again(table), by=self.cast.anna)

    def _fill_in(self, table: RoundTable, people: dict[int, Entrant]) -> None:
        leaves = self.dice.choice([*people])
        (comes,) = self._enter(1, fill_in=True)
        rounds.fill_seat(table, people[leaves], comes, by=self.cast.anna)
        people[comes.number] = one_of(self.one, comes.number)
        del people[leaves]
        self.met["filled seats"] += 1

    def _write_game(self, sheet: Sheet, seated: list[str]) -> None:
        four = self.dice.sample(seated, 4)
        alone = self._is(8)
        facts: dict[str, Any] = {"kind": "normal", "re": four[:2], "kontra": four[2:]}
        if alone:
            facts = {"kind": "solo", "solo": "damen", "re": four[:1], "kontra": four[1:]}
        facts["re_points"] = self.dice.choice([60, 90, 119, 120, 121, 131, 151, 181, 211])
        sheets.write(self.cast, Sheet.objects.get(pk=sheet.pk), facts)
        self.met["games"] += 1

    # ---- Afterwards ----

    def _correct(self, number: int) -> None:
        """Sometimes correct a table that was typed wrong; the page first asks about the moves, and makes exactly
        those.
        """
        if not self._is(2):
            return
        table = self.dice.choice(list(self._tables(number)))
        slips = slips_services.get_slips(table)
        first, second = self.dice.sample([*slips], 2)
        if self.by_games:
            slips[first] = slips[first]._replace(penalty=slips[first].penalty - 5)
        else:
            slips[first] = slips[first]._replace(points=slips[first].points + 7)
            slips[second] = slips[second]._replace(points=slips[second].points - 7)
        before = self._day()
        foreseen = compare_days(before, with_slips(before, table, slips))
        tables_services.correct_table(table, slips, source=table.source, reason="Verschrieben", by=self.cast.anna)
        assert [_moved(one) for one in compare_days(before, self._day())] == [_moved(one) for one in foreseen]
        self._note(number, self._again(table))
        self.met["corrections"] += 1
        self.met["ranks moved"] += len(foreseen)

    def _book(self) -> None:
        """Book twice with the effect of once; the box has all income and expenses, by everybody's name."""
        try:
            money.book_money(self.one, by=self.cast.cleo)
        except ValidationError:
            assert self.one.fixed is not None, "only fixed prizes may be more than there is"
            return
        assert money.book_money(self.one, by=self.cast.cleo) == 0
        prizes = get_prizes(self._day())
        rows = CashEntry.objects.filter(tournament_booking__entrant__tournament=self.one, reversed_by=None)
        assert (rows.aggregate(sum=Sum("cents"))["sum"] or 0) == prizes.kept
        for who in {*prizes.cents, *prizes.fees}:
            own = Booking.objects.filter(entrant__tournament=self.one, entrant__number=who, entry__reversed_by=None)
            owed = prizes.fees.get(who, 0) + prizes.losses.get(who, 0) - prizes.gains.get(who, 0)
            assert (own.aggregate(sum=Sum("entry__cents"))["sum"] or 0) == owed - prizes.cents.get(who, 0)
        assert list(check_tournaments()) == []
        self.met["booked"] += 1

    # ---- Laws ----

    def _check(self) -> None:
        assert list(check_tournaments()) == []
        day = self._day()
        for sheet in Sheet.objects.filter(evening=day.tournament.evening):
            assert list(compare_sheet(sheet)) == []
        assert {one.number: [[*table] for table in one.plan] for one in day.begun} == self.seats
        for one in day.begun:
            self._check_round(day, one.number)
        self._check_ranks(day)
        self.met["checks"] += 1

    def _check_round(self, day: Day, number: int) -> None:
        """Check that everybody present sits once or pauses, and nobody else; tables are fours and fives; the sum is
        0.
        """
        one = day.rounds[number - 1]
        seated = [who for table in one.seats for who in table]
        assert len(seated) == len(set(seated))
        assert not set(seated) & set(one.round.paused)
        sizes = {len(table) for table in one.seats}
        assert sizes <= ({4, 5, 6} if self.one.uneven == "fives" else {4})
        for table in one.tables:
            assert sum(sitting.points or 0 for sitting in table.sittings) == self._written_off(table.table)
        noted = self.points[number]
        assert {who: day.points_in(who, one) for who in noted} == {
            who: slip.points + slip.penalty for who, slip in noted.items()
        }

    def _written_off(self, table: RoundTable) -> int:
        """Return the penalties on a sheet, the only points that nobody gets."""
        if not self.by_games or table.sheet is None:
            return 0
        rows = table.sheet.entries.counted().filter(kind="penalty")
        own = [row for row in rows if not is_added(row.uuid, row.position)]  # others are penalties of the slips
        return sum(points for row in own for points in row.facts["points"].values())

    def _check_ranks(self, day: Day) -> None:
        """Check the ranks by points without a lot: counted again from the book, in the simplest way."""
        is_plain = (self.one.rank_by, self.one.pause) == ("points", "zero") and "lot" not in self.one.tie_breaks
        if not is_plain or not day.begun:
            return
        merits = {row.who: self._merits(row.who) for row in day.ranking if row.rank is not None}
        for row in day.ranking:
            if row.rank is not None:
                assert row.rank == 1 + sum(other > merits[row.who] for other in merits.values())

    def _merits(self, who: int) -> tuple[float, ...]:
        own = [some[who] for some in self.points.values() if who in some]
        ties: Mapping[str, float] = {
            "solos": sum(slip.solos_won for slip in own),
            "won": sum(slip.won for slip in own),
            "best_round": max((slip.points + slip.penalty for slip in own), default=-1e9),
        }
        return (sum(slip.points + slip.penalty for slip in own), *(ties[tie] for tie in self.one.tie_breaks))

    # ---- Reading ----

    def _day(self) -> Day:
        self.one = Tournament.objects.select_related("club", "evening").get(pk=self.one.pk)
        return read_day(self.one)

    def _tables(self, number: int) -> Iterator[RoundTable]:
        tables = RoundTable.objects.filter(round__tournament=self.one, round__number=number)
        yield from tables.select_related("round__tournament", "sheet").order_by("number")

    def _again(self, table: RoundTable) -> RoundTable:
        return RoundTable.objects.select_related("round__tournament", "sheet").get(pk=table.pk)

    def _numbers(self, table: RoundTable) -> list[int]:
        return [place.entrant.number for place in table.places.select_related("entrant")]

    def _note(self, number: int, table: RoundTable) -> None:
        """Note the result as handed in; the current players of its seats are in the book of seats, too."""
        self.seats[number][table.number - 1] = self._numbers(table)
        for who, slip in slips_services.get_slips(self._again(table)).items():
            self.points[number][who] = slip

    def _is(self, of: int) -> bool:
        """Return True one time in this many."""
        return self.dice.randrange(of) == 0


def one_of(tournament: Tournament, number: int) -> Entrant:
    return tournament.entrants.select_related("player", "tournament").get(number=number)


def _moved(one: Any) -> tuple[Any, ...]:
    return one.entrant.number, one.rank, one.cents
