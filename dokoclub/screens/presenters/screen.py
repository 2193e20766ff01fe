"""Screens of an evening, a tournament and the league: standings with movements, and the pages to show."""

from collections.abc import Callable, Container, Mapping, Sequence
from typing import Final

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dokoclub.clubs.models import Player
from dokoclub.core.formatting import day
from dokoclub.evenings.domain.sheet_state import SheetState
from dokoclub.evenings.texts import Names, join_names, short_names
from dokoclub.screens import selectors
from dokoclub.screens.models import Scene, ScreenLink
from dokoclub.screens.presenters.parts import (
    FEWEST_ROWS,
    MOST_CARDS,
    MOST_ROWS,
    Figure,
    Listing,
    ScenePage,
    Screen,
    ScreenLine,
    fit_columns,
    format_player,
    list_lists,
    number_pages,
)
from dokoclub.screens.presenters.tables import (
    find_clock,
    get_figure,
    list_tables,
    page_clock,
    page_seating,
    page_tables,
    render_sheet,
)
from dokoclub.screens.presenters.tables import render_table as print_one
from dokoclub.standings.presenters.table import LeagueGroup, render_table
from dokoclub.standings.selectors.people import Person
from dokoclub.tournaments.presenters.standing import StandingLine as Ranked
from dokoclub.tournaments.presenters.standing import list_standing
from dokoclub.tournaments.selectors.day import Day
from dokoclub.tournaments.selectors.prizes import get_prizes

LETTERS: Final = 20  # the longest name in two columns
SINCE: Final = 4  # games of each table: once round
MOST_FIGURES: Final = 3
OF_EVENING = (Scene.ALL, Scene.TABLES, Scene.STANDING, Scene.RESULT, Scene.FOLLOW)
OF_TOURNAMENT = tuple(scene for scene in Scene if scene is not Scene.SHEET)
OF_LEAGUE = (Scene.ALL, Scene.STANDING, Scene.FOLLOW)


def page_lines(
    scene: Scene, title: str, lines: Sequence[ScreenLine], *, note: str = "", heads: Sequence[str] = ()
) -> list[ScenePage]:
    """Return pages of one list of ten, or two side by side."""
    moves = any(line.moved for line in lines)
    names = [line.name for line in lines if line.figures]
    columns = 1 if len(lines) <= MOST_ROWS else fit_columns(names, 2, LETTERS)
    layout = f"wide-{columns} has-heads" if heads else f"wide-{columns}"
    sides = list_lists(lines, columns)
    rows = max([FEWEST_ROWS, *(len(column) for some in sides for column in some)])
    parts = [Listing(columns=some, heads=tuple(heads), moves=moves, rows=rows) for some in sides]
    return number_pages(scene, title, parts, note=note if moves else "", layout=layout)


# --- An evening -------------------------------------------------------------------------------------------------------


def page_evening(room: selectors.EveningRoom, names: Names) -> list[ScenePage]:
    """Return the standing of an evening, or, once it is closed, its result."""
    places = [place for place in room.ranking if place.is_here or room.evening.is_open]
    former = {} if not room.evening.is_open else ranks_before(room)
    lines = [
        ScreenLine(
            "–" if place.rank is None else str(place.rank),
            *format_player(place.player, names),
            (get_figure(place.points),),
            _moved(former, place.player.pk, place.rank),
            wins=place.rank == 1,
        )
        for place in places
    ]
    if room.evening.is_open:
        return page_lines(Scene.STANDING, _("Standings"), lines, note=_("arrows: the last four games of each table"))
    won = [line.name for line in lines if line.wins]
    return page_lines(Scene.RESULT, format_winner(won), lines)


def format_winner(names: Sequence[str]) -> str:
    """Return `Ina wins`; for equal winners all names."""
    if not names:
        return _("Result")
    return ngettext("%(names)s wins", "%(names)s win", len(names)) % {"names": join_names(names)}


def ranks_before(room: selectors.EveningRoom) -> dict[int, int]:
    """Return the ranks before the last four games of every table; empty if no table has played more."""
    column = "totals" if room.style.ranked_by == "scores" else "balances"
    sums: dict[int, int] = {}
    for page in room.pages:
        back = SINCE if page.sheet.is_open else 0
        for player, points in points_before(page.state, back, column).items():
            sums[int(player)] = sums.get(int(player), 0) + points
    if not any(sums.values()):
        return {}
    ranked = {place.player.pk for place in room.ranking if place.rank is not None}
    sums = {player: points for player, points in sums.items() if player in ranked}
    return {player: 1 + sum(other > points for other in sums.values()) for player, points in sums.items()}


def points_before(state: SheetState, games: int, column: str) -> Mapping[str, int]:
    """Return everybody's points before this many last games of a sheet."""
    lines = state.lines
    numbered = [at for at, line in enumerate(lines) if line.number is not None]
    if not games or not numbered:
        points: Mapping[str, int] = getattr(state.paper, column)
        return points
    first = numbered[-games] if len(numbered) >= games else numbered[0]
    if not first:
        return dict.fromkeys(state.sheet.players, 0)
    before: Mapping[str, int] = getattr(lines[first - 1], column)
    return before


def _moved(former: Mapping[int, int], player: int, rank: int | None) -> int | None:
    return former[player] - rank if player in former and rank is not None else None


# --- A tournament -----------------------------------------------------------------------------------------------------


def page_tournament(day: Day, names: Names) -> list[ScenePage]:
    """Return the standing with movements since the last round, once there are points; after the end the result."""
    if not day.begun or not (day.has_points or day.tournament.is_over):
        return []
    former = _former(day)
    if not day.tournament.is_over:
        lines = [_ranked(line, names, former, ()) for line in list_standing(day)]
        return page_lines(Scene.STANDING, _("Standings"), lines, note=_("arrows: since the round before"))
    prizes = get_prizes(day).cents
    lines = [_ranked(line, names, {}, prizes) for line in list_standing(day)]
    won = [line.name for line in lines if line.rank == "1"]
    return page_lines(Scene.RESULT, format_winner(won), lines)


def _former(day: Day) -> dict[int, int]:
    if len(day.begun) < 2:
        return {}
    return {row.who: row.rank for row in day.rank_rounds(day.begun[:-1]) if row.rank is not None}


def _ranked(line: Ranked, names: Names, former: Mapping[int, int], prizes: Container[int]) -> ScreenLine:
    name, card = format_player(line.entrant.player, names)
    figures = [Figure(line.score)] if line.score else []
    rank = "–" if line.rank is None else str(line.rank)
    return ScreenLine(
        rank,
        name,
        card,
        (*figures, get_figure(line.points)),
        _moved(former, line.entrant.number, line.rank),
        wins=line.entrant.number in prizes,
    )


# --- The league -------------------------------------------------------------------------------------------------------


def page_league(room: selectors.LeagueRoom) -> list[ScenePage]:
    """Return the table of the month: ranked players, then those below the minimum attendance."""
    shown = render_table(room.live, selectors.LEAGUE_COLUMNS, room.closed, name=_name_people(room))
    heads = shown.heads[-MOST_FIGURES:]
    lines = [line for group in shown.groups for line in _list_lines(group, room)]
    title = _("Table of the month") if not room.closed else _("Table of the month, closed")
    return page_lines(
        Scene.STANDING, title, lines, note=_("arrows: since the month before"), heads=[head.text for head in heads]
    )


def _list_lines(group: LeagueGroup, room: selectors.LeagueRoom) -> list[ScreenLine]:
    """List the lines under their heading, which explains a missing rank: such a player may have more points."""
    people = room.live.people.by_number
    heading = [ScreenLine("", group.title, None, ())] if group.heading else []
    return [
        *heading,
        *(
            ScreenLine(
                "–" if line.rank is None else str(line.rank),
                line.name,
                people[line.player].card if len(people) <= MOST_CARDS else None,
                tuple(Figure(cell.text, cell.tone) for cell in line.cells[-MOST_FIGURES:]),
                line.moved,
                wins=line.rank == 1,
            )
            for line in group.lines
        ),
    ]


def _name_people(room: selectors.LeagueRoom) -> Callable[[Person], str]:
    """Return the short names, as everywhere on screens."""
    people = room.live.people.by_number.values()
    known = short_names([Player(pk=one.pk, name=one.name, short_name=one.short_name) for one in people])
    return lambda person: known[person.pk]


def show_screen(link: ScreenLink, code: SafeString | None) -> Screen:
    """Return the screen. At most four queries. `link` of `with_state`; `code`: the QR by which phones read along."""
    if link.evening is not None:
        screen = _evening(link, code)
    elif link.tournament is not None:
        screen = _tournament(link, code)
    else:
        screen = _league(link, code)
    return choose_pages(screen, link.scene)


def choose_pages(screen: Screen, scene: str) -> Screen:
    """Return the chosen scene only, or all scenes if it does not exist now."""
    chosen = tuple(page for page in screen.pages if page.scene == scene)
    return Screen(title=screen.title, beside=screen.beside, pages=chosen or screen.pages, clock=screen.clock)


def _evening(link: ScreenLink, code: SafeString | None) -> Screen:
    evening = link.evening
    assert evening is not None  # noqa: S101
    evening.club = link.club
    room = selectors.read_evening(evening, selectors.style_of_screen(link))
    names = short_names(room.players)
    beside = " · ".join(filter(None, [day(evening.date), evening.place]))
    if len(room.pages) == 1:
        return Screen(title=link.club.name, beside=beside, pages=(_sheet(room, names, code),))
    tables = page_tables([print_one(page, names) for page in room.now]) if evening.is_open else []
    pages = [*tables, *page_evening(room, names), *_code(code)]
    return Screen(title=link.club.name, beside=beside, pages=tuple(pages))


def _sheet(room: selectors.EveningRoom, names: Names, code: SafeString | None) -> ScenePage:
    """Return the only sheet of an evening, large."""
    content = {"sheet": render_sheet(room.pages[0], names), "code": code}
    return ScenePage(scene=Scene.SHEET, title="", content=content, layout="sheet-page")


def _tournament(link: ScreenLink, code: SafeString | None) -> Screen:
    tournament = link.tournament
    assert tournament is not None  # noqa: S101
    tournament.club = link.club
    if tournament.evening is not None:
        tournament.evening.club = link.club
    room = selectors.read_tournament(tournament, selectors.style_of_screen(link))
    names, clock = short_names(room.players), find_clock(room.day)
    pages = [
        *page_seating(room.day, names),
        *page_clock(clock),
        *page_tables(list_tables(room, names)),
        *page_tournament(room.day, names),
        *_code(code),
    ]
    beside = clock.text if clock else day(tournament.day)
    return Screen(title=tournament.name, beside=beside, pages=tuple(pages), clock=clock)


def _league(link: ScreenLink, code: SafeString | None) -> Screen:
    room = selectors.read_league(link)
    pages = [*page_league(room), *_code(code)]
    return Screen(title=link.club.name, beside=str(room.period), pages=tuple(pages))


def _code(code: SafeString | None) -> Sequence[ScenePage]:
    return [ScenePage(scene=Scene.FOLLOW, title=_("Follow along"), content=code)] if code else []
