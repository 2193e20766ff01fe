"""A sheet read back from the HTML of a page, cell by cell, as somebody at the table reads it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import zip_longest
from typing import Any, NamedTuple

VOID = {"br", "col", "img", "input", "link", "meta", "use"}


class Square(NamedTuple):
    """The cell of one player in a row of the sheet, as text."""

    total: str  # after the row
    change: str  # "" for a player without a part in it
    party: str  # "Re", "Solo" or ""
    deals: bool
    sits_out: bool


class Line(NamedTuple):
    label: str  # the button's: "Spiel 14, Wert 3: Einzelheiten"
    number: str
    mark: str  # the Bock mark: ×2
    squares: tuple[Square, ...]  # empty where a sentence spans the row


class Paper(NamedTuple):
    """A whole sheet, newest row first."""

    names: list[str]
    totals: list[str]
    balances: list[str]  # empty where the sheet writes plus and minus anyway
    states: list[str]  # leads, deals next, sits out next
    lines: list[Line]


def differences(one: Paper, other: Paper) -> list[tuple[object, object]]:
    """List the differences of two sheets, part by part; the lines one by one."""
    pieces = [*zip(one[:-1], other[:-1], strict=True), *zip_longest(one.lines, other.lines)]
    return [(mine, theirs) for mine, theirs in pieces if mine != theirs]


@dataclass
class Tag:
    name: str
    attributes: dict[str, str] = field(default_factory=dict)
    inside: list[Tag | str] = field(default_factory=list)

    def all(self, name: str, **attributes: str) -> Iterator[Tag]:
        """List every tag of that name below this one, in order; `class_` is compared word by word."""
        for one in self.inside:
            if isinstance(one, Tag):
                if one.name == name and one.fits(attributes):
                    yield one
                yield from one.all(name, **attributes)

    def fits(self, attributes: dict[str, str]) -> bool:
        words = self.attributes.get("class", "").split()
        return all(
            value in words if key == "class_" else self.attributes.get(key) == value
            for key, value in attributes.items()
        )

    def text(self) -> str:
        """Return the text as a browser shows it: any whitespace is one space."""
        return " ".join("".join(one if isinstance(one, str) else one.text() for one in self.inside).split())

    def first(self, name: str, **attributes: str) -> str:
        """Return the text of the first such tag, or ""."""
        return next((one.text() for one in self.all(name, **attributes)), "")


class _Tree(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open = [Tag("")]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        made = Tag(tag, {key: value or "" for key, value in attrs})
        self.open[-1].inside.append(made)
        if tag not in VOID:
            self.open.append(made)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].inside.append(Tag(tag))

    def handle_endtag(self, tag: str) -> None:
        closed = self.open.pop()
        assert closed.name == tag, (closed.name, tag)

    def handle_data(self, data: str) -> None:
        self.open[-1].inside.append(data)


def table(response: Any) -> str:
    """Return the HTML of the only score sheet of a page, or of a part of one."""
    (html,) = re.findall(r'<table class="sheet".*?</table>', response.content.decode(), re.DOTALL)
    return str(html)


def paper(html: str) -> Paper:
    tree = _Tree()
    tree.feed(html)
    names, standing = list(tree.open[0].all("tr"))[:2]
    cells = list(standing.all("td"))
    return Paper(
        names=[cell.text() for cell in names.all("th", scope="col")],
        totals=[cell.first("b") for cell in cells],
        balances=[
            text for cell in cells if (text := cell.first("small", class_="plus-minus").removeprefix("Plus und Minus"))
        ],
        states=[_state(cell) for cell in cells],
        lines=[_line(row) for row in tree.open[0].all("tr", class_="row")],
    )


def _state(cell: Tag) -> str:
    """Return what is read of a total's cell."""
    said = cell.text()
    return " · ".join(word for word in ("führt", "gewinnt", "setzt aus", "Geber") if word in said)


def _line(row: Tag) -> Line:
    (button,) = row.all("button")
    squares = row.all("td") if not any(row.all("td", class_="across")) else ()
    return Line(
        label=button.attributes["aria-label"],
        number=button.first("b"),
        mark=button.first("em"),
        squares=tuple(_square(cell) for cell in squares),
    )


def _square(cell: Tag) -> Square:
    small = next(cell.all("small"))
    party, _blank, change = small.first("i", class_="party").partition(" ")
    return Square(
        total=cell.first("b"),
        change=change or small.first("i", class_="moved"),
        party=party,
        deals=cell.first("span", class_="aloud").startswith("Geber"),
        sits_out="setzt aus" in cell.text(),
    )
