"""The picture of an evening for sharing: 1080 × 1350, drawn as SVG from the results alone.

The phone converts it to PNG (static/js/pages/evening_picture.js). It loads on its own, without style sheet or theme.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dokoclub.clubs.texts.games import own_names, solo_name
from dokoclub.core.formatting import day_and_year, signed
from dokoclub.evenings.domain.results import Totals
from dokoclub.evenings.hooks import Achievement
from dokoclub.evenings.models import Evening
from dokoclub.evenings.presenters.finale import Curve, Curves, Frame, best_solo, draw_curves
from dokoclub.evenings.selectors.evenings import FinalPlace
from dokoclub.evenings.selectors.results import Highlights
from dokoclub.evenings.texts.names import join_names
from dokoclub.ui.cards import font_in_place, tints_on_paper

WIDTH, HEIGHT = 1080, 1350
MOST_DEEDS: Final = 3
DEED: Final = 92  # height of one; the curve gets the space that they leave
CURVES_FROM: Final = 745
DEEDS_END: Final = 1300
BROADEST: Final = 0.66  # width of a letter in the widest serif, relative to its size
SMALLEST: Final = 20
FLOOR: Final = 700  # of the podium
STEPS: Final = ((481, 226), (241, 226), (721, 226))  # x and width, the winner in the middle
TOPS: Final = (520, 580, 615)  # by place: equal players are equally high


class Pen(NamedTuple):
    """The style of a line."""

    colour: str
    width: int
    dashes: str  # "": none


DASHES: Final = ("", "16 9", "3 8", "22 8 4 8")  # by the suit of the player's card, as in every chart
FAINT: Final = Pen("#ddd4c1", 3, "")


class Text(NamedTuple):
    """Words with the font size at which they fit."""

    words: str
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureStep:
    """A step of the podium, with its player."""

    x: int
    width: int
    top: int
    rank: int
    name: Text
    points: str

    @property
    def middle(self) -> int:
        return self.x + self.width // 2

    @property
    def height(self) -> int:
        return FLOOR - self.top


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureLine:
    """A highlight of the evening, at height `at`."""

    label: str
    text: Text
    points: str
    at: int
    suit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    club: Text
    day: str
    games: str
    winners: Text
    points: int
    steps: tuple[PictureStep, ...]
    curves: Curves
    curves_from: int
    deeds: tuple[PictureLine, ...]
    told: str  # the whole content, for screen readers

    @property
    def fonts(self) -> dict[str, str]:
        """Return the data URLs of the typefaces by name."""
        return {"Doko Serif": font_in_place("doko-serif"), "Doko Display": font_in_place("doko-display")}

    @property
    def lines(self) -> list[tuple[Curve, Pen]]:
        """Return the lines in drawing order, the winner's last and so above all others."""
        lines = self.curves.lines
        pens = [_get_pen(curve, is_best=curve is lines[0]) if curve.name else FAINT for curve in lines]
        return list(zip(lines, pens, strict=True))[::-1]


def _get_pen(curve: Curve, *, is_best: bool) -> Pen:
    """Return the player's own line style, the same in every chart."""
    colour = tints_on_paper().get(curve.tint, FAINT.colour)
    return Pen(colour, 8 if is_best else 5, DASHES[(curve.tint - 1) % len(DASHES)])


def draw_evening(
    evening: Evening,
    ranking: Sequence[FinalPlace],
    found: Highlights,
    totals: Mapping[str, Totals],
    deeds: Iterable[Achievement],
) -> Picture | None:
    """Return the picture of an evening, or None where nobody has played."""
    places = [place for place in ranking if place.is_here and place.rank is not None]
    if not any(place.games for place in places):
        return None
    return compose_picture(
        club=evening.club.name,
        day=day_and_year(evening.date),
        games=ngettext("%(number)s game", "%(number)s games", found.games) % {"number": found.games},
        places=places,
        totals=totals,
        told=_told(found, deeds),
    )


def compose_picture(
    *,
    club: str,
    day: str,
    games: str,
    places: Sequence[FinalPlace],
    totals: Mapping[str, Totals],
    told: Iterator[tuple[str, str, str]],
) -> Picture:
    """Return the picture. `places`: one or more, the best first; `told`: label, words and points of each highlight."""
    names = [place.player.called for place in places if place.rank == places[0].rank]
    won = ngettext("%(names)s wins", "%(names)s win", len(names)) % {"names": join_names(names)}
    deeds = _lines(told)
    frame = Frame(width=600, height=DEEDS_END - CURVES_FROM - len(deeds) * DEED - 40, edge=24, line_of_text=36, named=5)
    return Picture(
        club=fit_text(club, 840, 40),
        day=day,
        games=games,
        winners=fit_text(won, 620, 96),
        points=places[0].points,
        steps=tuple(
            PictureStep(
                x=x,
                width=width,
                top=TOPS[min(place.rank or 1, len(TOPS)) - 1],
                rank=place.rank or 1,
                name=fit_text(place.player.called, width + 14, 34),
                points=signed(place.points),
            )
            for place, (x, width) in zip(places, STEPS, strict=False)
        ),
        curves=draw_curves(places, totals, frame),
        curves_from=CURVES_FROM,
        deeds=deeds,
        told=f"{won}: {', '.join(f'{place.player.called} {signed(place.points)}' for place in places)}",
    )


def fit_text(words: str, width: int, largest: int) -> Text:
    """Return the text as large as `width` allows, in any font; text that is still too long ends in an ellipsis."""
    size = min(largest, int(width / (BROADEST * max(len(words), 1))))
    if size >= SMALLEST:
        return Text(words, size)
    return Text(f"{words[: int(width / (BROADEST * SMALLEST)) - 1].rstrip()}…", SMALLEST)


def _told(found: Highlights, deeds: Iterable[Achievement]) -> Iterator[tuple[str, str, str]]:
    """Yield label, words and points of the best solo, achievements in games, the longest series and the Füchse."""
    solo = best_solo(found.solos)
    if solo:
        kind = solo_name(solo.key, own_names(solo.sheet.parsed))
        yield _("Best solo"), f"{solo.player.called}, {kind}", signed(solo.points)
    for name, some in groupby(deeds, key=lambda deed: deed.name):
        players = dict.fromkeys(player.called for deed in some for player in deed.players)
        yield name, join_names([*players]), ""
    for streak in found.streaks[:1]:
        wins = _("%(number)s wins in a row") % {"number": streak.wins}
        yield _("Longest streak"), f"{streak.player.called}, {wins}", ""
    for player, caught in found.hunters[:1]:
        yield _("Most Füchse caught"), player.called, f"×{caught}"


def _lines(told: Iterator[tuple[str, str, str]]) -> tuple[PictureLine, ...]:
    some = [one for one, _place in zip(told, range(MOST_DEEDS), strict=False)]
    top = DEEDS_END - len(some) * DEED
    return tuple(
        PictureLine(label=label, text=fit_text(words, 720, 36), points=points, at=top + place * DEED, suit=suit)
        for place, ((label, words, points), suit) in enumerate(zip(some, ("spade", "heart", "diamond"), strict=False))
    )
