"""Data classes for the partials in templates/ui/. Nothing here computes points."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from dokoclub.ui.cards import Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """The head of a player's column: Spielpunkte so far and the player's current state."""

    name: str
    short: str = ""  # the displayed name, if it differs
    total: int
    balance: int | None = None  # plus and minus, where the sheet shows another total
    leads: bool = False
    is_over: bool = False  # the sheet is closed, so the leader has won
    dealer: bool = False  # of the next game
    out: bool = False  # sits out the next game
    gone: bool = False  # has left the table
    tint: int = 0  # of the player's card; 0: no card


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One player in one game: Spielpunkte after the game, and the change in it."""

    total: int | None  # None: has not joined yet
    change: int | None = 0  # None: not affected by this row
    party: str = ""  # "Re" or "Solo", as displayed; "" for Kontra
    dealer: bool = False
    out: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One item of a score breakdown: reason, points, and the rule behind it."""

    reason: str
    points: int
    source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Times:
    """A multiplier of the items (Bock, an Ansage that doubles), and the points after it."""

    reason: str
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Reckoning:
    """The breakdown of a game's value."""

    headline: str  # "Re wins with 154 card points"
    items: Sequence[Item] = ()
    sum: int | None = None  # of the items, where a multiplier follows
    times: Sequence[Times] = ()
    value: int | None = None
    notes: Sequence[str] = ()
    books: Sequence[str] = ()  # explanations of the sources' abbreviations


class RuleLink(NamedTuple):
    """A link to change the rule behind some lines of a breakdown."""

    title: str  # of the rule
    about: str  # the lines: "Re called"
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Detail:
    """The expanded details of a row.

    `edit` to `restore` hold the uuid of the row, or "" where that action is not possible.
    """

    reckoning: Reckoning | None = None
    remarks: Sequence[str] = ()  # the note, the dealer, the author and later changes
    rules: Sequence[RuleLink] = ()  # for members who may change them
    edit: str = ""
    seats: str = ""  # instead of `edit`: the URL for correcting a seat change
    strike: str = ""
    insert: str = ""  # inserts a forgotten game before this row
    restore: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetRow:
    """One row of the sheet: a game, or an event between two games."""

    key: str  # the id of its expanded part
    label: str  # of the button that expands it: "Game 14, value 3: details"
    number: int | None  # None: not a game, or struck
    note: str  # under the number: its value, the solo, "struck"
    cells: Sequence[Cell] = ()
    text: str = ""  # instead of cells, across all columns
    mark: str = ""  # for Bock: ×2
    said: str = ""  # the meaning of marks and colours, for screen readers
    struck: bool = False
    details: str = ""  # the URL of the expanded part, fetched on demand
    detail: Detail | None = None  # the expanded part itself
    open: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedSheet:
    """A score sheet: the strip of totals and the rows, in display order."""

    title: str
    columns: Sequence[Column]
    rows: Sequence[SheetRow] = ()
    version: int = 0
    by_game: bool = False  # the game's points large, the running total small

    @property
    def width(self) -> int:
        """Return the number of columns that an expanded row spans."""
        return len(self.columns) + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Tile:
    """A player's tile, tapped to join the Re party."""

    name: str
    value: str
    short: str = ""  # the displayed name, if it differs
    party: str = ""  # "re", "kontra", or "" while undecided
    badge: str = ""  # the word below the name
    out: bool = False
    tint: int = 0  # of the player's card; 0: no card

    @property
    def eye_name(self) -> str:
        return self.short or self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A button of a segmented control or of a grid of solos."""

    name: str
    value: str
    pressed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Toggle:
    """A single checkbox: the Herzstich, a declared Bockrunde, a Hochzeit without a partner."""

    key: str
    name: str
    on: bool = False


@dataclass(frozen=True, slots=True)
class LadderStep:
    above: str  # a small label; the button's accessible name is this and `word`
    word: str
    cards: str = ""  # the minimum number of cards in hand, where the rules name one
    hidden: bool = False  # the rules do not know it
    alone: str = ""  # the minimum in a solo, if it differs


@dataclass(frozen=True, slots=True, kw_only=True)
class Ladder:
    """The Ansagen of a party. `lit`: how many of the `steps` are on."""

    party: str  # "re" or "kontra"
    name: str
    steps: Sequence[LadderStep]
    lit: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Counter:
    """A bonus point that a party may count."""

    key: str
    name: str
    count: int = 0
    most: int = 9
    only: str = ""  # kinds of games and solos, if it counts only in these


@dataclass(frozen=True, slots=True, kw_only=True)
class Counters:
    """The bonus points of a party, and the marks that its players can hold."""

    party: str
    name: str
    label: str  # for each half of a box
    counters: Sequence[Counter]
    marks: Sequence[Choice] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A chip for tables that record only steps: a minimum of Augen for a party."""

    party: str  # "re", "kontra" or "even"
    value: str
    name: str
    shown: str
    pressed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Keypad:
    """The two linked fields and the ten keys of the pad."""

    pack: int  # Augen of both parties together
    re: str = ""
    kontra: str = ""
    steps: Sequence[Step] = ()
    by_steps: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One player's running points, aligned with the ticks of the chart; None before they joined."""

    name: str  # short, for narrow spaces
    full: str
    values: Sequence[int | None]
    low: Sequence[int | None] = ()  # lower bound of the confidence band; empty without a band
    high: Sequence[int | None] = ()
    card: Card
    is_mine: bool = False  # the viewer's own line: drawn strong even among many

    @property
    def data(self) -> dict[str, object]:
        """Return the line for the script. Its colour, style and marks follow from the tint."""
        band = {"low": list(self.low), "high": list(self.high)} if self.low else {}
        known = {"name": self.name, "full": self.full, "tint": self.card.tint}
        mine = {"mine": True} if self.is_mine else {}
        return {**known, "values": list(self.values), **band, **mine}


@dataclass(frozen=True, slots=True, kw_only=True)
class LineChart:
    """Running points, one line per player, the most important first: they are drawn strong among many."""

    key: str  # the id of its data in the page
    label: str
    caption: str
    ticks: Sequence[str]  # labels of the axis: games, evenings
    lines: Sequence[Line]

    @property
    def data(self) -> dict[str, object]:
        """Return the chart for the script."""
        return {"ticks": list(self.ticks), "lines": [line.data for line in self.lines]}
