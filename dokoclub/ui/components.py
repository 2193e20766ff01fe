"""What the partials in templates/ui/ print: the shapes a page fills in. Nothing here computes a point."""

from collections.abc import Sequence
from dataclasses import dataclass

from dokoclub.ui.cards import Card, get_suit


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """The head of one player's column: Spielpunkte so far and what is special about the player now."""

    name: str
    short: str = ""  # for eyes, where it is another
    total: int
    balance: int | None = None  # plus and minus, where the sheet writes something else
    leads: bool = False
    is_over: bool = False  # the sheet is closed: who would lead has won
    dealer: bool = False  # of the game to come
    out: bool = False  # sits out the game to come
    gone: bool = False  # left the table
    tint: int = 0  # of the player's card; 0: has none


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One player in one game: Spielpunkte after it, and gained or lost by it."""

    total: int | None  # None: has not come yet
    change: int | None = 0  # None: has nothing to do with this row
    party: str = ""  # "Re" or "Solo", as it is to be read; "" for Kontra
    dealer: bool = False
    out: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One line of a reckoning: why, how much, and the rule behind it."""

    reason: str
    points: int
    source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Times:
    """What multiplies the items: Bock, an Ansage that doubles; and what they come to by it."""

    reason: str
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Reckoning:
    """Why a game is worth what it is worth."""

    headline: str  # "Re wins with 154 card points"
    items: Sequence[Item] = ()
    sum: int | None = None  # of the items, where something multiplies it
    times: Sequence[Times] = ()
    value: int | None = None
    notes: Sequence[str] = ()
    books: Sequence[str] = ()  # what the abbreviations of the sources mean


@dataclass(frozen=True, slots=True, kw_only=True)
class Detail:
    """What unfolds below a row. `edit` to `restore` hold the uuid of the row, or nothing where that cannot be done."""

    reckoning: Reckoning | None = None
    remarks: Sequence[str] = ()  # the note, who dealt, who wrote and changed it
    edit: str = ""
    seats: str = ""  # instead of edit: the address where a change of the table is corrected
    strike: str = ""
    insert: str = ""  # what was forgotten, in front of it
    restore: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetRow:
    """One line of the sheet: a game, or what happened between two games."""

    key: str  # names its unfolded part
    label: str  # of the button that unfolds it: "Game 14, value 3: details"
    number: int | None  # None: no game, or struck
    note: str  # under the number: its value, the solo, "struck"
    cells: Sequence[Cell] = ()
    text: str = ""  # instead of cells, right across
    mark: str = ""  # of Bock: ×2
    said: str = ""  # what marks and colours say, for ears
    struck: bool = False
    details: str = ""  # the address of the unfolded part, fetched when it is wanted
    detail: Detail | None = None  # the unfolded part itself
    open: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedSheet:
    """A Spielzettel: its strip of totals and its games, in the order they are to be shown."""

    title: str
    columns: Sequence[Column]
    rows: Sequence[SheetRow] = ()
    version: int = 0
    by_game: bool = False  # the game's points large, the running total small

    @property
    def width(self) -> int:
        """Columns under an unfolded row."""
        return len(self.columns) + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Tile:
    """A player to tap into the Re party."""

    name: str
    value: str
    short: str = ""  # for eyes, where it is another
    party: str = ""  # "re", "kontra" or "" while it is open
    badge: str = ""  # the word below the name
    out: bool = False
    tint: int = 0  # of the player's card; 0: has none

    @property
    def eye_name(self) -> str:
        return self.short or self.name

    @property
    def suit(self) -> str:
        return get_suit(self.tint)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A button of a segmented switch or of a grid of solos."""

    name: str
    value: str
    pressed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Toggle:
    """A tick that stands for itself: the Herzstich, a declared Bockrunde, a Hochzeit without a partner."""

    key: str
    name: str
    on: bool = False


@dataclass(frozen=True, slots=True)
class LadderStep:
    above: str  # a small word; read together with `word` it is the button's name
    word: str
    cards: str = ""  # how many must be in hand, where the rules say it


@dataclass(frozen=True, slots=True, kw_only=True)
class Ladder:
    """The Ansagen of a party: how many steps are lit, of those that `steps` names."""

    party: str  # "re" or "kontra"
    name: str
    steps: Sequence[LadderStep]
    lit: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Counter:
    """An extra that a party may count."""

    key: str
    name: str
    count: int = 0
    most: int = 9
    only: str = ""  # "normal" or "solo", if it counts in no other game


@dataclass(frozen=True, slots=True, kw_only=True)
class Counters:
    """The extras of a party, and the marks that its players can have held."""

    party: str
    name: str
    label: str  # of each half of a box
    counters: Sequence[Counter]
    marks: Sequence[Choice] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A chip for tables that count only steps: at least so many Augen for a party."""

    party: str  # "re", "kontra" or "even"
    value: str
    name: str
    shown: str
    pressed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Keypad:
    """The two linked fields and the ten places of the pad."""

    pack: int  # Augen of both together
    re: str = ""
    kontra: str = ""
    steps: Sequence[Step] = ()
    by_steps: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Payment:
    """Who pays whom. The addresses are empty where nobody may change anything."""

    payer: str
    payee: str
    amount: str
    key: str  # stays the same when it is paid, so that the focus finds its button again
    paid: bool = False
    note: str = ""  # who marked it as paid, and when, or which clearing did
    because: Sequence[str] = ()  # which points made it
    fields: Sequence[tuple[str, str]] = ()  # what its button sends
    pay: str = ""
    take_back: str = ""
    code: str = ""  # the address of its GiroCode
    cards: Sequence[Card] = ()  # of the two, as far as they are people
    brief: bool = False  # the payer alone is in sight: what stands above says who is paid


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One player's running points, beside the ticks of the chart; None before he came."""

    name: str  # where room is short
    full: str
    values: Sequence[int | None]
    low: Sequence[int | None] = ()  # of the band in which the truth most likely lies; without one it is none
    high: Sequence[int | None] = ()
    card: Card
    is_mine: bool = False  # of who looks: drawn strong among many, too

    @property
    def data(self) -> dict[str, object]:
        """The tint is the colour of the line; its style and its marks follow from it."""
        band = {"low": list(self.low), "high": list(self.high)} if self.low else {}
        known = {"name": self.name, "full": self.full, "tint": self.card.tint}
        mine = {"mine": True} if self.is_mine else {}
        return {**known, "values": list(self.values), **band, **mine}


@dataclass(frozen=True, slots=True, kw_only=True)
class LineChart:
    """Running points, one line a player, the most important first: they are drawn strong where there are many."""

    key: str  # the id of its data in the page
    label: str
    caption: str
    ticks: Sequence[str]  # what stands below: games, evenings
    lines: Sequence[Line]

    @property
    def data(self) -> dict[str, object]:
        """For the script."""
        return {"ticks": list(self.ticks), "lines": [line.data for line in self.lines]}
