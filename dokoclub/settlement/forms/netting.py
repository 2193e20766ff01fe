"""Two who settle up: sent by a button of the overview."""

from __future__ import annotations

from typing import Any

from django import forms

from dokoclub.look.fields import INCOMPLETE
from dokoclub.look.keys import KeyField
from dokoclub.settlement.forms.sent import HIGHEST
from dokoclub.settlement.forms.stamps import StampField
from dokoclub.settlement.selectors.seen import SeenPair, parse_seen_pair

BOX = "box"
MOST_AT_ONCE = 200  # pairs of one person


class PartyField(forms.IntegerField):
    """The number of a player, or None for the cash box."""

    def __init__(self) -> None:
        super().__init__(min_value=1, max_value=HIGHEST, widget=forms.HiddenInput)

    def clean(self, value: Any) -> int | None:
        return None if value == BOX else super().clean(value)


class SeenPairsField(forms.Field):
    """What a button shows of several pairs, each as `SeenPair` writes it."""

    widget = forms.MultipleHiddenInput

    def clean(self, value: Any) -> list[SeenPair]:
        pairs = [parse_seen_pair(word) for word in value or ()]
        found = [pair for pair in pairs if pair is not None]
        if not found or len(found) < len(pairs) or len(found) > MOST_AT_ONCE:
            raise forms.ValidationError(INCOMPLETE)
        return found


class SeveralForm(forms.Form):
    """All that one person pays."""

    seen = SeenPairsField()
    key = KeyField()


class UndoForm(forms.Form):
    """The payments that were marked last."""

    payments = forms.RegexField(r"\A[0-9]{1,18}(?:-[0-9]{1,18})*\Z", max_length=MOST_AT_ONCE * 19)

    def clean_payments(self) -> list[int]:
        return [int(word) for word in self.cleaned_data["payments"].split("-")][:MOST_AT_ONCE]


class NettingForm(forms.Form):
    one = PartyField()
    other = PartyField()
    stamp = StampField()
    key = KeyField()
