"""The hall of a tournament: its tables now, who sits where next, and the clock of the round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dokoclub.evenings.words.names import Names
from dokoclub.screens.models import Scene
from dokoclub.screens.selectors.rooms import TournamentRoom
from dokoclub.screens.shown.parts import (
    Clock,
    Page,
    SeatOf,
    Sitter,
    Table,
    fit_columns,
    number_pages,
    print_player,
    side_by_side,
)
from dokoclub.screens.shown.tables import figure_of, print_table
from dokoclub.tournaments.selectors import Day, RoundNow, TableNow
from dokoclub.tournaments.shown.hall import show_round

SEATING_COLUMNS: Final = 3
LETTERS: Final = 12  # of a name in three columns


def list_tables(room: TournamentRoom, names: Names) -> list[Table]:
    """Of the round that runs: live sheets, and what the others have handed in; none when nobody plays."""
    one = room.day.current
    if one is None or not one.playing:
        return []
    cards = {card.number: card.told for card in show_round(room.day, one.number).cards}
    return [_table(room, table, cards[table.table.number], names) for table in one.tables]


def _table(room: TournamentRoom, table: TableNow, told: str, names: Names) -> Table:
    title = _("Table %(name)s") % {"name": table.table.number}
    page = room.pages.get(table.table.pk)
    if page is not None:
        live = print_table(page, names)
        return Table(title=title, state=told, sitters=live.sitters, bock=live.bock, last=live.last)
    best = max((sitting.total for sitting in table.seated), default=0)
    sitters = tuple(
        Sitter(
            *print_player(sitting.entrant.player, names),
            figure_of(sitting.total),
            leads=sitting.points is not None and sitting.total == best,
        )
        for sitting in table.seated
    )
    return Table(title=title, state=told, sitters=sitters)


def page_seating(day: Day, names: Names) -> list[Page]:
    """Where everybody sits next, by name; as soon as no table of the round that runs plays any more."""
    if not day.planned or (day.current is not None and day.current.playing):
        return []
    one = day.planned[0]
    seats = sorted(_seats(day, one, names), key=lambda seat: seat.name.casefold())
    title = _("Seats of round %(number)s") % {"number": one.number}
    columns = fit_columns([seat.name for seat in seats], SEATING_COLUMNS, LETTERS)
    return number_pages(Scene.SEATING, title, side_by_side(seats, columns), layout=f"wide-{columns}")


def _seats(day: Day, one: RoundNow, names: Names) -> list[SeatOf]:
    seated = [
        SeatOf(names[sitting.entrant.player_id], _("Table %(name)s") % {"name": table.table.number})
        for table in one.tables
        for sitting in table.seated
    ]
    paused = [day.entrants[number] for number in one.round.paused if number in day.entrants]
    return [*seated, *(SeatOf(names[entrant.player_id], _("pauses")) for entrant in paused)]


def clock_of(day: Day) -> Clock | None:
    """Of the round that runs; without an end where it has no clock, or nobody plays."""
    one = day.current
    if one is None or one.is_confirmed:
        return None
    place: Mapping[str, int] = {"number": one.number, "of": day.tournament.rounds}
    playing = ngettext("%(number)s table still plays", "%(number)s tables still play", one.playing)
    return Clock(
        ends=show_round(day, one.number).ends,
        told=_("Round %(number)s of %(of)s") % place,
        playing=playing % {"number": one.playing} if one.playing else "",
    )


def page_clock(clock: Clock | None) -> list[Page]:
    if clock is None or clock.ends is None:
        return []
    return [Page(scene=Scene.CLOCK, title="", content=clock, layout="bare")]
