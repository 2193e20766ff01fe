"""Services to found, change and delete tournaments and series; officials, links, erasure, merges and the kitty."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final, NamedTuple
from uuid import UUID, uuid5

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from simple_history.utils import bulk_update_with_history

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Membership, Player
from dokoclub.clubs.services.locks import lock_club, refuse_other_content
from dokoclub.core.http import Reused
from dokoclub.evenings.models import PlayerMerge
from dokoclub.evenings.services.evenings import make_read_link
from dokoclub.evenings.services.people import get_mentions
from dokoclub.settlement.models.kitty import LONGEST_PURPOSE
from dokoclub.settlement.services.kitty import Cash, book_together, reverse_together
from dokoclub.settlement.services.locks import OtherCurrency
from dokoclub.tournaments.models import Booking, Correction, Entrant, Official, Series, Tournament, TournamentLink
from dokoclub.tournaments.models.people import Reason
from dokoclub.tournaments.selectors.day import read_day
from dokoclub.tournaments.selectors.prizes import Owed, get_booked, get_prizes, get_wanted
from dokoclub.tournaments.services.locks import lock_tournament, raise_version, refuse_over, save_row, save_tournament
from dokoclub.tournaments.services.rounds import set_clocks
from scoring.league.rules import StandingsRules, store_standings_rules
from scoring.tournament.prizes import fixed_problems

Facts = Mapping[str, Any]  # by field of the model

# Fields that can change after the start: all others decide seating and ranking.
LATER: Final = frozenset({"name", "place", "rounds", "minutes", "in_league"})
PERSONAL: Final[dict[str, Any]] = {"home": "", "tags": [], "apart": "", "reason": ""}


@transaction.atomic
def found_tournament(club: Club, facts: Facts, *, key: UUID, by: Account) -> Tournament:
    """Found a tournament, or return the one that this key founded. Raises ValidationError by field, and Reused."""
    lock_club(club)
    refuse_other_content(key, club, facts)
    if there := Tournament.objects.filter(key=key).first():
        if there.club_id != club.pk:
            raise Reused(key)
        return there
    tournament = Tournament(club=club, key=key, made_by=by, **facts)
    check_facts(tournament, facts)
    save_row(tournament, by=by)
    return tournament


def check_facts(tournament: Tournament, facts: Facts) -> None:
    """Validate fields. Raises ValidationError by field. Lists and empty values are checked by the forms."""
    plain = {name for name, value in facts.items() if isinstance(value, (str, int)) and value != ""}
    tournament.clean_fields(exclude=[field.name for field in tournament._meta.fields if field.name not in plain])


@transaction.atomic
def change_tournament(tournament: Tournament, facts: Facts, *, by: Account) -> Tournament:
    """Change a tournament; after the start only fields in LATER. Raises ValidationError by field."""
    tournament = lock_tournament(tournament)
    refuse_over(tournament)
    for name, value in facts.items():
        if not tournament.has_begun or name in LATER:
            setattr(tournament, name, value)
    _refuse_fewer_rounds(tournament)
    check_facts(tournament, facts)
    _drop_plans(tournament)
    save_tournament(tournament, by=by)
    if tournament.evening is not None:
        _name_evening(tournament)
        set_clocks(tournament)
    return tournament


def _refuse_fewer_rounds(tournament: Tournament) -> None:
    begun = tournament.played.exclude(started_at=None).count()
    if tournament.rounds < begun:
        raise ValidationError({"rounds": _("So many rounds have begun already: %(number)s.") % {"number": begun}})


def _drop_plans(tournament: Tournament) -> None:
    """Delete plans of dropped rounds; before the start, delete all if their settings changed."""
    before = Tournament.objects.get(pk=tournament.pk)
    planned = tournament.played.filter(started_at=None)
    if not tournament.has_begun and (before.seating, before.uneven, before.rounds) != (
        tournament.seating,
        tournament.uneven,
        tournament.rounds,
    ):
        planned.delete()
    planned.filter(number__gt=tournament.rounds).delete()


def _name_evening(tournament: Tournament) -> None:
    evening = tournament.evening
    if evening is not None and evening.place != tournament.place:
        type(evening).objects.filter(pk=evening.pk).update(place=tournament.place)


@transaction.atomic
def delete_tournament(tournament: Tournament) -> None:
    """Delete a tournament before its first round, for good. Raises ValidationError after that."""
    tournament = lock_tournament(tournament)
    if tournament.has_begun:
        raise ValidationError(_("The tournament has begun. Delete its evening, and it is gone with it."))
    tournament.delete()


@transaction.atomic
def name_official(tournament: Tournament, account: Account, role: str, *, by: Account) -> Official:
    """Make an account an official. A second call changes nothing. Raises ValidationError for a non-member."""
    tournament = lock_tournament(tournament)
    if not Membership.objects.filter(club=tournament.club_id, account=account).exists():
        raise ValidationError(_("Choose a member of the club with an account."))
    official, _made = Official.objects.get_or_create(
        tournament=tournament, account=account, role=role, defaults={"given_by": by}
    )
    return official


def remove_official(official: Official) -> None:
    """Remove a role. A second call changes nothing."""
    Official.objects.filter(pk=official.pk).delete()


@transaction.atomic
def make_link(tournament: Tournament, *, by: Account) -> TournamentLink:
    """Return a link that shows everybody their seat without an account; the existing one while it is open."""
    return make_read_link(lock_tournament(tournament).links, by=by)


def forget_player(player: Player) -> None:
    """Delete personal data; start numbers, places and points stay. Hooked into clubs' erase_player."""
    Entrant.objects.filter(player=player).update(**PERSONAL)
    Entrant.history.filter(player=player).update(**PERSONAL)
    is_about = get_mentions(player)
    for correction in Correction.objects.filter(table__round__tournament__club=player.club_id):
        if is_about(correction.reason):
            Correction.objects.filter(pk=correction.pk).update(reason="…")
    managers: tuple[Any, ...] = (Entrant.objects, Entrant.history)
    for rows in managers:
        for entrant in rows.filter(tournament__club=player.club_id).exclude(reason=""):
            if is_about(entrant.reason):
                rows.filter(pk=entrant.pk).update(reason="…")


def follow_merge(merge: PlayerMerge) -> None:
    """Move entrants to the merged player. Hooked into after_merge.

    Raises ValidationError if both are in one tournament.
    """
    if merge.taken_back_at is None:
        theirs = Entrant.objects.filter(player=merge.merged_id).values("tournament")
        if Entrant.objects.filter(player=merge.kept_id, tournament__in=theirs).exists():
            raise ValidationError(
                _("%(one)s and %(other)s take part in one tournament.")
                % {"one": merge.kept.name, "other": merge.merged.name}
            )
        _give(list(Entrant.objects.filter(player=merge.merged_id)), merge.kept, _reason(merge))
    else:
        moved = Entrant.history.filter(history_change_reason=_reason(merge)).values_list("id", flat=True)
        _give(list(Entrant.objects.filter(pk__in=list(moved), player=merge.kept_id)), merge.merged, "")


def _reason(merge: PlayerMerge) -> str:
    return f"merge {merge.pk}"


def _give(entrants: list[Entrant], player: Player, why: str) -> None:
    for entrant in entrants:
        entrant.player = player
    bulk_update_with_history(entrants, Entrant, ["player"], batch_size=100, default_change_reason=why)


class SeriesFacts(NamedTuple):
    name: str
    rules: StandingsRules
    months: int | None  # that count, back from today
    tournaments: Collection[int]  # ids in the club; a tournament is in one series only


@transaction.atomic
def found_series(club: Club, facts: SeriesFacts, *, key: UUID, by: Account) -> Series:
    """Found a series; the same key returns the one that it founded. Raises Reused."""
    lock_club(club)
    refuse_other_content(key, club, facts)
    if there := Series.objects.filter(key=key).first():
        if there.club_id != club.pk:
            raise Reused(key)
        return there
    series = Series(club=club, key=key, made_by=by)
    _write(series, facts, by)
    return series


@transaction.atomic
def change_series(series: Series, facts: SeriesFacts, *, by: Account) -> Series:
    lock_club(series.club)
    series.refresh_from_db()
    _write(series, facts, by)
    return series


@transaction.atomic
def delete_series(series: Series) -> None:
    """Delete a series; its tournaments stay. A second call changes nothing."""
    lock_club(series.club)
    Series.objects.filter(pk=series.pk).delete()


def _write(series: Series, facts: SeriesFacts, by: Account) -> None:
    series.name, series.months = facts.name, facts.months
    series.rules = store_standings_rules(facts.rules)
    save_row(series, by=by)
    free = Tournament.objects.select_for_update(no_key=True).filter(club=series.club_id).order_by("pk")
    for tournament in free.filter(series=series).exclude(pk__in=facts.tournaments):
        _move(tournament, None, by)
    for tournament in free.filter(series=None, pk__in=facts.tournaments):
        _move(tournament, series, by)


def _move(tournament: Tournament, series: Series | None, by: Any) -> None:
    tournament.series = series
    save_tournament(tournament, by=by)


PURPOSES: Final[Mapping[str, Any]] = {
    Reason.FEE: lambda: _("Entry fee: %(tournament)s"),
    Reason.PRIZE: lambda: _("Prize: %(tournament)s"),
    Reason.LOSS: lambda: _("Money for losses: %(tournament)s"),
}


@transaction.atomic
def change_money(tournament: Tournament, facts: Facts, *, by: Account) -> Tournament:
    """Change fees and prizes, until the tournament has ended. Raises ValidationError by field."""
    tournament = lock_tournament(tournament)
    refuse_over(tournament)
    for name, value in facts.items():
        setattr(tournament, name, value)
    check_facts(tournament, facts)
    save_tournament(tournament, by=by)
    return tournament


@transaction.atomic
def book_money(tournament: Tournament, *, by: Account) -> int:
    """Book all missing amounts, after reversing those that changed. Return the number of rows written.

    A second call writes nothing. Raises ValidationError before the end, and if prizes exceed the money available.
    """
    lock_club(tournament.club)
    tournament = lock_tournament(tournament)
    tournament.club.refresh_from_db()
    if not tournament.is_over:
        raise ValidationError(_("End the tournament first."))
    day = read_day(tournament)
    prizes = get_prizes(day)
    if tournament.fixed is not None and fixed_problems(prizes.places, prizes.pool):
        raise ValidationError(_("Prizes exceed the money available: lower them."))
    wanted, booked = get_wanted(prizes), get_booked(tournament)
    wrong = {owed: rows for owed, rows in booked.items() if sum(row.cents for row in rows) != wanted.get(owed, 0)}
    try:
        back = reverse_together([row for rows in wrong.values() for row in rows], by=by)
    except OtherCurrency:
        raise ValidationError(_("The club has changed its currency since: book what is left by hand.")) from None
    missing = {owed: cents for owed, cents in wanted.items() if cents and (owed not in booked or owed in wrong)}
    written = _book(tournament, missing, by)
    raise_version(tournament)
    return len(back) + written


def _book(tournament: Tournament, missing: Mapping[Owed, int], by: Account) -> int:
    entrants = {entrant.number: entrant for entrant in tournament.entrants.select_related("player")}
    often = Booking.objects.filter(entrant__tournament=tournament).count()  # a reversed row keeps its key
    owed = list(missing)
    entries = book_together(tournament.club, list(_cash(tournament, missing, often)), by=by)
    Booking.objects.bulk_create(
        Booking(entrant=entrants[one.start], reason=one.reason, entry=entry)
        for one, entry in zip(owed, entries, strict=True)
    )
    return len(entries)


def _cash(tournament: Tournament, missing: Mapping[Owed, int], often: int) -> Iterator[Cash]:
    """Yield rows dated on the day of the tournament, later today: a replacement has the date of its reversal."""
    day = timezone.localdate() if often else tournament.day
    players = {entrant.number: entrant.player for entrant in tournament.entrants.select_related("player")}
    for owed, cents in missing.items():
        purpose = PURPOSES[owed.reason]() % {"tournament": tournament.name}
        key = uuid5(tournament.key, f"{owed.reason} {owed.start} {often}")
        yield Cash(cents, purpose[:LONGEST_PURPOSE], day, key, players[owed.start])
