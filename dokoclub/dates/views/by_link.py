"""What a player's own link opens, without an account: the dates of his club and his answers, never money."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any, Final

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from dokoclub.accounts.access.ratelimits import limit_unknown
from dokoclub.clubs.models import Player
from dokoclub.dates import access, selectors, services
from dokoclub.dates.models import Opens
from dokoclub.dates.shown.calendar_file import write_one
from dokoclub.dates.shown.coming import Address, cards_of
from dokoclub.dates.shown.feeds import Feed
from dokoclub.dates.views.answering import answer_card, take_answer
from dokoclub.dates.views.files import answer_file
from dokoclub.evenings.views.secret import not_to_be_found
from dokoclub.look.http import Request, answer_invalid

View = Callable[..., HttpResponseBase]
FORMS: Final = "same-origin"


def of_player(view: View) -> View:
    """The view of whoever holds the link; it gets the player. A link that never was and one that was revoked: 404."""

    @wraps(view)
    def opened(request: HttpRequest, token: str, **gaps: Any) -> HttpResponseBase:
        try:
            return view(request, access.player_by_link(token), token, **gaps)
        except Http404:
            return render(request, "evenings/no_link.html", status=HTTPStatus.NOT_FOUND)

    return opened


@login_not_required
@not_to_be_found(referrer=FORMS)
@require_safe
@limit_unknown("secret_link")
@of_player
def show_by_link(request: HttpRequest, player: Player, token: str) -> HttpResponse:
    return render(request, "dates/show_by_link.html", _page(player, token))


@login_not_required
@not_to_be_found(referrer=FORMS)
@require_POST
@limit_unknown("secret_link")
@of_player
def answer_by_link(request: Request, player: Player, token: str, date_id: int) -> HttpResponseBase:
    date = access.date_by_link(player, date_id)
    card = take_answer(request, date, player, Address(token), by=None)
    if request.htmx:
        return answer_card(request, card)
    if card.is_wrong:
        context = _page(player, token)
        context["cards"] = [card if one.date.pk == date.pk else one for one in context["cards"]]
        return answer_invalid(request, "dates/show_by_link.html", context)
    return redirect("dates:show_by_link", token)


@login_not_required
@not_to_be_found(referrer=FORMS)
@require_POST
@limit_unknown("secret_link")
@of_player
def make_calendar_by_link(request: HttpRequest, player: Player, token: str) -> HttpResponse:
    """A feed of his own. Who has an account gets none here: his own is of all his clubs."""
    services.make_own_calendar(player)
    return redirect("dates:show_by_link", token)


@login_not_required
@not_to_be_found(referrer=FORMS)
@require_safe
@limit_unknown("secret_link")
@of_player
def download_by_link(request: HttpRequest, player: Player, token: str, date_id: int) -> HttpResponse:
    date = access.date_by_link(player, date_id)
    return answer_file(write_one(selectors.shown_to(date, player), leads=player.account_id is not None))


def _page(player: Player, token: str) -> dict[str, Any]:
    now = timezone.now()
    secret = selectors.date_secret(player, Opens.OWN)
    return {
        "club": player.club,
        "player": player,
        "token": token,
        "cards": cards_of(selectors.dates_of_club(player.club, now), player, now, Address(token)),
        "feed": Feed("own", _("My dates"), "", secret),
    }
