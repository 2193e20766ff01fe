"""Who sits at the table from the next game on, changed tap by tap, also without a script.

What was tapped travels in the form: `seats`, `owing` and `resting` (ids), `dealer` (empty: as the deal goes round);
`do` is the button: up-12, down-12, leave-12, rest-12, back-12, owes-12, join (with `who`), guest (see GuestForm);
nothing means that it is to be written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from dokoclub.clubs.models import Player
from scoring.game.seat_order import with_moved, with_returned


@dataclass(frozen=True, slots=True)
class Seats:
    """`dealer`: who deals the next game; None: as the rotation has it."""

    players: tuple[Player, ...]
    dealer: Player | None = None
    owing: frozenset[Player] = frozenset()  # of those who join: who owes a Pflichtsolo
    resting: tuple[Player, ...] = ()  # who has left only for a while

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
        """After a button. What makes no sense changes nothing. `circle`: where those sat who come back."""
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
    """What was sent along; who is not among `people` is left out."""
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


def by_id(people: Sequence[Player]) -> dict[str, Player]:
    return {str(player.pk): player for player in people}
