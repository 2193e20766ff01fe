"""The points over the evening, drawn and as a table: those of one sheet, and those of all its tables together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from dokoclub.accounts.requests import UserRequest
from dokoclub.clubs.models import Player
from dokoclub.evenings import access, selectors
from dokoclub.evenings.ledger import facts
from dokoclub.evenings.ledger.running import Totals, running_totals
from dokoclub.evenings.shown.sheet import title_of
from dokoclub.evenings.views import doors
from dokoclub.evenings.views.doors import Door
from dokoclub.look import parts


@require_safe
@doors.to_read
def show_chart(request: UserRequest, door: Door) -> HttpResponse:
    """Of one sheet: as it writes them, the best first."""
    page = selectors.sheet_page(door.sheet, writers=False)
    totals = running_totals([page.folded])
    players = [column.player for column in page.columns]
    context = _drawn(
        sorted(players, key=lambda player: -_reached(totals[facts.scoring_key(player)])),
        totals,
        request.user.pk,
        _("Everybody's points after each game."),
    )
    context |= {"title": title_of(door.sheet, is_alone=selectors.has_one_sheet(door.sheet.evening))}
    context |= {"back": door.address("show_sheet")}
    return render(request, "evenings/show_chart.html", context)


@require_safe
def show_evening_chart(request: UserRequest, evening_id: int) -> HttpResponse:
    """Of all tables of an evening: by the points that rank, and the best first."""
    at = access.evening_to_read(request.user, evening_id)
    page = selectors.evening_page(at.evening)
    context = _drawn(
        [place.player for place in page.ranking],
        running_totals(selectors.folded_sheets(at.evening), page.style.ranked_by),
        request.user.pk,
        _("Everybody's points after each game, at whichever table."),
    )
    context |= {"evening": at.evening, "club": at.evening.club, "me": at.membership}
    return render(request, "evenings/show_evening_chart.html", context)


def _reached(totals: Totals) -> int:
    """The points at the end."""
    return next((total for total in reversed(totals) if total is not None), 0)


def _drawn(players: Sequence[Player], totals: Mapping[str, Totals], me: int | None, caption: str) -> dict[str, Any]:
    """The chart, and the table behind it: everybody's total after each game. `me`: the account that looks."""
    length = max((len(totals[facts.scoring_key(player)]) for player in players), default=0)
    lines = [
        parts.Line(
            name=player.called,
            full=player.name,
            values=_as_long(totals[facts.scoring_key(player)], length),
            card=player.card,
            is_mine=me is not None and player.account_id == me,
        )
        for player in players
    ]
    chart = parts.LineChart(
        key="running",
        label=_("Points over the evening"),
        caption=caption,
        ticks=[str(number) for number in range(length)],
        lines=lines,
    )
    games = list(enumerate(zip(*(line.values for line in lines), strict=True)))
    return {"chart": chart, "games": games}


def _as_long(totals: Totals, length: int) -> Totals:
    """Lines of a chart are equally long: who played fewer games has no points behind his last one."""
    return [*totals, *[None] * (length - len(totals))]
