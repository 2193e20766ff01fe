"""Onto the television: whoever may hands out the link of a screen, gives it a code, says what it shows, and ends it."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from dokoclub.accounts.requests import UserRequest
from dokoclub.clubs.views.links import handed_over
from dokoclub.evenings.services import link_token
from dokoclub.look.http import PAGE_AND_FORM, answer_invalid, sent_data
from dokoclub.screens import access
from dokoclub.screens.access import AtScreen
from dokoclub.screens.forms import SceneForm
from dokoclub.screens.models import Kind, Scene, ScreenLink
from dokoclub.screens.selectors.codes import code_of
from dokoclub.screens.selectors.links import screen_of
from dokoclub.screens.services import codes, links
from dokoclub.screens.shown.screen import OF_EVENING, OF_LEAGUE, OF_TOURNAMENT


class Ways(NamedTuple):
    """The addresses of one kind of screen; each is followed by the number of what is shown."""

    show: str
    give_code: str
    end: str
    back: str
    scenes: tuple[Scene, ...]


EVENING: Final = Ways(
    "screens:show_evening", "screens:give_evening_code", "screens:end_evening", "evenings:show_evening", OF_EVENING
)
TOURNAMENT: Final = Ways(
    "screens:show_tournament",
    "screens:give_tournament_code",
    "screens:end_tournament",
    "tournaments:show_tournament",
    OF_TOURNAMENT,
)
LEAGUE: Final = Ways(
    "screens:show_league", "screens:give_league_code", "screens:end_league", "standings:show_league", OF_LEAGUE
)


@require_http_methods(PAGE_AND_FORM)
def show_evening(request: UserRequest, evening_id: int) -> HttpResponse:
    return _show(request, EVENING, evening_id, access.evening_to_show(request.user, evening_id))


@require_POST
def give_evening_code(request: UserRequest, evening_id: int) -> HttpResponse:
    return _give_code(EVENING, evening_id, access.evening_to_show(request.user, evening_id))


@require_POST
def end_evening(request: UserRequest, evening_id: int) -> HttpResponse:
    return _end(request, EVENING, evening_id, access.evening_to_show(request.user, evening_id))


@require_http_methods(PAGE_AND_FORM)
def show_tournament(request: UserRequest, tournament_id: int) -> HttpResponse:
    return _show(request, TOURNAMENT, tournament_id, access.tournament_to_show(request.user, tournament_id))


@require_POST
def give_tournament_code(request: UserRequest, tournament_id: int) -> HttpResponse:
    return _give_code(TOURNAMENT, tournament_id, access.tournament_to_show(request.user, tournament_id))


@require_POST
def end_tournament(request: UserRequest, tournament_id: int) -> HttpResponse:
    return _end(request, TOURNAMENT, tournament_id, access.tournament_to_show(request.user, tournament_id))


@require_http_methods(PAGE_AND_FORM)
def show_league(request: UserRequest, club_id: int) -> HttpResponse:
    return _show(request, LEAGUE, club_id, access.league_to_show(request.user, club_id))


@require_POST
def give_league_code(request: UserRequest, club_id: int) -> HttpResponse:
    return _give_code(LEAGUE, club_id, access.league_to_show(request.user, club_id))


@require_POST
def end_league(request: UserRequest, club_id: int) -> HttpResponse:
    return _end(request, LEAGUE, club_id, access.league_to_show(request.user, club_id))


def _show(request: UserRequest, ways: Ways, of: int, at: AtScreen) -> HttpResponse:
    """The link as often as it is wanted. POST makes it; where it is there, it says what it shows."""
    link = screen_of(*at.target)
    if request.method == "POST" and link is None:
        return _make(request, ways, of, at)
    form = SceneForm(
        sent_data(request), scenes=ways.scenes, initial={"scene": link.scene, "light": link.light} if link else {}
    )
    if request.method == "POST" and link is not None and form.is_valid():
        links.choose_scene(link, form.cleaned_data["scene"], light=form.cleaned_data["light"])
        messages.success(request, _("Saved. Screens with this link follow in a moment."))
        return redirect(ways.show, of)
    context = _context(ways, of, at, link, form)
    if request.method == "POST":
        return answer_invalid(request, "screens/show_link.html", context)
    return render(request, "screens/show_link.html", context)


def _context(ways: Ways, of: int, at: AtScreen, link: ScreenLink | None, form: SceneForm) -> dict[str, Any]:
    token = link_token(link) if link else ""
    return {
        "me": at.me,
        "club": at.target.club,
        "target": at.target,
        "ways": ways,
        "of": of,
        "screen": link,
        "form": form,
        "link": handed_over(reverse("screens:open_screen", args=[token])) if link else None,
        "typed_at": handed_over(reverse("screens:type_code")).address if link else "",
        "code": code_of(Kind.SCREEN, link.pk, token) if link else None,
    }


def _make(request: UserRequest, ways: Ways, of: int, at: AtScreen) -> HttpResponse:
    try:
        links.make_screen(at.target, by=request.user)
    except ValidationError as refusal:
        messages.error(request, " ".join(refusal.messages))
    return redirect(ways.show, of)


def _give_code(ways: Ways, of: int, at: AtScreen) -> HttpResponse:
    link = screen_of(*at.target)
    if link is not None:
        codes.give_code(Kind.SCREEN, link.pk, link_token(link), by=at.me.account)
    return redirect(ways.show, of)


def _end(request: UserRequest, ways: Ways, of: int, at: AtScreen) -> HttpResponse:
    link = screen_of(*at.target)
    if link is not None:
        links.end_screen(link)
    messages.success(request, _("The link opens nothing any more."))
    return redirect(ways.show, of)
