"""What several forms share: names, lines of text, and the key that lets a form be sent twice."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from dokoclub.look.names import clean_line, clean_name


class NameField(forms.CharField):
    """A name in one normal form; `look.names` says what may stand in it."""

    def to_python(self, value: Any) -> str:
        return clean_name(super().to_python(value) or "")


class NotesField(forms.CharField):
    """Several lines of visible text."""

    widget = forms.Textarea

    def to_python(self, value: Any) -> str:
        text = super().to_python(value) or ""
        return "\n".join(clean_line(line) for line in text.splitlines()).strip()


SENT_BEFORE = _("This form was sent before with other content, and that was saved. Send it again to save this one too.")


def replaced(data: Any, name: str, value: str) -> Any:
    """What was sent, with one value in place of another."""
    copy = data.copy()
    copy[name] = value
    return copy


class KeyedForm(forms.Form):
    """A form that creates something carries a key: sent twice, it creates once."""

    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)

    def used_before(self) -> None:
        """The key has created something else: say so, keep what was typed, and let the next try have a fresh key."""
        self.data = replaced(self.data, "key", str(uuid4()))
        self.add_error(None, SENT_BEFORE)
