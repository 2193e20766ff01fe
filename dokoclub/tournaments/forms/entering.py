"""Who wants to take part, typed by himself."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from dokoclub.look.fields import KeyedForm, LineField, NameField
from dokoclub.tournaments.models.people import LONGEST_HOME, LONGEST_TEAM
from dokoclub.tournaments.services.people import Listed
from scoring.text import LONGEST_NAME


class ApplicantForm(KeyedForm):
    """Sent twice, one person asks."""

    name = NameField(
        label=gettext_lazy("Your name"),
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
        help_text=gettext_lazy("As it is to stand in the list."),
    )
    home = LineField(label=pgettext_lazy("tournament", "Your club"), required=False, max_length=LONGEST_HOME)
    team = LineField(label=gettext_lazy("Team"), required=False, max_length=LONGEST_TEAM)

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if not name:
            raise ValidationError(_("There is no name."))
        return name

    @property
    def listed(self) -> Listed:
        found = self.cleaned_data
        return Listed(found["name"], found["team"], found["home"])
