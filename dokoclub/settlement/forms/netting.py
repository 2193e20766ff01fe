"""Two who settle up: sent by a button of the overview."""

from __future__ import annotations

from typing import Any

from django import forms

BOX = "box"
LARGEST = 2**63 - 1


class PartyField(forms.IntegerField):
    """The number of a player, or None for the cash box."""

    def __init__(self) -> None:
        super().__init__(min_value=1, max_value=LARGEST, widget=forms.HiddenInput)

    def clean(self, value: Any) -> int | None:
        return None if value == BOX else super().clean(value)


class NettingForm(forms.Form):
    one = PartyField()
    other = PartyField()
    stamp = forms.CharField(max_length=16, widget=forms.HiddenInput)
    key = forms.UUIDField(widget=forms.HiddenInput)
