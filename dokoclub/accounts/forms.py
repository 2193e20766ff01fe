"""Forms for accounts: registration, sign-in, recovery, passkeys, profile and deletion."""

from typing import Any

from allauth.account.forms import LoginForm, ReauthenticateForm
from allauth.core import context
from allauth.mfa.base.forms import ReauthenticateForm as CodeForm
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    AuthenticateWebAuthnForm,
    EditWebAuthnForm,
    LoginWebAuthnForm,
    ReauthenticateWebAuthnForm,
)
from django import forms
from django.contrib.auth.password_validation import validate_password
from django.utils.translation import gettext_lazy as _
from fido2.webauthn import AuthenticationResponse, RegistrationResponse

from dokoclub.accounts.access.devices import get_browser
from dokoclub.accounts.access.throttling import list_throttle_keys
from dokoclub.accounts.models import Account
from dokoclub.accounts.services import sign_ins
from dokoclub.accounts.services.registration import free_username
from dokoclub.accounts.services.sign_ins import count_passkey, note_event
from dokoclub.ui.forms import CodeField, NameField


class PasswordField(forms.CharField):
    def __init__(self, *, autocomplete: str, **kwargs: Any) -> None:
        widget = forms.PasswordInput(attrs={"autocomplete": autocomplete})
        super().__init__(widget=widget, strip=False, **kwargs)


class SignInNameField(forms.CharField):
    def __init__(self, **kwargs: Any) -> None:
        attrs = {"autocomplete": "username", "autocapitalize": "none", "autocorrect": "off", "spellcheck": "false"}
        kwargs.setdefault("label", _("Sign-in name"))
        super().__init__(widget=forms.TextInput(attrs=attrs), max_length=60, **kwargs)

    def clean(self, value: Any) -> str:
        return Account.normalize_username(super().clean(value))


class FreshPasswordForm(forms.Form):
    """A password, checked for strength for its account."""

    password1 = PasswordField(
        label=_("New password"),
        autocomplete="new-password",
        help_text=_("At least 8 characters, e.g. three or four words."),
    )

    def __init__(self, *args: Any, account: Account, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.account = account

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("password1"):
            self._check_strength(cleaned["password1"])
        return cleaned

    def _check_strength(self, password: str) -> None:
        try:
            validate_password(password, self.account)
        except forms.ValidationError as weak:
            self.add_error("password1", weak)


class NewPasswordForm(FreshPasswordForm):
    """A new password, typed twice: the old one is replaced, and there is no reset by mail."""

    password2 = PasswordField(label=_("Repeat the password"), autocomplete="new-password")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        first, second = self.data.get("password1"), cleaned.get("password2")
        if first and second and first != second:
            self.add_error("password2", _("The two passwords differ."))
        return cleaned


class RegisterForm(FreshPasswordForm):
    """Register an account: with a password, or, by the second button, with a passkey that is added next.

    The password is typed once, and can be shown. `names_itself`: no sign-in name was typed, so one was generated.
    """

    code = CodeField(
        label=_("Code for the first account"),
        help_text=_("Shown where the program was started."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )
    display_name = NameField(
        label=_("Your name"),
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    username = SignInNameField(
        required=False,
        help_text=_("For signing in. Empty: your name."),
    )

    field_order = ["code", "display_name", "username", "password1"]

    def __init__(self, *args: Any, first: bool, **kwargs: Any) -> None:
        super().__init__(*args, account=Account(), **kwargs)
        self.fields["password1"].label = _("Password")
        if not first:
            del self.fields["code"]
        if self.wants_passkey:
            self.fields["password1"].required = False

    @property
    def wants_passkey(self) -> bool:
        return "with_passkey" in self.data

    @property
    def names_itself(self) -> bool:
        return not str(self.data.get("username", "")).strip()

    def clean_username(self) -> str:
        username: str = self.cleaned_data["username"]
        if not username:
            return free_username(self.cleaned_data.get("display_name", ""))
        field = Account._meta.get_field("username")
        field.run_validators(username)
        if Account.objects.filter(username=username).exists():
            raise forms.ValidationError(field.error_messages["unique"], code="unique")
        return username

    def clean(self) -> dict[str, Any]:
        self.account.username = self.cleaned_data.get("username", "")
        self.account.display_name = self.cleaned_data.get("display_name", "")
        if self.wants_passkey:
            self.cleaned_data["password1"] = None
        return super().clean()


class SignInForm(LoginForm):  # type: ignore[misc]  # allauth has no types
    password = PasswordField(label=_("Password"), autocomplete="current-password")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"] = SignInNameField()
        self.order_fields(["login", "password"])


class RecoveryForm(forms.Form):
    """A sign-in name and one of its recovery codes."""

    username = SignInNameField()
    code = CodeField(
        label=_("Recovery code"),
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "inputmode": "numeric"}),
    )


class ProvePasswordForm(ReauthenticateForm):  # type: ignore[misc]  # allauth has no types
    password = PasswordField(label=_("Your password"), autocomplete="current-password")


class ProveCodeForm(CodeForm):  # type: ignore[misc]  # allauth has no types
    """Prove the identity by recovery code. Wrong codes are counted in the database: HeldUp after too many."""

    code = CodeField(
        label=_("Recovery code"),
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "inputmode": "numeric"}),
    )

    def clean_code(self) -> str:
        counted = sign_ins.count_guess(list_throttle_keys(context.request, "recovery_code", self.user.username))
        try:
            code: str = super().clean_code()
        except forms.ValidationError:
            note_event(self.user, "wrong_code", get_browser(context.request))
            raise
        sign_ins.give_back(counted)
        return code


class CredentialField(forms.JSONField):
    """The response of a passkey. allauth trusts its shape, but clients can send anything."""

    widget = forms.HiddenInput

    def __init__(self, shape: type[AuthenticationResponse] | type[RegistrationResponse]) -> None:
        super().__init__()
        self.shape = shape

    def clean(self, value: Any) -> Any:
        answer = super().clean(value)
        try:
            self.shape.from_dict(answer)
        except Exception as error:  # the parser may raise any exception
            raise forms.ValidationError(_("That didn't work. Try again."), code="shape") from error
        return answer


class CountedPasskey(AuthenticateWebAuthnForm):  # type: ignore[misc]  # allauth has no types
    """A passkey check that detects copies: a use counter must not repeat. allauth does not check this."""

    credential = CredentialField(AuthenticationResponse)

    def clean_credential(self) -> Authenticator:
        counter = AuthenticationResponse.from_dict(self.cleaned_data["credential"]).response.authenticator_data.counter
        passkey: Authenticator = super().clean_credential()
        if not count_passkey(passkey.pk, counter):
            note_event(passkey.user, "wrong_counter", get_browser(context.request))
            raise forms.ValidationError(
                _("This passkey seems to have been copied. Sign in by another way, remove it and add a new one."),
                code="copied",
            )
        return passkey


class SignInByPasskeyForm(CountedPasskey, LoginWebAuthnForm):  # type: ignore[misc]
    pass


class ProvePasskeyForm(CountedPasskey, ReauthenticateWebAuthnForm):  # type: ignore[misc]
    pass


class AddPasskeyForm(AddWebAuthnForm):  # type: ignore[misc]  # allauth has no types
    """Add a passkey; every key here is discoverable and asks for finger, face or PIN."""

    name = NameField(
        label=_("Passkey name"),
        widget=forms.TextInput(attrs={"placeholder": _("Anna's phone")}),
        max_length=60,
        required=False,
    )
    credential = CredentialField(RegistrationResponse)
    passwordless = None


class RenamePasskeyForm(EditWebAuthnForm):  # type: ignore[misc]  # allauth has no types
    name = NameField(label=_("Passkey name"), max_length=60)


class GenerateCodesForm(forms.Form):
    """Generate codes without input; allauth's form refuses accounts that sign in by password alone."""

    def __init__(self, *args: Any, user: Account, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)


class ProfileForm(forms.Form):
    display_name = NameField(
        label=_("Your name"), max_length=60, widget=forms.TextInput(attrs={"autocomplete": "name"})
    )
    email = forms.EmailField(
        label=_("E-mail address"),
        required=False,
        help_text=_("Optional."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )


class EraseForm(forms.Form):
    """Confirm deletion by typing the sign-in name, against accidents."""

    username = forms.CharField(
        label=_("Your sign-in name"),
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )

    def __init__(self, *args: Any, account: Account, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.account = account

    def clean_username(self) -> str:
        typed = self.cleaned_data["username"]
        if Account.normalize_username(typed) != self.account.username:
            raise forms.ValidationError(_("Wrong sign-in name."), code="other_name")
        return str(typed)
