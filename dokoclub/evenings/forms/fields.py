"""What the forms of the evenings share."""

from __future__ import annotations

from typing import Any

from django import forms

from dokoclub.look.names import clean_line


class LineField(forms.CharField):
    """One line of visible text, in one normal form."""

    def to_python(self, value: Any) -> str:
        return clean_line(super().to_python(value) or "")
