"""Evenings for the demo club, written by the same services as those of real clubs. Hooked into seed_demo."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from random import Random
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Player
from dokoclub.clubs.selectors import current_rules
from dokoclub.evenings import services
from dokoclub.evenings.demo.games import Games, Json
from dokoclub.evenings.forms import draw
from dokoclub.evenings.models import Evening, Length, Sheet
from dokoclub.evenings.models.evening import date_of_play
from scoring.game import seating

log = logging.getLogger("dokoclub.demo")

TOLD_EVERY: Final = 100  # evenings: whoever asks for many wants to see that something happens
EVERY: Final = timedelta(days=7)
BEGINS: Final = time(19, 30)
A_GAME: Final = timedelta(minutes=7)
A_ROUND: Final = timedelta(minutes=15)  # between the last game of a round and the first of the next
TONIGHT: Final = 13  # games of the evening that is still open
STAKE: Final = 5  # cents a point
FOR_MONEY: Final = 52  # evenings, the last ones: before that the club played for honour
PLACES: Final = ("Linde", "Gasthaus Linde", "Vereinsheim", "bei uns im Garten")
NOTES: Final = (
    "Erst im letzten Stich entschieden.",
    "Beide Dullen auf einer Hand.",
    "Die Absage kam eine Karte zu spät.",
)
BY_HAND: Final = 0.006  # of the games
DEALT_AGAIN: Final = 0.015
REASON: Final = "Falsch bedient"
STRUCK, AMENDED = 0.08, 0.12  # of the sheets: one row


class Demo:
    """One run: its dice, its club and who acts in it."""

    def __init__(self, club: Club, seed: int) -> None:
        self.random = Random(f"{club.key}{seed}")  # noqa: S311  # nothing secret
        self.club = club
        self.scorer = self._scorer()
        self.rules = current_rules(club).parsed
        self.members = list(club.players.playing().filter(guest=False).order_by("pk"))
        self.guests = list(club.players.playing().filter(guest=True).order_by("pk"))
        self.games = Games(self.random, self.rules)

    def _scorer(self) -> Account:
        rights = self.club.memberships.order_by("-scorer", "pk").select_related("account")
        return rights[0].account

    def uuid(self) -> UUID:
        return UUID(int=self.random.getrandbits(128), version=4)

    @transaction.atomic
    def evening(self, day: date, stake: int) -> Evening:
        """An evening that is over: one table or several, one round or two."""
        present = self._present(self.random.choice([4, 4, 5, 5, 6, 8, 9, 10]))
        began = begin_at(day)
        evening = services.open_evening(
            self.club,
            [self._table(number, players) for number, players in enumerate(self._drawn(present), start=1)],
            key=self.uuid(),
            by=self.scorer,
            day=day,
            place=self.random.choice(PLACES),
            stake=stake,
            at=began,
        )
        ended = self._play(list(evening.sheets.all()), began)
        if len(present) > 7:
            again = [self._table(number, players) for number, players in enumerate(self._drawn(present), start=1)]
            sheets = services.open_sheets(evening, again, in_round=2, by=self.scorer, at=ended + A_ROUND)
            ended = self._play(sheets, ended + A_ROUND)
        return services.close_evening(evening, by=self.scorer, at=ended)

    def evening_tonight(self) -> Evening:
        """The one that is being played: five at a table, in the middle of the list."""
        now = timezone.now()
        evening = services.open_evening(
            self.club,
            [self._table(1, self._present(5))],
            key=self.uuid(),
            by=self.scorer,
            day=date_of_play(now),
            place=PLACES[0],
            stake=STAKE,
            at=now - (TONIGHT + 1) * A_GAME,
        )
        self._fill(evening.sheets.get(), now - TONIGHT * A_GAME, TONIGHT)
        return evening

    def _present(self, number: int) -> list[Player]:
        people = [*self.members, *self.random.sample(self.guests, min(1, len(self.guests)))]
        return self.random.sample(people, min(number, len(people)))

    def _drawn(self, present: Sequence[Player]) -> list[list[Player]]:
        return draw.by_lot(present, self.random.getrandbits(32))

    def _table(self, number: int, players: list[Player]) -> services.NewSheet:
        return services.NewSheet(
            players=players,
            rules=self.rules,
            first_dealer=self.random.choice(players),
            table=str(number),
            length_kind=Length.ROUNDS,
            length=self.random.choice([4, 5, 6]),
        )

    def _play(self, sheets: Sequence[Sheet], began: datetime) -> datetime:
        """Fill the sheets of a round; when the last one was ready."""
        ends = [self._fill(sheet, began, (sheet.length or 5) * len(sheet.players)) for sheet in sheets]
        for sheet in sheets:
            self._correct(sheet)
        return max(ends)

    def _fill(self, sheet: Sheet, began: datetime, games: int) -> datetime:
        rows = list(self._rows(sheet, began, games))
        services.write_entries(sheet, rows, by=self.scorer)
        return rows[-1].at or began

    def _rows(self, sheet: Sheet, began: datetime, games: int) -> Iterator[services.NewRow]:
        """Games, and now and then what else happens: dealt again, a penalty, points by hand, somebody who leaves."""
        table, dealer = list(sheet.players), str(sheet.first_dealer_id)
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

    def _besides(self, four: Sequence[str], at: datetime) -> Iterator[services.NewRow]:
        chance = self.random.random()
        if chance < DEALT_AGAIN:
            reasons = (None, *self.rules.redeals, "misdeal")
            reason = reasons[int(len(reasons) * chance / DEALT_AGAIN)]
            yield self._row({"kind": "redeal", "reason": reason, "by": four[-1] if reason else None}, at)
        elif chance > 0.992:
            yield self._row({"kind": "penalty", "points": {four[0]: -6}, "reason": REASON}, at)

    def _row(self, facts: Json, at: datetime, attribution: Json | None = None, note: str = "") -> services.NewRow:
        return services.NewRow(facts=facts, uuid=self.uuid(), attribution=attribution or {}, note=note, at=at)

    def _correct(self, sheet: Sheet) -> None:
        """Somebody counted wrong, somebody wrote a game twice: some sheets have such a row."""
        chance = self.random.random()
        if chance > STRUCK + AMENDED:
            return
        games = list(sheet.entries.games().filter(kind="normal"))
        entry = self.random.choice(games)
        seen = Sheet.objects.get(pk=sheet.pk).version
        if chance < STRUCK:
            services.strike_entry(entry, seen=seen, by=self.scorer, confirmed=True)
        else:
            facts = {**entry.facts, "re_points": 121, "extras": {}, "no_tricks": None}
            services.amend_entry(entry, facts, seen=seen, by=self.scorer, confirmed=True)


def days_of_play(evenings: int, today: date) -> list[date]:
    """One a week, the oldest first; the last is today."""
    return [today - weeks * EVERY for weeks in reversed(range(evenings))]


def begin_at(day: date) -> datetime:
    """In UTC, where an hour later is an hour later, even in the nights in which the clocks are changed."""
    return timezone.make_aware(datetime.combine(day, BEGINS)).astimezone(UTC)


def seed_evenings(club: Club, evenings: int, seed: int) -> None:
    """`evenings` of the demo club, the newest of them still open; nothing where it has any already.

    The same seed gives the same games, whatever the day; the evenings end today, one a week.
    """
    if evenings < 1 or Evening.objects.filter(club=club).exists():
        return
    demo = Demo(club, seed)
    *over, _tonight = days_of_play(evenings, date_of_play())
    for left, day in zip(range(len(over), 0, -1), over, strict=True):
        demo.evening(day, STAKE if left <= FOR_MONEY else 0)
        if left % TOLD_EVERY == 0:
            log.info("%s of %s evenings are still to be made", left, evenings)
    demo.evening_tonight()
