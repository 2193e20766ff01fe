"""What later apps add to the clubs. `dokoclub/wiring.py` fills the lists: none is imported from here."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import NamedTuple, ParamSpec, TypeVar

from dokoclub.accounts.hooks import Stored, Unsettled
from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Invitation, Membership, Player, RulesVersion
from dokoclub.clubs.models.stamp import Watched

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


class NavLink(NamedTuple):
    """A link to a page of a later app."""

    title: str
    url: str
    is_quiet: bool = False  # never the main button
    room: str = ""  # in the head of a page: the app whose pages lie there


class Offer(NamedTuple):
    """What a young club may do before its first evening, on the page of an app."""

    icon: str  # of static/icons.svg
    title: str
    text: str
    url: str
    action: str


# Those that show nothing answer None.
settings_sections: list[Callable[[Membership], Section | None]] = []
club_parts: list[Callable[[Membership], Part | None]] = []  # what stands on the page of the club
home_parts: list[Callable[[Account], Part | None]] = []  # on the start page of who is in several clubs
player_parts: list[Callable[[Membership, Player], Part | None]] = []  # and on that of a player
club_foot_ways: list[Callable[[Membership], NavLink | None]] = []  # at the end of the page of the club
club_ways: list[Callable[[Club], NavLink]] = []  # in the head of every page of a club
club_offers: list[Callable[[Membership], Offer | None]] = []  # to the owner of a club that has just begun
# How a club in which enough people play begins to: for those who may
starting_ways: list[Callable[[Membership], NavLink | None]] = []
# (club): what somebody who has just come in wants to see, before anything else
joined_ways: list[Callable[[Club], NavLink | None]] = []
# Below the QR code of an invitation, and of a login link that an account has just made for a member, by their tokens
invitation_parts: list[Callable[[Invitation, str], Part | None]] = []
login_link_parts: list[Callable[[Membership, str, Account], Part | None]] = []
moved_ways: list[
    Callable[[Membership], NavLink | None]
] = []  # where a club that has moved away is said to be, for its owners
founding_ways: list[Callable[[], NavLink | None]] = []  # other ways to a club than founding one

# The page of one app that belongs to the room of another: `exports:print_table` to `standings`
rooms_of_pages: dict[str, str] = {}

# What a club has once: read with it wherever it is entered, so that no page asks for it
read_with_club: list[str] = ["stamp"]

rules_ways: list[Callable[[Membership, RulesVersion], NavLink | None]] = []  # where rules can be used besides

# What stands in a gap of an address, and how it is reached from its club: so whose door it was is known when it is gone
paths_of_gaps: dict[str, str] = {"club_id": "pk"}

# The same as accounts' `stored_about` for somebody without an account, handed out by an owner
stored_about_player: list[Callable[[Player], Stored]] = []
# A player is being erased; inside the transaction, before the name goes
erase_player: list[Callable[[Player], None]] = []
# (club): somebody is about to stop being one of its active members; what rests on who they are is written down
before_fewer: list[Callable[[Club], None]] = []
# What is open with a player and is to be settled first; said before he is erased
unsettled_of_player: list[Callable[[Player], list[Unsettled]]] = []
# The same of whoever a member plays as, in the words of `me`; said before the member leaves or is removed
unsettled_of_member: list[Callable[[Membership, Membership], list[Unsettled]]] = []
# Players who are only another name of somebody: they do not come back, and are listed with whom they became
other_names: list[Callable[[Club], Collection[int]]] = []
# Somebody who left comes back; may raise ValidationError
return_player: list[Callable[[Player], None]] = []
# What it is called, and what `manage.py purge` removes for good beside clubs: how many
purges: list[tuple[str, Callable[[], int]]] = []
# `manage.py purge` has ended well
after_purge: list[Callable[[], None]] = []
# Tables on which the stamps of a club rest: `clubs.models.Stamp`
watched: list[Watched] = []


def collect_pieces(
    hooks: Iterable[Callable[About, Piece | None]], *about: About.args, **more: About.kwargs
) -> list[Piece]:
    """What these functions have to show."""
    found = (hook(*about, **more) for hook in hooks)
    return [piece for piece in found if piece is not None]
