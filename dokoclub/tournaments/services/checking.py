"""Checks that tables count their sheets' points, and that money matches its rows. Hooked into check_ledger."""

from collections.abc import Iterator
from contextlib import suppress

from django.core.exceptions import ValidationError
from django.db.models import F, Q, QuerySet

from dokoclub.clubs.models import Club
from dokoclub.clubs.models.club import UNFINISHED
from dokoclub.evenings.domain.ledger_check import report_breaks
from dokoclub.evenings.models import Result
from dokoclub.evenings.services.errors import Closed
from dokoclub.tournaments.models import Booking, Place, RoundTable, Source, Tournament
from dokoclub.tournaments.models.rounds import is_written_on
from dokoclub.tournaments.selectors.day import read_day
from dokoclub.tournaments.selectors.prizes import get_prizes
from dokoclub.tournaments.services import tables


def check_tournaments(club: Club | None = None) -> Iterator[str]:
    """List all problems of a club's tournaments, or of all. Two queries, and six for each that has begun."""
    mine = ~Q(club__deleted_at=UNFINISHED) if club is None else Q(club=club)
    tournaments = Tournament.objects.filter(mine).select_related("club").order_by("pk")
    yield from _bookings(tournaments)
    for tournament in tournaments.exclude(evening=None):
        yield from report_breaks(f"The tournament {tournament.pk}", _problems(tournament))


def _problems(tournament: Tournament) -> Iterator[str]:
    yield from _points(tournament)
    yield from _sums(tournament)
    if sum(posting.cents for posting in get_prizes(read_day(tournament)).postings):
        yield f"The money of the tournament {tournament.pk} does not sum to 0"


def _bookings(tournaments: QuerySet[Tournament]) -> Iterator[str]:
    wrong = Booking.objects.filter(entrant__tournament__in=tournaments).exclude(
        entry__player=F("entrant__player"), entry__club=F("entrant__tournament__club")
    )
    for booking in wrong.order_by("pk"):
        yield f"The booking {booking.pk} of a tournament names another player than its row of the kitty"


def _points(tournament: Tournament) -> Iterator[str]:
    """Yield differences at tables with sheets unchanged since handing in: there must be one result."""
    for table_id, entrant_id, points, on_sheet in find_uncounted(tournament):
        yield f"The table {table_id} of a tournament counts {points} points of {entrant_id}, its sheet {on_sheet}"


def find_uncounted(tournament: Tournament) -> Iterator[tuple[int, int, int, int]]:
    """Yield table, entrant, and points of slip and sheet, if these differ. Two queries."""
    handed_in = RoundTable.objects.filter(~is_written_on() | Q(source=Source.PAPER), round__tournament=tournament)
    handed_in = handed_in.exclude(source=Source.NOWHERE).exclude(sheet=None)
    places = Place.objects.filter(table__in=handed_in).select_related("table", "entrant")
    stored = Result.objects.filter(sheet__evening=tournament.evening_id).values_list("sheet", "player", "balance")
    counted = {(sheet, player): balance for sheet, player, balance in stored}
    for place in places:
        points = (place.points or 0) + place.penalty
        on_sheet = counted.get((place.table.sheet_id or 0, place.entrant.player_id), 0)
        if points != on_sheet:
            yield place.table_id, place.entrant_id, points, on_sheet


def count_old_slips() -> None:
    """Count typed totals from before they counted on the evening. Hooked into after_reposting."""
    begun = Tournament.objects.exclude(evening=None).exclude(club__deleted_at=UNFINISHED).filter(club__moving_to="")
    for tournament in begun.order_by("pk"):
        for table_id in sorted({table_id for table_id, *_ in find_uncounted(tournament)}):
            table = RoundTable.objects.select_related("round__tournament").get(pk=table_id)
            with suppress(ValidationError, Closed, ValueError, KeyError):  # unreadable: `check_ledger` reports it
                tables.count_slips(table, by=None)


def _sums(tournament: Tournament) -> Iterator[str]:
    """Check that typed totals sum to 0, without penalties."""
    sums: dict[int, int] = {}
    places = Place.objects.filter(table__round__tournament=tournament, table__source=Source.PAPER)
    for table, points in places.values_list("table", "points"):
        sums[table] = sums.get(table, 0) + (points or 0)
    yield from (
        f"The points typed for the table {table} of a tournament sum to {total}"
        for table, total in sums.items()
        if total
    )
