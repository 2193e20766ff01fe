"""What the templates of a screen print: pages of scenes, lists of at most ten rows, tables, a sheet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple, TypeVar

from django.urls import reverse

from dokoclub.clubs.models import Player
from dokoclub.clubs.views.links import handed_over
from dokoclub.evenings.texts.names import Names
from dokoclub.screens.forms import JoinCodeForm
from dokoclub.screens.models import Code, Scene
from dokoclub.ui.cards import Card

MOST_ROWS: Final = 10  # below each other
FEWEST_ROWS: Final = 5  # as high as if there were so many
MOST_CARDS: Final = 64  # people with a card

Part = TypeVar("Part")


class Figure(NamedTuple):
    """A number as it stands there, with its sign, and how it is coloured besides."""

    text: str
    tone: str = ""


class ScreenLine(NamedTuple):
    """Somebody in a list. `moved`: ranks gained; None: nobody knows. Without figures `name` is a heading of the rows
    below it.
    """

    rank: str
    name: str
    card: Card | None
    figures: tuple[Figure, ...]
    moved: int | None = None
    wins: bool = False  # first, or a prize
    again: bool = False  # a heading that stands in the list before, too

    @property
    def way(self) -> str:
        return "down" if (self.moved or 0) < 0 else "up"

    @property
    def ranks(self) -> int:
        """How many; the arrow says whether up or down."""
        return abs(self.moved or 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """`heads`: above the figures; `columns`: lists side by side, of at most ten rows each. `rows`: how many share the
    height, on all pages of a list alike.
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
        """Classes of the style sheet."""
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
    """Of a round: `ends` is None before it has begun, and when all tables have handed in."""

    ends: datetime | None
    told: str  # "Round 2 of 3"
    playing: str = ""  # "5 tables still play"

    @property
    def ends_ms(self) -> int | None:
        """For scripts: milliseconds since 1970."""
        return int(self.ends.timestamp() * 1000) if self.ends is not None else None


@dataclass(frozen=True, slots=True, kw_only=True)
class ScenePage:
    """One view of a scene; `number` is "1/3" where there are several."""

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
    """Everything that stands on a screen: head, and pages that take turns."""

    title: str
    beside: str
    pages: tuple[ScenePage, ...]
    clock: Clock | None = None


def number_pages(scene: Scene, title: str, parts: Sequence[Any], **more: Any) -> list[ScenePage]:
    """A page for each part, with "1/3" where there are several."""
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
    """So many at a time."""
    return [tuple(some[start : start + size]) for start in range(0, len(some), size)]


def fit_columns(names: Iterable[str], most: int, letters: int) -> int:
    """Lists side by side: `most` where no name has more letters than so many, else one less."""
    return most if max(map(len, names), default=0) <= letters else most - 1


def side_by_side(some: Sequence[Part], columns: int) -> list[tuple[tuple[Part, ...], ...]]:
    """Pages of so many lists of at most ten, as long as each other but for the last."""
    pages = cut_parts(some, MOST_ROWS * columns)
    return [tuple(cut_parts(page, -(-len(page) // columns))) for page in pages]


def list_lists(lines: Sequence[ScreenLine], columns: int) -> list[tuple[tuple[ScreenLine, ...], ...]]:
    """The same of lines below headings: what stands below one goes on in the next list below the same one."""
    for rows in range(1, MOST_ROWS):
        if len(lists := _fill_lists(lines, rows)) <= columns:
            return [tuple(lists)]
    return cut_parts(_fill_lists(lines, MOST_ROWS), columns)


def _fill_lists(lines: Sequence[ScreenLine], rows: int) -> list[tuple[ScreenLine, ...]]:
    """Of at most so many rows; no heading is the last of its list."""
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
    """As strangers read it, with the card that he has everywhere.

    In a large hall nobody has a card: there are but twelve tints.
    """
    return names[player.pk], player.card if len(names) <= MOST_CARDS else None


class ShownCode(NamedTuple):
    """A code or None, what it gives, and the address that makes one; "" where it is made with its link."""

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
        """`K7M-4TX`"""
        code = self.made.code if self.made else ""
        return f"{code[:3]}-{code[3:]}" if code else ""

    @property
    def typed_at(self) -> str:
        return handed_over(reverse("screens:enter_code")).address
