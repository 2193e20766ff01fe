"""What stands on a screen now: which scenes there are, and which of them are wanted."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from dokoclub.evenings.words.names import Names, short_names
from dokoclub.look.days import day
from dokoclub.screens.models import Scene, ScreenLink
from dokoclub.screens.selectors.links import style_of_screen
from dokoclub.screens.selectors.rooms import EveningRoom, read_evening, read_league, read_tournament
from dokoclub.screens.shown.hall import clock_of, list_tables, page_clock, page_seating
from dokoclub.screens.shown.parts import Page, Screen
from dokoclub.screens.shown.standing import page_evening, page_league, page_tournament
from dokoclub.screens.shown.tables import page_tables, print_sheet
from dokoclub.screens.shown.tables import print_table as print_one

OF_EVENING = (Scene.ALL, Scene.TABLES, Scene.STANDING, Scene.RESULT, Scene.FOLLOW)
OF_TOURNAMENT = tuple(scene for scene in Scene if scene is not Scene.SHEET)
OF_LEAGUE = (Scene.ALL, Scene.STANDING, Scene.FOLLOW)


def show_screen(link: ScreenLink, code: SafeString | None) -> Screen:
    """At most four queries. `link` of `with_state`; `code`: the QR by which phones read along."""
    if link.evening is not None:
        screen = _evening(link, code)
    elif link.tournament is not None:
        screen = _tournament(link, code)
    else:
        screen = _league(link, code)
    return choose_pages(screen, link.scene)


def choose_pages(screen: Screen, scene: str) -> Screen:
    """The one scene that was chosen; all of them where it is not there now."""
    chosen = tuple(page for page in screen.pages if page.scene == scene)
    return Screen(title=screen.title, beside=screen.beside, pages=chosen or screen.pages, clock=screen.clock)


def _evening(link: ScreenLink, code: SafeString | None) -> Screen:
    evening = link.evening
    assert evening is not None  # noqa: S101
    evening.club = link.club
    room = read_evening(evening, style_of_screen(link))
    names = short_names(room.players)
    beside = " · ".join(filter(None, [day(evening.date), evening.place]))
    if len(room.pages) == 1:
        return Screen(title=link.club.name, beside=beside, pages=(_sheet(room, names, code),))
    tables = page_tables([print_one(page, names) for page in room.now]) if evening.is_open else []
    pages = [*tables, *page_evening(room, names), *_code(code)]
    return Screen(title=link.club.name, beside=beside, pages=tuple(pages))


def _sheet(room: EveningRoom, names: Names, code: SafeString | None) -> Page:
    """The only one of an evening, large."""
    content = {"sheet": print_sheet(room.pages[0], names), "code": code}
    return Page(scene=Scene.SHEET, title="", content=content, layout="sheet-page")


def _tournament(link: ScreenLink, code: SafeString | None) -> Screen:
    tournament = link.tournament
    assert tournament is not None  # noqa: S101
    tournament.club = link.club
    if tournament.evening is not None:
        tournament.evening.club = link.club
    room = read_tournament(tournament, style_of_screen(link))
    names, clock = short_names(room.players), clock_of(room.day)
    pages = [
        *page_seating(room.day, names),
        *page_clock(clock),
        *page_tables(list_tables(room, names)),
        *page_tournament(room.day, names),
        *_code(code),
    ]
    beside = clock.told if clock else day(tournament.day)
    return Screen(title=tournament.name, beside=beside, pages=tuple(pages), clock=clock)


def _league(link: ScreenLink, code: SafeString | None) -> Screen:
    room = read_league(link)
    pages = [*page_league(room), *_code(code)]
    return Screen(title=link.club.name, beside=str(room.period), pages=tuple(pages))


def _code(code: SafeString | None) -> Sequence[Page]:
    return [Page(scene=Scene.FOLLOW, title=_("Read along"), content=code)] if code else []
