"""The opening of a sheet (players, dealer, rules, length), its checks, and the clock of a round."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final
from uuid import UUID

from dokoclub.clubs.models import Club, Player
from dokoclub.evenings.domain.sheet_state import SheetState
from dokoclub.evenings.models import Entry, Length, Sheet
from dokoclub.evenings.models.sheet import LONGEST_TABLE
from dokoclub.evenings.texts.phone import TIME_IS_UP
from scoring.contract import membership
from scoring.game.rows import FEWEST_SUMMED, MOST_SUMMED, seated_problems
from scoring.rules.rules import Rules
from scoring.terms import PLAYING, Problem, say

LONGEST: Final = {Length.GAMES: 200, Length.ROUNDS: 50}
SHORTEST: Final = {Length.GAMES: PLAYING, Length.ROUNDS: 1}
WHATEVER_THE_CLOCK_SAYS: Final = ("pflicht", "forced")  # duties


@dataclass(frozen=True, kw_only=True)
class NewSheet:
    """A table that is about to start; `players` in seat order."""

    players: Sequence[Player]
    rules: Rules
    first_dealer: Player | None = None  # None: the first player
    table: str = "1"
    length_kind: str = Length.OPEN
    length: int | None = None
    bygone: bool = False  # in the past: players who have left since may sit there
    summed: bool = False  # only the sums of a whole evening are known: no table, everybody who was there

    @property
    def dealer(self) -> Player:
        return self.first_dealer or self.players[0]


def usual_length(rules: Rules) -> tuple[str, int | None]:
    """Return the default length of the rules: the 24 games of a tournament, or an open end."""
    return (Length.GAMES, rules.games_per_list) if rules.games_per_list else (Length.OPEN, None)


def copy_rules(rules: Rules, new: NewSheet | Sheet) -> Rules:
    """Return the rules for this sheet, with the length of the list that the table wants.

    `games_per_list` is for four players and grows with the table (TSR 10.1), and so does a round: n rounds are 4 n
    games for four.
    """
    match new.length_kind:
        case Length.GAMES:
            return replace(rules, games_per_list=new.length)
        case Length.ROUNDS:
            return replace(rules, games_per_list=(new.length or 1) * PLAYING)
        case _:
            return replace(rules, games_per_list=None)


def check_opening(new: NewSheet, club: Club) -> Iterator[Problem]:
    names = [player.name for player in new.players]
    if not new.summed:
        yield from seated_problems(names)
    elif not FEWEST_SUMMED <= len(set(names)) == len(names) <= MOST_SUMMED:
        yield Problem("players", say("Enter points for two to forty players."))
    yield from membership.dealer_problems(names, new.first_dealer.name if new.first_dealer else None)
    for player in new.players:
        if player.club_id != club.pk or (player.left_at is not None and not new.bygone):
            yield Problem("players", say("{player} does not belong to the club now."), {"player": player.name})
    if not 0 < len(new.table) <= LONGEST_TABLE:
        yield Problem("table", say("Table name: at most {most} characters."), {"most": LONGEST_TABLE})
    yield from length_problems(new)


def length_problems(new: NewSheet) -> Iterator[Problem]:
    if new.length_kind not in Length.values:
        yield Problem("length_kind", say("Choose games, rounds or an open end."))
    elif new.length_kind == Length.OPEN:
        if new.length is not None:
            yield Problem("length", say("An open end has no number."))
    else:
        fewest, most = SHORTEST[Length(new.length_kind)], LONGEST[Length(new.length_kind)]
        if new.length is None or not fewest <= new.length <= most:
            yield Problem("length", say("Enter {fewest} to {most}."), {"fewest": fewest, "most": most})


def is_late(state: SheetState, entry: Entry) -> bool:
    """Return whether the entry was recorded after the end, however late it was sent.

    Entries before a game in time were played in time.
    """
    ends_at = state.sheet.ends_at
    if ends_at is None or entry.written_at <= ends_at:
        return False
    return all(other.written_at > ends_at for other in state.entries if other.position > entry.position)


def clock_problems(before: SheetState, after: SheetState, places: Mapping[UUID, str]) -> list[Problem]:
    """Return a problem if the changed entries are late and one game too many.

    `places` as in `validation.list_problems`.
    """
    if after.sheet.ends_at is None:
        return []
    at_hand = [entry for entry in after.entries if entry.uuid in places and is_late(after, entry)]
    if not at_hand or _count_late_games(after) <= max(1, _count_late_games(before)):
        return []
    place = places[at_hand[-1].uuid]
    problem = Problem("", TIME_IS_UP)
    return [problem.under(place) if place else problem]


def _count_late_games(state: SheetState) -> int:
    """Count the late games that had to begin before the end. One of them is allowed: it was in progress."""
    return sum(
        is_late(state, entry) and line.number is not None and line.duty not in WHATEVER_THE_CLOCK_SAYS
        for entry, _, line in state
    )
