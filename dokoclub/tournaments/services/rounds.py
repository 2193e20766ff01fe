"""Services for rounds: start with a live sheet per table, clock, fill-ins, and end of the tournament."""

from datetime import datetime
from typing import Final
from uuid import uuid4, uuid5

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from dokoclub.accounts.models import Account
from dokoclub.clubs.services.locks import lock_club
from dokoclub.core.http import Reused
from dokoclub.evenings.domain.opening import NewSheet
from dokoclub.evenings.models import Evening, Length, Sheet
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.evenings.services import evenings
from dokoclub.evenings.services import sheets as sheets_evenings
from dokoclub.evenings.services.errors import Closed, Conflict, Impossible
from dokoclub.evenings.services.locks import lock_evening
from dokoclub.settlement.services.rules import change_evening_money
from dokoclub.tournaments.models import Entrant, Place, Round, RoundTable, Tournament, TournamentState
from dokoclub.tournaments.selectors.day import RoundNow, read_day
from dokoclub.tournaments.services.locks import lock_tournament, raise_version, refuse_over, save_tournament
from dokoclub.tournaments.services.people import forget_waiting
from dokoclub.tournaments.services.seating import is_fitting
from dokoclub.ui.texts import translate_text
from scoring.money.methods import MoneyRules
from scoring.rules.rules import Rules, restore_rules

MOST_MORE: Final = 60  # minutes added to the clock at once


@transaction.atomic
def start_round(tournament: Tournament, number: int, *, by: Account) -> Round:
    """Start the next round with a sheet for each table; the first opens the evening. Twice starts it once.

    Raises ValidationError if it is not planned, people have come or gone, or the previous round is still running.
    """
    lock_club(tournament.club)
    tournament = lock_tournament(tournament)
    refuse_over(tournament)
    day = read_day(tournament)
    if number <= len(day.begun):
        return day.begun[number - 1].round
    if not day.planned or day.planned[0].number != number:
        raise ValidationError(_("Draw this round first."))
    if not is_fitting(day):
        raise ValidationError(_("Players have come or gone: draw the round again."))
    if tournament.seating != "draw" and not all(one.is_confirmed for one in day.begun):
        raise ValidationError(_("Confirm all tables of the last round first."))
    one = day.planned[0]
    sheets = _open_sheets(tournament, one, by)
    for table in one.tables:
        table.table.sheet = sheets[str(table.table.number)]
    evenings.create_scoring_links(list(sheets.values()))
    RoundTable.objects.bulk_update([table.table for table in one.tables], ["sheet"])
    one.round.started_at = timezone.now()
    one.round.save(update_fields=["started_at"])
    set_clocks(tournament)
    tournament.state = TournamentState.RUNNING
    save_tournament(tournament, by=by)
    return one.round


def _open_sheets(tournament: Tournament, one: RoundNow, by: Account) -> dict[str, Sheet]:
    """Open the sheets; return them by table name."""
    rules = restore_rules(tournament.rules)
    assert isinstance(rules, Rules)  # noqa: S101  # checked when they were stored
    tables = [
        NewSheet(
            players=[sitting.entrant.player for sitting in table.seated],
            rules=rules,
            table=str(table.table.number),
            length_kind=Length.GAMES,
            length=tournament.games,
        )
        for table in one.tables
    ]
    try:
        if tournament.evening is None:
            tournament.evening = _open_evening(tournament, tables, by)
            sheets = list(tournament.evening.sheets.filter(round=one.number))
        else:
            sheets = sheets_evenings.open_sheets(tournament.evening, tables, in_round=one.number, by=by)
    except Closed:
        raise ValidationError(_("The tournament's evening has ended. An owner can reopen it.")) from None
    except Reused:
        raise ValidationError(
            _("Somebody has opened tables of this round on the evening itself. Remove them there first.")
        ) from None
    except Impossible as impossible:
        texts = [translate_text(problem.problem).format(**problem.values) for problem in impossible.problems]
        raise ValidationError(sorted(set(texts))) from None
    return {sheet.table: sheet for sheet in sheets}


def _open_evening(tournament: Tournament, tables: list[NewSheet], by: Account) -> Evening:
    """Open the evening, without expected members and point money. If it starts early, its day becomes today."""
    tournament.day = min(tournament.day, date_of_play())
    evening = evenings.open_evening(
        tournament.club,
        tables,
        key=uuid5(tournament.key, "evening"),
        by=by,
        day=tournament.day,
        place=tournament.place,
        club_evening=False,
        stake=0,
    )
    change_evening_money(evening, MoneyRules(method="none"), stake=0, by=by)
    return evening


@transaction.atomic
def grant_minutes(one: Round, minutes: int, table: int | None = None) -> None:
    """Grant minutes to one table, or to all that are still playing."""
    tournament = lock_tournament(one.tournament)
    if tournament.evening is not None:  # closing a sheet locks in this order, too
        lock_evening(tournament.evening)
    tables = RoundTable.objects.filter(round=one, handed_in_at=None)
    if table is not None:
        tables = tables.filter(number=table)
    tables.update(minutes_more=F("minutes_more") + max(1, min(minutes, MOST_MORE)))
    set_clocks(tournament)
    raise_version(tournament)


def set_clocks(tournament: Tournament) -> None:
    """Set the end times of open sheets. One query, and one statement for each of these times."""
    found: dict[datetime | None, list[int]] = {}
    running = RoundTable.objects.filter(round__tournament=tournament, sheet__closed_at=None).exclude(sheet=None)
    for table in running.select_related("round"):
        found.setdefault(table.ends_at(tournament.minutes), []).append(table.sheet_id or 0)
    for ends_at, sheets in found.items():
        sheets_evenings.set_clock(sheets, ends_at)


@transaction.atomic
def fill_seat(table: RoundTable, leaves: Entrant, comes: Entrant, *, by: Account) -> None:
    """Seat the fill-in `comes` in place of `leaves`.

    Before the first game, `leaves` is removed from the table; after it, they count as having left. Raises
    ValidationError.
    """
    tournament = lock_tournament(table.round.tournament)
    table = RoundTable.objects.select_related("round", "sheet__evening__club").get(pk=table.pk)
    if table.is_handed_in or not table.round.has_begun or table.sheet is None:
        raise ValidationError(_("This table does not play."))
    if not comes.fill_in or comes.tournament_id != tournament.pk or _is_seated(table, comes):
        raise ValidationError(_("Choose a free substitute."))
    place = table.places.select_related("entrant__player").filter(entrant=leaves, left=False).first()
    if place is None:
        raise ValidationError(_("Choose somebody at this table."))
    _change_sheet(table, table.sheet, leaves, comes, by)
    if table.sheet.games:
        place.left = True
        place.save(update_fields=["left"])
    else:
        place.delete()
    Place.objects.create(table=table, entrant=comes, number=place.number)
    raise_version(tournament)


def _is_seated(table: RoundTable, comes: Entrant) -> bool:
    return Place.objects.filter(table__round=table.round, entrant=comes, left=False).exists()


def _change_sheet(table: RoundTable, sheet: Sheet, leaves: Entrant, comes: Entrant, by: Account) -> None:
    seated = table.places.filter(left=False).select_related("entrant__player").order_by("number")
    before = [place.entrant.player for place in seated]
    after = [comes.player if player.pk == leaves.player_id else player for player in before]
    try:
        if sheet.games:
            sheets_evenings.change_table(sheet, after, uuid=uuid4(), by=by)
        else:
            dealer = comes.player if sheet.first_dealer_id == leaves.player_id else sheet.first_dealer
            sheets_evenings.correct_opening(sheet, players=after, first_dealer=dealer, seen=sheet.version, by=by)
    except Closed:
        raise ValidationError(_("The sheet is closed.")) from None
    except Conflict:
        raise ValidationError(_("Somebody else was faster. Look at the sheet.")) from None
    except Impossible as impossible:
        texts = [translate_text(problem.problem).format(**problem.values) for problem in impossible.problems]
        raise ValidationError(texts) from None


@transaction.atomic
def end_tournament(tournament: Tournament, *, by: Account) -> Tournament:
    """End the tournament: the list is final, its evening closes, and plans are deleted. A second call changes nothing.

    Raises ValidationError while a table of a started round is unconfirmed.
    """
    tournament = lock_tournament(tournament)
    if tournament.is_over:
        return tournament
    if not tournament.has_begun:
        raise ValidationError(_("Nothing was played yet."))
    begun = RoundTable.objects.filter(round__tournament=tournament, round__started_at__isnull=False)
    missing = begun.filter(confirmed_at=None).order_by("round__number", "number").values_list("round__number", "number")
    if missing:
        named = [_("Round %(round)s, table %(table)s") % {"round": one, "table": table} for one, table in missing]
        raise ValidationError(_("First all tables must be confirmed: %(tables)s.") % {"tables": "; ".join(named)})
    tournament.played.filter(started_at=None).delete()
    forget_waiting(tournament)
    tournament.state, tournament.ended_at = TournamentState.ENDED, timezone.now()
    save_tournament(tournament, by=by)
    if tournament.evening is not None:
        evenings.close_evening(tournament.evening, by=by)
    return tournament


@transaction.atomic
def resume_tournament(tournament: Tournament, *, by: Account) -> Tournament:
    """Undo `end_tournament` and reopen its evening. A second call changes nothing."""
    tournament = lock_tournament(tournament)
    if tournament.is_over:
        tournament.state, tournament.ended_at = TournamentState.RUNNING, None
        save_tournament(tournament, by=by)
        if tournament.evening is not None:
            evenings.reopen_evening(tournament.evening, by=by)
    return tournament
