"""Found a club, change it, delete it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from dokoclub.clubs.models import Club
from dokoclub.clubs.models.club import LONGEST_NAME, currencies
from dokoclub.clubs.models.player import LONGEST_NAME as LONGEST_PLAYER_NAME
from dokoclub.clubs.words.rules import preset_choices
from dokoclub.look.fields import KeyedForm, NameField
from scoring.rules.presets import NEW_CLUB


class FoundClubForm(KeyedForm):
    name = NameField(label=_("Name of the club"), max_length=LONGEST_NAME)
    player_name = NameField(
        label=_("Your name at the table"),
        max_length=LONGEST_PLAYER_NAME,
        required=False,
        help_text=_("Leave it empty if you keep the lists but do not play."),
    )
    preset = forms.ChoiceField(
        label=_("Rules to begin with"),
        choices=preset_choices,
        initial=NEW_CLUB,
        help_text=_("Each rule can be changed later."),
    )


class ClubForm(forms.Form):
    name = NameField(label=_("Name of the club"), max_length=LONGEST_NAME)
    currency = forms.ChoiceField(label=_("Currency"), choices=currencies)


class DeleteClubForm(forms.Form):
    typed = forms.CharField(max_length=LONGEST_NAME, widget=forms.TextInput(attrs={"autocomplete": "off"}))

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["typed"].label = _("Type “%(name)s” to delete the club") % {"name": club.name}
