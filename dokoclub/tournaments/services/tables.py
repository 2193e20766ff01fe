"""Services for tables: handing in, confirmation, corrections, penalties, and their count on the evening."""

from datetime import datetime
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F
from django.db.models.functions import Least
from django.utils import timezone
from django.utils.translation import gettext as _

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club
from dokoclub.core.http import Reused
from dokoclub.evenings.domain.opening import NewSheet
from dokoclub.evenings.models import Evening, Sheet
from dokoclub.evenings.services import apply_operations, entries, sheets, totals
from dokoclub.evenings.services.errors import Closed, Impossible
from dokoclub.tournaments.models import Correction, Place, RoundTable, Source, Tournament
from dokoclub.tournaments.services.locks import lock_tournament, raise_version
from dokoclub.tournaments.services.rounds import set_clocks
from dokoclub.tournaments.services.slips import (
    Slips,
    check_slips,
    digest_noted,
    get_slips,
    note_slips,
    penalties_on_sheet,
    slips_on_sheet,
    with_penalties_on_sheet,
)
from dokoclub.ui.texts import translate_text
from scoring.rules.rules import Rules, restore_rules


@transaction.atomic
def hand_in_sheet(table: RoundTable, *, by: Account) -> None:
    """Close the sheet and hand in its result. A second call changes nothing. Raises ValidationError."""
    tournament = lock_tournament(table.round.tournament)
    table = _lock_table(table)
    if table.is_handed_in:
        return
    if table.sheet is None:
        raise ValidationError(_("This table has no sheet: type its points."))
    if not table.sheet.games:
        raise ValidationError(_("There is no game on the sheet."))
    sheet = sheets.close_sheet(table.sheet, by=by)
    _take_sheet(_lock_table(table), sheet, by=by, at=timezone.now())
    RoundTable.objects.filter(pk=table.pk).update(handed_in_by=by)
    raise_version(tournament)


def follow_day(evening: Evening) -> None:
    """Move the tournament of an evening to the evening's date. Hooked into after_evening."""
    moved = Tournament.objects.filter(evening=evening).exclude(day=evening.date)
    moved.update(day=evening.date, version=F("version") + 1)


def take_closed_sheets(evening: Evening) -> None:
    """Hand in closed sheets. Hooked into after_evening, whose transaction has locked the evening."""
    closed = RoundTable.objects.filter(
        sheet__evening=evening, sheet__closed_at__isnull=False, handed_in_at=None
    ).order_by("pk")
    if not closed:  # most evenings have no tournament: avoid locking
        return
    found = list(closed.select_for_update(of=("self",), no_key=True).select_related("sheet"))
    for table in found:
        if table.sheet is not None and table.sheet.games:
            _take_sheet(table, table.sheet, by=None, at=timezone.now())


def _take_sheet(table: RoundTable, sheet: Sheet, *, by: Account | None, at: datetime) -> None:
    if table.is_handed_in:
        return
    slips = slips_on_sheet(table, sheet)
    _write_slips(table, slips, source=Source.SHEET, games=sheet.games, seen=sheet.version, by=by, at=at)


@transaction.atomic
def hand_in_paper(table: RoundTable, slips: Slips, *, games: int, by: Account) -> None:
    """Hand in totals from a paper list; repeatable until confirmed. The live sheet ends.

    Games on the sheet do not count in addition to these totals; `give_back` restores them. Raises ValidationError by
    field: points that do not sum to 0, more games than the list has.
    """
    tournament = lock_tournament(table.round.tournament)
    table = _lock_table(table)
    if table.is_confirmed:
        raise ValidationError(_("The table is confirmed: changes are now corrections."))
    check_slips(tournament, table, slips, games)
    slips = with_penalties_on_sheet(table, slips)
    seen = table.sheet.version if table.sheet else 0
    _write_slips(table, slips, source=Source.PAPER, games=games, seen=seen, by=by, at=timezone.now())
    raise_version(tournament)


@transaction.atomic
def give_back(table: RoundTable, *, by: Account) -> None:
    """Undo handing in, before confirmation: the table continues to play. Raises ValidationError."""
    tournament = lock_tournament(table.round.tournament)
    table = _lock_table(table)
    if table.is_confirmed:
        raise ValidationError(_("The table is confirmed: changes are now corrections."))
    if not table.is_handed_in:
        return
    if table.source == Source.PAPER:
        for number, points in penalties_on_sheet(table).items():  # they count there again
            table.places.filter(entrant__number=number).update(penalty=Least(0, F("penalty") - points))
    table.places.update(points=None, won=0, solos_won=0, solos_lost=0, confirmed_at=None, confirmed_by=None)
    table.source, table.games, table.handed_in_at, table.handed_in_by = Source.NOWHERE, None, None, None
    table.save()
    if table.sheet is not None:
        table.sheet = totals.count_games(table.sheet, by=by)
    if table.sheet is not None and not table.sheet.is_open:
        try:
            sheets.reopen_sheet(table.sheet, by=by)
        except Closed:
            raise ValidationError(_("The tournament's evening has ended. An owner can reopen it.")) from None
        set_clocks(tournament)
    raise_version(tournament)


@transaction.atomic
def confirm_place(table: RoundTable, *, by: Account) -> bool:
    """Confirm for the account's own seat; return True if the table is now confirmed.

    Raises ValidationError for an account without a seat there.
    """
    tournament = lock_tournament(table.round.tournament)
    table = _lock_table(table)
    if not table.is_handed_in:
        raise ValidationError(_("The table has not handed in yet."))
    own = table.places.filter(entrant__player__account=by, left=False)
    if not own.exists():
        raise ValidationError(_("You do not sit at this table."))
    own.filter(confirmed_at=None).update(confirmed_at=timezone.now(), confirmed_by=by)
    if not table.is_confirmed and not table.places.filter(left=False, confirmed_at=None).exists():
        table.confirmed_at = timezone.now()
        table.save()
    raise_version(tournament)
    return table.is_confirmed


@transaction.atomic
def sign_table(table: RoundTable) -> None:
    """Record that everybody signed the paper list. A second call changes nothing. Raises ValidationError."""
    tournament = lock_tournament(table.round.tournament)
    table = _lock_table(table)
    if not table.is_handed_in:
        raise ValidationError(_("The table has not handed in yet."))
    if not table.is_confirmed:
        table.confirmed_at, table.signed = timezone.now(), True
        table.save()
        raise_version(tournament)


@transaction.atomic
def correct_table(
    table: RoundTable, slips: Slips, *, source: str, reason: str, by: Account, seen: str | None = None
) -> Correction:
    """Correct a table after handing in: new points or a penalty, with a reason. The former values stay visible.

    The page first shows the effects on ranks and prizes: `selectors.compare_days`. `seen`: the version from
    `digest_table` when they were shown; sent twice, it corrects once. Raises ValidationError, also if that version is
    outdated.
    """
    tournament = lock_tournament(table.round.tournament)
    table = _lock_table(table)
    if not table.is_handed_in or table.games is None:
        raise ValidationError(_("The table has not handed in yet."))
    if source == Source.PAPER:
        check_slips(tournament, table, slips, table.games)
    before = note_slips(table)
    if seen is not None and seen != digest_noted(before):
        last = table.corrections.last()
        if last and (digest_noted(last.before), last.reason, last.made_by_id) == (seen, reason, by.pk):
            return last
        raise ValidationError(_("Somebody has changed this table meanwhile. Look at it, and correct it again."))
    sheet = table.sheet
    games = sheet.games if source == Source.SHEET and sheet else table.games
    confirmed = table.confirmed_at
    _write_slips(
        table,
        slips,
        source=Source(source),
        games=games,
        seen=sheet.version if sheet else 0,
        by=by,
        at=table.handed_in_at or timezone.now(),
        reason=reason,
    )
    table.confirmed_at = confirmed
    table.save()
    correction = Correction.objects.create(
        table=table, before=before, after=note_slips(table), reason=reason, made_by=by
    )
    raise_version(tournament)
    return correction


@transaction.atomic
def leave_sheet(table: RoundTable, *, by: Account) -> None:
    """Mark later changes of the sheet as reviewed: they do not count."""
    tournament = lock_tournament(table.round.tournament)
    table = _lock_table(table)
    if table.sheet is not None and table.is_handed_in:
        table.seen = table.sheet.version
        table.save()
        _count_slips(table, by=by)
        raise_version(tournament)


def see_sheets(club: Club) -> None:
    """Mark the sheets of an imported club as reviewed, except those that differ from their table's result."""
    tables = RoundTable.objects.filter(round__tournament__club=club).exclude(sheet=None).exclude(handed_in_at=None)
    found = list(tables.select_related("sheet", "round"))
    for table in found:
        assert table.sheet is not None  # noqa: S101  # filtered
        counts, says = get_slips(table), slips_on_sheet(table, table.sheet)
        is_same = all(counts[number].points == slip.points for number, slip in says.items() if number in counts)
        table.seen = table.sheet.version if is_same or table.source == Source.PAPER else 0
    RoundTable.objects.bulk_update(found, ["seen"])
    for table in found:
        if table.source == Source.PAPER:  # from older files: these totals do not count yet
            _count_slips(table, by=None, at=table.handed_in_at)


@transaction.atomic
def note_penalty(table: RoundTable, start: int, points: int, reason: str, *, uuid: UUID, by: Account) -> None:
    """Add a penalty to the sheet while the table plays, with the referee's name and the reason.

    Raises ValidationError.
    """
    tournament = lock_tournament(table.round.tournament)
    table = _lock_table(table)
    if table.is_handed_in or table.sheet is None:
        raise ValidationError(_("The table has submitted: changes are now corrections."))
    place = table.places.select_related("entrant__player").filter(entrant__number=start).first()
    if place is None:
        raise ValidationError(_("Choose somebody at this table."))
    facts = {"kind": "penalty", "points": {str(place.entrant.player_id): -abs(points)}, "reason": reason}
    try:
        with apply_operations.write_on(table.sheet, by=by) as work:
            work.write(entries.NewRow(facts=facts, uuid=uuid))
    except Closed:
        raise ValidationError(_("The sheet is closed.")) from None
    except Reused:
        raise ValidationError(_("Somebody else was faster. Look at the sheet.")) from None
    except Impossible as impossible:
        texts = [translate_text(problem.problem).format(**problem.values) for problem in impossible.problems]
        raise ValidationError(texts) from None
    raise_version(tournament)


def _lock_table(table: RoundTable) -> RoundTable:
    """Lock the table after its evening, in the same order as closing a sheet."""
    Evening.objects.select_for_update(no_key=True).filter(sheets__round_table=table.pk).order_by().first()
    found: RoundTable = (
        RoundTable.objects.select_for_update(of=("self",), no_key=True)
        .select_related("round__tournament", "sheet__evening__club")
        .get(pk=table.pk)
    )
    return found


def _write_slips(
    table: RoundTable,
    slips: Slips,
    *,
    source: Source,
    games: int,
    seen: int,
    by: Account | None,
    at: datetime,
    reason: str = "",
) -> None:
    """Store the slips; earlier confirmations become invalid."""
    places = list(table.places.select_related("entrant"))
    for place in places:
        slip = slips.get(place.entrant.number)
        if slip is not None:
            place.points, place.penalty = slip.points, slip.penalty
            place.won, place.solos_won, place.solos_lost = slip.won, slip.solos_won, slip.solos_lost
        place.confirmed_at = place.confirmed_by = None
    fields = ["points", "penalty", "won", "solos_won", "solos_lost", "confirmed_at", "confirmed_by"]
    Place.objects.bulk_update(places, fields)
    table.source, table.games, table.seen = source, games, seen
    table.handed_in_at, table.handed_in_by, table.confirmed_at, table.signed = at, by, None, False
    table.save()
    _count_slips(table, by=by, reason=reason)


@transaction.atomic
def count_slips(table: RoundTable, *, by: Account | None) -> None:
    """Repair a sheet that does not count its table's result, as if it had counted from the start."""
    tournament = lock_tournament(table.round.tournament)
    table = _lock_table(table)
    if table.is_handed_in:
        _count_slips(table, by=by, at=table.handed_in_at)
        raise_version(tournament)


def _count_slips(table: RoundTable, *, by: Account | None, reason: str = "", at: datetime | None = None) -> None:
    """Count the result on the evening and in its league, so that there is only one result."""
    places = table.places.select_related("entrant")
    sheet = totals.count_totals(
        table.sheet or _blank_sheet(table, by=by),
        {place.entrant.player_id: (place.points or 0) + place.penalty for place in places},
        games=table.games or 0,
        keep_games=table.source == Source.SHEET,
        by=by,
        at=at,
        reason=reason,
    )
    table.sheet, table.seen = sheet, max(table.seen, sheet.version)
    table.save(update_fields=["sheet", "seen"])


def _blank_sheet(table: RoundTable, *, by: Account | None) -> Sheet:
    """Open a sheet for a table without one (removed from the evening), since totals need it."""
    tournament = table.round.tournament
    assert tournament.evening is not None  # noqa: S101  # it has begun
    rules = restore_rules(tournament.rules)
    assert isinstance(rules, Rules)  # noqa: S101  # checked when they were stored
    players = [place.entrant.player for place in table.places.select_related("entrant__player").order_by("number")]
    new = NewSheet(players=players, rules=rules, table=str(table.number), bygone=True, summed=True)
    try:
        (sheet,) = sheets.open_sheets(tournament.evening, [new], in_round=table.round.number, by=by)
    except Closed:
        raise ValidationError(_("The tournament's evening has ended. An owner can reopen it.")) from None
    except Reused:
        raise ValidationError(
            _("Somebody has opened tables of this round on the evening itself. Remove them there first.")
        ) from None
    return sheet
