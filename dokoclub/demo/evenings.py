"""Evenings of the demo club, written by the same services as those of real clubs."""

import logging
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Final, NamedTuple
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from dokoclub.clubs.models import Player
from dokoclub.clubs.selectors import current_rules
from dokoclub.demo.club import Demo
from dokoclub.demo.games import Games, Json
from dokoclub.evenings.domain import opening
from dokoclub.evenings.forms import seats
from dokoclub.evenings.models import Entry, Length, Sheet
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.evenings.services import apply_operations, bulk_import, entries
from dokoclub.evenings.services import evenings as evenings_services
from scoring.game import seating

log = logging.getLogger("dokoclub.demo")

AT_ONCE: Final = 10  # evenings written together
TOLD_EVERY: Final = 100  # evenings; shows progress if many are requested
EVERY: Final = timedelta(days=7)
BEGINS: Final = time(19, 30)
A_GAME: Final = timedelta(minutes=7)
A_ROUND: Final = timedelta(minutes=15)  # between the last game of a round and the first of the next
TONIGHT: Final = 13  # games of the evening that is still open
STAKE: Final = 5  # cents per point
FOR_MONEY: Final = 52  # latest evenings; before them, the club played without money
PLACES: Final = ("Linde", "Gasthaus Linde", "Vereinsheim", "bei uns im Garten")
NOTES: Final = (
    "Erst im letzten Stich entschieden.",
    "Beide Dullen auf einer Hand.",
    "Die Absage kam eine Karte zu spät.",
)
BY_HAND: Final = 0.006  # share of games
DEALT_AGAIN: Final = 0.015
REASON: Final = "Falsch bedient"
STRUCK, AMENDED = 0.08, 0.12  # share of sheets with one such row


class Paper(NamedTuple):
    """The rows of a sheet. `slip`: the position of a row that was corrected later, or struck."""

    rows: list[entries.NewRow]
    slip: int | None
    is_struck: bool


class Planned(NamedTuple):
    evening: bulk_import.PastEvening
    papers: list[Paper]  # one per sheet
    ended: datetime


class Evenings:
    """A run of the generator: its random numbers, its club and the scorer."""

    def __init__(self, demo: Demo) -> None:
        self.random, self.club, self.scorer = demo.dice(), demo.club, demo.scorer
        self.rules = current_rules(demo.club).parsed
        self.members, self.guests = demo.players(), demo.players(guest=True)
        self.games = Games(self.random, self.rules)

    def uuid(self) -> UUID:
        return UUID(int=self.random.getrandbits(128), version=5)

    def plan(self, day: date, stake: int) -> Planned:
        """Plan a finished evening: one or more tables, one or two rounds."""
        present = self._present(self.random.choice([4, 4, 5, 5, 6, 8, 9, 10]))
        began = begin_at(day)
        tables = self._tables(present)
        key, place = self.uuid(), self.random.choice(PLACES)
        rounds = [bulk_import.Round(began, tables)]
        lists, ended = self._play(tables, began)
        if len(present) > 7:
            rounds.append(bulk_import.Round(ended + A_ROUND, self._tables(present)))
            more, ended = self._play(rounds[-1].tables, ended + A_ROUND)
            lists += more
        return Planned(bulk_import.PastEvening(rounds, key, day, place, stake), lists, ended)

    def open_tonight(self) -> None:
        """Open the current evening: a table of five, in the middle of the list."""
        now = timezone.now()
        evening = evenings_services.open_evening(
            self.club,
            [self._table(1, self._present(5))],
            key=self.uuid(),
            by=self.scorer,
            day=date_of_play(now),
            place=PLACES[0],
            stake=STAKE,
            at=now - (TONIGHT + 1) * A_GAME,
        )
        sheet = evening.sheets.get()
        rows = self._rows(sheet.players, str(sheet.first_dealer_id), now - TONIGHT * A_GAME, TONIGHT)
        with apply_operations.write_on(sheet, by=self.scorer) as work:
            work.write_all(list(rows))

    def _present(self, number: int) -> list[Player]:
        people = [*self.members, *self.random.sample(self.guests, min(1, len(self.guests)))]
        return self.random.sample(people, min(number, len(people)))

    def _tables(self, present: Sequence[Player]) -> list[opening.NewSheet]:
        drawn = seats.by_lot(present, self.random.getrandbits(32))
        return [self._table(number, players) for number, players in enumerate(drawn, start=1)]

    def _table(self, number: int, players: list[Player]) -> opening.NewSheet:
        return opening.NewSheet(
            players=players,
            rules=self.rules,
            first_dealer=self.random.choice(players),
            table=str(number),
            length_kind=Length.ROUNDS,
            length=self.random.choice([4, 5, 6]),
        )

    def _play(self, tables: Sequence[opening.NewSheet], began: datetime) -> tuple[list[Paper], datetime]:
        """Return the sheets of a round, and the end of the last one."""
        lists = []
        for table in tables:
            players, games = [str(player.pk) for player in table.players], (table.length or 5) * len(table.players)
            lists.append(list(self._rows(players, str(table.dealer.pk), began, games)))
        ended = max(rows[-1].at or began for rows in lists)
        return [Paper(rows, *self._slip(rows)) for rows in lists], ended

    def _rows(self, players: Sequence[str], dealer: str, began: datetime, games: int) -> Iterator[entries.NewRow]:
        """Yield games and occasional events: redeals, a penalty, points by hand, somebody leaving."""
        table = list(players)
        leaves_after = self.random.randrange(games) if len(table) > 4 and self.random.random() < 0.2 else None
        at = began
        for number in range(games):
            at += A_GAME
            out = seating.sitting_out_by_default(dealer, table)
            four = [player for player in table if player not in out]
            yield from self._besides(four, at)
            if self.random.random() < BY_HAND:
                yield self._row({"kind": "manual", "players": four, "winners": four[:2], "value": 2}, at)
                is_solo = False
            else:
                facts, attribution = self.games.game(four)
                note = self.random.choice(NOTES) if self.random.random() < 0.03 else ""
                yield self._row(facts, at, attribution, note)
                is_solo = len(facts["re"]) == 1
            dealer = seating.dealer_after_game(self.rules, dealer, table, is_solo=is_solo, is_pflicht=False)
            if number == leaves_after:
                dealer = seating.next_after(dealer, table) if dealer == table[-1] else dealer
                table = table[:-1]
                yield self._row({"kind": "table", "players": table, "dealer": dealer}, at)

    def _besides(self, four: Sequence[str], at: datetime) -> Iterator[entries.NewRow]:
        chance = self.random.random()
        if chance < DEALT_AGAIN:
            reasons = (None, *self.rules.redeals, "misdeal")
            reason = reasons[int(len(reasons) * chance / DEALT_AGAIN)]
            yield self._row({"kind": "redeal", "reason": reason, "by": four[-1] if reason else None}, at)
        elif chance > 0.992:
            yield self._row({"kind": "penalty", "points": {four[0]: -6}, "reason": REASON}, at)

    def _row(self, facts: Json, at: datetime, attribution: Json | None = None, note: str = "") -> entries.NewRow:
        return entries.NewRow(facts=facts, uuid=self.uuid(), attribution=attribution or {}, note=note, at=at)

    def _slip(self, rows: Sequence[entries.NewRow]) -> tuple[int | None, bool]:
        """Choose a row with a mistake on some sheets, and whether it is struck: a wrong count, or a repeated game."""
        chance = self.random.random()
        if chance > STRUCK + AMENDED:
            return None, False
        games = [position for position, row in enumerate(rows, start=1) if row.facts["kind"] == "normal"]
        return self.random.choice(games), chance < STRUCK

    @transaction.atomic
    def write(self, planned: Sequence[Planned]) -> None:
        """Write these evenings at once: like the services for one evening, with a fraction of the statements."""
        sheets = bulk_import.open_past_evening(self.club, [one.evening for one in planned], by=self.scorer)
        papers = [paper for one in planned for paper in one.papers]
        rows = (paper.rows for paper in papers)
        bulk_import.fill_past_evening(self.club, zip(sheets, rows, strict=True), by=self.scorer)
        for sheet, paper in zip(sheets, papers, strict=True):
            if paper.slip is not None:
                self._correct(sheet.entries.get(position=paper.slip), sheet, is_struck=paper.is_struck)
        evenings = {sheet.evening.key: sheet.evening for sheet in sheets}
        ends = {evenings[one.evening.key].pk: one.ended for one in planned}
        bulk_import.close_past_evening(list(evenings.values()), by=self.scorer, ends=ends)

    def _correct(self, entry: Entry, sheet: Sheet, *, is_struck: bool) -> None:
        with apply_operations.write_on(sheet, by=self.scorer) as work:
            if is_struck:
                work.strike(entry)
            else:
                facts = {**entry.facts, "re_points": 121, "extras": {}, "no_tricks": None}
                work.amend(entry, entries.NewRow(facts=facts, uuid=entry.uuid))


def days_of_play(evenings: int, today: date) -> list[date]:
    """List weekly days, oldest first; the last is today."""
    return [today - weeks * EVERY for weeks in reversed(range(evenings))]


def begin_at(day: date) -> datetime:
    """Return the start in UTC, so that time arithmetic is right even in nights of a clock change."""
    return timezone.make_aware(datetime.combine(day, BEGINS)).astimezone(UTC)


def make_evenings(demo: Demo) -> None:
    """Make weekly evenings until today, the newest still open. The same seed gives the same games on any day."""
    writer = Evenings(demo)
    *over, _tonight = days_of_play(demo.evenings, date_of_play())
    days = list(zip(range(len(over), 0, -1), over, strict=True))
    for begin in range(0, len(days), AT_ONCE):
        some = days[begin : begin + AT_ONCE]
        writer.write([writer.plan(day, STAKE if left <= FOR_MONEY else 0) for left, day in some])
        if begin // TOLD_EVERY < (begin + AT_ONCE) // TOLD_EVERY:
            log.info("%s of %s evenings are made", begin + len(some), demo.evenings)
    writer.open_tonight()
