"""Pieces of a page as they are kept for all readers alike, and the row of the one who reads marked in them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple, TypeVar

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from dokoclub.clubs.models import Club
from dokoclub.clubs.models.stamp import stamp_of_play
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.look.kept import keep_piece

Made = TypeVar("Made")

# No text of a page can hold this: quotes are escaped in all of them.
ROW_OF: Final = '<tr data-player="{}"'
OWN_ROW: Final = '<tr class="me" data-player="{}"'


class Printed(NamedTuple):
    """`players`: by account, whose row a reader has."""

    html: SafeString
    players: Mapping[int, int]

    def for_reader(self, account: int) -> SafeString:
        player = self.players.get(account)
        if player is None:
            return self.html
        return SafeString(self.html.replace(ROW_OF.format(player), OWN_ROW.format(player)))


NOTHING: Final = Printed(SafeString(""), {})  # there is no such piece, or none that can be kept


def print_piece(template: str, context: Mapping[str, Any], readers: Iterable[tuple[int | None, int]] = ()) -> Printed:
    """`readers`: accounts and players. The context holds nothing of who reads, nor of what he may."""
    html = render_to_string(template, dict(context))
    return Printed(SafeString(html), {account: player for account, player in readers if account is not None})


def keep_of_club(club: Club, key: str, work: Callable[[], Made]) -> Made:
    """What rests on people, games and the day of play, and on nothing else."""
    stamp = stamp_of_play(club)
    return keep_piece(f"{key}-{club.pk}", stamp and f"{stamp} {date_of_play()}", work)
