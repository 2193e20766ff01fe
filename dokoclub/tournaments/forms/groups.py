"""What a long form asks, under headings."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from django import forms
from django.forms.boundfield import BoundField

NUMBER: Final = "tournaments/_number_field.html"  # a field of which an empty one is said in its own words

Groups: TypeAlias = tuple[tuple[Any, tuple[str, ...]], ...]  # heading, and names of fields


class NumberField(forms.IntegerField):
    """It stands beside its question."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.template_name = NUMBER


def group_fields(form: forms.Form, groups: Groups) -> list[tuple[Any, list[BoundField]]]:
    """Heading and fields of each group, for `tournaments/_groups.html`."""
    return [(title, [form[name] for name in names]) for title, names in groups]
