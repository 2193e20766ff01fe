"""Who sits at which table, as the form that opens tables knows it: changed tap by tap, also without a script.

Every table sends its seats as player ids in seat order, with its name and its first dealer beside them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.http import QueryDict

from dokoclub.clubs.models import Player
from dokoclub.evenings.models.sheet import LONGEST_TABLE
from scoring.game.seat_order import with_moved
from scoring.text import clean_line

People = Mapping[str, Player]  # who may sit at a table, by id


@dataclass(frozen=True, slots=True)
class Table:
    """`dealer`: as it was chosen; who has left the table meanwhile does not deal."""

    players: tuple[Player, ...] = ()
    dealer: Player | None = None
    name: str = ""

    @property
    def first_dealer(self) -> Player | None:
        return self.dealer if self.dealer in self.players else None

    @property
    def seats(self) -> str:
        return " ".join(str(player.pk) for player in self.players)

    def moved(self, player: Player, steps: int) -> Table:
        """One seat up (-1) or down (+1); nobody goes beyond the ends."""
        return replace(self, players=with_moved(self.players, player, steps))

    def without(self, player: Player) -> Table:
        return replace(self, players=tuple(other for other in self.players if other != player))

    def joined_by(self, player: Player) -> Table:
        return replace(self, players=(*self.players, player))


@dataclass(frozen=True, slots=True)
class Seating:
    """`lost`: somebody was sent along who does not belong to the club now."""

    tables: tuple[Table, ...]
    lost: bool = False

    @property
    def everybody(self) -> list[Player]:
        return [player for table in self.tables for player in table.players]

    @property
    def is_several(self) -> bool:
        return len(self.tables) > 1

    def table_of(self, player: Player) -> int | None:
        """Its index."""
        return next((index for index, table in enumerate(self.tables) if player in table.players), None)

    def toggled(self, player: Player) -> Seating:
        """Who sits leaves; who does not sits down at the smallest table."""
        if self.table_of(player) is not None:
            return self._with([table.without(player) for table in self.tables])
        smallest = min(range(len(self.tables)), key=lambda index: len(self.tables[index].players))
        return self.put(player, smallest)

    def emptied(self) -> Seating:
        """Everybody gets up: who sits where is tapped anew."""
        return self._with([replace(table, players=()) for table in self.tables])

    def put(self, player: Player, table: int) -> Seating:
        """To the end of that table, unless that is where the player sits."""
        if self.table_of(player) == table or not 0 <= table < len(self.tables):
            return self
        tables = [other.without(player) for other in self.tables]
        tables[table] = tables[table].joined_by(player)
        return self._with(tables)

    def moved(self, player: Player, steps: int) -> Seating:
        return self._with([table.moved(player, steps) if player in table.players else table for table in self.tables])

    def drawn(self, tables: Sequence[Sequence[Player]]) -> Seating:
        """Other tables for the same people; the names stay where there are enough."""
        names = [table.name for table in self.tables]
        names += free_numbers(len(tables) - len(names), besides=names)
        return Seating(tuple(Table(tuple(players), None, name) for players, name in zip(tables, names, strict=False)))

    def _with(self, tables: Sequence[Table]) -> Seating:
        return replace(self, tables=tuple(tables))


def free_numbers(count: int, *, besides: Sequence[str] = ()) -> list[str]:
    """`count` table numbers that are not taken."""
    free = (str(number) for number in range(1, count + len(besides) + 1))
    return [number for number in free if number not in besides][: max(count, 0)]


def read_seating(data: QueryDict, people: People) -> Seating:
    """What was sent: the tables as they stood, then whoever was put to another one."""
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
        tables.append(Table(players, dealer, name[: LONGEST_TABLE + 1]))
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
    """After a tap: `toggle-12`, `up-12` or `down-12`, `nobody`. Anything else changes nothing."""
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
