"""Services for seating: drawn, by standing, as a ladder, by hand. Started rounds never change."""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dokoclub.tournaments.models import Entrant, Place, Round, RoundTable, Tournament
from dokoclub.tournaments.selectors.day import Day, read_day
from dokoclub.tournaments.services.locks import lock_tournament, raise_version, refuse_over
from scoring.tournament import sizes
from scoring.tournament.ladder import climb_ladder, ladder_problems
from scoring.tournament.places import order_by_places
from scoring.tournament.reunions import count_reunions
from scoring.tournament.search import Start
from scoring.tournament.seating import STARTS, Draw, plan_rounds
from scoring.tournament.standing import cut_by_standing


class Seated(NamedTuple):
    """The seating of future rounds, and those who sit out in each."""

    rounds: sizes.Rounds
    paused: tuple[frozenset[int], ...]


@transaction.atomic
def plan_seating(tournament: Tournament) -> Day:
    """Plan future rounds: all of them if drawn, else the next one. The same seed gives the same plan.

    Raises ValidationError with names if no such seating exists.
    """
    tournament = lock_tournament(tournament)
    refuse_over(tournament)
    day = read_day(tournament)
    number = len(day.begun) + 1
    if number > tournament.rounds:
        raise ValidationError(_("All rounds have begun."))
    people = seated_in(day, number)
    apart = get_apart(day, people)
    _refuse_large(day, apart, people)
    if tournament.seating == "draw":
        found = _draw(day, people, apart, tournament.rounds - number + 1, STARTS[:1])
    elif number == 1:
        found = _draw(day, people, apart, 1, STARTS[:1])
        if tournament.seating == "ladder" and tournament.rounds > 1:  # reported before playing, not after
            _refuse_no_ladder(found.rounds[0])
    else:
        _refuse_unconfirmed(day)
        found = _SEATINGS[tournament.seating](day, people, apart)
    _write(tournament, number, found)
    Tournament.objects.filter(pk=tournament.pk).update(searched=1)
    return read_day(tournament)


@transaction.atomic
def search_further(tournament: Tournament) -> bool:
    """Search for a plan with fewer reunions; return True if one was found.

    Raises ValidationError if nothing is drawn.
    """
    tournament = lock_tournament(tournament)
    day = read_day(tournament)
    if not may_search(day):
        raise ValidationError(_("There is nothing more to look for."))
    number = len(day.begun) + 1
    people = seated_in(day, number)
    found = _draw(
        day, people, get_apart(day, people), len(day.planned), STARTS[tournament.searched : tournament.searched + 1]
    )
    Tournament.objects.filter(pk=tournament.pk).update(searched=tournament.searched + 1)
    history = tuple(one.plan for one in day.begun)
    if count_reunions((*history, *found.rounds)) >= day.reunions:
        return False
    _write(tournament, number, found)
    return True


def may_search(day: Day) -> bool:
    """Return True if there is a drawn plan that may be improved."""
    tournament = day.tournament
    is_best = day.reunions == (day.bound or 0)
    return (
        tournament.seating == "draw"
        and bool(day.planned)
        and not is_best
        and 0 < tournament.searched < len(STARTS)
        and is_fitting(day)
    )


@transaction.atomic
def swap_people(one: Round, start: int, other: int) -> None:
    """Swap two people of a planned round; one of them may be sitting out. Raises ValidationError."""
    tournament = lock_tournament(one.tournament)
    one = tournament.played.get(pk=one.pk)
    if one.has_begun:
        raise ValidationError(_("The round has started."))
    found = {place.entrant.number: place for place in Place.objects.filter(table__round=one).select_related("entrant")}
    if start == other or not {start, other} <= {*found, *one.paused} or {start, other} <= set(one.paused):
        raise ValidationError(_("Choose two people of this round."))
    seated = [found[number] for number in (start, other) if number in found]
    if len(seated) == 2:
        first, second = seated
        _seat(first, second.entrant, second, first.entrant)
    else:
        (place,) = seated
        comes = other if place.entrant.number == start else start
        one.paused = sorted([*(number for number in one.paused if number != comes), place.entrant.number])
        one.save(update_fields=["paused"])
        Place.objects.filter(pk=place.pk).update(entrant=tournament.entrants.get(number=comes))
    raise_version(tournament)


def _seat(first: Place, comes: Entrant, second: Place, other: Entrant) -> None:
    """Swap two seats; an entrant can only be at a table once, so one row is deleted first."""
    Place.objects.filter(pk=second.pk).delete()
    Place.objects.filter(pk=first.pk).update(entrant=comes)
    Place.objects.create(table_id=second.table_id, entrant=other, number=second.number)


# --- People to seat ---------------------------------------------------------------------------------------------------


def seated_in(day: Day, number: int) -> list[int]:
    """List the start numbers of those present in a round, plus the fill-ins that complete the tables.

    Raises ValidationError if there are too few of either.
    """
    present = [entrant.number for entrant in day.present(number)]
    if len(present) < sizes.FEWEST_ENTRANTS:
        raise ValidationError(
            _("Under %(fewest)s players: play an evening instead of a tournament.") % {"fewest": sizes.FEWEST_ENTRANTS}
        )
    if day.tournament.uneven != "fill_ins":
        return present
    needed = sizes.fill_ins_needed(len(present))
    fill_ins = [entrant.number for entrant in day.fill_ins if entrant.plays_in(number)][:needed]
    if len(fill_ins) < needed:
        missing = needed - len(fill_ins)
        raise ValidationError(
            ngettext(
                "%(number)s substitute missing: add one.",
                "%(number)s substitutes missing: add them.",
                missing,
            )
            % {"number": missing}
        )
    return [*present, *fill_ins]


def is_fitting(day: Day) -> bool:
    """Return True if the next round is planned for exactly those present."""
    if not day.planned:
        return False
    following = day.planned[0]
    planned = {who for table in following.plan for who in table} | set(following.round.paused)
    try:
        return planned == set(seated_in(day, following.number))
    except ValidationError:
        return False


def get_apart(day: Day, people: Iterable[int]) -> tuple[tuple[int, ...], ...]:
    """List teams and households among those present; their members never share a table."""
    groups: dict[tuple[str, object], list[int]] = {}
    for number in people:
        entrant = day.entrants[number]
        if entrant.team_id:
            groups.setdefault(("team", entrant.team_id), []).append(number)
        if entrant.apart:
            groups.setdefault(("household", entrant.apart.casefold()), []).append(number)
    return tuple(tuple(group) for group in groups.values() if len(group) > 1)


def _refuse_large(day: Day, apart: Sequence[Sequence[int]], people: Sequence[int]) -> None:
    tables = len(sizes.table_sizes(len(people)))
    for group in apart:
        if len(group) > tables:
            raise ValidationError(
                _("There are %(tables)s tables, so these cannot all be kept apart: %(names)s.")
                % {"tables": tables, "names": _names(day, group)}
            )


def _refuse_together(day: Day, apart: Sequence[Sequence[int]], tables: sizes.Tables) -> None:
    for group in apart:
        for pair in combinations(group, 2):
            if any(set(pair) <= set(table) for table in tables):
                raise ValidationError(
                    _("No seating was found that keeps these apart: %(names)s.") % {"names": _names(day, pair)}
                )


def _refuse_no_ladder(tables: sizes.Tables) -> None:
    problems = ladder_problems(tables)
    if problems:
        raise ValidationError(_(problems[0].problem).format(**problems[0].values))


def _names(day: Day, numbers: Iterable[int]) -> str:
    return ", ".join(day.entrants[number].player.name for number in numbers)


def _refuse_unconfirmed(day: Day) -> None:
    if not all(one.is_confirmed for one in day.begun):
        raise ValidationError(_("Confirm all tables of the last round first: they set the seating."))


# --- Methods of seating -----------------------------------------------------------------------------------------------


def _draw(
    day: Day, people: Sequence[int], apart: tuple[tuple[int, ...], ...], rounds: int, starts: Sequence[Start]
) -> Seated:
    tournament = day.tournament
    draw = Draw(
        people=tuple(people),
        rounds=rounds,
        seed=tournament.seed,
        sit_out=tournament.uneven == "sit_out",
        apart=apart,
        history=tuple(one.plan for one in day.begun),
        paused=tuple(frozenset(one.round.paused) for one in day.begun),
    )
    plan = plan_rounds(draw, starts)
    for tables in plan.rounds:
        _refuse_together(day, apart, tables)
    there = set(people)
    return Seated(plan.rounds, tuple(frozenset(there - {who for table in one for who in table}) for one in plan.rounds))


def _by_standing(day: Day, people: Sequence[int], apart: tuple[tuple[int, ...], ...]) -> Seated:
    tournament = day.tournament
    there = set(people)
    ranked = [row.who for row in day.ranking if row.who in there]
    ranked += [who for who in people if who not in set(ranked)]  # fill-ins and late entrants
    pausing: frozenset[int] = frozenset()
    if tournament.uneven == "sit_out":
        before = [frozenset(one.round.paused) for one in day.begun]
        pausing = sizes.choose_pausing([who for who in ranked if not day.entrants[who].fill_in], before)
    history = tuple(one.plan for one in day.begun)
    tables = cut_by_standing(
        [who for who in ranked if who not in pausing],
        history=history,
        apart={pair for group in apart for pair in combinations(sorted(group), 2)},
        avoid=tournament.avoid,
        seed=tournament.seed,
    )
    _refuse_together(day, apart, tables)
    return Seated(order_by_places((tables,), history), (pausing,))


def _as_ladder(day: Day, people: Sequence[int], _apart: tuple[tuple[int, ...], ...]) -> Seated:
    """Climb the ladder; new people take the seats of those who left, so their numbers must match."""
    last = day.begun[-1]
    _refuse_no_ladder(last.seats)
    before = [who for table in last.seats for who in table]
    gone, come = [who for who in before if who not in people], [who for who in people if who not in before]
    if len(gone) != len(come):
        raise ValidationError(
            _("A ladder needs the same %(seats)s players as the last round; %(people)s are here now.")
            % {"seats": len(before), "people": len(people)}
        )
    instead = dict(zip(gone, come, strict=True))
    points = {sit.entrant.number: sit.total for table in last.tables for sit in table.seated}
    climbed = climb_ladder(last.seats, points)
    tables = tuple(tuple(instead.get(who, who) for who in table) for table in climbed)
    return Seated(order_by_places((tables,), tuple(one.plan for one in day.begun)), (frozenset(),))


def _by_hand(day: Day, people: Sequence[int], apart: tuple[tuple[int, ...], ...]) -> Seated:
    """Draw a seating for the director to change."""
    return _draw(day, people, apart, 1, STARTS[:1])


_SEATINGS = {"standing": _by_standing, "ladder": _as_ladder, "by_hand": _by_hand}


# --- Storage ----------------------------------------------------------------------------------------------------------


def _write(tournament: Tournament, first: int, found: Seated) -> None:
    """Replace the planned rounds. Six statements for a hundred tables."""
    tournament.played.filter(started_at=None).delete()
    entrants = {entrant.number: entrant for entrant in tournament.entrants.all()}
    rounds = Round.objects.bulk_create(
        Round(tournament=tournament, number=number, paused=sorted(paused))
        for number, paused in enumerate(found.paused, start=first)
    )
    tables = RoundTable.objects.bulk_create(
        RoundTable(round=one, number=number)
        for one, seats in zip(rounds, found.rounds, strict=True)
        for number in range(1, len(seats) + 1)
    )
    seated = [table for seats in found.rounds for table in seats]
    Place.objects.bulk_create(
        Place(table=table, entrant=entrants[who], number=number)
        for table, people in zip(tables, seated, strict=True)
        for number, who in enumerate(people, start=1)
    )
    raise_version(tournament)
