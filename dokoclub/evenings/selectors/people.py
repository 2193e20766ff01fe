"""Players and authors by id, fetched once for a page; aliases; an entry's history; data stored about a person."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db.models import F

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Player
from dokoclub.clubs.models.stamp import get_people_version
from dokoclub.core.cache import get_or_compute
from dokoclub.evenings.domain import events
from dokoclub.evenings.models import Entry, Evening, PlayerMerge, Result, Seat, SecretLink, Sending, Sheet, link
from scoring.contract.attribution import Attribution, read_attribution
from scoring.game.game import Game
from scoring.game.rows import Row

Names = Mapping[str, Player]
WRITERS: Final[list[Any]] = [Entry._meta.get_field(name) for name in ("written_by", "changed_by", "struck_by")]
_COUNTED: Final = ("games", "won", "scores", "balance", "solos", "solos_won")
_WHERE: Final = {
    "club": F("sheet__evening__club__name"),
    "date": F("sheet__evening__date"),
    "round": F("sheet__round"),
    "table": F("sheet__table"),
}

WRITTEN, CHANGED, STRUCK, RESTORED = "written", "changed", "struck", "restored"


def key_players(players: Iterable[Player]) -> dict[str, Player]:
    """Return players by their `scoring` name, which is their id."""
    return {str(player.pk): player for player in players}


def fetch_players(ids: Iterable[str]) -> Names:
    """Return players by their `scoring` name. One query."""
    return key_players(Player.objects.in_bulk([int(player) for player in set(ids)]).values())


def fetch_writers(entries: Iterable[Entry]) -> None:
    """Load the authors of writing, changing and striking for all these entries. One query, none if they are loaded."""
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
    """List the people of the club, members first, then guests, by name. One query, which is cached."""
    people = club.players.active().order_by("guest", "folded_name", "pk")
    return get_or_compute(f"may join {club.pk}", get_people_version(club), lambda: list(people))


def at_open_tables(some: Iterable[Player], *, besides: Sheet | None = None) -> list[Seat]:
    """List the seats, with .player and .sheet, of those who already sit at an open table: a page warns about it.

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
    """List the people who sit or sat at one of its tables and are still in the club; by name. One query."""
    return list(Player.objects.active().filter(seats__sheet__evening=evening).order_by("folded_name", "pk").distinct())


class Alias(NamedTuple):
    merge: PlayerMerge
    name: str
    can_be_taken_back: bool


def get_aliases(club: Club) -> Mapping[int, list[Alias]]:
    """Return the former names of players from merges, by player. One query."""
    found: dict[int, list[Alias]] = {}
    for merge in PlayerMerge.objects.active().filter(club=club).select_related("merged"):
        found.setdefault(merge.kept_id, []).append(Alias(merge, merge.merged.name, merge.can_be_taken_back))
    return found


def merged_players(club: Club) -> list[int]:
    """List the ids of players who are merged into others. One query."""
    return list(PlayerMerge.objects.active().filter(club=club).values_list("merged", flat=True))


def get_pen(sheet: Sheet) -> str:
    """Return the token of the sheet's scoring link; "" if there is none. No query."""
    return link.make_token(link.PEN, sheet.pk, sheet.pen) if sheet.pen and sheet.is_open else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One step in the life of an entry; `what`: written, changed, struck or restored."""

    what: str
    at: datetime
    by: Account | None  # None: by scoring link, or by the install itself
    number: int | None  # at that time
    facts: Row
    attribution: Attribution
    note: str
    why: str  # "undo …" or "merge"; else empty


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    changes: tuple[Change, ...]  # the oldest first
    names: Names


def get_history(entry: Entry) -> History:
    """Return all changes of an entry. Two queries."""
    rules = entry.sheet.parsed
    records = list(entry.history.select_related("history_user").order_by("history_date", "history_id"))
    changes, before = [], None
    for record in records:
        try:
            row = events.get_row(Entry(facts=record.facts, attribution=record.attribution), rules)
        except ValueError:  # points by hand under the rules of that time
            continue
        changes.append(
            Change(
                what=_what(before, record),
                at=record.history_date,
                by=record.history_user,
                number=record.number,
                facts=row,
                attribution=read_attribution(record.attribution, row) if isinstance(row, Game) else Attribution(),
                note=record.note,
                why=record.history_change_reason or "",
            )
        )
        before = record
    return History(
        changes=tuple(changes),
        names=fetch_players(player for change in changes for player in events.named_in(change.facts)),
    )


def _what(before: Any, record: Any) -> str:
    if before is None:
        return WRITTEN
    if before.struck_at is None and record.struck_at is not None:
        return STRUCK
    return RESTORED if before.struck_at is not None and record.struck_at is None else CHANGED


def stored_about_player(player: Player) -> tuple[str, list[dict[str, Any]]]:
    """Return the results of a player, with or without an account. Hooked into stored_about_player. One query."""
    results = Result.objects.filter(player=player).order_by("sheet__evening__date", "sheet")
    return "results", list(results.values(*_COUNTED, **_WHERE))


def stored_about(account: Account) -> tuple[str, dict[str, Any]]:
    """Return the data of evenings about an account, for "what is stored about me". Hooked into stored_about."""
    results = Result.objects.filter(player__account=account).order_by("sheet__evening__date", "sheet")
    changed = Entry.history.filter(history_user=account).exclude(history_type="+")
    return "evenings", {
        "results": list(results.values(*_COUNTED, **_WHERE)),
        "evenings_opened": list(Evening.objects.filter(opened_by=account).values("date", "opened_at")),
        "sheets_opened": list(Sheet.objects.filter(opened_by=account).values("opened_at")),
        "rows_written": list(Entry.objects.filter(written_by=account).values("written_at", "number", "note")),
        "rows_changed": list(changed.values(at=F("history_date"))),
        "sent_at_once": list(Sending.objects.filter(by=account).values("received_at", rows=F("ops"))),
        "secret_links_made": list(SecretLink.objects.filter(made_by=account).values("made_at", "revoked_at")),
    }
