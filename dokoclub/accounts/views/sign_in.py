"""Views for sign-in: password, passkey, recovery code, login link, registration, and the demo's button."""

from http import HTTPStatus
from typing import Any, Final

from allauth.account.utils import get_next_redirect_url, passthrough_next_redirect_url, perform_login
from allauth.account.views import LoginView, LogoutView
from allauth.mfa.webauthn.views import LoginWebAuthnView
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render, resolve_url
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from dokoclub.accounts import selectors
from dokoclub.accounts.access import devices, throttling
from dokoclub.accounts.access.devices import get_browser
from dokoclub.accounts.access.throttling import list_throttle_keys
from dokoclub.accounts.adapters import may_register
from dokoclub.accounts.forms import RecoveryForm, RegisterForm, SignInByPasskeyForm, SignInForm
from dokoclub.accounts.middleware import empty_cache
from dokoclub.accounts.models import Account
from dokoclub.accounts.services import registration, sign_ins
from dokoclub.core.http import sent_data

ASKED_FOR: Final = 15 * 60  # seconds

form_page = require_http_methods(["GET", "HEAD", "POST"])


def with_next(request: HttpRequest, name: str) -> str:
    """Return the address of the page `name`, passing `next` on."""
    url: str = passthrough_next_redirect_url(request, reverse(name), "next")
    return url


def where_next(request: HttpRequest, default: str = "") -> str:
    """Return the address in `next` if it is one of ours; else home."""
    url: str = get_next_redirect_url(request) or default or resolve_url(settings.LOGIN_REDIRECT_URL)
    return url


def entrance_context(request: HttpRequest) -> dict[str, Any]:
    """Return the links that all sign-in pages may show."""
    return devices.passkey_context(request) | {
        "first": registration.is_first_account(),
        "may_register": may_register(request),
        "sign_in_url": with_next(request, "account_login"),
        "register_url": with_next(request, "account_signup"),
        "recover_url": with_next(request, "accounts:recover"),
        "service": selectors.find_openid_service(),
        "help_url": with_next(request, "accounts:help_sign_in"),
        "next": get_next_redirect_url(request) or "",
    }


def answer_wrong(response: HttpResponse, form: Any) -> HttpResponse:
    """Set the status of a `response` with a wrong form: 422, or 429 after too many guesses."""
    problems = [problem for of_field in form.errors.as_data().values() for problem in of_field]
    held_up = next((problem for problem in problems if isinstance(problem, sign_ins.HeldUp)), None)
    response.status_code = HTTPStatus.TOO_MANY_REQUESTS if held_up else HTTPStatus.UNPROCESSABLE_ENTITY
    if held_up:
        response.headers["Retry-After"] = str(held_up.seconds)
    return response


def say_if_copied(form: Any) -> str:
    """Return the form's error about a copied passkey; "" for other errors or none."""
    return "".join(form.errors["credential"]) if form.has_error("credential", "copied") else ""


class Unprocessable:
    """A mixin that returns invalid forms with their proper status."""

    def form_invalid(self, form: Any) -> HttpResponse:
        return answer_wrong(super().form_invalid(form), form)  # type: ignore[misc]


class SignIn(Unprocessable, LoginView):  # type: ignore[misc]  # allauth has no types
    form_class = SignInForm

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Sign in; known devices do not share the limit of their address."""
        name = Account.normalize_username(request.POST.get("login", ""))
        if not devices.get_device(request, name) and not throttling.allow_try(request, "sign_in"):
            return throttling.respond_too_often(request)
        response: HttpResponse = super().post(request, *args, **kwargs)
        return response

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)
        return context | entrance_context(self.request)


class SignInByPasskey(LoginWebAuthnView):  # type: ignore[misc]  # allauth has no types
    form_class = SignInByPasskeyForm

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Start passkey sign-in; the challenge is kept for minutes, not for 90 days."""
        response: HttpResponse = super().get(request, *args, **kwargs)
        if request.session.modified:
            request.session.set_expiry(ASKED_FOR)
        return response

    def form_invalid(self, form: Any) -> HttpResponse:
        """Redirect to the sign-in page, keeping `next`."""
        unknown = _("Unknown passkey. Try again or use your password.")
        messages.error(self.request, say_if_copied(form) or unknown)
        return redirect(with_next(self.request, "account_login"))


sign_in = SignIn.as_view()
sign_in_by_passkey = login_not_required(SignInByPasskey.as_view())


@login_not_required
def sign_out(request: HttpRequest) -> HttpResponseBase:
    """Sign out and clear the browser's cache of private pages. `next`: where to go then."""
    response: HttpResponseBase = LogoutView.as_view(extra_context={"after": where_next(request)})(request)
    return empty_cache(response) if request.method == "POST" else response


@login_not_required
@never_cache
@form_page
@sensitive_post_parameters("password1", "code")
def register_account(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        return redirect(where_next(request))
    first = registration.is_first_account()
    if not (first or may_register(request)):
        return render(request, "account/signup_closed.html", entrance_context(request), status=403)
    form = RegisterForm(sent_data(request), first=first, initial={"code": request.GET.get("code", "")})
    if request.method == "POST":
        if not throttling.allow_try(request, "sign_up"):
            return throttling.respond_too_often(request)
        account = _register(form, permitted=may_register(request))
        if account:
            if form.names_itself:
                messages.success(request, _("Your sign-in name is “%(name)s”.") % {"name": account.username})
            url = with_next(request, "mfa_add_webauthn") if form.wants_passkey else where_next(request)
            return enter_new(request, account, url)
    context = entrance_context(request) | {"form": form, "first": first}
    return render(request, "account/signup.html", context, status=422 if form.errors else 200)


def _register(form: RegisterForm, *, permitted: bool) -> Account | None:
    if not form.is_valid():
        return None
    given = form.cleaned_data
    try:
        return registration.register_account(
            username=given["username"],
            display_name=given["display_name"],
            password=given["password1"],
            permitted=permitted,
            first_code=given.get("code", ""),
        )
    except sign_ins.NotAllowed as refused:
        form.add_error(refused.field if refused.field in form.fields else None, str(refused))
        return None


def enter_new(request: HttpRequest, account: Account, url: str) -> HttpResponse:
    """Sign in as a new account and redirect to `url`."""
    response: HttpResponse = perform_login(request, account, redirect_url=url, signup=True)
    return response


@login_not_required
@never_cache
@form_page
def recover_account(request: HttpRequest) -> HttpResponse:
    """Sign in with a recovery code, after losing password and passkey."""
    if request.user.is_authenticated:
        return redirect(where_next(request))
    form = RecoveryForm(sent_data(request))
    if request.method == "POST" and (account := _account_by_code(request, form)):
        return _enter_to_repair(request, account, {"how": "code"}, trusted_for=devices.AFTER_SIGN_IN)
    page = render(request, "account/recover.html", entrance_context(request) | {"form": form})
    return answer_wrong(page, form) if form.errors else page


def _account_by_code(request: HttpRequest, form: RecoveryForm) -> Account | None:
    """Return the account of the code in the form; None with an error in the form."""
    if not form.is_valid():
        return None
    username = form.cleaned_data["username"]
    try:
        counted = sign_ins.count_guess(list_throttle_keys(request, "recovery_code", username))
    except sign_ins.HeldUp as held_up:
        form.add_error(None, held_up)
        return None
    account = sign_ins.account_by_recovery_code(username, form.cleaned_data["code"])
    if account is None:
        sign_ins.note_wrong_guess(username, "wrong_code", get_browser(request))
        form.add_error(None, _("Sign-in name and code do not match, or the code was used before."))
        return None
    sign_ins.give_back(counted)
    return account


@login_not_required
def help_sign_in(request: HttpRequest) -> HttpResponse:
    return render(request, "account/help_sign_in.html", entrance_context(request))


@login_not_required
@never_cache
@form_page
@throttling.limit_unknown("login_link")
def use_login_link(request: HttpRequest, token: str) -> HttpResponse:
    """Use a login link. GET does not use it up: messengers open every link for previews."""
    if request.method == "POST":
        if used := sign_ins.use_login_link(token):
            trusted_for = devices.AFTER_OWNERS_LINK if used.is_of_owner else devices.AFTER_LOGIN_LINK
            entered = _enter_to_repair(request, used.account, {"how": "link", "link": used}, trusted_for=trusted_for)
            if not used.is_of_owner or sign_ins.holds_login_link(used):
                return entered
            logout(request)
    else:
        link = selectors.usable_login_link(token)
        if link:
            return render(request, "account/login_link.html", {"link": link})
    return render(request, "account/login_link_gone.html", entrance_context(request), status=410)


def _enter_to_repair(
    request: HttpRequest, account: Account, began: dict[str, Any], *, trusted_for: int
) -> HttpResponse:
    """Sign in to set a new password or passkey; no proof by the lost one is needed for `trusted_for` seconds.

    `began`: how the session begins, for the adapter.
    """
    logout(request)
    page = reverse("accounts:show_sign_in")
    response: HttpResponse = perform_login(request, account, redirect_url=page, signal_kwargs=began)
    devices.trust_session(request, trusted_for)
    if trusted_for:
        messages.success(request, _("You are signed in. Set a new password now, or add a passkey."))
    return response


@login_not_required
@throttling.limit_tries("demo")
def enter_demo(request: HttpRequest) -> HttpResponse:
    if not settings.DEMO:
        raise Http404
    if request.method != "POST":
        return redirect("/")
    if request.user.is_authenticated:
        return redirect(where_next(request))
    response: HttpResponse = perform_login(request, registration.demo_visitor(), redirect_url=where_next(request))
    return response
