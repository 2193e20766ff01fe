"""Forms of screens: the scene, and codes that people type."""

from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from dokoclub.screens.models import CODE_LENGTH, DIGITS, JOIN_DEFAULT, JOIN_MOST, SIGNS, Scene
from dokoclub.ui.forms import CodeField, bare_code

_READ_AS: Final = str.maketrans("BGSZ", "8652")  # These signs look alike.


class SceneField(forms.ChoiceField):
    """A choice of scene. "" is a choice too (all in turn), so the field is never called optional."""

    def validate(self, value: Any) -> None:
        if not self.valid_value(value):
            raise ValidationError(self.error_messages["invalid_choice"] % {"value": value})


class SceneForm(forms.Form):
    """The scene of a screen. `scenes`: those that exist for its subject."""

    use_required_attribute = False  # A browser would not accept "".

    scene = SceneField(label=gettext_lazy("Display"))
    light = forms.BooleanField(
        label=gettext_lazy("Light (for bright rooms)"),
        required=False,
    )

    def __init__(self, *args: Any, scenes: Sequence[Scene], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(scene.value, str(scene.label)[:1].upper() + str(scene.label)[1:]) for scene in scenes]
        self.fields["scene"].choices = choices  # type: ignore[attr-defined]


def read_signs(typed: str) -> str:
    """Return the six signs that were typed, in any case and with any separators.

    Raises ValidationError for text that cannot be a code, which does not count as a guess.
    """
    signs = bare_code(typed).translate(_READ_AS)
    for sign in signs:
        if sign not in SIGNS:
            raise ValidationError(_("There is no %(sign)s in a code. Look again.") % {"sign": sign})
    if len(signs) != CODE_LENGTH:
        raise ValidationError(_("The code has %(signs)s signs.") % {"signs": CODE_LENGTH})
    return signs


class ScreenCodeForm(forms.Form):
    """The digits that somebody types with a remote control."""

    code = CodeField(
        label=gettext_lazy("Code"),
        widget=forms.TextInput(
            attrs={"placeholder": "123 456", "inputmode": "numeric", "autocomplete": "off", "autofocus": True}
        ),
    )

    def clean_code(self) -> str:
        digits: str = self.cleaned_data["code"]
        if len(digits) != CODE_LENGTH or not set(digits) <= set(DIGITS):
            raise ValidationError(_("Enter %(digits)s digits.") % {"digits": CODE_LENGTH})
        return digits


class CodeForm(forms.Form):
    """The code that somebody reads from another phone."""

    code = CodeField(
        label=gettext_lazy("Code"),
        widget=forms.TextInput(
            attrs={
                "placeholder": "K7M-4TX",
                "inputmode": "text",
                "autocapitalize": "characters",
                "autocomplete": "one-time-code",
                "autocorrect": "off",
                "spellcheck": "false",
                "autofocus": True,
            }
        ),
    )

    def clean_code(self) -> str:
        return read_signs(self.cleaned_data["code"])


class JoinCodeForm(forms.Form):
    most = forms.IntegerField(
        label=gettext_lazy("For how many people"), min_value=1, max_value=JOIN_MOST, initial=JOIN_DEFAULT
    )
