"""View data of the hall: steps of rounds, cards of tables with seats and clock, and moves by corrections."""

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
    """A round in the row of steps."""

    number: int
    state: str  # done, now, planned or ""
    note: str
    url: str
    is_here: bool = False  # the current page is the page of this round


class Seat(NamedTuple):
    entrant: Entrant
    number: int  # the seat; the first one deals
    total: int | None  # None: no points yet
    is_own: bool
    left: bool
    meets_again: bool  # within this plan or earlier rounds


class Card(NamedTuple):
    """A table of a round."""

    number: int
    seats: list[Seat]
    state: str  # running, handed_in, confirmed or planned
    note: str
    games: int
    of: int  # games of the list
    url: str
    ends: datetime | None

    @property
    def is_own(self) -> bool:
        """Return True if the reader sits there."""
        return any(seat.is_own for seat in self.seats)

    @property
    def is_full(self) -> bool:
        """Return True if the list is complete, so handing in is next."""
        return self.state == "running" and self.games >= self.of


class Hall(NamedTuple):
    number: int
    round: RoundNow
    cards: list[Card]
    paused: list[Entrant]
    ends: datetime | None  # the clock of most tables; None: no clock, or nobody plays
    now: datetime
    is_next: bool  # planned, and the next to begin
    repeats: int  # pairs in this round who meet again

    @property
    def is_confirmed(self) -> bool:
        """Return True if the whole round is confirmed, so that single tables need not show it."""
        return self.round.is_confirmed

    @property
    def own_first(self) -> Hall:
        """Move the reader's table to the front."""
        return self._replace(cards=sorted(self.cards, key=lambda card: not card.is_own))


def list_steps(day: Day, here: int = 0) -> list[RoundStep]:
    """List a step for each round, planned or not; `here`: the current page's round, without a link."""
    rounds = {one.number: one for one in day.rounds}
    steps = [_step(day, number, rounds.get(number)) for number in range(1, day.tournament.rounds + 1)]
    return [step._replace(url="", is_here=True) if step.number == here else step for step in steps]


def _step(day: Day, number: int, one: RoundNow | None) -> RoundStep:
    if one is None:
        return RoundStep(number, "", _("not drawn yet"), "")
    url = reverse("tournaments:show_round", args=[day.tournament.pk, number])
    if not one.round.has_begun:
        return RoundStep(number, "planned", _("planned"), url)
    began = clock(timezone.localtime(one.round.started_at))
    if one.is_confirmed:
        return RoundStep(number, "done", _("%(time)s, confirmed") % {"time": began}, url)
    return RoundStep(number, "now", _("running since %(time)s") % {"time": began}, url)


def show_round(day: Day, number: int, reader: int | None = None) -> Hall:
    """Build the hall of a round. `reader`: the account to mark the seat of."""
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
        note=_format_games(state, table, games),
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


def _format_games(state: str, table: TableNow, games: int) -> str:
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
        return _("round complete")
    return _("game %(number)s of %(of)s") % {"number": table.games + 1, "of": games}


class HallPage(NamedTuple):
    now: TableNow
    seated: list[Entrant]
    free: list[Entrant]  # available fill-ins, including late entrants
    is_own: bool  # the reader sits there
    has_confirmed: bool  # the reader has confirmed
    waiting: list[Sitting]  # those who have not confirmed yet
    corrections: list[Correction]
    on_sheet: list[tuple[Entrant, int]]  # points on the sheet, if it was written on since

    @property
    def confirms(self) -> bool:
        """Return True if the table is waiting for the reader's confirmation."""
        table = self.now.table
        return self.is_own and not self.has_confirmed and table.is_handed_in and not table.is_confirmed


def show_table(day: Day, table: RoundTable, reader: int) -> HallPage:
    """Build the view of a table. One query for corrections; two more if the sheet was written on since handing in."""
    one = next(one for one in day.rounds if one.number == table.round.number)
    now = next(now for now in one.tables if now.table.number == table.number)
    taken = {number for other in one.tables for number in (sit.entrant.number for sit in other.seated)}
    own = [sitting for sitting in now.seated if sitting.entrant.player.account_id == reader]
    return HallPage(
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


def format_move(moved: Moved, currency: str) -> str:
    """Describe a move: `Rang 4 → 2, Preis 0,00 € → 53,00 €`."""
    before, after = ("–" if rank is None else str(rank) for rank in moved.rank)
    texts = [_("rank %(before)s → %(after)s") % {"before": before, "after": after}] if before != after else []
    if moved.moves_prize:
        amounts = [money(cents, currency) for cents in moved.cents]
        texts.append(_("prize %(before)s → %(after)s") % {"before": amounts[0], "after": amounts[1]})
    return ", ".join(texts)


def format_correction(correction: Correction, day: Day) -> list[str]:
    """Describe a correction: `Anna: +3 → +4`, for those with changed points."""
    found = []
    for number, after in correction.after.items():
        before = correction.before.get(number, [0, 0])
        entrant = day.entrants.get(int(number))
        if before != after and entrant is not None:
            sums = {"name": entrant.player.name, "before": signed(sum(before)), "after": signed(sum(after))}
            found.append(_("%(name)s: %(before)s → %(after)s") % sums)
    return found
