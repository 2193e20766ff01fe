"""Everybody's points over an evening as lines of a drawing, with names at their ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from dokoclub.evenings.ledger import facts
from dokoclub.evenings.ledger.running import Totals
from dokoclub.evenings.selectors.evenings import Place


class Frame(NamedTuple):
    """In the units of the drawing; the names stand right of `width`."""

    width: int
    height: int
    edge: int
    line_of_text: int
    named: int  # how many lines carry a name
    letters: int = 0  # up to so many of it the whole name, else the short one


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """`path`: the points of an SVG polyline; `name`: at its end, at the height `at`; the others have none."""

    path: str
    name: str
    points: int
    at: int
    tint: int = 0  # of the player's card


class Curves(NamedTuple):
    """The best first; `zero`: the height of no points."""

    lines: tuple[Curve, ...]
    zero: int


def draw_curves(places: Sequence[Place], totals: Mapping[str, Totals], frame: Frame) -> Curves:
    """`totals`: everybody's points after each game, by the player's key."""
    lines = [totals.get(facts.scoring_key(place.player), []) for place in places]
    highest, lowest = _bounds(lines)
    heights = [_height(place.points, highest, lowest, frame) for place in places[: frame.named]]
    at = [*_apart(heights, frame), *[0] * len(places)]
    length = max(map(len, lines), default=0)
    drawn = tuple(
        Curve(
            path=" ".join(_path(line, length, highest, lowest, frame)),
            name=_name(place, frame) if index < frame.named else "",
            points=place.points,
            at=at[index],
            tint=place.player.tint,
        )
        for index, (place, line) in enumerate(zip(places, lines, strict=True))
    )
    return Curves(drawn, _height(0, highest, lowest, frame))


def _name(place: Place, frame: Frame) -> str:
    whole = place.player.name
    return whole if len(whole) <= frame.letters else place.player.called


def _bounds(lines: Iterable[Totals]) -> tuple[int, int]:
    known = [total for line in lines for total in line if total is not None]
    return max([0, *known]), min([0, *known])


def _height(points: int, highest: int, lowest: int, frame: Frame) -> int:
    span = max(highest - lowest, 1)
    return frame.edge + round((highest - points) * (frame.height - 2 * frame.edge) / span)


def _path(line: Totals, length: int, highest: int, lowest: int, frame: Frame) -> Iterator[str]:
    """Who played fewer games has a shorter line."""
    step = frame.width / max(length - 1, 1)
    for index, total in enumerate(line):
        if total is not None:
            yield f"{round(index * step, 1)},{_height(total, highest, lowest, frame)}"


def _apart(heights: Sequence[int], frame: Frame) -> list[int]:
    """The best above: names that would cover each other move apart, up and down alike, and all stay in the drawing."""
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
    """The height of its first name, where all of them are as near to their lines as they can be."""
    return round(sum(group) / len(group) - (len(group) - 1) * frame.line_of_text / 2)


def _foot(group: Sequence[int], frame: Frame) -> int:
    """The least height of a name below it."""
    return _top(group, frame) + len(group) * frame.line_of_text
