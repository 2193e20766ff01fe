"""Views for sign-in through another service (OpenID Connect), and for connecting it to an account.

Nobody is found by a mail address: an account opens to a service only after its owner, signed in and proven, connected
it.
"""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any, Concatenate, Final, ParamSpec

from allauth.account.internal.flows.reauthentication import is_reauthentication_required
from allauth.socialaccount.adapter import get_adapter
from allauth.socialaccount.providers.oauth2.views import OAuth2CallbackView
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from requests import RequestException

from dokoclub.accounts import selectors
from dokoclub.accounts.access import UserRequest, devices, throttling
from dokoclub.accounts.access.devices import get_browser
from dokoclub.accounts.adapters import CONNECT, HandedOver, OpenIDAdapter
from dokoclub.accounts.services import sign_ins
from dokoclub.accounts.services.sign_ins import NotAllowed
from dokoclub.accounts.views.account import prove_first, refuse_owners_link
from dokoclub.accounts.views.sign_in import ASKED_FOR, entrance_context, form_page, where_next, with_next

Rest = ParamSpec("Rest")
BROKEN: Final = (RequestException, KeyError, ValueError)  # the service is away, or says what makes no sense


def if_offered(
    view: Callable[Concatenate[Any, Rest], HttpResponse],
) -> Callable[Concatenate[HttpRequest, Rest], HttpResponse]:
    """Answer 404 unless the install names a service."""

    @wraps(view)
    def asked(request: HttpRequest, /, *args: Rest.args, **kwargs: Rest.kwargs) -> HttpResponse:
        if not selectors.find_openid_service():
            raise Http404
        return view(request, *args, **kwargs)

    return asked


def leave_for_service(request: HttpRequest, process: str, after: str) -> HttpResponse:
    """Lead to the service by a page: the policy of our pages lets no form redirect to another site."""
    provider = get_adapter(request).get_provider(request, selectors.get_openid_id())
    provider.oauth2_adapter_class = OpenIDAdapter
    try:
        answer = provider.redirect(request, process, next_url=after)
    except BROKEN:
        return redirect_after_error(request)
    if not request.user.is_authenticated:
        request.session.set_expiry(ASKED_FOR)
    context = {"service": selectors.find_openid_service(), "address": answer.headers["Location"]}
    return render(request, "account/openid_leave.html", context)


def redirect_after_error(request: HttpRequest) -> HttpResponse:
    messages.error(request, _("That did not work. Please try again, or sign in another way."))
    return redirect("accounts:show_sign_in" if request.user.is_authenticated else "account_login")


@login_not_required
@never_cache
@require_POST
@if_offered
def begin_openid(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        return redirect(where_next(request))
    if not throttling.allow_try(request, "sign_in"):
        return throttling.respond_too_often(request)
    return leave_for_service(request, "login", where_next(request))


@login_not_required
@never_cache
@require_safe
@if_offered
def finish_openid(request: HttpRequest) -> HttpResponse:
    """Sign in, connect, or say what is missing; the state that began it is in the session."""
    try:
        answer = OAuth2CallbackView.adapter_view(OpenIDAdapter(request, selectors.get_openid_id()))(request)
    except BROKEN:
        return redirect_after_error(request)
    if not isinstance(answer, HandedOver):
        return answer  # type: ignore[no-any-return]  # allauth has no types
    if answer.sociallogin is None:
        return redirect_after_error(request)
    if answer.sociallogin.state.get("process") == CONNECT:
        return connect_proven(request, answer.sociallogin.account.uid)
    context = entrance_context(request) | {"service": selectors.find_openid_service()}
    context["sign_in_url"] = f"{reverse('account_login')}?next={reverse('accounts:connect_openid')}"
    return render(request, "account/openid_unknown.html", context, status=HTTPStatus.FORBIDDEN)


def connect_proven(request: Any, uid: str) -> HttpResponse:
    """Connect the service to the account in the same session that asked for it, if it is still proven."""
    if (
        not request.user.is_authenticated
        or devices.is_by_owners_link(request)
        or is_reauthentication_required(request, app="")
    ):
        return redirect("accounts:connect_openid")
    try:
        sign_ins.connect_account(request.user, selectors.get_openid_id(), uid, get_browser(request))
    except NotAllowed as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("Connected. From now on you can sign in with it."))
    return redirect("accounts:show_sign_in")


@never_cache
@form_page
@if_offered
@refuse_owners_link
@prove_first
def connect_openid(request: UserRequest) -> HttpResponse:
    if request.method == "POST":
        return leave_for_service(request, CONNECT, reverse("accounts:show_sign_in"))
    context = {
        "service": selectors.find_openid_service(),
        "connected": selectors.find_openid(request.user),
        "back": with_next(request, "accounts:show_sign_in"),
    }
    return render(request, "account/openid.html", context)


@require_POST
@if_offered
@refuse_owners_link
@prove_first
def remove_openid(request: UserRequest) -> HttpResponse:
    try:
        sign_ins.disconnect_account(request.user, get_browser(request))
    except NotAllowed as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("Disconnected."))
    return redirect("accounts:show_sign_in")
