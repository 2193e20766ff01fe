"""View data of seating: the list by name for the wall, fixed settings, quality of the draw, and a person's seat."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from dokoclub.clubs.models import Player, RulesVersion
from dokoclub.clubs.presenters.club_page import rules_state
from dokoclub.core.formatting import day_and_year
from dokoclub.tournaments import texts
from dokoclub.tournaments.models import Entrant, RoundTable, Tournament
from dokoclub.tournaments.presenters.hall import Hall
from dokoclub.tournaments.presenters.standing import StandingLine, list_standing
from dokoclub.tournaments.selectors.day import Day, RoundNow, Sitting
from dokoclub.ui.texts import get_name
from scoring.rules.presets import PRESETS
from scoring.rules.rules import store_rules
from scoring.tournament.sizes import games_at_table

AROUND: Final = 5  # up to this many people are drawn around a table; more are listed
BESIDE: Final = 2  # lines of the standing above the person's own, and as many below


@dataclass(frozen=True, slots=True)
class Seated:
    entrant: Entrant
    table: int
    seat: int


def list_by_name(hall: Hall) -> Sequence[Sequence[Seated]]:
    """List people by name in two columns, the first one the longer; empty if nobody is seated. No query."""
    found = [
        Seated(seat.entrant, card.number, seat.number) for card in hall.cards for seat in card.seats if not seat.left
    ]
    found.sort(key=lambda one: (one.entrant.player.folded_name, one.entrant.number))
    middle = (len(found) + 1) // 2
    return [half for half in (found[:middle], found[middle:]) if half]


@dataclass(frozen=True, slots=True)
class Fact:
    label: str
    text: str


def list_fixed(tournament: Tournament, own: RulesVersion) -> list[Fact]:
    """List read-only settings; after the end, all of them. `own`: the club's current rules. No query."""
    return [*_of_the_day(tournament, own), *_of_the_seating(tournament)]


def _of_the_day(tournament: Tournament, own: RulesVersion) -> Iterator[Fact]:
    yield Fact(_("Day"), day_and_year(tournament.day))
    if tournament.is_over and tournament.place:
        yield Fact(pgettext("where", "Place"), tournament.place)
    yield Fact(_("Rules"), _name_rules(tournament, own))
    if tournament.is_over:
        yield Fact(_("Rounds"), str(tournament.rounds))
    yield Fact(_("Games per round"), str(tournament.games))
    if tournament.is_over and tournament.minutes is not None:
        yield Fact(_("Minutes per round"), str(tournament.minutes))
    if tournament.is_over:
        yield Fact(_("Counts in the league"), _("yes") if tournament.in_league else _("no"))


def _of_the_seating(tournament: Tournament) -> Iterator[Fact]:
    yield Fact(_("Seating"), str(texts.SEATING[tournament.seating]))
    if tournament.seating == "standing":
        yield Fact(_("Seated by standing"), str(texts.AVOID[tournament.avoid]))
    yield Fact(_("If not a multiple of four"), str(texts.UNEVEN[tournament.uneven]))
    if tournament.uneven == "sit_out":
        yield Fact(_("Sitting out gives"), str(texts.PAUSES[tournament.pause]))
    yield Fact(_("Ranked by"), str(texts.RANK_BY[tournament.rank_by]))
    if tournament.rank_by == "place_points":
        yield Fact(_("Place points at a table of four"), str(texts.SCALES[tournament.scale]))
    yield Fact(_("Tiebreaker"), _name_ties(tournament))
    if tournament.lists:
        yield Fact(_("Lists of their own"), ", ".join(tournament.lists))
    if tournament.seating == "draw":
        yield Fact(_("Number of the draw (verifiable)"), str(tournament.seed))


def _name_rules(tournament: Tournament, own: RulesVersion) -> str:
    for preset in PRESETS.values():
        if store_rules(preset.rules) == tournament.rules:
            return get_name(preset)
    if store_rules(own.parsed) == tournament.rules:
        return _("Club's: %(rules)s.").rstrip(".") % {"rules": rules_state(own)}
    return _("those that the club had then")


def _name_ties(tournament: Tournament) -> str:
    """Name the tie breaks: `solos won, games won, best round`; after them the rank is shared, except by lot."""
    if not tournament.tie_breaks:
        return _("they share the rank")
    return ", ".join(str(texts.TIE_BREAKS[key]) for key in tournament.tie_breaks)


@dataclass(frozen=True, slots=True)
class Worth:
    text: str
    bound: str  # "" if unknown or obvious
    seed: int | None  # None: nothing is drawn


def format_worth(day: Day) -> Worth:
    """Describe the quality of all played and planned rounds. No query."""
    seed = day.tournament.seed if day.tournament.seating == "draw" else None
    number, bound = day.reunions, day.bound
    if not number:
        return Worth(_("Nobody sits at a table with the same person twice."), "", seed)
    text = ngettext(
        "%(number)s time two people sit at one table again.",
        "%(number)s times two people sit at one table again.",
        number,
    )
    return Worth(text % {"number": number}, _bound(number, bound), seed)


def _bound(number: int, bound: int | None) -> str:
    if not bound:
        return ""
    if bound == number:
        return _("With so many people it cannot be fewer.")
    text = ngettext(
        "At least %(number)s time cannot be avoided.", "At least %(number)s times cannot be avoided.", bound
    )
    return text % {"number": bound}


class Neighbour(NamedTuple):
    place: int
    player: Player
    seat: int  # number of seats after the person, clockwise; 0: the person

    @property
    def is_own(self) -> bool:
        return self.seat == 0


class SeatCard(NamedTuple):
    entrant: Entrant
    number: int | None  # of the round; None: nothing is planned
    runs: bool
    pauses: bool
    table: RoundTable | None
    place: int | None
    is_full: bool  # the list is complete, so handing in is next
    people: list[Neighbour]
    ends: datetime | None
    now: datetime
    points: int | None  # None: nothing was played
    rank: int | None
    ranked: int  # number of ranked entrants
    rounds: list[tuple[int, int | None]]  # number and points of each started round; None: absent
    close: list[StandingLine]  # excerpt of the standing around the person; empty until there are points

    @property
    def is_drawn(self) -> bool:
        return len(self.people) <= AROUND


def get_seat(day: Day, number: int) -> SeatCard:
    """Build the seat of a start number: in the current round, or in the next once their table is confirmed. No query.

    After the end nobody has a seat; without points nobody has a rank.
    """
    one = None if day.tournament.is_over else _round_for(day, number)
    found = day.sitting_of(number, one) if one else None
    row = next((row for row in day.ranking if row.who == number), None) if day.has_points else None
    table = found[0].table if found else None
    runs = one is not None and one.round.has_begun
    waits = table is not None and runs and not table.is_handed_in
    return SeatCard(
        entrant=day.entrants[number],
        number=one.number if one else None,
        runs=runs,
        pauses=one is not None and number in one.round.paused,
        table=table,
        place=found[1].place.number if found else None,
        is_full=waits
        and found is not None
        and found[0].games >= games_at_table(day.tournament.games, len(found[0].seated)),
        people=_around(found[0].seated, found[1].place.number) if found else [],
        ends=table.ends_at(day.tournament.minutes) if table and waits else None,
        now=timezone.now(),
        points=row.points if row else None,
        rank=row.rank if row else None,
        ranked=len(day.counting),
        rounds=[(begun.number, day.points_in(number, begun)) for begun in day.begun] if row else [],
        close=_close(day, number),
    )


def _close(day: Day, number: int) -> list[StandingLine]:
    """Return an excerpt of the standing, with the same number of lines even at either end."""
    own = next((at for at, row in enumerate(day.ranking) if row.who == number), None) if day.has_points else None
    if own is None:
        return []
    first = max(0, min(own - BESIDE, len(day.ranking) - 2 * BESIDE - 1))
    return list_standing(day, day.ranking[first : first + 2 * BESIDE + 1])


def _around(seated: Sequence[Sitting], own: int) -> list[Neighbour]:
    return [Neighbour(one.place.number, one.entrant.player, (one.place.number - own) % len(seated)) for one in seated]


def _round_for(day: Day, number: int) -> RoundNow | None:
    current = day.current
    following = day.planned[0] if day.planned else None
    if current is None:
        return following
    found = day.sitting_of(number, current)
    is_through = found[0].table.is_confirmed if found else current.is_confirmed
    return following if is_through and following is not None else current
