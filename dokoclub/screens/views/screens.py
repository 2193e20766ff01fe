"""Pages to put something on a television: make, show and end the link of a screen, with its code and scene."""

from datetime import timedelta
from http import HTTPStatus
from typing import Any, Final, NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from dokoclub.accounts.access import UserRequest
from dokoclub.accounts.views.sign_in import answer_wrong
from dokoclub.clubs.views.links import handed_over
from dokoclub.core.cache import get_or_compute
from dokoclub.core.http import PAGE_AND_FORM, answer_invalid, sent_data
from dokoclub.evenings.views.links import not_to_be_found, opened_by_link
from dokoclub.screens import access, services
from dokoclub.screens.access import AtScreen
from dokoclub.screens.forms import SceneForm, ScreenCodeForm
from dokoclub.screens.models import LinkKind, Scene, ScreenLink
from dokoclub.screens.presenters.screen import OF_EVENING, OF_LEAGUE, OF_TOURNAMENT, show_screen
from dokoclub.screens.selectors import find_code, find_screen, get_kind, get_version, phone_token
from dokoclub.screens.views.codes import OF_SCREENS, look_up

OPENED: Final[dict[str, str]] = {
    "evening": "evenings:show_by_link",
    "tournament": "tournaments:show_by_link",
    "league": "standings:show_by_link",
}


class Ways(NamedTuple):
    """The addresses of one kind of screen; each takes the id of the subject."""

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
    """Show the link, any number of times. POST creates it, or chooses the scene of an existing one."""
    link = find_screen(*at.target)
    if request.method == "POST" and link is None:
        return _make(request, ways, of, at)
    form = SceneForm(
        sent_data(request), scenes=ways.scenes, initial={"scene": link.scene, "light": link.light} if link else {}
    )
    if request.method == "POST" and link is not None and form.is_valid():
        services.choose_scene(link, form.cleaned_data["scene"], light=form.cleaned_data["light"])
        messages.success(request, _("Saved. Screens with this link follow in a moment."))
        return redirect(ways.show, of)
    context = _context(ways, of, at, link, form)
    if request.method == "POST":
        return answer_invalid(request, "screens/show_link.html", context)
    return render(request, "screens/show_link.html", context)


def _context(ways: Ways, of: int, at: AtScreen, link: ScreenLink | None, form: SceneForm) -> dict[str, Any]:
    token = link.token if link else ""
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
        "code": find_code(LinkKind.SCREEN, link.pk, token) if link else None,
    }


def _make(request: UserRequest, ways: Ways, of: int, at: AtScreen) -> HttpResponse:
    try:
        services.make_screen(at.target, by=request.user)
    except ValidationError as refusal:
        messages.error(request, " ".join(refusal.messages))
    return redirect(ways.show, of)


def _give_code(ways: Ways, of: int, at: AtScreen) -> HttpResponse:
    link = find_screen(*at.target)
    if link is not None:
        services.give_code(LinkKind.SCREEN, link.pk, link.token, by=at.me.account)
    return redirect(ways.show, of)


def _end(request: UserRequest, ways: Ways, of: int, at: AtScreen) -> HttpResponse:
    link = find_screen(*at.target)
    if link is not None:
        services.end_screen(link)
    messages.success(request, _("The link opens nothing any more."))
    return redirect(ways.show, of)


@opened_by_link()
def open_screen(request: HttpRequest, token: str) -> HttpResponse:
    link = access.screen_by_token(token)
    now = timezone.localtime()
    context = {
        "link": link,
        "token": token,
        "piece": _print(link, get_version(link)),
        "now": int(now.timestamp() * 1000),
        "zone": (now.utcoffset() or timedelta()) // timedelta(minutes=1),
    }
    return render(request, "screens/show_screen.html", context)


@opened_by_link()
def follow_screen(request: HttpRequest, token: str) -> HttpResponse:
    """Answer the polling of screens, for all tables at once: 204 while nothing has changed. One query then."""
    link = access.screen_by_token(token)
    version = get_version(link)
    etag = f'"{version}"'
    if request.GET.get("version") == version:
        return HttpResponse(status=HTTPStatus.NO_CONTENT, headers={"ETag": etag})
    if request.headers.get("If-None-Match", "").removeprefix("W/") == etag:
        return HttpResponse(status=HTTPStatus.NOT_MODIFIED, headers={"ETag": etag})
    return HttpResponse(_print(link, version), headers={"ETag": etag})


def _print(link: ScreenLink, version: str) -> SafeString:
    """Render once for any number of screens with this link."""

    def work() -> str:
        token = phone_token(link)
        code = handed_over(reverse(OPENED[get_kind(link)], args=[token])).qr if token else None
        return render_to_string("screens/_screen.html", {"screen": show_screen(link, code), "version": version})

    return SafeString(get_or_compute(f"screen {link.pk}", version, work))


@login_not_required
@not_to_be_found(referrer="same-origin")
@require_http_methods(PAGE_AND_FORM)
def type_code(request: HttpRequest) -> HttpResponse:
    """Ask for six digits by remote control, instead of the long address."""
    form = ScreenCodeForm(sent_data(request))
    if request.method != "POST":
        return render(request, "screens/type_code.html", {"form": form})
    opened = look_up(request, form, OF_SCREENS)
    if opened is None:
        return answer_wrong(answer_invalid(request, "screens/type_code.html", {"form": form}), form)
    return redirect("screens:open_screen", opened.token)
