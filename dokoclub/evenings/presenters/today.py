"""Evenings on Heute, the start page of a club: the open one as its leaf, or the way to start one."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dokoclub.clubs.hooks import Part, TodayLine
from dokoclub.clubs.models import Membership, Player, Right
from dokoclub.clubs.presenters.club_page import rules_state
from dokoclub.clubs.selectors import active_players, current_rules
from dokoclub.core.formatting import short_day, signed
from dokoclub.evenings.domain.results import running_totals
from dokoclub.evenings.domain.sheet_state import read_cached_sheets
from dokoclub.evenings.models import Evening, Seat, Sheet
from dokoclub.evenings.presenters.finale import Curves, Frame, draw_curves
from dokoclub.evenings.selectors import evenings as evenings_selectors
from dokoclub.evenings.selectors import glances
from dokoclub.evenings.selectors.evenings import EveningPage, FinalPlace, TableLine
from dokoclub.evenings.texts import Names, join_names, short_names
from scoring.terms import PLAYING

FRAME: Final = Frame(width=260, height=100, edge=4, line_of_text=0, named=0)
MOST_ON_STRIP: Final = 7
MOST_TABLES: Final = 4
MOST_CARDS: Final = 8
MOST_NAMES: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenLeaf:
    """The open evening that a reader means.

    `line`: its only open table, or the one where the reader sits; None with several others. `strip`: everybody at that
    table; `curves`: None before the second game, and where a sheet cannot be read.
    """

    page: EveningPage
    line: TableLine | None
    strip: Sequence[FinalPlace]
    names: Names
    curves: Curves | None
    may_write: bool
    may_score: bool
    pk: int = 0  # of the evening

    @property
    def sheet(self) -> Sheet | None:
        return self.line.sheet if self.line else None

    @property
    def tables(self) -> list[TableLine]:
        """Return the open tables, where the leaf shows none of them in full."""
        return [] if self.line else self.page.open_tables[:MOST_TABLES]


class StartLeaf(NamedTuple):
    """The way to start. `players`: of the last evening, or everybody in a club without one."""

    me: Membership
    players: list[Player]
    may_start: bool
    is_first: bool

    @property
    def cards(self) -> list[Player]:
        return self.players[:MOST_CARDS]

    @property
    def names(self) -> str:
        """Return `Anna, Ben, Cleo`; of many players the first few."""
        names = list(short_names(self.players).values())[:MOST_NAMES]
        return ", ".join([*names, "…"] if len(self.players) > MOST_NAMES else names)


def show_open_evening(me: Membership) -> Part | None:
    """Return the leaf of an open evening: today's first, then the one where the reader sits. At most six queries."""
    pages = _open_pages(me)
    if not pages:
        return None
    page = pages[0]
    sheet = page.sheet_to_open
    line = next((one for one in page.tables if one.sheet == sheet), None)
    may_score = me.may_score and not me.club.is_moving
    strip = [place for place in page.ranking if line and place.player in line.players]
    strip.sort(key=lambda place: line.players.index(place.player) if line else 0)
    leaf = OpenLeaf(
        page=page,
        line=line,
        strip=strip if len(strip) <= MOST_ON_STRIP else [],
        names=short_names([place.player for place in strip]),
        curves=_draw(page, strip) if line and line.games > 1 else None,
        may_write=may_score or (bool(page.my_tables) and not me.club.is_moving),
        may_score=may_score,
        pk=page.evening.pk,
    )
    return Part("evenings/_open_leaf.html", leaf)


def _open_pages(me: Membership) -> list[EveningPage]:
    """Return the pages of the open evenings, the one that is meant first. Five queries, one for a whole page."""
    opened = [evening for evening in evenings_selectors.newest_evenings(me.club) if evening.is_open]
    pages = evenings_selectors.evening_pages(opened, me.account)
    return sorted(pages, key=lambda page: (page.evening.is_of_earlier_day, not page.my_tables))


def _draw(page: EveningPage, strip: Sequence[FinalPlace]) -> Curves | None:
    """Return everybody's points over the evening. One query."""
    sheets = [line.sheet for line in page.tables]
    for sheet in sheets:
        sheet.evening = page.evening
    with suppress(ValueError, KeyError, TypeError, AttributeError):  # unreadable: `check_ledger` reports it
        states = read_cached_sheets(sheets)
        totals = running_totals([states[sheet.pk] for sheet in sheets], page.style.ranked_by)
        return draw_curves(strip, totals, FRAME)
    return None


def list_other_evenings(me: Membership, leaf: Part) -> list[TodayLine]:
    """List the other open evenings, and while only one of an earlier day is open, the way to start another.

    One query if there are very many.
    """
    if not isinstance(leaf.shown, OpenLeaf):
        return []
    opened = [one for one in evenings_selectors.newest_evenings(me.club) if one.is_open]
    others = [one for one in opened if one.pk != leaf.shown.pk]
    lines = []
    if all(one.is_of_earlier_day for one in opened) and leaf.shown.may_score:
        lines.append(_link_to_start(me))
    if len(others) == 1:
        lines.append(_line_of(others[0]))
    elif others:
        number = len(others)
        if len(opened) == evenings_selectors.NEWEST:
            number = evenings_selectors.count_open(me.club) - 1
        text = ngettext("%(number)s more evening is open", "%(number)s more evenings are open", number)
        url = reverse("evenings:list_evenings", args=[me.club_id])
        lines.append(TodayLine("spade", text % {"number": number}, url))
    return lines


def _link_to_start(me: Membership) -> TodayLine:
    return TodayLine("spade", _("Start an evening"), reverse("evenings:start_evening", args=[me.club_id]))


def _line_of(evening: Evening) -> TodayLine:
    text = _("%(day)s: still open") if evening.is_of_earlier_day else _("%(day)s: also running")
    url = reverse("evenings:show_evening", args=[evening.pk])
    return TodayLine("spade", text % {"day": short_day(evening.date)}, url)


def offer_start(me: Membership) -> Part | None:
    """Return the leaf of a club in which nothing is open; None without enough players. At most three queries."""
    if sum(player.active for player in active_players(me.club)) < PLAYING:
        return None
    newest = evenings_selectors.newest_evenings(me.club)
    players = _last_round(newest[0]) if newest else _everybody(me)
    leaf = StartLeaf(me, players, me.may_score and not me.club.is_moving, is_first=not newest)
    return Part("evenings/_start_leaf.html", leaf)


def _last_round(evening: Evening) -> list[Player]:
    """Return the people at the tables of an evening, in seat order, each once. One query."""
    seats = Seat.objects.taken().filter(sheet__evening=evening).select_related("player")
    return list(dict.fromkeys(seat.player for seat in seats.order_by("sheet__round", "sheet", "place")))


def _everybody(me: Membership) -> list[Player]:
    return list(me.club.players.playing())


def last_evening(me: Membership, _leaf: Part) -> list[TodayLine]:
    """Return the line of the last evening, while none is open. Five queries."""
    newest = evenings_selectors.newest_evenings(me.club)
    closed = [evening for evening in newest if not evening.is_open]
    if not closed or closed != newest:
        return []
    glance = glances.glances_of(me.club, closed[:1])[0]
    day, winners = short_day(glance.evening.date), glance.winners
    url = reverse("evenings:show_evening", args=[glance.evening.pk])
    if not winners:
        return [TodayLine("spade", day, url)]
    text = ngettext("%(day)s: %(name)s wins", "%(day)s: %(name)s win", len(winners))
    title = text % {"day": day, "name": join_names([player.called for player in winners])}
    return [TodayLine("spade", title, url, signed(glance.best), glance.best < 0)]


def offer_questions(me: Membership, _leaf: Part) -> list[TodayLine]:
    """Offer owners the questions that set up the rules, until the rules changed or an evening is over. Two queries."""
    if not me.may(Right.OWN) or me.club.is_moving:
        return []
    if any(not evening.is_open for evening in evenings_selectors.newest_evenings(me.club)):
        return []
    rules = current_rules(me.club)
    if rules.number > 1:
        return []
    url = reverse("clubs:ask_rules", args=[me.club_id])
    return [TodayLine("club", _("Your rules in twelve questions"), url, note=rules_state(rules))]


def keep_blank(me: Membership) -> Part | None:
    """Return the part with which a phone can start an evening without a network, for scorers. No query."""
    return Part("evenings/_without_network.html", me.club) if me.may_score else None
