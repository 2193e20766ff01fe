"""What a script sends along with the facts: which form it was, what it had seen, what it was told and answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple
from uuid import UUID

from django import forms
from django.core.exceptions import ValidationError

HIGHEST = 2**31 - 1


class Sent(NamedTuple):
    uuid: UUID | None = None  # of the form: what it writes, it writes once
    expected: int | None = None  # the number that the game was meant to get
    seen: int = 0  # the version of the sheet that the form was made from
    version: int = 0  # what is to be undone
    choice: str = ""  # between two versions of a game: mine, both
    against: UUID | None = None  # the row that the choice is about
    inserts: bool = False  # the new row goes in front of `against`
    confirmed: bool = False  # the changes of later games were shown at version `seen`


# Nothing of this is typed by people: what cannot be read counts as not sent.
_NUMBER: Final = forms.IntegerField(required=False, min_value=0, max_value=HIGHEST)
_FIELDS: Final[Mapping[str, forms.Field]] = {
    "uuid": forms.UUIDField(required=False),
    "expected": forms.IntegerField(required=False, min_value=1, max_value=HIGHEST),
    "seen": _NUMBER,
    "version": _NUMBER,
    "choice": forms.ChoiceField(required=False, choices=[("mine", "mine"), ("both", "both")]),
    "against": forms.UUIDField(required=False),
    "inserts": forms.BooleanField(required=False),
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
