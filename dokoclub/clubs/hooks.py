"""Hooks for later apps on club pages. `dokoclub/wiring.py` fills the lists; this module imports no later app."""

from collections.abc import Callable, Collection, Iterable
from typing import NamedTuple, ParamSpec, TypeVar

from dokoclub.accounts.hooks import Stored, Unsettled
from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Invitation, Membership, Player, RulesVersion
from dokoclub.clubs.models.stamp import Watched
from scoring.rules.rules import Rules

About = ParamSpec("About")
Piece = TypeVar("Piece")


class Setting(NamedTuple):
    """A row of the settings page: a setting, its current state, and the page to change it."""

    title: str
    state: str
    url: str
    feature: str = ""  # shown only while the club uses it


class Part(NamedTuple):
    """A part of a page: its template, and the data that the template finds as `shown`."""

    template: str
    shown: object


class NavLink(NamedTuple):
    """A link to a page of a later app."""

    title: str
    url: str
    is_quiet: bool = False  # never the main button
    room: str = ""  # of a place: the app whose pages lie there
    lands: tuple[str, ...] = ()  # of a place: the views of its own pages, which have no back link
    about: str = ""  # its state, below the title
    amount: str = ""  # at the end of the row
    known_as: str = ""  # further words that the search finds it by


class Fact(NamedTuple):
    """A fact about a player that every member may read."""

    title: str
    text: str


class TodayLine(NamedTuple):
    """A line below the leaf of Heute."""

    suit: str  # of static/icons.svg
    title: str
    url: str
    figure: str = ""
    is_minus: bool = False  # of the figure
    note: str = ""  # below the title
    part: Part | None = None  # in place of the link


# Hooks that show nothing return None.
club_settings: list[Callable[[Membership], Setting | None]] = []  # rows of the settings page
today_leaves: list[Callable[[Membership], Part | None]] = []  # of Heute: the first state that holds
today_lines: list[Callable[[Membership, Part], list[TodayLine]]] = []  # below the leaf, the most important first
today_notes: list[Callable[[Membership], Part | None]] = []  # above the leaf, for scripts
home_parts: list[Callable[[Account], Part | None]] = []  # on the start page of members of several clubs
player_parts: list[Callable[[Membership, Player], Part | None]] = []  # below the details of a player
# The pages of one person, in the order of their tabs; `room` says which page shows it as the current one
person_links: list[Callable[[Membership, Player], NavLink]] = []
person_states: list[Callable[[Membership, Player], str | None]] = []  # below the name on the pages of another person
person_facts: list[Callable[[Player], list[Fact]]] = []  # that every member may read
club_foot_links: list[Callable[[Membership], NavLink | None]] = []  # rows of the page about the club
search_pages: list[Callable[[Membership], list[NavLink]]] = []  # pages that only the search adds to those of the club
search_kinds: list[Callable[[Membership], list[NavLink]]] = []  # like evenings: a few of each are found
club_links: list[Callable[[Club], NavLink]] = []  # the places of a club before the page about it
# The way to start playing in a club with enough players, for members with the right to.
starting_links: list[Callable[[Membership], NavLink | None]] = []
# (club): the first page for a new member.
joined_links: list[Callable[[Club], NavLink | None]] = []
# Below the QR code of an invitation, and of a login link that an account has just created for a member, by their
# tokens.
invitation_parts: list[Callable[[Invitation, str], Part | None]] = []
login_link_parts: list[Callable[[Membership, str, Account], Part | None]] = []
moved_links: list[
    Callable[[Membership], NavLink | None]
] = []  # the new address of a club that has moved, for its owners
founding_links: list[Callable[[], NavLink | None]] = []  # other ways to get a club than founding one

# Pages of one app that belong to the section of another: `exports:print_table` to `standings`.
rooms_of_pages: dict[str, str] = {}
# Where the back link of a page leads, if not to its place: from `settlement:show_person` to `clubs:list_players`.
parents_of_pages: dict[str, str] = {}

# One-to-one rows of a club, loaded with it in access checks, so that no page queries them.
read_with_club: list[str] = ["version"]

rules_money: list[Callable[[Club], str | None]] = []  # on the sheet of the rules: what a game costs
rules_links: list[Callable[[Membership, RulesVersion], NavLink | None]] = []  # other uses of rules
rules_effects: list[Callable[[Club, Rules, Rules], Part | None]] = []  # what other rules do: those in force, the others

# URL keyword arguments, and the lookup from the club to them: to find the club of an address after it has moved.
paths_of_gaps: dict[str, str] = {"club_id": "pk"}

# (club, key of a feature): why it cannot be switched off now; None if it can.
feature_kept_on: list[Callable[[Club, str], str | None]] = []

# Like accounts' `stored_about`, for players without an account, handed out by an owner.
stored_about_player: list[Callable[[Player], Stored]] = []
# Called in the transaction that erases a player, before the name is removed.
erase_player: list[Callable[[Player], None]] = []
# (club): called before a player stops being an active member, to store values that depend on the set of members.
before_fewer: list[Callable[[Club], None]] = []
# Unsettled matters of a player, shown before erasing them.
unsettled_of_player: list[Callable[[Player], list[Unsettled]]] = []
# Unsettled matters of a member's player, worded for `me`, shown before the member leaves or is removed.
unsettled_of_member: list[Callable[[Membership, Membership], list[Unsettled]]] = []
# Merged players, which are only another name: they cannot return, and are listed with the player they became.
other_names: list[Callable[[Club], Collection[int]]] = []
# Called when a former player returns; may raise ValidationError.
return_player: list[Callable[[Player], None]] = []
# (name, function): further removals by `manage.py purge`; each returns its number of removed rows.
purges: list[tuple[str, Callable[[], int]]] = []
# Called after `manage.py purge` has succeeded.
after_purge: list[Callable[[], None]] = []
# Tables with triggers that renew the version tokens of a club, see `clubs.models.ClubVersion`.
watched: list[Watched] = []


def collect_pieces(
    hooks: Iterable[Callable[About, Piece | None]], *about: About.args, **more: About.kwargs
) -> list[Piece]:
    """Call these hooks and return their results, without None."""
    found = (hook(*about, **more) for hook in hooks)
    return [piece for piece in found if piece is not None]
