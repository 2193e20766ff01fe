"""What somebody saw when the page was made."""

from __future__ import annotations

from django import forms

from dokoclub.settlement.selectors.stamps import LENGTH


class StampField(forms.CharField):
    def __init__(self, *, required: bool = True) -> None:
        super().__init__(max_length=LENGTH, required=required, widget=forms.HiddenInput)
