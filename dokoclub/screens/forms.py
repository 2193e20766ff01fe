"""What a screen shows, and the code that is typed on it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from dokoclub.screens.models import CODE_DIGITS, Scene

LONGEST_TYPED: Final = 20  # with blanks between the digits


class SceneField(forms.ChoiceField):
    """One is always chosen, so it is never called optional; "" is all of them in turn."""

    def validate(self, value: Any) -> None:
        if not self.valid_value(value):
            raise ValidationError(self.error_messages["invalid_choice"] % {"value": value})


class SceneForm(forms.Form):
    """`scenes`: those that there can be of what is shown."""

    use_required_attribute = False  # in a browser "" would be none

    scene = SceneField(label=gettext_lazy("What it shows"))
    light = forms.BooleanField(
        label=gettext_lazy("Light"),
        help_text=gettext_lazy("for a beamer in a bright room; otherwise it is dark"),
        required=False,
    )

    def __init__(self, *args: Any, scenes: Sequence[Scene], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(scene.value, str(scene.label)[:1].upper() + str(scene.label)[1:]) for scene in scenes]
        self.fields["scene"].choices = choices  # type: ignore[attr-defined]


class CodeForm(forms.Form):
    code = forms.CharField(
        label=gettext_lazy("Code"),
        help_text=gettext_lazy("Six digits, with or without a space."),
        max_length=LONGEST_TYPED,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "autofocus": True}),
    )

    def clean_code(self) -> str:
        digits = re.sub(r"[\s-]", "", self.cleaned_data["code"])
        if not re.fullmatch(rf"[0-9]{{{CODE_DIGITS}}}", digits):
            raise ValidationError(_("The code has %(digits)s digits.") % {"digits": CODE_DIGITS})
        return digits
