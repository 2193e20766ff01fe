"""The hall as it is printed: rounds in a row, the clock, and tables with who sits there."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from dokoclub.core.formatting import clock, money, signed
from dokoclub.tournaments.models import Correction, Entrant, RoundTable
from dokoclub.tournaments.selectors.day import Day, RoundNow, Sitting, TableNow
from dokoclub.tournaments.selectors.lists import list_corrections
from dokoclub.tournaments.selectors.prizes import Moved
from dokoclub.tournaments.services.slips import slips_on_sheet
from scoring.tournament.sizes import games_at_table


class RoundStep(NamedTuple):
    """A round in the row of them all."""

    number: int
    state: str  # done, now, planned or ""
    told: str
    url: str
    is_here: bool = False  # the page is its own


class Seat(NamedTuple):
    entrant: Entrant
    number: int  # the place; the first one deals
    total: int | None  # None: nothing is known yet
    is_own: bool
    left: bool
    meets_again: bool  # in this plan, or before


class Card(NamedTuple):
    """A table."""

    number: int
    seats: list[Seat]
    state: str  # running, handed_in, confirmed or planned
    told: str
    games: int
    of: int  # games of the list
    url: str
    ends: datetime | None

    @property
    def is_own(self) -> bool:
        """The reader sits there."""
        return any(seat.is_own for seat in self.seats)

    @property
    def is_full(self) -> bool:
        """What comes next is to hand it in."""
        return self.state == "running" and self.games >= self.of


class Hall(NamedTuple):
    number: int
    round: RoundNow
    cards: list[Card]
    paused: list[Entrant]
    ends: datetime | None  # the clock of most tables; None: none, or nobody plays
    now: datetime
    is_next: bool  # planned, and the next to begin
    repeats: int  # pairs of this round who meet again

    @property
    def is_confirmed(self) -> bool:
        """All of it, so no table says it for itself."""
        return self.round.is_confirmed

    @property
    def own_first(self) -> Hall:
        """The reader's table before all others."""
        return self._replace(cards=sorted(self.cards, key=lambda card: not card.is_own))


def list_steps(day: Day, here: int = 0) -> list[RoundStep]:
    """One for each round of the tournament, planned or not; `here`: the round whose page it is leads nowhere."""
    rounds = {one.number: one for one in day.rounds}
    steps = [_step(day, number, rounds.get(number)) for number in range(1, day.tournament.rounds + 1)]
    return [step._replace(url="", is_here=True) if step.number == here else step for step in steps]


def _step(day: Day, number: int, one: RoundNow | None) -> RoundStep:
    if one is None:
        return RoundStep(number, "", _("not planned yet"), "")
    url = reverse("tournaments:show_round", args=[day.tournament.pk, number])
    if not one.round.has_begun:
        return RoundStep(number, "planned", _("planned"), url)
    began = clock(timezone.localtime(one.round.started_at))
    if one.is_confirmed:
        return RoundStep(number, "done", _("%(time)s, confirmed") % {"time": began}, url)
    return RoundStep(number, "now", _("runs since %(time)s") % {"time": began}, url)


def show_round(day: Day, number: int, reader: int | None = None) -> Hall:
    """`reader`: the account whose own seat is marked."""
    one = next(one for one in day.rounds if one.number == number)
    before = _met_before(day, number)
    cards = [_card(day, one, table, before, reader) for table in one.tables]
    repeats = sum(len(_again(table, before)) for table in one.tables)
    ends = [card.ends for card in cards if card.ends is not None and card.state == "running"]
    return Hall(
        number=number,
        round=one,
        cards=cards,
        paused=[day.entrants[who] for who in one.round.paused if who in day.entrants],
        ends=min(ends) if ends else None,
        now=timezone.now(),
        is_next=bool(day.planned) and day.planned[0].number == number,
        repeats=repeats,
    )


def _met_before(day: Day, number: int) -> set[tuple[int, int]]:
    return {pair for one in day.rounds if one.number < number for table in one.plan for pair in _pairs(table)}


def _pairs(table: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    return ((one, other) for one in table for other in table if one < other)


def _again(table: TableNow, before: set[tuple[int, int]]) -> list[tuple[int, int]]:
    return [pair for pair in _pairs(table.numbers) if pair in before]


def _card(day: Day, one: RoundNow, table: TableNow, before: set[tuple[int, int]], reader: int | None) -> Card:
    again = {who for pair in _again(table, before) for who in pair}
    state = _state(one, table)
    games = games_at_table(day.tournament.games, len(table.seated))
    return Card(
        number=table.table.number,
        seats=[_seat(sitting, reader, again) for sitting in table.sittings],
        state=state,
        told=_told(state, table, games),
        games=table.games,
        of=games,
        url=reverse("tournaments:show_table", args=[day.tournament.pk, one.number, table.table.number]),
        ends=table.table.ends_at(day.tournament.minutes),
    )


def _seat(sitting: Sitting, reader: int | None, again: set[int]) -> Seat:
    entrant = sitting.entrant
    return Seat(
        entrant=entrant,
        number=sitting.place.number,
        total=None if sitting.points is None else sitting.total,
        is_own=reader is not None and entrant.player.account_id == reader,
        left=sitting.place.left,
        meets_again=entrant.number in again,
    )


def _state(one: RoundNow, table: TableNow) -> str:
    if not one.round.has_begun:
        return "planned"
    if table.table.is_confirmed:
        return "confirmed"
    return "handed_in" if table.table.is_handed_in else "running"


def _told(state: str, table: TableNow, games: int) -> str:
    if state == "planned":
        return ""
    if table.sheet_has_moved:
        return _("games came later")
    if state == "confirmed":
        return _("confirmed")
    if state == "handed_in":
        return _("handed in")
    if table.table.sheet is not None and not table.table.sheet.is_open:
        return _("sheet closed")
    if table.games >= games:
        return _("list is full")
    return _("game %(number)s of %(of)s") % {"number": table.games + 1, "of": games}


class ShownHall(NamedTuple):
    now: TableNow
    seated: list[Entrant]
    free: list[Entrant]  # who could fill in, also who has come only now
    is_own: bool  # the reader sits there
    has_confirmed: bool  # the reader
    waiting: list[Sitting]  # who has not confirmed yet
    corrections: list[Correction]
    on_sheet: list[tuple[Entrant, int]]  # what stands there, where it was written on since

    @property
    def confirms(self) -> bool:
        """The reader's own yes is what the table waits for."""
        table = self.now.table
        return self.is_own and not self.has_confirmed and table.is_handed_in and not table.is_confirmed


def show_table(day: Day, table: RoundTable, reader: int) -> ShownHall:
    """One query for the corrections; two more where the sheet was written on since it was handed in."""
    one = next(one for one in day.rounds if one.number == table.round.number)
    now = next(now for now in one.tables if now.table.number == table.number)
    taken = {number for other in one.tables for number in (sit.entrant.number for sit in other.seated)}
    own = [sitting for sitting in now.seated if sitting.entrant.player.account_id == reader]
    return ShownHall(
        now=now,
        seated=[sitting.entrant for sitting in now.seated],
        free=[entrant for entrant in day.fill_ins if entrant.number not in taken and entrant.withdrawn_after is None],
        is_own=bool(own),
        has_confirmed=any(sitting.place.confirmed_at for sitting in own),
        waiting=[sitting for sitting in now.seated if sitting.place.confirmed_at is None],
        corrections=list_corrections(table),
        on_sheet=_on_sheet(now),
    )


def _on_sheet(now: TableNow) -> list[tuple[Entrant, int]]:
    if not now.sheet_has_moved or now.table.sheet is None:
        return []
    slips = slips_on_sheet(now.table, now.table.sheet)
    return [(one.entrant, slips[one.entrant.number].points) for one in now.sittings if one.entrant.number in slips]


def told_move(moved: Moved, currency: str) -> str:
    """`Rang 4 → 2, Preis 0,00 € → 53,00 €`."""
    before, after = ("–" if rank is None else str(rank) for rank in moved.rank)
    texts = [_("rank %(before)s → %(after)s") % {"before": before, "after": after}] if before != after else []
    if moved.moves_prize:
        amounts = [money(cents, currency) for cents in moved.cents]
        texts.append(_("prize %(before)s → %(after)s") % {"before": amounts[0], "after": amounts[1]})
    return ", ".join(texts)


def told_correction(correction: Correction, day: Day) -> list[str]:
    """`Anna: +3 → +4`, of those whose points changed."""
    found = []
    for number, after in correction.after.items():
        before = correction.before.get(number, [0, 0])
        entrant = day.entrants.get(int(number))
        if before != after and entrant is not None:
            sums = {"name": entrant.player.name, "before": signed(sum(before)), "after": signed(sum(after))}
            found.append(_("%(name)s: %(before)s → %(after)s") % sums)
    return found
