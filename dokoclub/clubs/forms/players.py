"""Somebody who plays."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from dokoclub.clubs.models import Player
from dokoclub.clubs.models.player import LONGEST_NAME, LONGEST_NOTES, LONGEST_SHORT_NAME
from dokoclub.look.fields import KeyedForm, NameField, NotesField


class PlayerForm(forms.Form):
    name = NameField(label=_("Name"), max_length=LONGEST_NAME)
    short_name = NameField(
        label=_("Short name"),
        max_length=LONGEST_SHORT_NAME,
        required=False,
        help_text=_("Stands above the column on the sheet, where room is short. Without one, the name does."),
    )
    guest = forms.TypedChoiceField(
        label=_("Belongs to the club as"),
        choices=[(False, _("Member")), (True, _("Guest"))],
        coerce=lambda word: word == "True",
        widget=forms.RadioSelect,
        initial=False,
    )
    active = forms.BooleanField(
        label=_("plays at the moment"),
        required=False,
        initial=True,
        help_text=_("Is proposed when an evening begins."),
    )
    notes = NotesField(
        label=_("Notes"),
        max_length=LONGEST_NOTES,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Only owners of the club see them."),
    )


class NewPlayerForm(PlayerForm, KeyedForm):
    """The same, sent at most once."""


def initial_of_player(player: Player) -> dict[str, Any]:
    return {field: getattr(player, field) for field in PlayerForm.base_fields}
