"""Adapters of allauth: no mail, a passkey or a password is enough, names from our own fields."""

from typing import Any, Final

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.authentication import get_authentication_records
from allauth.core import context
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.providers.openid_connect.views import OpenIDConnectOAuth2Adapter
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from dokoclub.accounts import hooks
from dokoclub.accounts.access import devices
from dokoclub.accounts.access.devices import get_browser
from dokoclub.accounts.access.throttling import get_address, list_throttle_keys
from dokoclub.accounts.models import Account
from dokoclub.accounts.services import sign_ins

CONNECT: Final = "connect"  # the process in which somebody who is signed in connects a service


def may_register(request: HttpRequest) -> bool:
    """Return True if registration is open, or a later app permits it (an invitation). For installs with accounts."""
    return settings.REGISTRATION == "open" or any(permits(request) for permits in hooks.signup_permits)


def _proven_by(request: HttpRequest, account: Account) -> str:
    """Return the method that allauth has just recorded: a key of texts.HOW."""
    records = get_authentication_records(request, account)
    method = records[-1]["method"] if records else ""
    return {"mfa": "passkey", "socialaccount": "openid"}.get(method, "password")


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    error_messages = DefaultAccountAdapter.error_messages | {
        "username_password_mismatch": _("Sign-in name and password do not match."),
        "incorrect_password": _("Wrong password."),
    }

    def get_login_stages(self) -> list[str]:
        """Return no stages: a password or a passkey is enough. A passkey is not a second factor."""
        return []

    def login(self, request: HttpRequest, user: AbstractBaseUser) -> None:
        super().login(request, user)
        request.session.set_expiry(None)  # the usual lifetime, instead of a shorter one before sign-in
        devices.trust_session(request, devices.AFTER_SIGN_IN)

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return our address; allauth's answers 500 if a proxy is missing, and 403 if the address is invalid."""
        return get_address(request)

    def authenticate(self, request: HttpRequest, **credentials: Any) -> Account | None:
        """Authenticate as allauth does, but count wrong passwords in the database. Raises HeldUp after too many."""
        counted = sign_ins.count_guess(list_throttle_keys(request, "password", credentials["username"]))
        account: Account | None = super().authenticate(request, **credentials)
        if account:
            sign_ins.give_back(counted)
        return account

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        sign_ins.note_wrong_guess(credentials["username"], "wrong_password", get_browser(request))

    def post_login(self, request: HttpRequest, user: Account, **hooked: Any) -> HttpResponse:
        """Record the session. `signal_kwargs` may say how it began: {"how": …, "link": …}."""
        response: HttpResponse = super().post_login(request, user, **hooked)
        if user.is_visitor:
            return response
        given = hooked["signal_kwargs"] or {}
        how = given.get("how") or ("registered" if hooked["signup"] else _proven_by(request, user))
        sign_in = sign_ins.begin_sign_in(
            user, str(request.session.session_key), how, get_browser(request), given.get("link")
        )
        devices.note_sign_in(request, sign_in)
        if not devices.is_by_owners_link(request):
            devices.remember_device(request, response, user)
        return response

    def is_reauthentication_required(self, *, app: str, **_: Any) -> bool:
        devices.forget_future_proofs(context.request)  # allauth reads them next
        return not devices.is_trusted(context.request)

    def get_reauthentication_methods(self, user: Any) -> list[dict[str, Any]]:
        """Return the methods, without passkeys if these cannot work here and there are others.

        The page of passkeys explains where they work.
        """
        names = {
            "reauthenticate": _("Use your password"),
            "mfa_reauthenticate": _("Use a recovery code"),
            "mfa_reauthenticate:webauthn": _("Use a passkey"),
        }
        methods = [
            method | {"description": names[method["id"]]} for method in super().get_reauthentication_methods(user)
        ]
        others = [method for method in methods if method["id"] != "mfa_reauthenticate:webauthn"]
        return methods if devices.can_be_used(context.request) else others or methods


class HandedOver(HttpResponse):
    """The person that another service names; only our views ask. None: it says nothing that holds."""

    def __init__(self, sociallogin: Any = None) -> None:
        super().__init__()
        self.sociallogin = sociallogin


class SocialAccountAdapter(DefaultSocialAccountAdapter):  # type: ignore[misc]  # allauth has no types
    """Sign-in through another service. It opens accounts that connected it; it never creates or finds one."""

    def new_user(self, request: HttpRequest, sociallogin: Any) -> Any:
        """Keep nothing of what the service says about a person, except their number there."""
        sociallogin.account.extra_data, sociallogin.email_addresses = {}, []
        return super().new_user(request, sociallogin)

    def pre_social_login(self, request: HttpRequest, sociallogin: Any) -> None:
        """Leave only the sign-in of a known person to allauth."""
        if sociallogin.state.get("process") == CONNECT or not sociallogin.is_existing:
            raise ImmediateHttpResponse(HandedOver(sociallogin))

    def on_authentication_error(self, request: HttpRequest, provider: Any, **_more: Any) -> None:
        raise ImmediateHttpResponse(HandedOver())


class OpenIDAdapter(OpenIDConnectOAuth2Adapter):  # type: ignore[misc]  # allauth has no types
    def get_callback_url(self, request: HttpRequest, app: Any) -> str:
        """Return an address without the provider's id, since it must be typed in there."""
        return request.build_absolute_uri(reverse("accounts:finish_openid"))


class MFAAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # allauth has no types
    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": _("That didn't work. Try again."),
    }

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        return {"id": devices.relying_party(), "name": "dokoclub"}

    def get_public_key_credential_user_entity(self, user: Account) -> dict[str, Any]:
        entity: dict[str, Any] = super().get_public_key_credential_user_entity(user)
        return entity | {"display_name": str(user), "name": user.username}

    def generate_authenticator_name(self, user: Account, type: Any) -> str:  # noqa: A002  # allauth's name
        number = Authenticator.objects.filter(user=user, type=type).count() + 1
        return gettext("Passkey {number}").format(number=number)
