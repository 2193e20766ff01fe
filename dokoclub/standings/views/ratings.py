"""How well everybody plays: the club's page, a player's, and who wants to show it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from dokoclub.accounts.requests import UserRequest
from dokoclub.clubs.models import Player
from dokoclub.clubs.models.stamp import stamp_of_play
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.look.http import PAGE_AND_FORM, answer_invalid, sent_data
from dokoclub.look.kept import keep_piece
from dokoclub.standings import access, services
from dokoclub.standings.access import AtLeague
from dokoclub.standings.forms.ratings import HideForm, RatingForm
from dokoclub.standings.selectors.ratings import own_player, rated_members
from dokoclub.standings.services import ratings
from dokoclub.standings.shown import ratings as shown
from dokoclub.standings.shown.ratings import Known
from scoring.rating import Shown


def know_rating(at: AtLeague) -> Known:
    """Solved once for all pages, until anything is written. Six queries the first time, where sums are kept."""

    def work() -> Known:
        members = rated_members(at.club)
        return Known(members, ratings.rate_club(at.club, [member.key for member in members], date_of_play()))

    stamp = stamp_of_play(at.club)
    return keep_piece(f"rating-{at.club.pk}", stamp and f"{stamp} {date_of_play()}", work)


@require_safe
def show_rating(request: UserRequest, club_id: int) -> HttpResponse:
    """Everybody of whom enough is known and who does not hide it."""
    at = access.league_to_read(request.user, club_id)
    context: dict[str, Any] = {"me": at.me, "club": at.club}
    if not at.league.rated:
        return render(request, "standings/no_rating.html", context)
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
    """What the number means and what it comes of; what is hidden, only its owner sees."""
    at = access.league_to_read(request.user, club_id)
    player = get_object_or_404(at.club.players.present().filter(guest=False), pk=player_id)
    context: dict[str, Any] = {"me": at.me, "club": at.club, "player": player}
    if not at.league.rated:
        return render(request, "standings/no_rating.html", context)
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


def _of_player(at: AtLeague, player: Player, mine: Shown, is_own: bool) -> dict[str, Any]:
    known, today = know_rating(at), date_of_play()
    rating = known.rating
    assert rating is not None  # noqa: S101  # who is shown was rated
    key, number = str(player.pk), shown.number_of(mine)
    members, scale = [member.key for member in known.members], shown.scale_beside(known, number)
    return {
        "number": number,
        "games": rating.beside[key].games,
        "scale": scale,
        "bar": scale.bar_of(number.within),
        "words": shown.tell_number(player, number, rating.beside[key].games, is_own=is_own),
        "movers": shown.list_movers(ratings.find_movers(rating, player, today)),
        "company": shown.company_of(rating, player, mine.points),
        "content": shown.course_of(player, ratings.rate_month_ends(at.club, members, today), mine),
    }


@require_POST
def hide_rating(request: UserRequest, club_id: int) -> HttpResponse:
    """Of whoever asks alone."""
    at = access.league_to_read(request.user, club_id)
    own = own_player(at.club, request.user)
    if own is None:
        raise Http404
    form = HideForm(request.POST)
    if form.is_valid():
        services.hide_rating(own, form.cleaned_data["hidden"])
        messages.success(
            request,
            _("Nobody else sees your number now.") if form.cleaned_data["hidden"] else _("Everybody sees your number."),
        )
    return redirect("standings:show_rating", club_id)


@require_http_methods(PAGE_AND_FORM)
def switch_rating(request: UserRequest, club_id: int) -> HttpResponse:
    at = access.league_to_own(request.user, club_id)
    form = RatingForm(sent_data(request), initial={"rated": at.league.rated})
    context = {"me": at.me, "club": at.club, "form": form}
    if request.method != "POST":
        return render(request, "standings/switch_rating.html", context)
    if not form.is_valid():
        return answer_invalid(request, "standings/switch_rating.html", context)
    services.switch_rating(at.club, form.cleaned_data["rated"])
    messages.success(request, _("Saved."))
    return redirect("standings:show_rating", club_id)
