"""Forms to invite somebody and to accept an invitation."""

from datetime import timedelta
from typing import Any, cast

from django import forms
from django.core.signing import BadSignature, Signer
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from dokoclub.accounts.models import fresh_token
from dokoclub.clubs.forms.people import ClaimForm
from dokoclub.clubs.models import Club, Player
from dokoclub.ui.forms import SENT_BEFORE, NameField, replace_value
from scoring.text import LONGEST_NAME

SIGNER = Signer(salt="dokoclub.clubs.invitation")
LIVES = [(1, _("one day")), (7, _("a week")), (30, _("a month")), (365, _("a year"))]


def signed_token() -> str:
    return SIGNER.sign(fresh_token())


class SignedToken(forms.CharField):
    """A signed token in the form: sent twice, the form creates one thing and can show it again."""

    widget = forms.HiddenInput

    def __init__(self) -> None:
        super().__init__(initial=signed_token)

    def clean(self, value: Any) -> str:
        try:
            return SIGNER.unsign(super().clean(value))
        except BadSignature:
            raise forms.ValidationError(_("This form has expired. Open it again.")) from None


def ask_how_long(days: int) -> forms.TypedChoiceField:
    """Return a field for the lifetime of a link, as a timedelta; `days` is the initial value."""
    return forms.TypedChoiceField(
        label=_("Valid for"), choices=LIVES, coerce=lambda typed: timedelta(days=int(typed)), initial=days
    )


class InvitationForm(forms.Form):
    """Create an invitation. Its token makes one link, no matter how often the form is sent."""

    player = forms.ModelChoiceField(
        label=_("For whom"),
        queryset=Player.objects.none(),
        required=False,
        empty_label=_("someone not on the list"),
    )
    single_use = forms.TypedChoiceField(
        label=_("The link is for"),
        choices=[(True, _("one person")), (False, _("anyone with the link"))],
        coerce=lambda word: word == "True",
        widget=forms.RadioSelect,
        initial=True,
    )
    scorer = forms.BooleanField(
        label=_("may write the sheet"),
        required=False,
    )
    treasurer = forms.BooleanField(label=_("may act as treasurer"), required=False)
    lasts = ask_how_long(7)
    token = SignedToken()

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = cast("forms.ModelChoiceField[Player]", self.fields["player"])
        field.queryset = club.players.active().without_member()

    def clean(self) -> dict[str, Any]:
        """Clean the form. A link with a name on it is always for one person."""
        cleaned: dict[str, Any] = super().clean() or {}
        if cleaned.get("player") is not None:
            cleaned["single_use"] = True
        if "lasts" in cleaned:
            cleaned["expires_at"] = timezone.now() + cleaned.pop("lasts")
        return cleaned

    def used_before(self) -> None:
        self.data = replace_value(self.data, "token", signed_token())
        self.add_error(None, SENT_BEFORE)


class AcceptForm(ClaimForm):
    """Accept an invitation without a player: choose one from the list, which takes precedence, or enter a name."""

    player_name = NameField(
        label=_("Your name at the table"),
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
        required=False,
        help_text=_("Empty: follow along only."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["player"].required = False


class InviteAgainForm(forms.Form):
    """Invite players again. All links derive from its seed: sent twice, it makes them once and can show them again."""

    own = forms.ModelChoiceField(
        label=_("You are"),
        queryset=Player.objects.none(),
        required=False,
        empty_label=_("none of them"),
    )
    players = forms.ModelMultipleChoiceField(queryset=Player.objects.none(), required=False)
    lasts = ask_how_long(30)
    seed = SignedToken()

    def __init__(self, *args: Any, club: Club, plays: bool, **kwargs: Any) -> None:
        """Set up the choices. `plays`: the sender is already a player."""
        super().__init__(*args, **kwargs)
        present = club.players.active().order_by("folded_name", "pk")
        # Players who have joined meanwhile stay valid: the form may be sent twice.
        for name, some in (("players", present), ("own", present.without_member().filter(awaited__isnull=False))):
            cast("forms.ModelChoiceField[Player]", self.fields[name]).queryset = some
        if plays:
            del self.fields["own"]

    def clean(self) -> dict[str, Any]:
        """Clean the form. The sender's own player is not invited."""
        cleaned: dict[str, Any] = super().clean() or {}
        cleaned.setdefault("own", None)
        if "lasts" in cleaned:
            cleaned["expires_at"] = timezone.now() + cleaned.pop("lasts")
        if "players" in cleaned:
            cleaned["players"] = [player for player in cleaned["players"] if player != cleaned["own"]]
        return cleaned
