"""Validation of a sheet: everything that is impossible on it, all problems at once, each at its field."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any
from uuid import UUID

from dokoclub.clubs.models import Player
from dokoclub.evenings.domain.opening import clock_problems
from dokoclub.evenings.domain.sheet_state import SheetState
from dokoclub.evenings.models import Entry, Sheet
from scoring.contract import stored_rows
from scoring.contract.event import Event, find_newcomers, read_event
from scoring.contract.legacy_rows import store_row
from scoring.contract.stored_rows import MOST_ROWS, TOO_MANY_ROWS
from scoring.game.rows import Penalty, Sums, Table
from scoring.terms import Problem, say


def read_row(
    raw: object, attribution: dict[str, Any], note: str, sheet: Sheet, table: Sequence[str]
) -> Event | list[Problem]:
    """Return the event of submitted data, or everything that is wrong with it on its own and at this `table`.

    It costs a query if a player joins.
    """
    event = read_event(raw, attribution, note, sheet.parsed, table)
    if isinstance(event, list):
        return event
    return list(stranger_problems(sheet, find_newcomers(event.row, table))) or event


def stranger_problems(sheet: Sheet, newcomers: Collection[str]) -> Iterator[Problem]:
    """Yield a problem for each newcomer who does not belong to the club now."""
    if not newcomers:
        return
    here = (
        Player.objects.active()
        .filter(club=sheet.evening.club_id, pk__in=read_ids(newcomers))
        .values_list("pk", flat=True)
    )
    known = {str(pk) for pk in here}
    for player in newcomers:
        if player not in known:
            yield Problem("players", say("Choose players of the club only."))


def read_ids(players: Iterable[str]) -> list[int]:
    """Return the ids among these alleged players, as far as a database can hold them."""
    return [int(player) for player in players if player.isascii() and player.isdecimal() and len(player) < 19]


def list_problems(
    after: SheetState, places: Mapping[UUID, str], *, since: int = 0, before: SheetState | None = None
) -> list[Problem]:
    """Return everything wrong with the list from index `since` on; earlier rows have not changed.

    `places`: where the problems of the changed entries go, by uuid ("": unchanged field). `before`: the list without
    the change, to check the clock.
    """
    if len(after.rows) > MOST_ROWS:
        return [Problem("", TOO_MANY_ROWS, {"most": MOST_ROWS})]
    if any(isinstance(row, Sums) for row in after.rows):
        return list(_sums_problems(after, places))
    entries, rows = after.entries[since:], after.rows[since:]
    raw = [store_row(row) if entry.uuid in places else entry.facts for entry, row in zip(entries, rows, strict=True)]
    found = stored_rows.find_strangers(after.players_before(since), raw)
    found = found or stored_rows.find_large(rows, after.lines[since:])
    if found or before is None:
        return [_at_home(problem, entries[place], places) for place, problem in found]
    return clock_problems(before, after, places)


def _sums_problems(after: SheetState, places: Mapping[UUID, str]) -> Iterator[Problem]:
    """Yield problems of a list of sums.

    Sums replace all games, and cover everybody who was there; changes of the table and penalties may stay.
    """
    there = set(after.sheet.players).union(*(row.players for row in after.rows if isinstance(row, Table)))
    has_sums = False
    for entry, row in zip(after.entries, after.rows, strict=True):
        if has_sums or not isinstance(row, (Sums, Table, Penalty)):
            yield _at_home(
                Problem("kind", say("This list holds whole evenings only.")),
                entry,
                places,
            )
        elif isinstance(row, Sums) and set(row.points) != there:
            yield _at_home(Problem("points", say("Enter points for everyone present, and nobody else.")), entry, places)
        elif isinstance(row, Sums) and any(abs(number) > stored_rows.HIGHEST_POINTS for number in row.points.values()):
            yield _at_home(Problem("points", say("Enter a smaller number.")), entry, places)
        has_sums = has_sums or isinstance(row, Sums)


def _at_home(problem: Problem, entry: Entry, places: Mapping[UUID, str]) -> Problem:
    """Return the problem at `rows[4].re` for game number 4, or at its place for a changed entry."""
    place = places.get(entry.uuid, f"rows[{entry.number or entry.kind}]")
    return problem.under(place) if place else problem


def with_names(problems: Iterable[Problem], sheet: Sheet) -> list[Problem]:
    """Return the problems with names instead of ids in their sentences.

    One query, if there is any name. Only names of the sheet's own club are filled in: a form can hold any id, and its
    sender sees the sentences.
    """
    found = list(problems)
    named = {str(problem.values["player"]) for problem in found if "player" in problem.values}
    here = Player.objects.filter(club__evenings__sheets=sheet.pk)
    names = {str(pk): player.name for pk, player in here.in_bulk(read_ids(named)).items()} if named else {}
    return [
        problem._replace(values={**problem.values, "player": names.get(str(problem.values["player"]), "?")})
        if "player" in problem.values
        else problem
        for problem in found
    ]
