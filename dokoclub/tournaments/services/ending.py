"""Somebody fills in at a table that plays; the tournament ends, and goes on again."""

from __future__ import annotations

from uuid import uuid4

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from dokoclub.accounts.models import Account
from dokoclub.evenings import services as evenings
from dokoclub.evenings.models import Sheet
from dokoclub.evenings.services import Closed, Impossible, Overtaken
from dokoclub.look.words import translate_text
from dokoclub.tournaments.models import Entrant, Place, RoundTable, State, Tournament
from dokoclub.tournaments.services.entering import forget_waiting
from dokoclub.tournaments.services.writing import lock_tournament, raise_version, save_tournament


@transaction.atomic
def fill_seat(table: RoundTable, leaves: Entrant, comes: Entrant, *, by: Account) -> None:
    """`comes`, who fills in, sits where `leaves` sat. Before the first game he was never there; later he left.

    Raises ValidationError.
    """
    tournament = lock_tournament(table.round.tournament)
    table = RoundTable.objects.select_related("round", "sheet__evening__club").get(pk=table.pk)
    if table.is_handed_in or not table.round.has_begun or table.sheet is None:
        raise ValidationError(_("This table does not play."))
    if not comes.fill_in or comes.tournament_id != tournament.pk or _is_seated(table, comes):
        raise ValidationError(_("Choose somebody who fills in and sits at no table."))
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
            evenings.change_table(sheet, after, uuid=uuid4(), by=by)
        else:
            dealer = comes.player if sheet.first_dealer_id == leaves.player_id else sheet.first_dealer
            evenings.correct_opening(sheet, players=after, first_dealer=dealer, seen=sheet.version, by=by)
    except Closed:
        raise ValidationError(_("The sheet is closed.")) from None
    except Overtaken:
        raise ValidationError(_("Somebody else was faster. Look at the sheet.")) from None
    except Impossible as impossible:
        texts = [translate_text(problem.problem).format(**problem.values) for problem in impossible.problems]
        raise ValidationError(texts) from None


@transaction.atomic
def end_tournament(tournament: Tournament, *, by: Account) -> Tournament:
    """The list is final, its evening is closed, and what was only planned is gone. The second time changes nothing.

    Raises ValidationError while a table of a round that has begun is not confirmed.
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
    tournament.state, tournament.ended_at = State.ENDED, timezone.now()
    save_tournament(tournament, by=by)
    if tournament.evening is not None:
        evenings.close_evening(tournament.evening, by=by)
    return tournament


@transaction.atomic
def resume_tournament(tournament: Tournament, *, by: Account) -> Tournament:
    """Undo `end_tournament`; its evening is opened again. The second time changes nothing."""
    tournament = lock_tournament(tournament)
    if tournament.is_over:
        tournament.state, tournament.ended_at = State.RUNNING, None
        save_tournament(tournament, by=by)
        if tournament.evening is not None:
            evenings.reopen_evening(tournament.evening, by=by)
    return tournament
