"""Forms for the founder."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext as _

from dokoclub.legal.texts import KINDS, LONGEST, OPEN, Key, list_keys


class TextsForm(forms.Form):
    """Edit the legal texts: a field for each text and language."""

    def __init__(self, data: Any = None, *, texts: dict[Key, str]) -> None:
        super().__init__(data, initial={_name(key): text for key, text in texts.items()})
        languages = dict(settings.LANGUAGES)
        for key in list_keys():
            kind, language = key
            self.fields[_name(key)] = forms.CharField(
                label=f"{KINDS[kind]} ({languages[language]})",
                required=False,
                max_length=LONGEST,
                widget=forms.Textarea(attrs={"rows": 12, "lang": language}),
            )

    def clean(self) -> dict[str, Any]:
        found = super().clean() or self.cleaned_data
        for name in [name for name, text in found.items() if OPEN in text]:
            self.add_error(name, _("Fill in the [[brackets]] first."))
        return found

    def texts(self) -> dict[Key, str]:
        return {key: self.cleaned_data[_name(key)].replace("\r\n", "\n") for key in list_keys()}

    def could_not_be_saved(self) -> None:
        self.add_error(None, _("Not saved: the disk is full or unavailable. Try again later."))


def _name(key: Key) -> str:
    return "_".join(key)
