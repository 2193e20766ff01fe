"""What several forms share: names, lines of text, and the key that lets a form be sent twice."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from dokoclub.accounts.forms import NameField
from dokoclub.look.names import clean_line

__all__ = ["INCOMPLETE", "SENT_BEFORE", "KeyedForm", "NameField", "NotesField", "replaced"]


class NotesField(forms.CharField):
    """Several lines of visible text."""

    widget = forms.Textarea

    def to_python(self, value: Any) -> str:
        text = super().to_python(value) or ""
        return "\n".join(clean_line(line) for line in text.splitlines()).strip()


SENT_BEFORE = _("This form was sent before with other content, and that was saved. Send it again to save this one too.")

INCOMPLETE = _("This form did not arrive as a whole. Please check it and send it once more.")


def replaced(data: Any, name: str, value: str) -> Any:
    """What was sent, with one value in place of another."""
    copy = data.copy()
    copy[name] = value
    return copy


class KeyedForm(forms.Form):
    """A form that creates something carries a key: sent twice, it creates once."""

    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)

    def full_clean(self) -> None:
        """Without a key that can be read, nothing tells a second press from a first: ask for one more, with a key."""
        super().full_clean()
        if self.errors.pop("key", None):
            self._replace_key()
            self.add_error(None, INCOMPLETE)

    def used_before(self) -> None:
        """The key has created something else: say so, keep what was typed, and let the next try have a fresh key."""
        self._replace_key()
        self.add_error(None, SENT_BEFORE)

    def _replace_key(self) -> None:
        self.data = replaced(self.data, "key", str(uuid4()))
