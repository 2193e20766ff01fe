"""Slips that tables hand in, by start number: read, worked out from its sheet, checked. Nothing is written."""

import json
from collections.abc import Mapping
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from dokoclub.evenings.models import Posting, Sheet
from dokoclub.evenings.services import totals
from dokoclub.tournaments.models import RoundTable, Source, Tournament
from dokoclub.tournaments.selectors.prizes import Slip
from scoring.tournament.sizes import games_at_table

MOST_POINTS: Final = 30_000  # per person and round; fits the database
MOST_PENALTY: Final = 1000

Slips = Mapping[int, Slip]  # by start number


def get_slips(table: RoundTable) -> dict[int, Slip]:
    """Return the submitted slips. One query."""
    return {
        place.entrant.number: Slip(place.points or 0, place.won, place.solos_won, place.solos_lost, place.penalty)
        for place in table.places.select_related("entrant")
    }


def slips_on_sheet(table: RoundTable, sheet: Sheet) -> dict[int, Slip]:
    """Return the sheet's slips by start number, including its penalties. Three queries, more after typed totals."""
    results = {result.player_id: result for result in totals.own_results(sheet)}
    carried = penalties_on_sheet(table) if table.source == Source.PAPER else {}
    found = {}
    for place in table.places.select_related("entrant"):
        result = results.get(place.entrant.player_id)
        if result is not None:
            lost = result.solos - result.solos_won
            penalty = min(0, place.penalty - carried.get(place.entrant.number, 0))
            slip = Slip(result.balance, result.won, result.solos_won, lost, penalty)
            found[place.entrant.number] = slip
    return found


def with_penalties_on_sheet(table: RoundTable, slips: Slips) -> Slips:
    """Add penalties on the sheet to typed points, which are without them. One query, or none."""
    there = penalties_beside(table)
    return {who: slip._replace(penalty=slip.penalty + there.get(who, 0)) for who, slip in slips.items()}


def penalties_beside(table: RoundTable) -> dict[int, int]:
    """Return penalties on the sheet that typed points lack, by start number, negative. One query, or none."""
    return {} if table.source == Source.PAPER else penalties_on_sheet(table)  # the typed values include them


def penalties_on_sheet(table: RoundTable) -> dict[int, int]:
    """By start number, less than 0. One query."""
    rows = Posting.objects.filter(entry__sheet=table.sheet_id, entry__struck_at=None, entry__kind="penalty")
    found: dict[int, int] = {}
    seats = rows.filter(balance__lt=0, player__entrants__tournament=table.round.tournament_id)
    columns = ("player__entrants__number", "balance", "entry__uuid", "entry__position")
    for number, balance, uuid, position in seats.values_list(*columns):
        if not totals.is_added(uuid, position):  # added rows come from the table's own slips
            found[number] = found.get(number, 0) + balance
    return found


def check_slips(tournament: Tournament, table: RoundTable, slips: Slips, games: int) -> None:
    """Validate slips. Raises ValidationError by field. One query."""
    places = list(table.places.select_related("entrant"))
    seated = sum(not place.left for place in places)
    problems: dict[str, str] = {}
    most = games_at_table(tournament.games, seated)
    if games > most:
        problems["games"] = _("Enter at most %(most)s games.") % {"most": most}
    if {place.entrant.number for place in places} != set(slips):
        problems["__all__"] = _("Enter everyone at this table.")
    total = sum(slip.points for slip in slips.values())
    if total:
        problems["__all__"] = _("The points must sum to 0, without penalties; they sum to %(sum)s.") % {"sum": total}
    for number, slip in slips.items():
        if slip.won > games or slip.solos_won + slip.solos_lost > games or slip.solos_won > slip.won:
            problems[f"won_{number}"] = _("Enter fewer games won.")
    if problems:
        raise ValidationError(problems)


def slips_with_penalty(table: RoundTable, start: int, points: int) -> dict[int, Slip]:
    """Return the slips with a further penalty for one person. One query. Raises ValidationError."""
    slips = get_slips(table)
    if start not in slips:
        raise ValidationError(_("Choose somebody at this table."))
    slips[start] = slips[start]._replace(penalty=slips[start].penalty - abs(points))
    return slips


def digest_table(table: RoundTable) -> str:
    """Return a version of the slips handed in. One query."""
    return digest_noted(note_slips(table))


def note_slips(table: RoundTable) -> dict[str, list[int]]:
    return {str(number): [slip.points, slip.penalty] for number, slip in get_slips(table).items()}


def digest_noted(noted: Mapping[str, list[int]]) -> str:
    return json.dumps(noted, sort_keys=True)
