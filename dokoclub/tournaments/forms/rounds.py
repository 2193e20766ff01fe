"""Who changes places, and how many minutes are granted."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from dokoclub.tournaments.services.rounds import MOST_MORE

PAIR: Final = 2


class SwapForm(forms.Form):
    """Two names are tapped."""

    people = forms.TypedMultipleChoiceField(coerce=int, label=gettext_lazy("Who changes places"))

    def __init__(self, *args: Any, numbers: list[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["people"].choices = [(number, number) for number in numbers]  # type: ignore[attr-defined]

    def clean_people(self) -> list[int]:
        chosen: list[int] = self.cleaned_data["people"]
        if len(chosen) != PAIR:
            raise ValidationError(_("Tap two names."))
        return chosen


class MinutesForm(forms.Form):
    minutes = forms.IntegerField(label=gettext_lazy("Minutes"), min_value=1, max_value=MOST_MORE)
    table = forms.IntegerField(required=False, min_value=1)
