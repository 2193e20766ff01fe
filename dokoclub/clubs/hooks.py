"""What later apps add to the clubs. `dokoclub/wiring.py` fills the lists: none is imported from here."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, ParamSpec, TypeVar

from dokoclub.accounts.hooks import Stored
from dokoclub.clubs.models import Club, Membership, Player

About = ParamSpec("About")
Piece = TypeVar("Piece")


class Setting(NamedTuple):
    """A line of the settings page: what can be set, how it stands, and where it is changed."""

    title: str
    state: str
    url: str


class Section(NamedTuple):
    """What an app has on the settings page."""

    title: str
    settings: list[Setting]


class Part(NamedTuple):
    """A piece of a page: its template, which finds what it shows as `shown`."""

    template: str
    shown: object


class Way(NamedTuple):
    """A link to a page of a later app."""

    title: str
    url: str


# Those that show nothing answer None.
settings_sections: list[Callable[[Membership], Section | None]] = []
club_parts: list[Callable[[Membership], Part | None]] = []  # what stands on the page of the club
player_parts: list[Callable[[Membership, Player], Part | None]] = []  # and on that of a player
club_ways: list[Callable[[Club], Way]] = []  # in the head of every page of a club
founding_ways: list[Callable[[], Way | None]] = []  # other ways to a club than founding one

# The same as accounts' `stored_about` for somebody without an account, handed out by an owner
stored_about_player: list[Callable[[Player], Stored]] = []
# A player is being erased; inside the transaction, before the name goes
erase_player: list[Callable[[Player], None]] = []
# Somebody who left comes back; may raise ValidationError
return_player: list[Callable[[Player], None]] = []
# What it is called, and what `manage.py purge` removes for good beside clubs: how many
purges: list[tuple[str, Callable[[], int]]] = []
# `manage.py purge` has ended well
after_purge: list[Callable[[], None]] = []
# (club, evenings, seed): what `manage.py seed_demo` puts into the demo club
seed_demo: list[Callable[[Club, int, int], None]] = []


def collect_pieces(
    hooks: Iterable[Callable[About, Piece | None]], *about: About.args, **more: About.kwargs
) -> list[Piece]:
    """What these functions have to show."""
    found = (hook(*about, **more) for hook in hooks)
    return [piece for piece in found if piece is not None]
