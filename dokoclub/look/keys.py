"""Keys of forms: random UUIDs by which a form that is sent twice writes once, and those that mean something here."""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID, uuid4

from django import forms
from django.core.exceptions import ValidationError

DEMO_CLUB: Final = UUID("6c696e64-6521-4d6f-8b6f-636c75620001")  # the demo club is known by it
_RANDOM: Final = 4  # the version of a random UUID
_DERIVED: Final = 5  # and of one that is derived from others


def is_from_browser(key: UUID) -> bool:
    """Tell whether a browser may send this key: a random one that means nothing here."""
    return key.version == _RANDOM and key != DEMO_CLUB


def is_derived(key: UUID) -> bool:
    """Tell whether the key may be one that this program derives from others, such as those of rows that it adds."""
    return key.version == _DERIVED


class KeyField(forms.UUIDField):
    """The key of a form. Browsers restore what stood in a field when a page is loaded again, but not in this one."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(widget=forms.HiddenInput(attrs={"autocomplete": "off"}), initial=uuid4, **kwargs)

    def clean(self, value: Any) -> UUID | None:
        key: UUID | None = super().clean(value)
        if key is not None and not is_from_browser(key):
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return key
