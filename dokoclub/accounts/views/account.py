"""Views of the user's own account: profile, password, sessions, log, stored data, deletion, passkeys and codes."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any, Concatenate, Final, ParamSpec

from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.reauthentication import is_reauthentication_required
from allauth.account.mixins import NextRedirectMixin
from allauth.account.views import ReauthenticateView
from allauth.mfa.base.views import ReauthenticateView as ReauthenticateByCodeView
from allauth.mfa.recovery_codes.views import GenerateRecoveryCodesView, ViewRecoveryCodesView
from allauth.mfa.webauthn import views
from allauth.mfa.webauthn.internal import auth
from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
from django.http import HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse, reverse_lazy
from django.utils.decorators import method_decorator
from django.utils.http import urlencode
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_POST
from django.views.generic.edit import FormView

from dokoclub.accounts import forms, hooks, selectors
from dokoclub.accounts.access import UserRequest, devices
from dokoclub.accounts.access.devices import get_browser
from dokoclub.accounts.middleware import empty_cache
from dokoclub.accounts.selectors import can_return
from dokoclub.accounts.services import erasure, registration, sign_ins
from dokoclub.accounts.views.sign_in import Unprocessable, form_page, say_if_copied, where_next, with_next
from dokoclub.core.http import sent_data

LAST_CLUB: Final = "last_club"  # in the session

Rest = ParamSpec("Rest")
View = Callable[Concatenate[UserRequest, Rest], HttpResponse]


def prove_first(view: View[Rest]) -> View[Rest]:
    """Require a recent proof of identity. POST data is dropped, since it may be a password."""

    @wraps(view)
    def asked(request: UserRequest, /, *args: Rest.args, **kwargs: Rest.kwargs) -> HttpResponse:
        if is_reauthentication_required(request, app=""):
            page = get_adapter().get_reauthentication_methods(request.user)[0]["url"]
            return redirect(f"{page}?{urlencode({'next': request.path})}")
        return view(request, *args, **kwargs)

    return asked


def refuse_owners_link(view: View[Rest]) -> View[Rest]:
    """Refuse sessions started by an owner's login link, possibly used by the owner: 403, with the way out."""

    @wraps(view)
    def asked(request: UserRequest, /, *args: Rest.args, **kwargs: Rest.kwargs) -> HttpResponse:
        if devices.is_by_owners_link(request):
            context = {"again": f"{reverse('account_login')}?{urlencode({'next': request.get_full_path()})}"}
            return render(request, "account/sign_in_anew.html", context, status=HTTPStatus.FORBIDDEN)
        return view(request, *args, **kwargs)

    return asked


def refuse_while_elsewhere(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Refuse to set a first password or passkey by an owner's link while the member is signed in elsewhere.

    An account without either cannot be asked for proof: the owner could keep the new one, and it opens more than the
    link. The member sets it in their own session instead. Two queries, in such a session only.
    """

    @wraps(view)
    def asked(request: UserRequest, /, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if (
            devices.is_by_owners_link(request)
            and not get_adapter().get_reauthentication_methods(request.user)
            and sign_ins.is_signed_in_otherwise(request.user)
        ):
            return render(request, "account/set_elsewhere.html", status=HTTPStatus.FORBIDDEN)
        return view(request, *args, **kwargs)

    return asked


def keep_signed_in(request: UserRequest) -> None:
    """Keep the current session after all others were ended."""
    update_session_auth_hash(request, request.user)
    if number := devices.find_sign_in(request):
        sign_ins.follow_session(number, str(request.session.session_key))


@never_cache
@require_GET
def show_account(request: UserRequest) -> HttpResponse:
    """Show the account; players find it on their own page in a club."""
    if request.user.is_visitor:
        return render(request, "account/visitor.html")
    last_club = get_last_club(request)
    if pages := [page for own_page in hooks.own_pages if (page := own_page(request.user, last_club))]:
        return redirect(pages[0])
    clubs = [club for clubs in hooks.account_clubs for club in clubs(request.user)]
    return render(request, "account/account.html", {"clubs": clubs, **describe_account(request)})


def describe_account(request: UserRequest) -> dict[str, Any]:
    """Return the context of `account/_account.html`. Three queries; one more without a password."""
    return {
        "ways": [found for way in hooks.account_links if (found := way(request.user))],
        "by_owners_link": devices.is_by_owners_link(request),
        "no_way_back": not selectors.can_return(request.user),
    }


def get_last_club(request: UserRequest) -> int | None:
    """Return the club that the account's address leads to; None before the first visit to an own page."""
    club: int | None = request.session.get(LAST_CLUB)
    return club


def keep_club(request: UserRequest, club: int) -> None:
    """Remember the club that the account's address leads to."""
    if request.session.get(LAST_CLUB) != club:
        request.session[LAST_CLUB] = club


@never_cache
@form_page
def change_profile(request: UserRequest) -> HttpResponse:
    """Change the account's name and e-mail address."""
    initial = {"display_name": request.user.display_name, "email": request.user.email}
    form = forms.ProfileForm(sent_data(request), initial=initial)
    if request.method == "POST" and form.is_valid():
        registration.change_profile(request.user, **form.cleaned_data)
        messages.success(request, _("Saved."))
        return redirect("accounts:show_sign_in")
    return render(request, "account/profile.html", {"form": form}, status=422 if form.errors else 200)


@never_cache
@require_GET
def show_sign_in(request: UserRequest) -> HttpResponse:
    """Show how the user signs in and on which devices; an owner's link does not see the devices."""
    by_owners_link = devices.is_by_owners_link(request)
    context = devices.passkey_context(request) | {
        "passkeys": selectors.list_passkeys(request.user),
        "unused_codes": selectors.unused_recovery_codes(request.user),
        "links": selectors.login_links(request.user),
        "by_owners_link": by_owners_link,
        "sign_ins": [] if by_owners_link else selectors.sign_ins(request.user),
        "this_sign_in": devices.find_sign_in(request),
        "ways": [found for way in hooks.sign_in_links if (found := way(request.user))],
        "has_password": request.user.has_usable_password(),
        "service": selectors.find_openid_service(),
        "openid": selectors.find_openid(request.user),
    }
    context["no_way_back"] = not context["has_password"] and not context["passkeys"]
    return render(request, "account/sign_in.html", context)


@never_cache
@form_page
@sensitive_post_parameters("password1", "password2")
@refuse_while_elsewhere
@prove_first
def change_password(request: UserRequest) -> HttpResponse:
    """Change the password. The old one is not asked: the identity was proven, maybe by passkey or login link."""
    form = forms.NewPasswordForm(sent_data(request), account=request.user)
    if request.method == "POST" and form.is_valid():
        registration.change_password(request.user, form.cleaned_data["password1"], keep=request.session.session_key)
        keep_signed_in(request)
        sign_ins.note_event(request.user, "password_changed", get_browser(request))
        messages.success(request, _("New password saved. All other devices are signed out."))
        return redirect("accounts:show_sign_in")
    return render(request, "account/password_change.html", {"form": form}, status=422 if form.errors else 200)


@require_POST
@refuse_owners_link
def sign_out_everywhere(request: UserRequest) -> HttpResponse:
    registration.sign_out_everywhere(request.user, keep=request.session.session_key)
    keep_signed_in(request)
    sign_ins.note_event(request.user, "others_ended", get_browser(request))
    messages.success(request, _("All other devices are signed out."))
    return redirect("accounts:show_sign_in")


@require_POST
@refuse_owners_link
def end_device(request: UserRequest, pk: int) -> HttpResponse:
    """End one of the user's sessions; ignore ids of others."""
    if sign_ins.end_sign_in(request.user, pk, get_browser(request)):
        messages.success(request, _("This device is signed out."))
    return redirect("accounts:show_sign_in")


@require_POST
@refuse_owners_link
def answer_links(request: UserRequest) -> HttpResponse:
    """Answer if the member used the owner's login link. Sent twice, the first answer counts."""
    if "mine" in request.POST:
        sign_ins.confirm_links(request.user)
        messages.success(request, _("Good. You will not be asked again."))
    else:
        sign_ins.disown_links(request.user)
        messages.success(request, _("The login link's session is signed out. Ask its creator."))
    return redirect(where_next(request))


@never_cache
@require_GET
@refuse_owners_link
def show_log(request: UserRequest) -> HttpResponse:
    return render(request, "account/log.html", {"events": selectors.security_log(request.user)})


@never_cache
@require_GET
def show_news(request: UserRequest) -> HttpResponse:
    """Lead to what is new in this version, and note that the account has read it."""
    registration.note_news_read(request.user)
    return redirect("handbook:show_page", "news")


@never_cache
@require_GET
@refuse_owners_link
def download_stored(request: UserRequest) -> HttpResponse:
    sign_ins.note_event(request.user, "downloaded", get_browser(request))
    response = JsonResponse(
        selectors.stored_about(request.user), json_dumps_params={"indent": 2, "ensure_ascii": False}
    )
    name = slugify(request.user.username) or "account"
    response.headers["Content-Disposition"] = f'attachment; filename="dokoclub-{name}.json"'
    return response


@never_cache
@form_page
@refuse_while_elsewhere
@prove_first
def erase_account(request: UserRequest) -> HttpResponse:
    form = forms.EraseForm(sent_data(request), account=request.user)
    if request.method == "POST" and form.is_valid():
        try:
            erasure.erase_account(request.user)
        except sign_ins.NotAllowed as refused:
            form.add_error(None, str(refused))
        else:
            logout(request)
            messages.success(request, _("Account deleted."))
            return empty_cache(redirect("account_login"))
    context = {"form": form, "unsettled": [one for ask in hooks.unsettled_of_account for one in ask(request.user)]}
    return render(request, "account/erase.html", context, status=422 if form.errors else 200)


@method_decorator(refuse_while_elsewhere, name="dispatch")
class AddPasskey(Unprocessable, NextRedirectMixin, views.AddWebAuthnView):  # type: ignore[misc]
    form_class = forms.AddPasskeyForm

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = FormView.get_context_data(self, **kwargs)
        context |= devices.passkey_context(self.request)
        return context | {
            "js_data": {"creation_options": auth.begin_registration(self.request.user, passwordless=True)},
            "next": where_next(self.request, reverse("accounts:show_sign_in")),
            "can_return": can_return(self.request.user),
        }

    def form_valid(self, form: Any) -> HttpResponse:
        response: HttpResponse = super().form_valid(form)
        sign_ins.note_event(self.request.user, "passkey_added", get_browser(self.request))
        return response

    def get_success_url(self) -> str:
        """Return the next page; the first passkey comes with recovery codes, which are shown first."""
        if self.did_generate_recovery_codes:
            return with_next(self.request, "mfa_view_recovery_codes")
        return where_next(self.request, reverse("accounts:show_sign_in"))


class RemovePasskey(views.RemoveWebAuthnView):  # type: ignore[misc]  # allauth has no types
    success_url = reverse_lazy("accounts:show_sign_in")

    def form_valid(self, form: Any) -> HttpResponse:
        """Remove the passkey without allauth's code, which deletes the recovery codes with the last passkey."""
        try:
            sign_ins.remove_passkey(self.request.user, self.object)
        except sign_ins.NotAllowed as refused:
            messages.error(self.request, str(refused))
        else:
            sign_ins.note_event(self.request.user, "passkey_removed", get_browser(self.request))
            messages.success(self.request, _("Passkey removed."))
        return redirect(self.get_success_url())


class RenamePasskey(Unprocessable, views.EditWebAuthnView):  # type: ignore[misc]  # allauth has no types
    form_class = forms.RenamePasskeyForm
    success_url = reverse_lazy("accounts:show_sign_in")


@method_decorator(refuse_while_elsewhere, name="dispatch")
class GenerateCodes(Unprocessable, GenerateRecoveryCodesView):  # type: ignore[misc]  # allauth has no types
    form_class = forms.GenerateCodesForm

    def form_valid(self, form: Any) -> HttpResponse:
        response: HttpResponse = super().form_valid(form)
        sign_ins.note_event(self.request.user, "codes_made", get_browser(self.request))
        return response


class ShowCodes(ViewRecoveryCodesView):  # type: ignore[misc]  # allauth has no types
    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)
        return context | {"next": where_next(self.request, reverse("accounts:show_sign_in"))}


class ProveByPassword(Unprocessable, ReauthenticateView):  # type: ignore[misc]  # allauth has no types
    form_class = forms.ProvePasswordForm


class ProveByCode(Unprocessable, ReauthenticateByCodeView):  # type: ignore[misc]  # allauth has no types
    form_class = forms.ProveCodeForm


class ProveByPasskey(views.ReauthenticateWebAuthnView):  # type: ignore[misc]  # allauth has no types
    form_class = forms.ProvePasskeyForm

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)
        return context | devices.passkey_context(self.request)

    def form_invalid(self, form: Any) -> HttpResponse:
        messages.error(self.request, say_if_copied(form) or _("That didn't work. Try again."))
        return redirect(with_next(self.request, "mfa_reauthenticate_webauthn"))
