"""Pages to answer dates: for oneself, for others, by a personal link; and reminders of a browser."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import wraps
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from dokoclub.accounts.access import UserRequest
from dokoclub.accounts.access.devices import find_sign_in, get_browser, note_sign_in
from dokoclub.accounts.models import Account
from dokoclub.accounts.selectors import can_return
from dokoclub.accounts.services.sign_ins import adopt_session
from dokoclub.accounts.texts import describe_browser
from dokoclub.clubs.models import Player
from dokoclub.core.http import PAGE_AND_FORM, Request, answer_invalid, sent_data, stands_on
from dokoclub.dates import access
from dokoclub.dates.forms import AnswerForm, SubscriptionForm, TapForm, WishesForm
from dokoclub.dates.models import Date, Opens
from dokoclub.dates.presenters import Address, Card, Feed, list_cards, write_one
from dokoclub.dates.selectors import answers, feeds, reminders
from dokoclub.dates.services import answering, planning
from dokoclub.dates.services import reminders as reminders_services
from dokoclub.dates.views.dates import page_of_date
from dokoclub.dates.views.links import answer_file
from dokoclub.evenings.views.links import opened_by_link
from dokoclub.webpush import load_key, name_key

View = Callable[..., HttpResponseBase]
AccountView = Callable[..., HttpResponse]
SECRET: Final = ("endpoint", "p256dh", "auth")


@stands_on("dates:show_date", "date_id")
def answer_date(request: UserRequest, date_id: int) -> HttpResponseBase:
    """Take the user's own answer: a tap alone, or with the fields below it."""
    at = access.date_to_read(request.user, date_id)
    player = answers.player_of_account(at.date.club, request.user)
    if player is None:
        messages.warning(request, _("Only players of the club can answer. Ask an owner to add you."))
        dates = reverse("dates:list_dates", args=[at.date.club_id])
        return HttpResponse(headers={"HX-Redirect": dates}) if request.htmx else redirect(dates)
    card = take_answer(request, at.date, player, Address(), by=request.user)
    if request.htmx and "today" in request.POST:
        return answer_card(request, "dates/_line.html", card, {"shown": card})
    page = page_of_date(at.date, at.me, card)
    if request.htmx:
        return answer_card(request, "dates/_answered.html", card, page | {"also": "people"})
    if card.is_wrong:
        return answer_invalid(request, "dates/show_date.html", page)
    return redirect(at.date.club if "today" in request.POST else reverse("dates:show_date", args=[date_id]))


def answer_card(request: Request, template: str, card: Card, context: Mapping[str, Any]) -> HttpResponse:
    """Render the card alone, for a script."""
    status = HTTPStatus.UNPROCESSABLE_ENTITY if card.is_wrong else HTTPStatus.OK
    return render(request, template, dict(context), status=status)


def take_answer(request: Request, date: Date, player: Player, address: Address, *, by: Account | None) -> Card:
    """Take an answer. Return the current card, with the errors of the answer, if any."""
    tap, form = TapForm(request.POST), None
    if "details" in request.POST:
        form = AnswerForm(request.POST, prefix=f"d{date.pk}", date=date)
    problem = ""
    if not tap.is_valid():
        problem = _("Choose an answer.")
    elif form is None or form.is_valid():
        problem = _give(date, player, tap, form, by=by)
        form = form if problem else None
    fresh = list_cards([answers.read_date(date)], player, timezone.now(), address)[0]
    return replace(fresh, form=form, problem=problem)


def _give(date: Date, player: Player, tap: TapForm, form: AnswerForm | None, *, by: Account | None) -> str:
    try:
        details = form.said if form else None
        answering.answer_date(date, player, tap.chosen, details, by=by, by_link=by is None)
    except planning.TooLate:
        return _("Nobody can answer any more: the date has begun or was cancelled.")
    return ""


@require_POST
def answer_for(request: UserRequest, date_id: int, player_id: int) -> HttpResponse:
    """Take the answer that an owner gives for a player."""
    at = access.date_to_own(request.user, date_id)
    player = access.get_player(at.date.club, player_id)
    tap = TapForm(request.POST)
    if not tap.is_valid():
        messages.warning(request, _("Choose one of the answers."))
        return redirect("dates:show_date", date_id)
    try:
        answering.answer_date(at.date, player, tap.chosen, by=request.user)
    except planning.TooLate:
        messages.warning(request, _("Nobody can answer any more: the date has begun or was cancelled."))
    if request.htmx:
        page = page_of_date(at.date, at.me)
        more = {"also": "date", "answers_for": True, "keeps_details": player != page["card"].player}
        return render(request, "dates/_answered.html", page | more)
    return redirect("dates:show_date", date_id)


def for_player(*methods: str) -> Callable[[View], View]:
    """Return a decorator for views of a personal link, which get its player."""

    def of_view(view: View) -> View:
        @opened_by_link(methods, referrer="same-origin")
        @wraps(view)
        def opened(request: HttpRequest, token: str, **gaps: Any) -> HttpResponseBase:
            return view(request, access.player_by_link(token), token, **gaps)

        return opened

    return of_view


@for_player("GET", "HEAD")
def show_by_link(request: HttpRequest, player: Player, token: str) -> HttpResponse:
    return render(request, "dates/show_by_link.html", _page(player, token))


@stands_on("dates:show_by_link", "token")
@for_player("POST")
def answer_by_link(request: Request, player: Player, token: str, date_id: int) -> HttpResponseBase:
    date = access.date_by_link(player, date_id)
    card = take_answer(request, date, player, Address(token), by=None)
    if request.htmx:
        return answer_card(request, "dates/_date.html", card, {"card": card})
    if card.is_wrong:
        context = _page(player, token)
        context["cards"] = [card if one.date.pk == date.pk else one for one in context["cards"]]
        return answer_invalid(request, "dates/show_by_link.html", context)
    return redirect("dates:show_by_link", token)


@for_player("POST")
def make_calendar_by_link(request: HttpRequest, player: Player, token: str) -> HttpResponse:
    """Make a personal feed. A player with an account gets none here: theirs is of all their clubs."""
    answering.make_own_calendar(player)
    return redirect("dates:show_by_link", token)


@for_player("GET", "HEAD")
def download_by_link(request: HttpRequest, player: Player, token: str, date_id: int) -> HttpResponse:
    date = access.date_by_link(player, date_id)
    return answer_file(write_one(feeds.get_feed_date(date, player), leads=player.account_id is not None))


def _page(player: Player, token: str) -> dict[str, Any]:
    now = timezone.now()
    secret = feeds.date_secret(player, Opens.OWN)
    return {
        "club": player.club,
        "player": player,
        "token": token,
        "cards": list_cards(answers.dates_of_club(player.club, now), player, now, Address(token)),
        "feed": Feed("own", _("My dates"), "", secret),
    }


def where_it_is_on(view: AccountView) -> AccountView:
    """Return 404 if the install has reminders switched off."""

    @wraps(view)
    def opened(request: UserRequest, **gaps: Any) -> HttpResponse:
        if not settings.PUSH_CONTACT:
            raise Http404
        return view(request, **gaps)

    return opened


@require_http_methods(PAGE_AND_FORM)
@where_it_is_on
def show_reminders(request: UserRequest) -> HttpResponse:
    """Show the browsers with reminders, and take what to tell.

    `here`: this browser; a script checks its subscription, and stores it again if needed.
    """
    form = WishesForm(sent_data(request), initial={"kinds": reminders.list_wishes(request.user)})
    if request.method == "POST" and form.is_valid():
        reminders_services.change_wishes(request.user, form.cleaned_data["kinds"])
        messages.success(request, _("Saved."))
        return redirect("dates:show_reminders")
    key, number = name_key(load_key(Path(settings.DATA_DIR))), find_sign_in(request)
    subscriptions = reminders.list_subscriptions(request.user)
    here = next((one for one in subscriptions if one.sign_in_id == number), None)
    context = {
        "form": form,
        "key": key,
        "here": here,
        "is_stale": here is not None and (here.key, here.language) != (key, get_language()),
        "others": [
            {"number": one.pk, "browser": describe_browser(one.sign_in.browser), "made_at": one.made_at}
            for one in subscriptions
            if one is not here
        ],
        "plays": reminders.plays_anywhere(request.user),
        "can_return": can_return(request.user),
    }
    if request.method == "POST":
        return answer_invalid(request, "dates/show_reminders.html", context)
    return render(request, "dates/show_reminders.html", context)


@require_POST
@sensitive_post_parameters(*SECRET)
@where_it_is_on
def subscribe_browser(request: UserRequest) -> HttpResponse:
    """Store a browser for a script: 204, or 422 with a sentence."""
    form = SubscriptionForm(request.POST)
    if not reminders.plays_anywhere(request.user):
        return _refuse(_("You play in no club, so you are asked for nothing."))
    if not form.is_valid():
        return _refuse(_("This browser offers no usable push service: try another browser."))
    reminders_services.subscribe_browser(
        request.user,
        form.browser(),
        sign_in=_get_session(request),
        key=name_key(load_key(Path(settings.DATA_DIR))),
        language=str(get_language()),
    )
    return HttpResponse(status=HTTPStatus.NO_CONTENT)


def _refuse(text: str) -> HttpResponse:
    return HttpResponse(text, status=HTTPStatus.UNPROCESSABLE_ENTITY, content_type="text/plain; charset=utf-8")


def _get_session(request: UserRequest) -> int:
    """Return the user's session; one older than the session records gets its row."""
    if find_sign_in(request) is None:
        note_sign_in(request, adopt_session(request.user, str(request.session.session_key), get_browser(request)))
    return int(find_sign_in(request) or 0)


@require_POST
@where_it_is_on
def end_subscription(request: UserRequest, subscription_id: int) -> HttpResponse:
    """End a subscription; 404 for another account's. The second time changes nothing."""
    if not reminders_services.end_subscription(request.user, subscription_id):
        raise Http404
    messages.success(request, _("Reminders are off there."))
    return redirect("dates:show_reminders")
