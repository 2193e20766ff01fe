"""Charts of the points of a sheet or an evening, results under other rules, and the picture of an evening."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from dokoclub.accounts.access import UserRequest
from dokoclub.clubs.models import Club, Player
from dokoclub.clubs.selectors import rules_history
from dokoclub.core.formatting import day_and_year
from dokoclub.core.http import Request
from dokoclub.evenings import access
from dokoclub.evenings.access import AtEvening
from dokoclub.evenings.domain import events
from dokoclub.evenings.domain.results import Totals, running_totals
from dokoclub.evenings.presenters.picture import Picture, draw_evening, draw_sample
from dokoclub.evenings.presenters.sheet import get_title
from dokoclub.evenings.selectors import corrections, evenings, results
from dokoclub.evenings.selectors import sheets as sheets_selectors
from dokoclub.evenings.views import sheet_access
from dokoclub.evenings.views.sheet_access import SheetContext
from dokoclub.ui import components
from dokoclub.ui.texts import get_name, translate_text
from scoring.rules.presets import PRESETS
from scoring.rules.rules import Rules

HOUR: Final = 60 * 60  # seconds


@require_safe
@sheet_access.to_read
def show_chart(request: UserRequest, sheet_context: SheetContext) -> HttpResponse:
    """Show the chart of one sheet, with the sheet's own totals, the best first."""
    page = sheets_selectors.sheet_page(sheet_context.sheet, writers=False)
    totals = running_totals([page.state])
    players = [column.player for column in page.columns]
    context = _drawn(
        sorted(players, key=lambda player: -_reached(totals[events.scoring_key(player)])),
        totals,
        request.user.pk,
        _("Points after each game."),
    )
    context |= {"title": get_title(sheet_context.sheet, is_alone=evenings.has_one_sheet(sheet_context.sheet.evening))}
    context |= {"back": sheet_context.address("show_sheet")}
    return render(request, "evenings/show_chart.html", context)


@require_safe
def show_evening_chart(request: UserRequest, evening_id: int) -> HttpResponse:
    """Show the chart of all tables of an evening, by the ranking points, the best first."""
    at = access.evening_to_read(request.user, evening_id)
    page = evenings.evening_page(at.evening)
    context = _drawn(
        [place.player for place in page.ranking],
        running_totals(results.replay_sheets(at.evening), page.style.ranked_by),
        request.user.pk,
        _("Points after each game, at any table."),
    )
    context |= {"evening": at.evening, "club": at.evening.club, "me": at.membership}
    return render(request, "evenings/show_evening_chart.html", context)


def _reached(totals: Totals) -> int:
    """Return the points at the end."""
    return next((total for total in reversed(totals) if total is not None), 0)


def _drawn(players: Sequence[Player], totals: Mapping[str, Totals], me: int | None, caption: str) -> dict[str, Any]:
    """Return the chart, and its table: everybody's total after each game. `me`: the viewing account."""
    length = max((len(totals[events.scoring_key(player)]) for player in players), default=0)
    lines = [
        components.Line(
            name=player.called,
            full=player.name,
            values=_as_long(totals[events.scoring_key(player)], length),
            card=player.card,
            is_mine=me is not None and player.account_id == me,
        )
        for player in players
    ]
    chart = components.LineChart(
        key="running",
        label=_("Chart"),
        caption=caption,
        ticks=[str(number) for number in range(length)],
        lines=lines,
    )
    games = list(enumerate(zip(*(line.values for line in lines), strict=True)))
    return {"chart": chart, "games": games}


def _as_long(totals: Totals, length: int) -> Totals:
    """Pad the totals, as all lines of a chart are equally long.

    Players with fewer games have None after their last one.
    """
    return [*totals, *[None] * (length - len(totals))]


class Choice(NamedTuple):
    """Rules to try: a preset, or a version of the club's own."""

    key: str
    name: str
    sentence: str
    rules: Rules


@require_safe
def show_what_if(request: UserRequest, evening_id: int) -> HttpResponse:
    """Show the evening under other rules, `?preset=`; without a known one, only ask which."""
    at = access.evening_to_read(request.user, evening_id)
    if at.evening.is_open:
        messages.warning(request, _("End the evening to try other rules."))
        return redirect("evenings:show_evening", at.evening.pk)
    own, presets = _own(at.evening.club), _presets()
    wanted = request.GET.get("preset", "")
    chosen = next((choice for choice in (*own, *presets) if choice.key == wanted), None)
    context = {
        "me": at.membership,
        "club": at.evening.club,
        "evening": at.evening,
        "own": own,
        "presets": presets,
        "chosen": chosen,
        "found": corrections.what_if(at.evening, chosen.rules) if chosen else None,
    }
    return render(request, "evenings/what_if.html", context)


def _presets() -> list[Choice]:
    return [
        Choice(key, get_name(preset), translate_text(preset.sentence), preset.rules) for key, preset in PRESETS.items()
    ]


def _own(club: Club) -> list[Choice]:
    """Return the versions of the club's rules, the newest first. One query."""
    versions = rules_history(club)
    return [
        Choice(
            f"version-{version.number}",
            _("Version %(number)s, since %(day)s")
            % {"number": version.number, "day": day_and_year(version.created_at)},
            _("Based on: %(preset)s") % {"preset": get_name(PRESETS[version.preset])},
            version.parsed,
        )
        for version in versions
    ]


@require_safe
def show_picture(request: UserRequest, evening_id: int) -> HttpResponse:
    """Show the picture of a closed evening to its club.

    An open evening has none yet, and redirects to its page.
    """
    at = access.evening_to_read(request.user, evening_id)
    picture = None if at.evening.is_open else _draw(at)
    if picture is None:
        return redirect("evenings:show_evening", evening_id)
    return render(request, "evenings/picture.svg", {"picture": picture}, content_type="image/svg+xml")


@require_safe
@login_not_required
@cache_control(private=True, max_age=HOUR)
@vary_on_headers("Accept-Language", "Cookie")
def show_sample_picture(request: Request) -> HttpResponse:
    """Show the picture of the start page's sample evening. No query."""
    return render(request, "evenings/picture.svg", {"picture": draw_sample()}, content_type="image/svg+xml")


def _draw(at: AtEvening) -> Picture | None:
    page, sheets = evenings.result_page(at.evening), results.replay_sheets(at.evening)
    totals = running_totals(sheets, page.style.ranked_by)
    return draw_evening(at.evening, page.ranking, results.highlights_on(sheets), totals)
