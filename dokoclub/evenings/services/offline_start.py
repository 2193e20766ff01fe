"""Evenings started on a phone without a network: opened once, however often the phone sends them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Player
from dokoclub.clubs.services.locks import lock_club
from dokoclub.evenings.domain.opening import NewSheet
from dokoclub.evenings.domain.sheet_state import SheetState
from dokoclub.evenings.models import Evening, PlayerMerge, Sheet
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.evenings.selectors.starting import Suggestion, suggest_start
from dokoclub.evenings.services.errors import Impossible
from dokoclub.evenings.services.evenings import open_evening
from dokoclub.evenings.services.operations import Namesake, Newcomer
from dokoclub.evenings.services.people import enter_guest, number_newcomers
from dokoclub.evenings.services.sheets import blank_sheet
from scoring.rules.rules import Rules
from scoring.terms import PLAYING, Problem, say
from scoring.text import clean_line, name_problems

LONGEST_AGO: Final = timedelta(days=30)  # the longest time since the start that a phone's clock may claim


@dataclass(frozen=True, kw_only=True)
class OfflineStart:
    """An evening started on a phone.

    `players` in seat order, by number or as `guest:UUID`; `rules`: number of a version of the club's rules. `account`:
    the owner of the evening, according to the phone; None is not checked.
    """

    key: UUID
    account: int | None
    at: datetime | None
    sent: datetime | None  # by the phone's clock
    players: Sequence[str]
    first_dealer: str
    guests: Sequence[Newcomer]
    rules: int
    length_kind: str
    length: int | None


def blank_for(club: Club, proposal: Suggestion) -> SheetState | None:
    """Return the sheet of an evening not yet started, unsaved; None if fewer than four could sit there.

    It is like the last evening; without one, the first players in the club's list sit there. No query.
    """
    players = proposal.players or proposal.others[:PLAYING]
    if len(players) < PLAYING:
        return None
    new = NewSheet(
        players=players,
        first_dealer=proposal.first_dealer if proposal.first_dealer in players else None,
        rules=proposal.rules.parsed,
        length_kind=proposal.length_kind,
        length=proposal.length,
    )
    sheet = blank_sheet(Evening(club=club), new, in_round=1, by=None, at=timezone.now())
    return SheetState(sheet, (), (), ())


def sheet_of_nobody(rules: Rules, names: Sequence[str], title: str) -> SheetState:
    """Return a sheet for trying out, unsaved, with made-up players. No query."""
    club = Club(name=title)
    players = [Player(pk=number, club=club, name=name) for number, name in enumerate(names, start=1)]
    new = NewSheet(players=players, rules=rules)
    sheet = blank_sheet(Evening(club=club, date=date_of_play()), new, in_round=1, by=None, at=timezone.now())
    return SheetState(sheet, (), (), ())


@transaction.atomic
def open_begun(club: Club, begun: OfflineStart, *, by: Account) -> Sheet:
    """Open the evening and return its sheet; the same key again returns the same one, even with other content.

    Everything that the phone did not ask for is like the last evening. With two requests at once for one key, guests
    are added once by their own keys, and `open_evening`, which locks the club, opens one. Raises Impossible with the
    problems at `players`, `guests[INDEX].name`, `rules` and so on, and Reused if the key opened an evening in another
    club.
    """
    tables: list[NewSheet] = []
    proposal = suggest_start(club)
    if not Evening.objects.filter(key=begun.key).exists():
        tables.append(_new_sheet(club, begun, _enter(club, begun, by)))
    try:
        evening = open_evening(
            club,
            tables,
            key=begun.key,
            by=by,
            at=_began(begun),
            place=proposal.place,
            stake=proposal.stake,
            club_evening=proposal.club_evening,
        )
    except Impossible as impossible:
        raise Impossible(
            [problem._replace(field=problem.field.partition(".")[2]) for problem in impossible.problems]
        ) from None
    return evening.sheets.order_by("pk")[0]


def number_guests(club: Club, begun: OfflineStart) -> dict[str, str]:
    """Return the players for the phone's guests, by uuid. One query, if there are any."""
    return {str(uuid): player for uuid, player in number_newcomers(club, begun.guests).items()}


def _new_sheet(club: Club, begun: OfflineStart, people: Mapping[str, Player]) -> NewSheet:
    if unknown := {*begun.players, begun.first_dealer} - people.keys():
        raise Impossible(_format_gone(club, begun, unknown))
    rules = club.rules_versions.filter(pk=begun.rules).first()
    if rules is None:
        raise Impossible([Problem("rules", say("Choose rules of the club."))])
    return NewSheet(
        players=[people[player] for player in begun.players],
        first_dealer=people[begun.first_dealer],
        rules=rules.parsed,
        length_kind=begun.length_kind,
        length=begun.length,
    )


def _enter(club: Club, begun: OfflineStart, by: Account) -> dict[str, Player]:
    """Return the people who may sit down, by the phone's ids for them, and add new guests to the club."""
    new = _add_guests(club, begun, by)
    people = {str(player.pk): player for player in club.players.active()}
    merged = PlayerMerge.objects.active().filter(club=club).values_list("merged", "kept")
    known = {str(old): people[str(kept)] for old, kept in merged if str(kept) in people} | people
    same = [(f"guest:{one.uuid}", one.player) for one in begun.guests if isinstance(one, Namesake)]
    return known | new | {guest: known[player] for guest, player in same if player in known}


def _format_gone(club: Club, begun: OfflineStart, unknown: set[str]) -> list[Problem]:
    """Return a problem for each player who has left, by name; ids that never existed have none. One query."""
    same = {f"guest:{one.uuid}": one.player for one in begun.guests if isinstance(one, Namesake)}
    ids = {same.get(player, player) for player in unknown}
    numbers = [int(player) for player in ids if player.isascii() and player.isdecimal() and len(player) < 10]
    names = Player.objects.filter(club=club, pk__in=numbers).order_by("name").values_list("name", flat=True)
    gone = [Problem("players", say("{player} is no longer in the club."), {"player": name}) for name in names]
    return gone or [Problem("players", say("Someone at the table has left the club: choose others."))]


def _add_guests(club: Club, begun: OfflineStart, by: Account) -> dict[str, Player]:
    """Add the guests to the club. Raises Impossible with the problems of their names."""
    added, problems = {}, []
    club = lock_club(club) if begun.guests else club
    for place, guest in enumerate(begun.guests):
        if isinstance(guest, Namesake):
            continue
        name = clean_line(guest.name)
        if wrong := [*name_problems(f"guests[{place}].name", name)]:
            problems += wrong
            continue
        try:
            added[f"guest:{guest.uuid}"] = enter_guest(club, name=name, key=guest.uuid, by=by)
        except ValidationError as refusal:
            texts = [text.replace("{", "{{").replace("}", "}}") for text in refusal.messages]
            problems += [Problem(f"guests[{place}].name", text) for text in texts]
    if problems:
        raise Impossible(problems)
    return added


def _began(begun: OfflineStart) -> datetime:
    """Return the start time by our own clock.

    The phone's clock may be days off, but it knows how long ago that was.
    """
    now = timezone.now()
    if begun.at is None or begun.sent is None:
        return now
    return now - min(LONGEST_AGO, max(timedelta(), begun.sent - begun.at))
