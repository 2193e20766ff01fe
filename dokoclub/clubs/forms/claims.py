"""Who of the list somebody says to be: each name is a button that sends the form."""

from __future__ import annotations

from typing import Any, Final, cast

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from dokoclub.clubs.models import Club, Player

NOBODY: Final = _("Tap a name of the list.")


class ClaimForm(forms.Form):
    """Whether the player is somebody's by now, the service says."""

    player = forms.ModelChoiceField(
        queryset=Player.objects.none(),
        widget=forms.HiddenInput,
        error_messages={"invalid_choice": NOBODY, "required": NOBODY},
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = cast("forms.ModelChoiceField[Player]", self.fields["player"])
        field.queryset = club.players.present()

    def chosen(self) -> Player:
        """Raises ValidationError where nobody of the list was tapped."""
        if not self.is_valid():
            raise ValidationError(NOBODY)
        player: Player = self.cleaned_data["player"]
        return player
