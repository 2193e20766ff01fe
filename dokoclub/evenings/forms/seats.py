"""Seats at a table and seatings of several tables, changed tap by tap, also without a script; drawing of tables.

The form holds the state of a table: `seats`, `owing` and `resting` (ids), `dealer` (empty: by rotation). `do` is the
button: up-12, down-12, leave-12, rest-12, back-12, owes-12, join (with `who`), guest (see GuestForm); empty: save.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple, TypeVar
from uuid import UUID

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict

from dokoclub.clubs.models import Player
from scoring.game.seat_order import with_moved, with_returned
from scoring.text import clean_line
from scoring.tournament.sizes import table_sizes

People = Mapping[str, Player]  # the people who may sit at a table, by id
Who = TypeVar("Who")
HIGHEST: Final = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Seats:
    """The seats of a table. `dealer`: the next dealer; None: by rotation."""

    players: tuple[Player, ...]
    dealer: Player | None = None
    owing: frozenset[Player] = frozenset()  # newcomers who owe a Pflichtsolo
    resting: tuple[Player, ...] = ()  # players who have left only for a while

    @property
    def ids(self) -> str:
        return " ".join(str(player.pk) for player in self.players)

    @property
    def owing_ids(self) -> str:
        return " ".join(str(player.pk) for player in self.players if player in self.owing)

    @property
    def resting_ids(self) -> str:
        return " ".join(str(player.pk) for player in self.resting)

    def tapped(self, action: str, people: Mapping[str, Player], who: str, circle: Sequence[Player] = ()) -> Seats:
        """Return the seats after a button; an invalid action changes nothing.

        `circle`: former seats, for players who come back.
        """
        what, _dash, player_id = action.partition("-")
        player = people.get(player_id or who)
        if player is None:
            return self
        if what in ("join", "back"):
            return self if player in self.players else self._with(player, circle)
        if what == "leave":
            return self._without(player)
        return self._changed(what, player) if player in self.players else self

    def _changed(self, what: str, player: Player) -> Seats:
        match what:
            case "rest":
                return replace(self._without(player), resting=(*self.resting, player))
            case "up" | "down":
                return replace(self, players=with_moved(self.players, player, -1 if what == "up" else 1))
            case "owes":
                return replace(self, owing=self.owing ^ {player})
            case _:
                return self

    def _with(self, player: Player, circle: Sequence[Player]) -> Seats:
        players = with_returned(self.players, player, circle)
        return replace(self, players=players, resting=_without(self.resting, player))

    def _without(self, player: Player) -> Seats:
        return replace(
            self,
            players=_without(self.players, player),
            dealer=None if self.dealer == player else self.dealer,
            owing=self.owing - {player},
            resting=_without(self.resting, player),
        )


def _without(players: Sequence[Player], player: Player) -> tuple[Player, ...]:
    return tuple(other for other in players if other != player)


def read_seats(data: Mapping[str, str], people: Mapping[str, Player]) -> Seats:
    """Return the submitted seats, without anybody who is not among `people`."""
    players, owing, resting = (
        tuple(people[player] for player in dict.fromkeys(data.get(name, "").split()) if player in people)
        for name in ("seats", "owing", "resting")
    )
    dealer = people.get(data.get("dealer", ""))
    return Seats(
        players,
        dealer if dealer in players else None,
        frozenset(owing) & set(players),
        tuple(player for player in resting if player not in players),
    )


@dataclass(frozen=True, slots=True)
class TypedTable:
    """A table in the form. `dealer`: the chosen one; a player who has left the table does not deal."""

    players: tuple[Player, ...] = ()
    dealer: Player | None = None
    name: str = ""

    @property
    def first_dealer(self) -> Player | None:
        return self.dealer if self.dealer in self.players else None

    @property
    def seats(self) -> str:
        return " ".join(str(player.pk) for player in self.players)

    def moved(self, player: Player, steps: int) -> TypedTable:
        """Return the table with the player one seat up (-1) or down (+1), but not beyond the ends."""
        return replace(self, players=with_moved(self.players, player, steps))

    def without(self, player: Player) -> TypedTable:
        return replace(self, players=tuple(other for other in self.players if other != player))

    def joined_by(self, player: Player) -> TypedTable:
        return replace(self, players=(*self.players, player))


@dataclass(frozen=True, slots=True)
class Seating:
    """The seating of all tables. `lost`: a submitted player does not belong to the club now."""

    tables: tuple[TypedTable, ...]
    lost: bool = False

    @property
    def everybody(self) -> list[Player]:
        return [player for table in self.tables for player in table.players]

    @property
    def is_several(self) -> bool:
        return len(self.tables) > 1

    def table_of(self, player: Player) -> int | None:
        """Return the index of the player's table."""
        return next((index for index, table in enumerate(self.tables) if player in table.players), None)

    def toggled(self, player: Player) -> Seating:
        """Return the seating after a tap: a seated player leaves, another one sits down at the smallest table."""
        if self.table_of(player) is not None:
            return self._with([table.without(player) for table in self.tables])
        smallest = min(range(len(self.tables)), key=lambda index: len(self.tables[index].players))
        return self.put(player, smallest)

    def emptied(self) -> Seating:
        """Return the seating with nobody seated, to tap it again."""
        return self._with([replace(table, players=()) for table in self.tables])

    def put(self, player: Player, table: int) -> Seating:
        """Move the player to the end of that table, unless they already sit there."""
        if self.table_of(player) == table or not 0 <= table < len(self.tables):
            return self
        tables = [other.without(player) for other in self.tables]
        tables[table] = tables[table].joined_by(player)
        return self._with(tables)

    def moved(self, player: Player, steps: int) -> Seating:
        return self._with([table.moved(player, steps) if player in table.players else table for table in self.tables])

    def drawn(self, tables: Sequence[Sequence[Player]]) -> Seating:
        """Return new tables for the same people; table names stay where there are enough."""
        names = [table.name for table in self.tables]
        names += free_numbers(len(tables) - len(names), besides=names)
        return Seating(
            tuple(TypedTable(tuple(players), None, name) for players, name in zip(tables, names, strict=False))
        )

    def _with(self, tables: Sequence[TypedTable]) -> Seating:
        return replace(self, tables=tuple(tables))


def free_numbers(count: int, *, besides: Sequence[str] = ()) -> list[str]:
    """Return `count` unused table numbers."""
    free = (str(number) for number in range(1, count + len(besides) + 1))
    return [number for number in free if number not in besides][: max(count, 0)]


def read_seating(data: QueryDict, people: People) -> Seating:
    """Return the submitted tables, then with players moved to the tables chosen for them."""
    names, dealers = data.getlist("name"), data.getlist("dealer")
    taken: set[str] = set()
    tables, lost = [], False
    for index, seats in enumerate(data.getlist("seats") or [""]):
        ids = [player for player in dict.fromkeys(seats.split()) if player not in taken]
        taken.update(ids)
        lost = lost or any(player not in people for player in ids)
        players = tuple(people[player] for player in ids if player in people)
        name = clean_line(names[index]) if index < len(names) else ""
        dealer = people.get(dealers[index]) if index < len(dealers) else None
        tables.append(TypedTable(players, dealer, name))
    named = {table.name for table in tables}
    free = iter(free_numbers(len(tables), besides=sorted(named)))
    seating = Seating(tuple(table if table.name else replace(table, name=next(free)) for table in tables), lost)
    return _put_where_chosen(seating, data)


def _put_where_chosen(seating: Seating, data: QueryDict) -> Seating:
    for player in seating.everybody:
        chosen = data.get(f"at-{player.pk}", "")
        if chosen.isascii() and chosen.isdecimal():
            seating = seating.put(player, int(chosen))
    return seating


def change_seating(seating: Seating, action: str, people: People) -> Seating:
    """Return the seating after a tap: `toggle-12`, `up-12` or `down-12`, `nobody`. Anything else changes nothing."""
    if action == "nobody":
        return seating.emptied()
    what, _, who = action.partition("-")
    player = people.get(who)
    if player is None:
        return seating
    match what:
        case "toggle":
            return seating.toggled(player)
        case "up":
            return seating.moved(player, -1)
        case "down":
            return seating.moved(player, +1)
        case _:
            return seating


def by_lot(people: Sequence[Who], seed: int | str) -> list[list[Who]]:
    """Draw tables at random. The same people in the same order and the same seed always give the same tables."""
    drawn = list(people)
    random.Random(seed).shuffle(drawn)  # noqa: S311  # nothing secret
    return _cut(drawn)


def by_standing(ranked: Sequence[Who]) -> list[list[Who]]:
    """Draw tables by rank: the best at the first table, and so on."""
    return _cut(list(ranked))


def _cut(people: list[Who]) -> list[list[Who]]:
    tables, start = [], 0
    for size in table_sizes(len(people)):
        tables.append(people[start : start + size])
        start += size
    return tables


class Sent(NamedTuple):
    uuid: UUID | None = None  # of the form, which writes only once
    seen: int = 0  # the version of the sheet that the form was made from
    confirmed: bool = False  # the changes of later games were shown at version `seen`


# People type none of these fields: an unreadable one counts as not sent.
_FIELDS: Final[Mapping[str, forms.Field]] = {
    "uuid": forms.UUIDField(required=False),
    "seen": forms.IntegerField(required=False, min_value=0, max_value=HIGHEST),
    "confirmed": forms.BooleanField(required=False),
}


def read_sent(data: Mapping[str, str]) -> Sent:
    found = {name: _read(field, data[name]) for name, field in _FIELDS.items() if data.get(name)}
    return Sent(**{name: value for name, value in found.items() if value is not None})


def _read(field: forms.Field, sent: str) -> Any:
    try:
        return field.clean(sent)
    except ValidationError:
        return None
