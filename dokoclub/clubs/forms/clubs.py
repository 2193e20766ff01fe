"""Forms to found, change and delete a club."""

import re
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from dokoclub.clubs.models import Club
from dokoclub.clubs.models.club import LONGEST_NAME
from dokoclub.clubs.texts.rules import preset_choices
from dokoclub.ui.forms import KeyedForm, NameField, clean_name
from scoring.rules.presets import NEW_CLUB
from scoring.text import LONGEST_NAME as LONGEST_PLAYER_NAME
from scoring.text import fold_name

MOST_OTHERS: Final = 40
_BETWEEN_NAMES: Final = re.compile(r"[,;&\n]|\s(?:und|and)\s")


class NamesField(forms.CharField):
    """Several names in one line, separated by commas or, without commas, by blanks."""

    def to_python(self, value: Any) -> list[str]:  # type: ignore[override]
        typed = super().to_python(value) or ""
        parts = _BETWEEN_NAMES.split(typed)
        names = [clean_name(part) for part in (parts if len(parts) > 1 else typed.split())]
        return [name for name in names if name]

    def validate(self, value: Any) -> None:
        super().validate(value)
        if len(value) > MOST_OTHERS:
            raise ValidationError(_("At most %(most)s names at once."), params={"most": MOST_OTHERS})
        for name in value:
            if len(name) > LONGEST_PLAYER_NAME:
                raise ValidationError(
                    _("Shorten “%(name)s” to %(most)s letters."), params={"name": name, "most": LONGEST_PLAYER_NAME}
                )

    def run_validators(self, value: Any) -> None:
        """Skip validators: each name has been validated already."""


class FoundClubForm(KeyedForm):
    name = NameField(label=_("Name of the club"), max_length=LONGEST_NAME)
    player_name = NameField(
        label=_("Your name at the table"),
        max_length=LONGEST_PLAYER_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
        required=False,
    )
    others = NamesField(
        label=_("Who else plays?"),
        required=False,
        help_text=_("In seating order from your left, with commas: Ben, Cleo, Dora."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"}),
    )
    preset = forms.ChoiceField(
        label=_("Starting rules"),
        choices=preset_choices,
        initial=NEW_CLUB,
    )

    def clean(self) -> dict[str, Any]:
        """Refuse duplicate names; otherwise the service would report them only after founding part of the club."""
        cleaned: dict[str, Any] = super().clean() or {}
        seen = {fold_name(cleaned.get("player_name", ""))}
        for name in cleaned.get("others", []):
            if fold_name(name) in seen:
                self.add_error("others", _("“%(name)s” is in the list twice.") % {"name": name})
                break
            seen.add(fold_name(name))
        return cleaned


class ClubForm(forms.Form):
    name = NameField(label=_("Name of the club"), max_length=LONGEST_NAME)


class DeleteClubForm(forms.Form):
    typed = forms.CharField(max_length=LONGEST_NAME, widget=forms.TextInput(attrs={"autocomplete": "off"}))

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["typed"].label = _("Type “%(name)s” to delete the club") % {"name": club.name}
