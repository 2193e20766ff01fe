"""Players and accounts by number, fetched once for a page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Player
from dokoclub.clubs.models.stamp import stamp_of_people
from dokoclub.evenings.models import Entry, Evening, PlayerMerge, Seat, Sheet
from dokoclub.look.kept import keep_piece

Names = Mapping[str, Player]
WRITERS: Final[list[Any]] = [Entry._meta.get_field(name) for name in ("written_by", "changed_by", "struck_by")]


def fetch_players(ids: Iterable[str]) -> Names:
    """By the name under which `scoring` knows them. One query."""
    found = Player.objects.in_bulk([int(player) for player in set(ids)])
    return {str(pk): player for pk, player in found.items()}


def fetch_writers(entries: Iterable[Entry]) -> None:
    """Who wrote, changed and struck these rows, for all of them. One query, none where that is known."""
    rows = [row for row in entries if not all(name.is_cached(row) for name in WRITERS)]
    if not rows:
        return
    ids = {pk for row in rows for pk in (row.written_by_id, row.changed_by_id, row.struck_by_id)}
    known = Account.objects.only("display_name", "username", "erased_at").in_bulk([pk for pk in ids if pk is not None])
    for row in rows:
        row.written_by = known.get(row.written_by_id or 0)
        row.changed_by = known.get(row.changed_by_id or 0)
        row.struck_by = known.get(row.struck_by_id or 0)


def may_join(club: Club) -> list[Player]:
    """Whoever belongs to the club, members first, then guests, by name. One query, which is kept."""
    people = club.players.present().order_by("guest", "folded_name", "pk")
    return keep_piece(f"may join {club.pk}", stamp_of_people(club), lambda: list(people))


def at_open_tables(some: Iterable[Player], *, besides: Sheet | None = None) -> list[Seat]:
    """The seats, with .player and .sheet, of those of them who sit at an open table already: a page warns about it.

    One query.
    """
    seats = Seat.objects.taken().filter(
        player__in=[player.pk for player in some],
        sheet__closed_at=None,
        sheet__evening__closed_at=None,
        sheet__evening__deleted_at=None,
    )
    others = seats.exclude(sheet=besides) if besides else seats
    return list(others.select_related("player", "sheet__evening").order_by("player__folded_name", "pk"))


def here_this_evening(evening: Evening) -> list[Player]:
    """Who sits or sat at one of its tables, and is still in the club; by name. One query."""
    return list(Player.objects.present().filter(seats__sheet__evening=evening).order_by("folded_name", "pk").distinct())


class Alias(NamedTuple):
    merge: PlayerMerge
    name: str
    can_be_taken_back: bool


def aliases_of(club: Club) -> Mapping[int, list[Alias]]:
    """By player: the names under which they stood before two players turned out to be one. One query."""
    found: dict[int, list[Alias]] = {}
    for merge in PlayerMerge.objects.standing().filter(club=club).select_related("merged"):
        found.setdefault(merge.kept_id, []).append(Alias(merge, merge.merged.name, merge.can_be_taken_back))
    return found


def merged_players(club: Club) -> list[int]:
    """Those who are somebody else by now. One query."""
    return list(PlayerMerge.objects.standing().filter(club=club).values_list("merged", flat=True))
