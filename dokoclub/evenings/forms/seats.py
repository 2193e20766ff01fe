"""Who sits at the table from the next game on, changed tap by tap, also without a script.

What was tapped travels in the form: `seats` and `owing` (ids), `dealer`; `do` is the button: up-12, down-12, leave-12,
deals-12, owes-12, join (with `who`), guest (with `guest_name`); nothing means that it is to be written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django import forms
from django.utils.translation import gettext_lazy as _

from dokoclub.clubs.models import Player

LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class Seats:
    """`dealer`: who deals the next game; None: as the rotation has it."""

    players: tuple[Player, ...]
    dealer: Player | None = None
    owing: frozenset[Player] = frozenset()  # of those who join: who owes a Pflichtsolo

    @property
    def ids(self) -> str:
        return " ".join(str(player.pk) for player in self.players)

    @property
    def owing_ids(self) -> str:
        return " ".join(str(player.pk) for player in self.players if player in self.owing)

    def tapped(self, action: str, people: Mapping[str, Player], who: str) -> Seats:
        """After a button. What makes no sense changes nothing."""
        what, _dash, player_id = action.partition("-")
        player = people.get(player_id or who)
        if player is None:
            return self
        if what == "join":
            return self if player in self.players else replace(self, players=(*self.players, player))
        if player not in self.players:
            return self
        match what:
            case "leave":
                return self._without(player)
            case "up" | "down":
                return self._moved(player, -1 if what == "up" else 1)
            case "deals":
                return replace(self, dealer=player)
            case "owes":
                return replace(self, owing=self.owing ^ {player})
            case _:
                return self

    def _without(self, player: Player) -> Seats:
        return Seats(
            tuple(other for other in self.players if other != player),
            None if self.dealer == player else self.dealer,
            self.owing - {player},
        )

    def _moved(self, player: Player, steps: int) -> Seats:
        place = self.players.index(player)
        other = place + steps
        if not 0 <= other < len(self.players):
            return self
        seats = list(self.players)
        seats[place], seats[other] = seats[other], seats[place]
        return replace(self, players=tuple(seats))


def read(data: Mapping[str, str], people: Mapping[str, Player]) -> Seats:
    """What was sent along; who is not among `people` is left out."""
    ids = dict.fromkeys(data.get("seats", "").split())
    players = tuple(people[player] for player in ids if player in people)
    owing = frozenset(people[player] for player in data.get("owing", "").split() if player in people)
    dealer = people.get(data.get("dealer", ""))
    return Seats(players, dealer if dealer in players else None, owing & set(players))


class GuestForm(forms.Form):
    guest_name = forms.CharField(label=_("Name of the guest"), max_length=LONGEST_NAME)


def by_id(people: Sequence[Player]) -> dict[str, Player]:
    return {str(player.pk): player for player in people}
