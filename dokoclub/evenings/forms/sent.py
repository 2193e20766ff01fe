"""Hidden fields of the page of the seats: its key, the version of the sheet that it shows, and whether it asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple
from uuid import UUID

from django import forms
from django.core.exceptions import ValidationError

HIGHEST: Final = 2**31 - 1


class Sent(NamedTuple):
    uuid: UUID | None = None  # of the form: what it writes, it writes once
    seen: int = 0  # the version of the sheet that the form was made from
    confirmed: bool = False  # the changes of later games were shown at version `seen`


# Nothing of this is typed by people: what cannot be read counts as not sent.
_FIELDS: Final[Mapping[str, forms.Field]] = {
    "uuid": forms.UUIDField(required=False),
    "seen": forms.IntegerField(required=False, min_value=0, max_value=HIGHEST),
    "confirmed": forms.BooleanField(required=False),
}


def read_sent(data: Mapping[str, str]) -> Sent:
    found = {name: _read(field, data[name]) for name, field in _FIELDS.items() if data.get(name)}
    return Sent(**{name: value for name, value in found.items() if value is not None})


def _read(field: forms.Field, sent: str) -> Any:
    try:
        return field.clean(sent)
    except ValidationError:
        return None
