"""Forms for players, members and claims."""

from typing import Any, Final, cast

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from dokoclub.clubs.models import Club, Membership, Player
from dokoclub.clubs.models.player import LONGEST_NOTES, LONGEST_SHORT_NAME
from dokoclub.clubs.texts.games import card_choices
from dokoclub.ui.cards import LONGEST_MONOGRAM
from dokoclub.ui.forms import KeyedForm, NameField, NotesField, clean_name
from scoring.text import LONGEST_NAME

MOST_AT_ONCE: Final = 100  # names
NOBODY: Final = _("Tap a name.")


class PlayerForm(forms.Form):
    name = NameField(label=_("Name"), max_length=LONGEST_NAME)
    short_name = NameField(
        label=_("Short name"),
        max_length=LONGEST_SHORT_NAME,
        required=False,
        help_text=_("Leave empty for automatic."),
    )
    guest = forms.TypedChoiceField(
        label=_("Belongs to the club as"),
        choices=[(False, _("Member")), (True, _("Guest"))],
        coerce=lambda word: word == "True",
        widget=forms.RadioSelect,
        initial=False,
    )
    active = forms.BooleanField(
        label=_("active"),
        required=False,
        initial=True,
    )
    notes = NotesField(
        label=_("Notes"),
        max_length=LONGEST_NOTES,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Only owners of the club see them."),
    )


class ChangedPlayerForm(PlayerForm):
    """Change a player, including their card."""

    tint = forms.TypedChoiceField(label=_("Card"), choices=card_choices, coerce=int)
    monogram = NameField(
        label=_("Letters on the card"),
        max_length=LONGEST_MONOGRAM,
        required=False,
        help_text=_("Empty: the first letter of the name."),
    )

    field_order = ["name", "short_name", "tint", "active", "monogram", "guest", "notes"]

    def seldom_changed(self) -> list[forms.BoundField]:
        """Return the fields that the page folds, unless one of them is wrong."""
        return [self[name] for name in ("monogram", "guest", "notes")]

    def often_changed(self) -> list[forms.BoundField]:
        return [self[name] for name in ("name", "short_name", "tint", "active")]


class OwnPlayerForm(ChangedPlayerForm):
    """Change one's own name and card; the rest is for owners."""

    guest = active = notes = None  # type: ignore[assignment]


class NewPlayerForm(PlayerForm, KeyedForm):
    """Add a player, at most once per form. The focus is on the name, for adding several in a row."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].widget.attrs["autofocus"] = True


class PlayerListForm(KeyedForm):
    """Many names at once, as copied from a list."""

    names = NotesField(label=_("Names"), widget=forms.Textarea(attrs={"rows": 10}), help_text=_("One name a line."))
    guest = forms.TypedChoiceField(
        label=_("Belong to the club as"),
        choices=[(False, _("Members")), (True, _("Guests"))],
        coerce=lambda word: word == "True",
        widget=forms.RadioSelect,
        initial=False,
    )

    def clean_names(self) -> list[str]:
        """Return each name once."""
        names = [clean_name(line) for line in self.cleaned_data["names"].splitlines()]
        found = list(dict.fromkeys(name for name in names if name))
        if len(found) > MOST_AT_ONCE:
            raise forms.ValidationError(gettext("At most %(most)s names at once.") % {"most": MOST_AT_ONCE})
        return found


def initial_of_player(player: Player) -> dict[str, Any]:
    return {field: getattr(player, field) for field in ChangedPlayerForm.base_fields}


class MemberForm(forms.Form):
    owner = forms.BooleanField(
        label=_("owns the club"),
        required=False,
        help_text=_("Everything: rules, members, rights, invitations, and deleting the club."),
    )
    scorer = forms.BooleanField(
        label=_("keeps score"),
        required=False,
    )
    treasurer = forms.BooleanField(label=_("treasurer"), required=False)
    player = forms.ModelChoiceField(
        label=_("Plays as"),
        queryset=Player.objects.none(),
        required=False,
        empty_label=_("does not play"),
    )

    def __init__(self, *args: Any, member: Membership, **kwargs: Any) -> None:
        rights = {right: getattr(member, right) for right in ("owner", "scorer", "treasurer")}
        super().__init__(*args, **{"initial": rights, **kwargs})
        present = member.club.players.active()
        if present.filter(account=member.account).exists():
            del self.fields["player"]  # a member who plays as somebody keeps that player
        else:
            cast("forms.ModelChoiceField[Player]", self.fields["player"]).queryset = present.without_member()

    def clean(self) -> dict[str, Any]:
        return {"player": None, **self.cleaned_data}


class ClaimForm(forms.Form):
    """Choose a player from the list. The service checks if the player has an account by now."""

    player = forms.ModelChoiceField(
        queryset=Player.objects.none(),
        widget=forms.HiddenInput,
        error_messages={"invalid_choice": NOBODY, "required": NOBODY},
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = cast("forms.ModelChoiceField[Player]", self.fields["player"])
        field.queryset = club.players.active()

    def chosen(self) -> Player:
        """Return the chosen player. Raises ValidationError if none was tapped."""
        if not self.is_valid():
            raise ValidationError(NOBODY)
        player: Player = self.cleaned_data["player"]
        return player
