"""Whether the club shows how well somebody plays, and whether somebody shows it of himself."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _


class RatingForm(forms.Form):
    rated = forms.BooleanField(label=_("Show how well everybody plays"), required=False)


class HideForm(forms.Form):
    """A button: `hidden` is 1 or 0."""

    hidden = forms.TypedChoiceField(choices=[("1", "1"), ("0", "0")], coerce=lambda text: text == "1")
