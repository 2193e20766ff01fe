"""Secret links to the league, and its public table as a page, JSON, CSV and an embedded frame."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Final

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from dokoclub.accounts.access import UserRequest
from dokoclub.clubs.models import Club
from dokoclub.core.http import PAGE_AND_FORM, answer_invalid, sent_data
from dokoclub.evenings.access import get_link
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.evenings.selectors import evenings
from dokoclub.evenings.selectors.starting import get_style
from dokoclub.evenings.views import links
from dokoclub.standings import access, texts
from dokoclub.standings.forms import FramesForm
from dokoclub.standings.models import League
from dokoclub.standings.models.periods import Period, Span, get_season_period, month_around
from dokoclub.standings.presenters import table as shown
from dokoclub.standings.presenters.elsewhere import table_csv, table_document
from dokoclub.standings.presenters.table_notes import format_unknown, ways_by_link
from dokoclub.standings.selectors import closings, people
from dokoclub.standings.selectors.people import Person
from dokoclub.standings.selectors.tables import LeagueTable, league_table
from dokoclub.standings.services import league as league_services

PAGES: Final = links.LinkPages(
    gettext_lazy("Link to the league"),
    list_template="standings/list_links.html",
    show_template="standings/show_link.html",
    list_links="standings:list_league_links",
    show_link="standings:show_league_link",
    revoke_link="standings:revoke_league_link",
    opened="standings:show_by_link",
)


@require_http_methods(PAGE_AND_FORM)
def list_links(request: UserRequest, club_id: int) -> HttpResponse:
    at = access.league_to_own(request.user, club_id)
    if request.method == "POST":
        link = league_services.make_league_link(at.club, by=request.user)
        return redirect("standings:show_league_link", club_id, link.pk)
    context = {
        "me": at.me,
        "club": at.club,
        "links": evenings.list_links(at.club.league_links),
        "style": get_style(at.club),
    }
    return links.render_link_list(request, PAGES, club_id, context)


@require_safe
def show_link(request: UserRequest, club_id: int, league_link_id: int) -> HttpResponse:
    at = access.league_to_own(request.user, club_id)
    link = get_link(at.club.league_links, league_link_id)
    return links.render_link(request, PAGES, club_id, link, {"me": at.me, "club": at.club})


@require_POST
def revoke_link(request: UserRequest, club_id: int, league_link_id: int) -> HttpResponse:
    at = access.league_to_own(request.user, club_id)
    return links.revoke_and_redirect(request, PAGES, club_id, get_link(at.club.league_links, league_link_id))


@dataclass(frozen=True, kw_only=True)
class Opened:
    """The content of a secret link: a table, and the players' names in it."""

    club: Club
    league: League
    token: str
    period: Period
    live: LeagueTable
    closed: closings.Month | None
    name: Callable[[Person], str]

    @property
    def table(self) -> shown.RenderedTable:
        return shown.render_table(self.live, self.league.columns, self.closed, name=self.name)


def by_link(view: Callable[[HttpRequest, Opened], HttpResponse]) -> Callable[..., HttpResponseBase]:
    """Open the page for anybody with the link, without an account.

    Without a period it shows the month in which the club last played.
    """

    @links.opened_by_link()
    @wraps(view)
    def opening(request: HttpRequest, token: str, period: Period | None = None) -> HttpResponse:
        return view(request, _open(token, period))

    return opening


def _open(token: str, period: Period | None) -> Opened:
    link = access.league_by_link(token)
    club, today = link.club, date_of_play()
    league = access.get_league(club)
    season, period = access.find_season(club, period or month_around(people.last_day(club) or today))
    rules = access.get_rules(league, season, period)
    live = league_table(club, period, rules, today=today, columns=league.columns)
    return Opened(
        club=club,
        league=league,
        token=token,
        period=period,
        live=live,
        closed=closings.closed_month(club, live) if period.span is Span.MONTH else None,
        name=_names(live, full=get_style(club).full_names),
    )


@by_link
def show_by_link(request: HttpRequest, at: Opened) -> HttpResponse:
    today = date_of_play()
    running = people.season_of_today(at.club, today) if at.club.uses("seasons") else None
    kept, table = at.closed or at.live, at.table
    context = {
        "club": at.club,
        "token": at.token,
        "period": at.period,
        "ways": ways_by_link(at.token, at.period, today, get_season_period(running) if running else None),
        "league": at.live,
        "closed": at.closed,
        "held": kept.held,
        "table": table,
        "sentences": [
            *texts.format_rules(kept.rules, kept.required),
            *format_unknown(at.live),
            *([texts.format_arrows(at.period, today)] if table.moves else []),
        ],
    }
    return render(request, "standings/show_by_link.html", context)


def _names(live: LeagueTable, *, full: bool) -> Callable[[Person], str]:
    """Return the names for strangers: short, unless the club chose full ones."""
    if full:
        return lambda person: person.name
    known = shown.call_shortly(live.people.by_number.values())
    return lambda person: known[person.pk]


@by_link
def show_json(request: HttpRequest, at: Opened) -> HttpResponse:
    response = JsonResponse(_document(at), json_dumps_params={"ensure_ascii": False, "indent": 1})
    return _readable_by(request, response, at.league.framed_by)


@by_link
def show_csv(request: HttpRequest, at: Opened) -> HttpResponse:
    response = HttpResponse(table_csv(_document(at)), content_type="text/csv; charset=utf-8")
    name = slugify(f"{at.club.name} {at.period.key}") or "dokoclub"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return _readable_by(request, response, at.league.framed_by)


@by_link
def show_embedded(request: HttpRequest, at: Opened) -> HttpResponse:
    """Show the table for a frame. Its only link is to the whole page, so a framing page cannot trick users."""
    context = {
        "club": at.club,
        "token": at.token,
        "period": at.period,
        "league": at.live,
        "closed": at.closed,
        "held": (at.closed or at.live).held,
        "table": at.table,
    }
    response: Any = render(request, "standings/embedded.html", context)
    if at.league.framed_by:
        response._csp_replace = {"frame-ancestors": at.league.framed_by}
        response.xframe_options_exempt = True  # X-Frame-Options cannot hold a list; the policy above does.
    framed: HttpResponse = response
    return framed


def _document(at: Opened) -> dict[str, Any]:
    return table_document(at.club.name, at.period, at.live, at.closed, at.table, at.name)


def _readable_by(request: HttpRequest, response: HttpResponse, origins: list[str]) -> HttpResponse:
    """Let scripts of the club's chosen pages read the response; never with cookies."""
    patch_vary_headers(response, ["Origin"])
    origin = request.headers.get("Origin")
    if origin in origins:
        response.headers["Access-Control-Allow-Origin"] = origin
    return response


@require_http_methods(PAGE_AND_FORM)
def choose_frames(request: UserRequest, club_id: int) -> HttpResponse:
    at = access.league_to_own(request.user, club_id)
    form = FramesForm(sent_data(request), initial={"origins": "\n".join(at.league.framed_by)})
    context = {"me": at.me, "club": at.club, "form": form}
    if request.method != "POST":
        return render(request, "standings/choose_frames.html", context)
    if form.is_valid():
        try:
            league_services.choose_frames(at.club, form.cleaned_data["origins"])
        except ValidationError as refused:
            form.add_error(None, refused)
        else:
            messages.success(request, _("Saved."))
            return redirect("standings:list_league_links", club_id)
    return answer_invalid(request, "standings/choose_frames.html", context)
