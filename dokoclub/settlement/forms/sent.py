"""What the buttons of the settlement send. Nothing of this is typed: what cannot be read counts as not sent."""

from __future__ import annotations

from django import forms
from django.http import QueryDict

from dokoclub.settlement.selectors.seen import Seen, parse_seen

HIGHEST = 2**63 - 1


def read_seen(data: QueryDict) -> list[Seen]:
    """The transfers that the page showed when the button was pressed."""
    return [found for text in data.getlist("seen") if (found := parse_seen(text)) is not None]


class ExcuseForm(forms.Form):
    player = forms.IntegerField(min_value=1, max_value=HIGHEST)
    excused = forms.BooleanField(required=False)


class PaymentForm(forms.Form):
    payment = forms.IntegerField(min_value=1, max_value=HIGHEST)
