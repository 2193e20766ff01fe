"""Statistics of the club and of a player, the matrix of players, and ratings."""

from collections.abc import Callable
from datetime import date
from typing import Any, Final

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from dokoclub.accounts.access import UserRequest
from dokoclub.clubs.models import Player
from dokoclub.clubs.models.stamp import get_play_version
from dokoclub.clubs.views.links import show_to_member
from dokoclub.core.cache import Context, get_or_compute
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.standings import access
from dokoclub.standings.access import AtLeague
from dokoclub.standings.forms import HideForm
from dokoclub.standings.models.periods import Period, Span, month_around, year_around
from dokoclub.standings.presenters import blocks, charts, facts, findings
from dokoclub.standings.presenters import ratings as shown
from dokoclub.standings.presenters.ratings import Known
from dokoclub.standings.presenters.statistics import FEW, period_ways
from dokoclub.standings.presenters.statistics_html import Figure, Side, render_matrix
from dokoclub.standings.presenters.table import find_place
from dokoclub.standings.selectors import people
from dokoclub.standings.selectors.statistics import Counted, list_points, own_player, rated_members
from dokoclub.standings.selectors.tables import league_table
from dokoclub.standings.services import ratings
from dokoclub.standings.services.tallies import count_games
from scoring.rating import ShownRating

EVENINGS_SHOWN: Final = 6  # of a person; the others fold
YEARS_BEFORE: Final = 2  # with which a period is compared


@require_safe
def show_statistics(request: UserRequest, club_id: int) -> HttpResponse:
    """Redirect to the year in which the club last played."""
    at = access.league_to_read(request.user, club_id)
    return redirect("standings:show_club_statistics", club_id, _last_year(at))


@require_safe
def show_player(request: UserRequest, club_id: int, player_id: int) -> HttpResponse:
    """Redirect to the month in which the club last played, even if the player did not play."""
    at = access.league_to_read(request.user, club_id)
    player = get_object_or_404(at.club.players, pk=player_id)
    month = month_around(people.last_day(at.club) or date_of_play())
    return redirect("standings:show_player_statistics", club_id, player.pk, month)


@require_safe
def show_club_statistics(request: UserRequest, club_id: int, period: Period) -> HttpResponse:
    at = access.league_to_read(request.user, club_id, period)

    def build() -> Context:
        counted = count_games(at.club, at.period, at.rules.ranked_by)
        context = {
            **_frame(at, lambda other: reverse("standings:show_club_statistics", args=[club_id, other])),
            "findings": findings.list_findings(counted, _past(at)),
            "facts": facts.list_club_facts(counted),
            **_tabs(request, blocks.list_club_blocks(counted)),
        }
        return context | _print(at, "standings/_club_figures.html", context)

    return show_to_member(request, "standings/club_statistics.html", build, at.me, browser_keeps=True)


@require_safe
def show_player_statistics(request: UserRequest, club_id: int, player_id: int, period: Period) -> HttpResponse:
    """Show a person's points: the period at a glance, or with `?about=` all figures of one tab.

    `?panel`: only the side panel of the league table, on laptops.
    """
    at = access.league_to_read(request.user, club_id, period)
    player = get_object_or_404(at.club.players, pk=player_id)
    if "panel" in request.GET:
        return _show_side_panel(request, at, player)
    about = _word(findings.TABS, request.GET.get("about"), "")

    def url(other: Period) -> str:
        shown_there = f"?about={about}" if about else ""
        return reverse("standings:show_player_statistics", args=[club_id, player_id, other]) + shown_there

    def build() -> Context:
        counted = count_games(at.club, at.period, at.rules.ranked_by)
        made = blocks.list_player_blocks(counted, player)
        if not about:
            context = {**_frame(at, url), "player": player, **_glance(at, counted, player, made)}
            context["place"] = _find_place(at, player)
            return context | _print(at, "standings/_player_glance.html", context)
        figures = {"player": player, "facts": facts.list_player_facts(counted, player)}
        context = {**_frame(at, url), **figures, **_with_curve_first(_tabs(request, made))}
        return context | _print(at, "standings/_player_figures.html", context)

    return show_to_member(request, "standings/player_statistics.html", build, at.me, browser_keeps=True)


def _show_side_panel(request: UserRequest, at: AtLeague, player: Player) -> HttpResponse:
    def build() -> Context:
        counted = count_games(at.club, at.period, at.rules.ranked_by)
        return {"club": at.club, "period": at.period, "player": player, **_evenings(at, counted, player)}

    return show_to_member(request, "standings/_side_panel.html", build, at.me, browser_keeps=True)


def _evenings(at: AtLeague, counted: Counted, player: Player) -> dict[str, Any]:
    evenings = charts.list_own_evenings(counted, player)
    played = [one.evening for one in evenings if one.evening]
    games = list_points(player, played, at.rules.ranked_by) if at.period.span is Span.MONTH else []
    return {"evenings": evenings, "curve": charts.draw_own_curve(evenings, games)}


def _glance(at: AtLeague, counted: Counted, player: Player, made: list[blocks.Made]) -> dict[str, Any]:
    own = _evenings(at, counted, player)
    return {
        "curve": own["curve"],
        "evenings": own["evenings"][:EVENINGS_SHOWN],
        "more_evenings": own["evenings"][EVENINGS_SHOWN:],
        "total": sum(one.points for one in own["evenings"]),
        "sentences": findings.tell_player(counted, player),
        "rows": findings.list_person_rows(made, counted, player),
        "is_rated": counted.of(player).all.games > 0 and not player.guest,
    }


def _find_place(at: AtLeague, player: Player) -> str:
    """Return the player's place in a month, "" for other periods and without a rank. Two queries."""
    if at.period.span is not Span.MONTH:
        return ""
    return find_place(league_table(at.club, at.period, at.rules, today=date_of_play(), columns=()), player)


@require_safe
def show_matrix(request: UserRequest, club_id: int, period: Period) -> HttpResponse:
    """Show the matrix: `?side=against`, `?figure=mean`, `?figure=won`; any other value gives the first choice."""
    at = access.league_to_read(request.user, club_id, period)
    side: Side = _word(Side, request.GET.get("side"), Side.WITH)
    figure: Figure = _word(Figure, request.GET.get("figure"), Figure.POINTS)

    def build() -> Context:
        counted = count_games(at.club, at.period, at.rules.ranked_by)
        context = {
            **_frame(at, lambda other: reverse("standings:show_matrix", args=[club_id, other])),
            "side": side,
            "figure": figure,
            "matrix": render_matrix(counted, side, figure),
            "by_hand": counted.sums.by_hand,
        }
        return context | _print(at, "standings/_matrix_figures.html", context)

    return show_to_member(request, "standings/matrix.html", build, at.me, browser_keeps=True)


def _tabs(request: UserRequest, made: list[blocks.Made]) -> dict[str, Any]:
    """Return the blocks of one tab, `?about=`, and the ways to the others."""
    tabs, shown_blocks = findings.pick_tab(made, request.GET.get("about"))
    return {"tabs": tabs, "blocks": shown_blocks}


def _with_curve_first(shown: dict[str, Any]) -> dict[str, Any]:
    """Take the points over time out of the blocks, to stand before the figures."""
    curve, rest = [
        [one for one in shown["blocks"] if (one.block.key == "over-time") is wanted] for wanted in (True, False)
    ]
    return {**shown, "curve": curve, "blocks": rest}


def _past(at: AtLeague) -> Counted:
    """Return the games of the two years until the end of the period, with which its games are compared."""
    last = month_around(min(at.period.last, date_of_play())).last
    first = min(date(last.year - YEARS_BEFORE, last.month, 1), at.period.first)
    return count_games(at.club, Period(span=Span.QUARTER, first=first, last=last), at.rules.ranked_by)


def _print(at: AtLeague, template: str, context: Context) -> dict[str, Any]:
    """Render the figures before the page around them, which loads the chart script if there is a chart."""
    printed = render_to_string(template, {**context, "me": at.me})
    return {"me": at.me, "league": at.league, "printed": printed, "has_chart": "data-chart=" in printed}


def _frame(at: AtLeague, url: Callable[[Period], str]) -> dict[str, Any]:
    """Return the context of all pages: period, and links to other periods. Two queries."""
    last_day = people.last_day(at.club)
    seasons = people.list_seasons(at.club) if at.club.uses("seasons") else []
    ways = period_ways(at.period, url, last_day=last_day or date_of_play(), seasons=seasons)
    return {"club": at.club, "period": at.period, "ways": ways, "few": FEW, "has_played": last_day is not None}


def _last_year(at: AtLeague) -> Period:
    return year_around(people.last_day(at.club) or date_of_play())


def _word(words: Any, asked: str | None, otherwise: Any) -> Any:
    return next((word for word in words if word == asked), otherwise)


def know_rating(at: AtLeague) -> Known:
    """Return the rating, solved once for all pages, until anything is written.

    Six queries the first time, if sums are stored.
    """

    def work() -> Known:
        members = rated_members(at.club)
        return Known(members, ratings.rate_club(at.club, [member.key for member in members], date_of_play()))

    version = get_play_version(at.club)
    return get_or_compute(f"rating-{at.club.pk}", version and f"{version} {date_of_play()}", work)


@require_safe
def show_rating(request: UserRequest, club_id: int) -> HttpResponse:
    """Show all players with enough games who do not hide their number."""
    at = access.league_to_read(request.user, club_id)
    context: dict[str, Any] = {"me": at.me, "club": at.club}
    known = know_rating(at)
    own = own_player(at.club, request.user)
    context |= {
        "board": shown.list_ranks(known),
        "own": own if own and not own.guest else None,
        "is_hidden": own is not None and known.is_hidden(own),
    }
    return render(request, "standings/show_rating.html", context)


@require_safe
def show_player_rating(request: UserRequest, club_id: int, player_id: int) -> HttpResponse:
    """Show the meaning and origin of a number; only its owner sees a hidden one."""
    at = access.league_to_read(request.user, club_id)
    player = get_object_or_404(at.club.players.active().filter(guest=False), pk=player_id)
    context: dict[str, Any] = {"me": at.me, "club": at.club, "player": player}
    is_own = player.account_id == at.me.account_id
    known = know_rating(at)
    is_hidden = known.is_hidden(player)
    if is_hidden and not is_own:
        return render(request, "standings/hidden_rating.html", context)
    mine = known.shown(player)
    if mine is None:
        return render(request, "standings/few_games.html", context)
    figures = {**context, **_of_player(at, player, mine, is_own)}
    context["printed"] = render_to_string("standings/_player_rating.html", figures)
    context |= {"has_chart": True, "own": player if is_own else None, "is_hidden": is_hidden}
    return render(request, "standings/show_player_rating.html", context)


def _of_player(at: AtLeague, player: Player, mine: ShownRating, is_own: bool) -> dict[str, Any]:
    known, today = know_rating(at), date_of_play()
    rating = known.rating
    assert rating is not None  # noqa: S101  # Only rated players are shown.
    key, number = str(player.pk), shown.get_number(mine)
    members, scale = [member.key for member in known.members], shown.scale_beside(known, number)
    return {
        "number": number,
        "games": rating.beside[key].games,
        "scale": scale,
        "bar": scale.bar_of(number.within),
        "words": shown.format_number(player, number, rating.beside[key].games, is_own=is_own),
        "movers": shown.list_movers(ratings.find_movers(rating, player, today)),
        "company": shown.get_company(rating, player, mine.points),
        "content": shown.get_course(player, ratings.rate_month_ends(at.club, members, today), mine),
    }


@require_POST
def hide_rating(request: UserRequest, club_id: int) -> HttpResponse:
    """Hide or show the user's own number."""
    at = access.league_to_read(request.user, club_id)
    own = own_player(at.club, request.user)
    if own is None:
        raise Http404
    form = HideForm(request.POST)
    if form.is_valid():
        ratings.hide_rating(own, form.cleaned_data["hidden"])
        messages.success(
            request,
            _("Only you see your rating now.") if form.cleaned_data["hidden"] else _("Everyone sees your rating."),
        )
    return redirect("standings:show_rating", club_id)


@require_safe
def switch_rating(request: UserRequest, club_id: int) -> HttpResponse:
    """Redirect to the club's switches, which include this one."""
    at = access.league_to_own(request.user, club_id)
    return redirect("clubs:show_settings", at.club.pk)
