"""The end of an evening at a glance: the winners, everybody's points as a curve, the best solo."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from dokoclub.clubs.models import Player
from dokoclub.core.formatting import signed
from dokoclub.evenings.domain import events
from dokoclub.evenings.domain.results import Totals
from dokoclub.evenings.selectors.evenings import FinalPlace
from dokoclub.evenings.selectors.results import Highlights, SoloPlayed, solos_on
from dokoclub.evenings.selectors.sheets import SheetPage
from dokoclub.evenings.texts import join_names


class Frame(NamedTuple):
    """The size of a drawing in its own units; names go to the right of `width`."""

    width: int
    height: int
    edge: int
    line_of_text: int
    named: int  # the number of lines with a name


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """A line of the drawing.

    `path`: the points of an SVG polyline; `name`: at its end, at height `at`, "" for unnamed lines.
    """

    path: str
    name: str
    points: int
    at: int
    tint: int = 0  # of the player's card


class Curves(NamedTuple):
    """All lines, the best first; `zero`: the height of no points."""

    lines: tuple[Curve, ...]
    zero: int


def draw_curves(places: Sequence[FinalPlace], totals: Mapping[str, Totals], frame: Frame) -> Curves:
    """Return the curves of these places. `totals`: everybody's points after each game, by the player's key."""
    lines = [totals.get(events.scoring_key(place.player), []) for place in places]
    highest, lowest = _bounds(lines)
    heights = [_height(place.points, highest, lowest, frame) for place in places[: frame.named]]
    at = [*_apart(heights, frame), *[0] * len(places)]
    length = max(map(len, lines), default=0)
    drawn = tuple(
        Curve(
            path=" ".join(_path(line, length, highest, lowest, frame)),
            name=place.player.called if index < frame.named else "",
            points=place.points,
            at=at[index],
            tint=place.player.tint,
        )
        for index, (place, line) in enumerate(zip(places, lines, strict=True))
    )
    return Curves(drawn, _height(0, highest, lowest, frame))


def _bounds(lines: Iterable[Totals]) -> tuple[int, int]:
    known = [total for line in lines for total in line if total is not None]
    return max([0, *known]), min([0, *known])


def _height(points: int, highest: int, lowest: int, frame: Frame) -> int:
    span = max(highest - lowest, 1)
    return frame.edge + round((highest - points) * (frame.height - 2 * frame.edge) / span)


def _path(line: Totals, length: int, highest: int, lowest: int, frame: Frame) -> Iterator[str]:
    """Yield the points of a line. Players with fewer games have a shorter one."""
    step = frame.width / max(length - 1, 1)
    for index, total in enumerate(line):
        if total is not None:
            yield f"{round(index * step, 1)},{_height(total, highest, lowest, frame)}"


def _apart(heights: Sequence[int], frame: Frame) -> list[int]:
    """Return the heights of the names, the best first.

    Names that would overlap move apart, up and down alike, and all stay in the drawing.
    """
    groups: list[list[int]] = []  # names that touch, by where their lines end
    for height in heights:
        groups.append([height])
        while len(groups) > 1 and _top(groups[-1], frame) < _foot(groups[-2], frame):
            groups[-2:] = [groups[-2] + groups[-1]]
    found: list[int] = []
    for group in groups:
        for index in range(len(group)):
            height = _top(group, frame) + index * frame.line_of_text
            found.append(max(height, found[-1] + frame.line_of_text if found else frame.edge))
    beyond = max([0, *(height - (frame.height - frame.edge) for height in found)])
    return [height - beyond for height in found]


def _top(group: Sequence[int], frame: Frame) -> int:
    """Return the height of a group's first name, with all its names as close to their lines as possible."""
    return round(sum(group) / len(group) - (len(group) - 1) * frame.line_of_text / 2)


def _foot(group: Sequence[int], frame: Frame) -> int:
    """Return the least height of a name below the group."""
    return _top(group, frame) + len(group) * frame.line_of_text


WIDEST: Final = 340  # as in evenings/_curves.html
FRAME: Final = Frame(width=WIDEST, height=150, edge=10, line_of_text=15, named=3)
GAP: Final = 6  # between a line and its name
LETTER: Final = 7  # width of one in a wide typeface
LONGEST: Final = 14  # letters of a name that has room; longer ones reach beyond the drawing


@dataclass(frozen=True, slots=True, kw_only=True)
class Finale:
    """The result of an evening.

    `winners`: several in a tie; `places`: everybody, the best first, as are `curves`; `zero`: the height of no points;
    `names_from`: right of the lines, None where a strip tells whose they are.
    """

    winners: tuple[Player, ...]
    points: int
    games: int
    bock_games: int
    places: tuple[FinalPlace, ...]
    curves: tuple[Curve, ...]
    zero: int
    width: int
    names_from: int | None

    @property
    def names(self) -> str:
        return join_names([player.called for player in self.winners])

    @property
    def description(self) -> str:
        """Return the final points of the named lines, as text for screen readers."""
        return ", ".join(f"{curve.name} {signed(curve.points)}" for curve in self.curves if curve.name)


def format_finale(
    ranking: Sequence[FinalPlace], found: Highlights, totals: Mapping[str, Totals], *, has_strip: bool
) -> Finale | None:
    """Return the finale, or None where nobody has played.

    `totals`: everybody's points after each game, by the player's key; `has_strip`: the ribbons of a strip tell whose
    line is which, so all are drawn in their colours and need no names.
    """
    places = tuple(place for place in ranking if place.is_here and place.rank is not None)
    if not any(place.games for place in places):
        return None
    frame = FRAME._replace(named=len(places)) if has_strip else _frame_beside(places[: FRAME.named])
    drawn = draw_curves(places, totals, frame)
    return Finale(
        winners=tuple(place.player for place in places if place.rank == places[0].rank),
        points=places[0].points,
        games=found.games,
        bock_games=found.bock_games,
        places=places,
        curves=drawn.lines,
        zero=drawn.zero,
        width=frame.width,
        names_from=None if has_strip else frame.width + GAP,
    )


def _frame_beside(named: Sequence[FinalPlace]) -> Frame:
    """Return the frame that leaves room for these names and no more."""
    longest = min(max(len(place.player.called) for place in named), LONGEST)
    return FRAME._replace(width=WIDEST - GAP - LETTER * longest)


def best_solo(solos: Iterable[SoloPlayed]) -> SoloPlayed | None:
    """Return the won solo with the most points, the first of equal ones; None where none was won."""
    return max((solo for solo in solos if solo.won), key=lambda solo: solo.points, default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """The result of a closed sheet.

    `winners`: joined column names; `number`: their count; `points`: by the club's ranking.
    """

    winners: str
    number: int
    points: int
    games: int
    bock_games: int
    solo: SoloPlayed | None


def format_end(page: SheetPage) -> Ended | None:
    """Return the result, or None while the sheet is open and where nobody has played. No query."""
    winners = [column for column in page.columns if column.leads]
    if page.sheet.is_open or not winners:
        return None
    best, games = winners[0], [line for _, _, line in page.state if line.number is not None]
    return Ended(
        winners=join_names([column.player.called for column in winners]),
        number=len(winners),
        points=best.total if page.style.ranked_by == "scores" else best.total_balance,
        games=len(games),
        bock_games=sum(line.bock_level > 0 for line in games),
        solo=best_solo(solos_on([page.state], page.names)),
    )
