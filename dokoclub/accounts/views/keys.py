"""Passkeys and recovery codes: allauth's pages with our words, our rules and our way back."""

from typing import Any

from allauth.account.mixins import NextRedirectMixin
from allauth.account.views import ReauthenticateView
from allauth.mfa.base.views import ReauthenticateView as ReauthenticateByCodeView
from allauth.mfa.recovery_codes.views import GenerateRecoveryCodesView, ViewRecoveryCodesView
from allauth.mfa.webauthn.internal import auth
from allauth.mfa.webauthn.views import (
    AddWebAuthnView,
    EditWebAuthnView,
    ReauthenticateWebAuthnView,
    RemoveWebAuthnView,
)
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse, reverse_lazy
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.generic.edit import FormView

from dokoclub.accounts import services
from dokoclub.accounts.access import passkeys
from dokoclub.accounts.access.browsers import browser_of
from dokoclub.accounts.forms import (
    AddPasskeyForm,
    GenerateCodesForm,
    ProveCodeForm,
    ProvePasskeyForm,
    ProvePasswordForm,
    RenamePasskeyForm,
)
from dokoclub.accounts.selectors import can_return
from dokoclub.accounts.views.entering import Unprocessable, say_if_copied, where_next, with_next
from dokoclub.accounts.views.own import refuse_while_elsewhere


@method_decorator(refuse_while_elsewhere, name="dispatch")
class AddPasskey(Unprocessable, NextRedirectMixin, AddWebAuthnView):  # type: ignore[misc]
    form_class = AddPasskeyForm

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = FormView.get_context_data(self, **kwargs)
        context |= passkeys.passkey_context(self.request)
        return context | {
            "js_data": {"creation_options": auth.begin_registration(self.request.user, passwordless=True)},
            "next": where_next(self.request, reverse("accounts:show_account")),
            "can_return": can_return(self.request.user),
        }

    def form_valid(self, form: Any) -> HttpResponse:
        response: HttpResponse = super().form_valid(form)
        services.note_event(self.request.user, "passkey_added", browser_of(self.request))
        return response

    def get_success_url(self) -> str:
        """The first passkey brings recovery codes, which are shown before going on."""
        if self.did_generate_recovery_codes:
            return with_next(self.request, "mfa_view_recovery_codes")
        return where_next(self.request, reverse("accounts:show_account"))


class RemovePasskey(RemoveWebAuthnView):  # type: ignore[misc]  # allauth has no types
    success_url = reverse_lazy("accounts:show_account")

    def form_valid(self, form: Any) -> HttpResponse:
        """Not allauth's way, which would throw the recovery codes away with the last passkey."""
        try:
            services.remove_passkey(self.request.user, self.object)
        except services.Refused as refused:
            messages.error(self.request, str(refused))
        else:
            services.note_event(self.request.user, "passkey_removed", browser_of(self.request))
            messages.success(self.request, _("The passkey is removed."))
        return redirect(self.get_success_url())


class RenamePasskey(Unprocessable, EditWebAuthnView):  # type: ignore[misc]  # allauth has no types
    form_class = RenamePasskeyForm
    success_url = reverse_lazy("accounts:show_account")


@method_decorator(refuse_while_elsewhere, name="dispatch")
class GenerateCodes(Unprocessable, GenerateRecoveryCodesView):  # type: ignore[misc]  # allauth has no types
    form_class = GenerateCodesForm

    def form_valid(self, form: Any) -> HttpResponse:
        response: HttpResponse = super().form_valid(form)
        services.note_event(self.request.user, "codes_made", browser_of(self.request))
        return response


class ShowCodes(ViewRecoveryCodesView):  # type: ignore[misc]  # allauth has no types
    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)
        return context | {"next": where_next(self.request, reverse("accounts:show_account"))}


class ProveByPassword(Unprocessable, ReauthenticateView):  # type: ignore[misc]  # allauth has no types
    form_class = ProvePasswordForm


class ProveByCode(Unprocessable, ReauthenticateByCodeView):  # type: ignore[misc]  # allauth has no types
    form_class = ProveCodeForm


class ProveByPasskey(ReauthenticateWebAuthnView):  # type: ignore[misc]  # allauth has no types
    form_class = ProvePasskeyForm

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)
        return context | passkeys.passkey_context(self.request)

    def form_invalid(self, form: Any) -> HttpResponse:
        messages.error(self.request, say_if_copied(form) or _("This did not work. Please try again."))
        return redirect(with_next(self.request, "mfa_reauthenticate_webauthn"))
