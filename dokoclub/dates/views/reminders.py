"""The own switch of reminders: in which browsers they are shown. Nothing of it is there where the install has none."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from dokoclub.accounts.access.browsers import browser_of
from dokoclub.accounts.access.trust import note_sign_in, sign_in_of
from dokoclub.accounts.requests import UserRequest
from dokoclub.accounts.selectors import can_return
from dokoclub.accounts.services import adopt_session
from dokoclub.accounts.words import describe_browser
from dokoclub.dates import selectors, services
from dokoclub.dates.forms.subscribing import SubscriptionForm
from dokoclub.webpush.signing import load_key, name_key

View = Callable[..., HttpResponse]
SECRET: Final = ("endpoint", "p256dh", "auth")


def where_it_is_on(view: View) -> View:
    """404 where whoever runs the install has not switched it on."""

    @wraps(view)
    def opened(request: UserRequest, **gaps: Any) -> HttpResponse:
        if not settings.PUSH_CONTACT:
            raise Http404
        return view(request, **gaps)

    return opened


@require_safe
@where_it_is_on
def show_reminders(request: UserRequest) -> HttpResponse:
    """`here`: this browser is among them; a script finds out whether it still knows, and tells it anew where not."""
    key, number = name_key(load_key(Path(settings.DATA_DIR))), sign_in_of(request)
    subscriptions = selectors.subscriptions_of(request.user)
    here = next((one for one in subscriptions if one.sign_in_id == number), None)
    context = {
        "key": key,
        "here": here,
        "is_stale": here is not None and (here.key, here.language) != (key, get_language()),
        "others": [
            {"number": one.pk, "browser": describe_browser(one.sign_in.browser), "made_at": one.made_at}
            for one in subscriptions
            if one is not here
        ],
        "plays": selectors.plays_anywhere(request.user),
        "can_return": can_return(request.user),
    }
    return render(request, "dates/show_reminders.html", context)


@require_POST
@sensitive_post_parameters(*SECRET)
@where_it_is_on
def subscribe_browser(request: UserRequest) -> HttpResponse:
    """A script asks: 204, or 422 with a sentence."""
    form = SubscriptionForm(request.POST)
    if not selectors.plays_anywhere(request.user):
        return _refuse(_("You play in no club, so you are asked for nothing."))
    if not form.is_valid():
        return _refuse(_("This browser named no push service that can be used."))
    services.subscribe_browser(
        request.user,
        form.browser(),
        sign_in=_session_of(request),
        key=name_key(load_key(Path(settings.DATA_DIR))),
        language=str(get_language()),
    )
    return HttpResponse(status=HTTPStatus.NO_CONTENT)


def _refuse(text: str) -> HttpResponse:
    return HttpResponse(text, status=HTTPStatus.UNPROCESSABLE_ENTITY, content_type="text/plain; charset=utf-8")


def _session_of(request: UserRequest) -> int:
    """One that began before sign-ins were noted gets its row."""
    if sign_in_of(request) is None:
        note_sign_in(request, adopt_session(request.user, str(request.session.session_key), browser_of(request)))
    return int(sign_in_of(request) or 0)


@require_POST
@where_it_is_on
def end_subscription(request: UserRequest, subscription_id: int) -> HttpResponse:
    """Of another account: 404. The second time changes nothing."""
    if not services.end_subscription(request.user, subscription_id):
        raise Http404
    messages.success(request, _("You are not reminded there any more."))
    return redirect("dates:show_reminders")
