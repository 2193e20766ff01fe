"""Explanations of a table: the parts of a number with links to evenings, notes, links and parts of the rules form."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Final, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from dokoclub.clubs.models import Membership
from dokoclub.clubs.presenters.club_page import format_missing
from dokoclub.core.formatting import day, signed
from dokoclub.standings import texts
from dokoclub.standings.forms import RulesForm
from dokoclub.standings.models.periods import ALL_TIME, Period, Span, period_around
from dokoclub.standings.presenters.table import fetch_texts, format_number, get_tone
from dokoclub.standings.selectors.tables import LeagueTable
from dokoclub.ui.forms import FoldedPart, fold_fields
from scoring.league.columns import COLUMNS, Column, Kind, Part, explain_number
from scoring.league.standings import Row

RANKS: Final = {"former_rank": gettext_lazy("Rank a month ago"), "rank": gettext_lazy("Rank now")}


@dataclass(frozen=True, slots=True, kw_only=True)
class PointReason:
    """A line: an evening, a correction, a rank."""

    text: str
    url: str  # of the evening
    amount: str
    of: str  # the divisor of a mean or a share; ""
    counts: bool
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Why:
    title: str
    reasons: tuple[PointReason, ...]
    total: str  # the number that was clicked
    sum: str  # the division, if the number is a mean or a share: "+184 ÷ 61"
    tone: str = ""  # plus, minus, zero; "" without a sign

    @property
    def strikes(self) -> bool:
        return any(reason.note for reason in self.reasons)


def explain_cell(row: Row, key: str) -> Why:
    column = COLUMNS[key]
    parts = explain_number(row, key)
    value = column.value(row)
    return Why(
        title=texts.get_title(key),
        reasons=tuple(_reasons(parts, column)),
        total=format_number(value, column.kind, fetch_texts()) or "–",
        sum=_division(parts, column),
        tone=get_tone(value, column.kind),
    )


def list_numbers(row: Row, columns: Iterable[str], here: str) -> list[tuple[str, str, str]]:
    """Return the other numbers of the row that can be explained: key, title and number."""
    explained = ((key, explain_cell(row, key)) for key in columns if key != here)
    return [(key, why.title, why.total) for key, why in explained if why.reasons]


def _reasons(parts: tuple[Part, ...], column: Column) -> Iterator[PointReason]:
    struck = column.key not in ("best_evening", "worst_evening")
    for part in parts:
        yield PointReason(
            text=_text(part),
            url=reverse("evenings:show_evening", args=[part.evening]) if part.evening is not None else "",
            amount=_amount(part, column),
            of=str(part.of) if _divides(column) and part.evening is not None else "",
            counts=part.counts,
            note=_("struck") if struck and not part.counts else "",
        )


def _text(part: Part) -> str:
    if part.day is not None:
        return day(part.day)
    if part.reason in RANKS:
        return str(RANKS[part.reason])
    return _("Correction: %(reason)s") % {"reason": part.reason}


def _amount(part: Part, column: Column) -> str:
    if part.reason in RANKS:
        return str(abs(part.amount))
    return str(part.amount) if column.kind in (Kind.COUNT, Kind.PERCENT) else signed(part.amount)


def _divides(column: Column) -> bool:
    return column.kind in (Kind.MEAN, Kind.PERCENT)


def _division(parts: tuple[Part, ...], column: Column) -> str:
    if not _divides(column):
        return ""
    counted = [part for part in parts if part.counts]
    amount, of = sum(part.amount for part in counted), sum(part.of for part in counted)
    return f"{amount if column.kind is Kind.PERCENT else signed(amount)} ÷ {of}"


class Empty(NamedTuple):
    title: str
    text: str = ""
    url: str = ""  # of the next step, if there is one
    button: str = ""


def format_empty(club: int, *, has_played: bool, people: int, me: Membership) -> Empty:
    """Return the text of an empty table. `has_played`: the club ever; `people`: its players; `me`: the reader."""
    title = _("No games in this period") if has_played else _("No games yet")
    if not me.may_score:
        return Empty(title)
    if missing := format_missing(people):
        if not me.owner:
            return Empty(title, missing)
        return Empty(title, missing, reverse("clubs:add_player", args=[club]), _("Add a player"))
    text = _("The table starts with the first game.")
    return Empty(title, text, reverse("evenings:start_evening", args=[club]), _("Start an evening"))


def format_unknown(live: LeagueTable) -> Iterator[str]:
    """Yield sentences below a table; none if everything is known. No query."""
    unknown, number = live.unknown, len(live.unknown.summed)
    if number:
        yield ngettext(
            "Of %(number)s evening only the sums are known: it counts in points and evenings, in no games.",
            "Of %(number)s evenings only the sums are known: they count in points and evenings, in no games.",
            number,
        ) % {"number": number}
    if unknown.by_hand:
        yield (
            _("Some games have only points: they don't count in wins, solos and calls.")
            if unknown.known
            else _("These games have only points: no wins, solos or calls.")
        )
    if (number or unknown.by_hand) and live.rules.ties:
        yield _("If still tied, the rank is shared.")
    if doubled := len(unknown.doubled):
        yield ngettext(
            "%(number)s evening had half points: all its points are doubled.",
            "%(number)s evenings had half points: all their points are doubled.",
            doubled,
        ) % {"number": doubled}


class PeriodLink(NamedTuple):
    title: str
    url: str
    is_here: bool


class PeriodWays(NamedTuple):
    spans: list[PeriodLink]
    before: PeriodLink | None
    after: PeriodLink | None
    seasons: list[PeriodLink]  # the other seasons, on the page of a season


def ways_by_link(token: str, period: Period, today: date, season: Period | None) -> PeriodWays:
    """Return the tables before, after and around the same days for a secret link; `season`: the running one."""

    def url(other: Period) -> str:
        return reverse("standings:show_table_by_link", args=[token, other])

    month = period.last_month_by(today)
    around_it = ((Span.MONTH, _("Month")), (Span.QUARTER, _("Quarter")), (Span.YEAR, _("Year")))
    found = [PeriodLink(title, url(period_around(span, month.first)), period.span is span) for span, title in around_it]
    if season:
        found.append(PeriodLink(_("Season"), url(season), period.span is Span.SEASON))
    found.append(PeriodLink(pgettext("time", "All time"), url(ALL_TIME), period.span is Span.ALL))
    begun = period.after if period.after and period.after.first <= today else None
    before, after = [
        PeriodLink(str(other), url(other), is_here=False) if other else None for other in (period.before, begun)
    ]
    return PeriodWays(found, before, after, [])


def show_parts(form: RulesForm, of_season: str) -> list[FoldedPart]:
    """List the folded parts of the form. `of_season`: the title of the second part.

    The summaries show the stored rules; a form that was sent has none.
    """
    season, months = (None, None) if form.is_bound else (form.stored_rules(), form.stored_month_rules())
    return [
        fold_fields("ranking", _("Ranking"), texts.format_ranking(season) if season else "", form.of_both),
        fold_fields("of-season", of_season, texts.format_counting(season) if season else "", form.of_season),
        fold_fields(
            "of-months", _("Months and quarters"), texts.format_counting(months) if months else "", form.of_months
        ),
    ]
