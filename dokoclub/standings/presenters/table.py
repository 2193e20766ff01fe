"""A league table as it is shown: heads, groups of lines, cells with their texts. The same for live and closed ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final, NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from dokoclub.clubs.models import Player
from dokoclub.core.formatting import decimal_sign, format_day, is_of_this_year, ordinal, percent, sign, signed
from dokoclub.evenings.texts import short_names
from dokoclub.standings import texts
from dokoclub.standings.models import ClosedRow
from dokoclub.standings.models.periods import Period, Span
from dokoclub.standings.presenters.form import Lately, draw_legend, find_most, format_lately
from dokoclub.standings.selectors.closings import Month
from dokoclub.standings.selectors.people import Person
from dokoclub.standings.selectors.tables import MOVEMENT, LeagueTable
from dokoclub.ui.cards import Card
from scoring.league.columns import COLUMNS, Kind, round_shown
from scoring.league.rules import StandingsRules
from scoring.league.standings import Number, Row, Standing

MEAN_PLACES: Final = 2
PERCENT_PLACES: Final = 0
MOST_BESIDE: Final = 4  # With fewer columns the ranking one is last, as on paper.
MOST_WITH_PANEL: Final = 8  # columns of a table with a side panel
MOST_STRUCK: Final = 4  # struck evenings listed in a line
ON_PHONES: Final = frozenset({"games", "scores", "balance"})  # columns besides the ranking one
BELOW_MINIMUM: Final = frozenset({Standing.LAST, Standing.BELOW})
NOT_TOLD: Final[Mapping[int, Lately]] = {}
HEADINGS: Final[Mapping[Standing, object]] = {
    Standing.BELOW: gettext_lazy("Not ranked yet"),
    Standing.GUEST: gettext_lazy("Guests"),
    Standing.NO_GAMES: gettext_lazy("No games"),
}


class Head(NamedTuple):
    column: str
    text: str
    title: str  # the full title
    ranks: bool

    @property
    def kind(self) -> str:
        """Return the class of its cell."""
        return "ranks" if self.ranks else "folded" if self.is_folded else ""

    @property
    def is_folded(self) -> bool:
        """Return whether phones leave it out: the person's page tells it."""
        return not self.ranks and self.column not in ON_PHONES


class LeagueCell(NamedTuple):
    column: str
    text: str  # "" if there is nothing to show
    tone: str = ""  # plus, minus, zero; "" without a sign


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueLine:
    player: int
    name: str
    short: str  # for eyes; "": the same
    card: Card | None  # None for strangers: its letters may reveal more than the name
    standing: Standing
    stars: int
    won_before: str  # the month before, if the player won it
    notes: tuple[str, ...]
    lately: Lately
    rank: int | None
    moved: int | None  # ranks gained; None: had no rank a month ago, or has none now
    cells: tuple[LeagueCell, ...]
    is_me: bool


class LeagueGroup(NamedTuple):
    heading: str  # "" for those who have a rank
    lines: tuple[LeagueLine, ...]
    note: str = ""  # the note common to all lines

    @property
    def title(self) -> str:
        return f"{self.heading}: {self.note}" if self.note else self.heading


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderedTable:
    heads: tuple[Head, ...]
    groups: tuple[LeagueGroup, ...]
    moves: bool  # the arrows are shown
    statistics: str = ""  # address of a player's statistics, with `{}` for the player; "": no links

    @property
    def width(self) -> int:
        return len(self.heads) + 2 + self.tells_lately

    @property
    def leaves_room(self) -> bool:
        """Return whether a laptop has room for the side panel: few columns, and names that are links."""
        return bool(self.statistics) and self.width <= MOST_WITH_PANEL

    @property
    def tells_lately(self) -> bool:
        return any(line.lately for line in self.lines)

    @property
    def most_lately(self) -> int:
        """Return the largest result of the last evenings."""
        return find_most(line.lately for line in self.lines)

    @property
    def legend(self) -> list[tuple[SafeString, object]]:
        """Return the signs of the last evenings with their words; none without signs."""
        return draw_legend() if self.tells_lately else []

    @property
    def won_before(self) -> str:
        """Return the month whose winner bears a mark; "" without one."""
        return next(filter(None, (line.won_before for line in self.lines)), "")

    @property
    def lines(self) -> list[LeagueLine]:
        return [line for group in self.groups for line in group.lines]

    def first(self, number: int) -> RenderedTable:
        """Return the table with only this many lines of the first group."""
        return replace(self, groups=tuple(LeagueGroup(one.heading, one.lines[:number]) for one in self.groups[:1]))


class Seen(NamedTuple):
    """A row to show, from a live table or from a closed one."""

    player: int
    standing: Standing
    rank: int | None
    former_rank: int | None
    missing: int
    struck: Sequence[int]
    lately: Lately
    value: Callable[[str], Number | None]  # by column


Names = Callable[[Person], str]


def find_place(month: LeagueTable, player: Player) -> str:
    """Return the player's place in a month, "" without a rank."""
    rank = next((row.rank for row in month.rows if row.player == player.pk), None)
    return format_place(rank, month.period) if rank else ""


def format_place(rank: int, month: Period) -> str:
    """Return a place with its month: "1st in November"."""
    name = format_day(month.first, "F" if is_of_this_year(month.first) else "F Y")
    return _("%(place)s in %(month)s") % {"place": ordinal(rank), "month": name}


def render_table(
    league: LeagueTable,
    columns: Iterable[str],
    month: Month | None = None,
    *,
    account: int | None = None,
    statistics: str = "",
    name: Names | None = None,
    lately: bool = True,
) -> RenderedTable:
    """Return the current table; with `month`, the closed one, then without the last evenings."""
    rows = see_rows(league, month, lately=format_lately(league) if lately and not (name or month) else NOT_TOLD)
    rules = month.rules if month else league.rules
    both = any(row.value("scores") != row.value("balance") for row in rows) if month else league.shows_both
    compared = any(row.former_rank for row in rows) if month else league.compared
    return _make_rows(
        rows,
        _columns(columns, rules, both=both),
        rules,
        league.people.by_number,
        required=(month or league).required,
        account=account,
        statistics=statistics,
        moves=compared and MOVEMENT in columns,
        before=str(league.period.before) if league.period.span is Span.MONTH else "",
        name=name,
    )


def see_rows(league: LeagueTable, month: Month | None, *, lately: Mapping[int, Lately] = NOT_TOLD) -> list[Seen]:
    """List the current rows; with `month`, the closed ones."""
    if month:
        return [_closed(row) for row in month.rows]
    return [_live(row, lately.get(row.player, ())) for row in league.rows]


def _live(row: Row, lately: Lately) -> Seen:
    return Seen(
        row.player,
        row.standing,
        row.rank,
        row.former_rank,
        row.missing,
        [row.rules.points(one.counts) for one in row.evenings if one.struck],
        lately,
        lambda key: COLUMNS[key].value(row),
    )


def _closed(row: ClosedRow) -> Seen:
    def value(key: str) -> Number | None:
        kept = row.values.get(key)
        return Fraction(*kept) if kept else None

    standing = Standing(row.standing)
    return Seen(row.player_id, standing, row.rank, row.former_rank, row.missing, row.struck, (), value)


def _columns(wanted: Iterable[str], rules: StandingsRules, *, both: bool) -> tuple[str, ...]:
    """Return the club's columns in the order of the registry; the ranking one is last, or first next to many others.

    If sheets write something else than plus and minus, the column that does not rank is shown too.
    """
    ranks = texts.ranked_column(rules)
    chosen = set(wanted) - {MOVEMENT, ranks}
    if both:
        chosen.add("scores" if rules.ranked_by == "balance" else "balance")
    others = tuple(key for key in COLUMNS if key in chosen)
    return (*others, ranks) if len(others) < MOST_BESIDE else (ranks, *others)


def _make_rows(
    rows: Sequence[Seen],
    columns: Sequence[str],
    rules: StandingsRules,
    people: Mapping[int, Person],
    *,
    required: int,
    account: int | None,
    statistics: str,
    moves: bool,
    before: str,
    name: Names | None,
) -> RenderedTable:
    ranks = texts.ranked_column(rules)
    text = fetch_texts()
    short = _short_alike(rows)
    called = call_shortly([people[row.player] for row in rows])
    groups: dict[str, list[LeagueLine]] = {}
    for row in rows:
        person = people[row.player]
        heading = _heading(row.standing, required)
        groups.setdefault(heading, []).append(
            LeagueLine(
                player=row.player,
                name=name(person) if name else person.name,
                short="" if name else called[row.player],
                card=None if name else person.card,
                standing=row.standing,
                stars=person.stars,
                won_before=before if row.former_rank == 1 else "",
                notes=tuple(_notes(row, person, tells_short=not short)),
                lately=row.lately,
                rank=row.rank,
                moved=_moved(row),
                cells=tuple(make_cell(key, row.value(key), text) for key in columns),
                is_me=account is not None and person.account == account,
            )
        )
    return RenderedTable(
        heads=tuple(Head(key, texts.get_head(key), texts.get_title(key), key == ranks) for key in columns),
        groups=tuple(
            LeagueGroup(heading, tuple(lines), _format_short(lines[0].standing, short))
            for heading, lines in groups.items()
        ),
        moves=moves,
        statistics=statistics,
    )


def call_shortly(people: Iterable[Person]) -> Mapping[int, str]:
    """Return the names that fit in a row, by player."""
    return short_names([Player(pk=one.pk, name=one.name, short_name=one.short_name) for one in people])


def _short_alike(rows: Sequence[Seen]) -> int:
    """Return the missing evenings of all below the minimum; 0 if they differ."""
    short = {row.missing for row in rows if row.standing in BELOW_MINIMUM}
    return short.pop() if len(short) == 1 else 0


def _heading(standing: Standing, required: int) -> str:
    """Return the heading of players not ranked among the others; "" for ranked ones."""
    if standing is not Standing.LAST:
        return str(HEADINGS.get(standing, ""))
    return ngettext(
        "Below the minimum attendance of %(number)s evening",
        "Below the minimum attendance of %(number)s evenings",
        required,
    ) % {"number": required}


def _format_short(standing: Standing, short: int) -> str:
    """Return the note for all below the minimum. `short`: 0 if each has a note of their own."""
    if not short or standing not in BELOW_MINIMUM:
        return ""
    return ngettext("%(number)s evening short", "%(number)s evenings short", short) % {"number": short}


def _moved(row: Seen) -> int | None:
    return None if row.rank is None or row.former_rank is None else row.former_rank - row.rank


def _notes(row: Seen, person: Person, *, tells_short: bool) -> Iterator[str]:
    """Yield the small notes under the name."""
    if person.guest and row.standing is not Standing.GUEST:
        yield _("Guest")
    if row.missing and (row.standing is Standing.ZERO or (row.standing in BELOW_MINIMUM and tells_short)):
        yield ngettext("%(number)s evening short", "%(number)s evenings short", row.missing) % {"number": row.missing}
    if row.standing is Standing.ZERO:
        yield _("ranks with 0")
    if row.struck:
        yield _("struck: %(points)s") % {"points": _struck(row.struck)}


def _struck(points: Sequence[int]) -> str:
    listed = ", ".join(signed(one) for one in points[:MOST_STRUCK])
    return listed if len(points) <= MOST_STRUCK else f"{listed}, …"


class Texts(NamedTuple):
    """The decimal sign of the reader's language, looked up once a page."""

    point: str


def fetch_texts() -> Texts:
    return Texts(point=decimal_sign())


def format_number(value: Number | None, kind: Kind, text: Texts) -> str:
    """Return `61`, `+184`, `+3,02`, `52 %`; "" for None."""
    if value is None:
        return ""
    match kind:
        case Kind.COUNT:
            return str(value)
        case Kind.POINTS:
            return signed(int(value))
        case Kind.MEAN:
            return sign(value_shown := round_shown(value, kind, MEAN_PLACES)) + str(abs(value_shown)).replace(
                ".", text.point
            )
        case Kind.PERCENT:
            return percent(round_shown(value, kind, PERCENT_PLACES))


def make_cell(column: str, value: Number | None, text: Texts) -> LeagueCell:
    kind = COLUMNS[column].kind
    return LeagueCell(column, format_number(value, kind, text), get_tone(value, kind))


def get_tone(value: Number | None, kind: Kind) -> str:
    """Return plus, minus, zero; "" for numbers without a sign."""
    if value is None or kind in (Kind.COUNT, Kind.PERCENT):
        return ""
    return "zero" if not value else "plus" if value > 0 else "minus"


def format_league_number(column: str, value: Number) -> str:
    """Return a number of that column for a sentence."""
    return format_number(value, COLUMNS[column].kind, fetch_texts())
