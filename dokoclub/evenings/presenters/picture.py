"""The picture of an evening for sharing: 1080 × 1350, drawn as SVG from the results alone.

The phone converts it to PNG (static/js/pages/evening_picture.js). It loads on its own, without style sheet or theme.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext

from dokoclub.clubs.models import Player
from dokoclub.clubs.presenters.sample import fold_evening
from dokoclub.core.formatting import date_and_year, signed
from dokoclub.evenings.domain.events import scoring_key
from dokoclub.evenings.domain.results import Totals
from dokoclub.evenings.models import Evening
from dokoclub.evenings.presenters.finale import Curve, Curves, Frame, draw_curves
from dokoclub.evenings.selectors.evenings import FinalPlace
from dokoclub.evenings.selectors.results import Highlights
from dokoclub.evenings.texts import join_names
from dokoclub.ui.cards import Card, font_in_place, tints_on_paper

WIDTH, HEIGHT = 1080, 1350
BROADEST: Final = 0.66  # width of a letter in the widest serif, relative to its size
SMALLEST: Final = 20
MOST_PLACES: Final = 16  # in two columns; there is no room for more
COLUMNS: Final = (60, 580)  # their left edges
COLUMN: Final = 440  # their width
LINE: Final = 62  # height of a place
PLACES_END: Final = 1215
CURVES_FROM: Final = 290
MOST_CARDS: Final = 3
CARDS_APART: Final = 44


class Pen(NamedTuple):
    """The style of a line."""

    colour: str
    width: int
    dashes: str  # "": none


DASHES: Final = ("", "16 9", "3 8", "22 8 4 8")  # by the suit of the player's card, as in every chart
FAINT: Final = Pen("#b3ab9b", 3, "")


class Text(NamedTuple):
    """Words with the font size at which they fit."""

    words: str
    size: int


class DrawnCard(NamedTuple):
    """The playing card of a winner."""

    x: int
    card: Card
    colour: str


class DrawnPlace(NamedTuple):
    """One place of the ranking: name and points, on a line of its column."""

    x: int
    y: int
    name: Text
    points: int

    @property
    def right(self) -> int:
        return self.x + COLUMN


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    club: Text
    when: str  # day and number of games
    winners: Text
    wins: str  # "wins", below their names
    points: int
    cards: tuple[DrawnCard, ...]
    curves: Curves
    places: tuple[DrawnPlace, ...]
    description: str  # the whole content, for screen readers
    fonts: Mapping[str, str]  # the data URLs of the typefaces by name

    @property
    def lines(self) -> list[tuple[Curve, Pen]]:
        """Return the lines in drawing order, the winner's last and so above all others."""
        lines = self.curves.lines
        pens = [_get_pen(curve, is_best=curve is lines[0]) if curve.name else FAINT for curve in lines]
        return list(zip(lines, pens, strict=True))[::-1]

    @property
    def names_from(self) -> int:
        """Return where the names of the winners begin, right of their cards."""
        return self.cards[-1].x + 166

    @property
    def curves_from(self) -> int:
        return CURVES_FROM

    @property
    def places_from(self) -> int:
        """Return the height of the rule above the places."""
        return self.places[0].y - LINE


def _get_pen(curve: Curve, *, is_best: bool) -> Pen:
    """Return the player's own line style, the same in every chart."""
    colour = tints_on_paper().get(curve.tint, FAINT.colour)
    return Pen(colour, 8 if is_best else 5, DASHES[(curve.tint - 1) % len(DASHES)])


def draw_evening(
    evening: Evening, ranking: Sequence[FinalPlace], found: Highlights, totals: Mapping[str, Totals]
) -> Picture | None:
    """Return the picture of an evening, or None where nobody has played."""
    places = [place for place in ranking if place.is_here and place.rank is not None]
    if not any(place.games for place in places):
        return None
    return compose_picture(
        club=evening.club.name,
        when=f"{date_and_year(evening.date)}, {_count_games(found.games)}",
        places=places,
        totals=totals,
    )


def draw_sample() -> Picture:
    """Return the picture of the sample evening on the start page."""
    lines = fold_evening()
    points = lines[-1].totals
    names = sorted(points, key=lambda name: -points[name])
    players = {name: Player(pk=tint, name=name, tint=tint) for tint, name in enumerate(points, 1)}
    nothing = dict.fromkeys(("balance", "won", "solos", "solos_won", "decided", "summed"), 0)
    places = [
        FinalPlace(
            rank=rank,
            player=players[name],
            points=points[name],
            scores=points[name],
            games=len(lines),
            is_shared=False,
            **nothing,
        )
        for rank, name in enumerate(names, 1)
    ]
    totals: dict[str, Totals] = {
        scoring_key(player): [0, *(line.totals[name] for line in lines)] for name, player in players.items()
    }
    drawn = compose_picture(club=_("Sample evening"), when=_count_games(len(lines)), places=places, totals=totals)
    return replace(drawn, fonts={"Doko Serif": drawn.fonts["Doko Serif"]})  # half the bytes, for the first load


def _count_games(number: int) -> str:
    return ngettext("%(number)s game", "%(number)s games", number) % {"number": number}


def compose_picture(*, club: str, when: str, places: Sequence[FinalPlace], totals: Mapping[str, Totals]) -> Picture:
    """Return the picture. `places`: one or more, the best first; `when`: the day, and what was played."""
    winners = [place.player for place in places if place.rank == places[0].rank]
    names, wins = join_names([player.called for player in winners]), say_wins(len(winners))
    drawn = _list_places(places[:MOST_PLACES])
    room = drawn[0].y - LINE - CURVES_FROM - 30
    frame = Frame(width=760, height=room, edge=24, line_of_text=42, named=5)
    cards = [
        DrawnCard(60 + index * CARDS_APART, player.card, tints_on_paper().get(player.tint, FAINT.colour))
        for index, player in enumerate(winners[:MOST_CARDS])
    ]
    return Picture(
        club=fit_text(club, 460, 32),
        when=when,
        winners=fit_text(names, 730 - cards[-1].x, 112),
        wins=wins,
        points=places[0].points,
        cards=tuple(cards),
        curves=draw_curves(places, totals, frame),
        places=drawn,
        description=f"{names} {wins}: {', '.join(f'{place.player.called} {signed(place.points)}' for place in places)}",
        fonts={"Doko Serif": font_in_place("doko-serif"), "Doko Display": font_in_place("doko-display")},
    )


def say_wins(winners: int) -> str:
    """Return the word below the names of the winners of an evening."""
    return npgettext("below the names", "wins", "win", winners)


def _list_places(places: Sequence[FinalPlace]) -> tuple[DrawnPlace, ...]:
    """Place the ranking in two columns, read line by line."""
    lines = (len(places) + 1) // 2
    return tuple(
        DrawnPlace(
            x=COLUMNS[index % 2],
            y=PLACES_END - (lines - 1 - index // 2) * LINE,
            name=fit_text(f"{place.rank}. {place.player.called}", COLUMN - 110, 40),
            points=place.points,
        )
        for index, place in enumerate(places)
    )


def fit_text(words: str, width: int, largest: int) -> Text:
    """Return the text as large as `width` allows, in any font; text that is still too long ends in an ellipsis."""
    size = min(largest, int(width / (BROADEST * max(len(words), 1))))
    if size >= SMALLEST:
        return Text(words, size)
    return Text(f"{words[: int(width / (BROADEST * SMALLEST)) - 1].rstrip()}…", SMALLEST)
