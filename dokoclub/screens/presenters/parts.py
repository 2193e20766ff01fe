"""Parts of a screen for the templates: pages of scenes, lists of at most ten rows, tables, a sheet, codes."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple, TypeVar

from django.urls import reverse

from dokoclub.clubs.models import Player
from dokoclub.clubs.views.links import handed_over
from dokoclub.evenings.texts import Names
from dokoclub.screens.forms import JoinCodeForm
from dokoclub.screens.models import Code, Scene
from dokoclub.ui.cards import Card

MOST_ROWS: Final = 10  # below each other
FEWEST_ROWS: Final = 5  # A shorter list has the row height of this many rows.
MOST_CARDS: Final = 64  # people with a card

Part = TypeVar("Part")


class Figure(NamedTuple):
    """A printed number with its sign and colour."""

    text: str
    tone: str = ""


class ScreenLine(NamedTuple):
    """Somebody in a list. `moved`: ranks gained; None: unknown.

    Without figures, `name` is a heading of the rows below it.
    """

    rank: str
    name: str
    card: Card | None
    figures: tuple[Figure, ...]
    moved: int | None = None
    wins: bool = False  # first, or a prize
    again: bool = False  # a heading repeated from the list before

    @property
    def way(self) -> str:
        return "down" if (self.moved or 0) < 0 else "up"

    @property
    def ranks(self) -> int:
        """Return the number of ranks; the arrow shows up or down."""
        return abs(self.moved or 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """Lists side by side. `heads`: above the figures; `columns`: the lists, of at most ten rows each.

    `rows`: number of rows that share the height, equal on all pages of a list.
    """

    columns: tuple[tuple[ScreenLine, ...], ...]
    heads: tuple[str, ...] = ()
    moves: bool = False
    rows: int = MOST_ROWS


class Sitter(NamedTuple):
    name: str
    card: Card | None
    figure: Figure
    leads: bool = False
    deals: bool = False
    rests: bool = False

    @property
    def how(self) -> str:
        """Return the classes of the style sheet."""
        return " ".join([*(["leads"] if self.leads else []), *(["rests"] if self.rests else [])])


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenTable:
    title: str
    state: str  # "Game 15 of 24", "handed in"
    sitters: tuple[Sitter, ...]
    bock: str = ""  # of the games to come
    last: str = ""  # the last game in one line


class SeatOf(NamedTuple):
    name: str
    table: str  # "Table 5", "pauses"


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """The clock of a round: `ends` is None before it has begun, and when all tables have handed in."""

    ends: datetime | None
    text: str  # "Round 2 of 3"
    playing: str = ""  # "5 tables still play"

    @property
    def ends_ms(self) -> int | None:
        """Return the end for scripts: milliseconds since 1970."""
        return int(self.ends.timestamp() * 1000) if self.ends is not None else None


@dataclass(frozen=True, slots=True, kw_only=True)
class ScenePage:
    """One view of a scene; `number` is "1/3" if there are several."""

    scene: Scene
    title: str
    content: Any = None
    number: str = ""
    note: str = ""
    place: int = 1
    layout: str = ""  # a class of the style sheet

    @property
    def key(self) -> str:
        return f"{self.scene}-{self.place}"

    @property
    def template(self) -> str:
        return f"screens/_{self.scene}.html"


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """The content of a screen: head, and pages that take turns."""

    title: str
    beside: str
    pages: tuple[ScenePage, ...]
    clock: Clock | None = None


def number_pages(scene: Scene, title: str, parts: Sequence[Any], **more: Any) -> list[ScenePage]:
    """Return a page for each part, with "1/3" if there are several."""
    return [
        ScenePage(
            scene=scene,
            title=title,
            content=part,
            number=f"{place}/{len(parts)}" if len(parts) > 1 else "",
            place=place,
            **more,
        )
        for place, part in enumerate(parts, start=1)
    ]


def cut_parts(some: Sequence[Part], size: int) -> list[tuple[Part, ...]]:
    """Cut a sequence into parts of this size."""
    return [tuple(some[start : start + size]) for start in range(0, len(some), size)]


def fit_columns(names: Iterable[str], most: int, letters: int) -> int:
    """Return the number of lists side by side: `most`, or one less if a name has more than this many letters."""
    return most if max(map(len, names), default=0) <= letters else most - 1


def side_by_side(some: Sequence[Part], columns: int) -> list[tuple[tuple[Part, ...], ...]]:
    """Return pages of this many lists of at most ten, equally long except the last."""
    pages = cut_parts(some, MOST_ROWS * columns)
    return [tuple(cut_parts(page, -(-len(page) // columns))) for page in pages]


def list_lists(lines: Sequence[ScreenLine], columns: int) -> list[tuple[tuple[ScreenLine, ...], ...]]:
    """Return the same for lines below headings: a heading is repeated in the next list."""
    for rows in range(1, MOST_ROWS):
        if len(lists := _fill_lists(lines, rows)) <= columns:
            return [tuple(lists)]
    return cut_parts(_fill_lists(lines, MOST_ROWS), columns)


def _fill_lists(lines: Sequence[ScreenLine], rows: int) -> list[tuple[ScreenLine, ...]]:
    """Fill lists of at most this many rows; no heading is the last of its list."""
    lists: list[list[ScreenLine]] = [[]]
    heading: list[ScreenLine] = []
    for line in lines:
        is_heading = not line.figures
        if is_heading:
            heading = [line]
        if len(lists[-1]) + 1 + is_heading > rows and lists[-1]:
            lists.append([] if is_heading else [one._replace(again=True) for one in heading])
        lists[-1].append(line)
    return [tuple(some) for some in lists]


def format_player(player: Player, names: Names) -> tuple[str, Card | None]:
    """Return the name for strangers, with the player's usual card.

    In a large hall nobody has a card: there are only twelve tints.
    """
    return names[player.pk], player.card if len(names) <= MOST_CARDS else None


class CodeCard(NamedTuple):
    """A code or None, its purpose, and the address that makes one; "" if it is made with its link."""

    made: Code | None
    gives: str
    url: str
    form: JoinCodeForm | None = None

    @property
    def is_used(self) -> bool:
        """Return whether a code of one use has let somebody in."""
        return self.made is not None and bool(self.made.used_key)

    @property
    def signs(self) -> str:
        """Return `K7M-4TX`."""
        code = self.made.code if self.made else ""
        return f"{code[:3]}-{code[3:]}" if code else ""

    @property
    def typed_at(self) -> str:
        return handed_over(reverse("screens:enter_code")).address
