"""An amount of money, as people type it."""

from __future__ import annotations

import re
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from dokoclub.look.numbers import amount

_CURRENCY: Final = re.compile(r"€|EUR|CHF|Fr\.?", re.IGNORECASE)
# 12 · 12,5 · 12,50 · 12.50, and thousands only where a sign for the cents says which is which: 1.234,50 · 1'234.50
_PLAIN: Final = re.compile(r"(\d+)(?:[.,](\d{1,2}))?", re.ASCII)
_GROUPED: Final = re.compile(r"(\d{1,3}(?:([.,'’])\d{3})(?:\2\d{3})*)(?!\2)[.,](\d{2})", re.ASCII)


def cents_of(typed: str) -> int | None:
    """Cents, more than 0 or 0; None where it is not an amount, or where it could mean two amounts (1.234)."""
    text = re.sub(r"\s", "", _CURRENCY.sub("", typed))
    if plain := _PLAIN.fullmatch(text):
        return int(plain[1]) * 100 + int((plain[2] or "0").ljust(2, "0"))
    if grouped := _GROUPED.fullmatch(text):
        return int(re.sub(r"\D", "", grouped[1])) * 100 + int(grouped[3])
    return None


class AmountField(forms.CharField):
    """In cents, more than 0 and at most `most`. With comma or dot, with or without the sign of the currency."""

    def __init__(self, *, most: int, **kwargs: Any) -> None:
        attrs = {"inputmode": "decimal", "autocomplete": "off"}
        super().__init__(max_length=20, widget=forms.TextInput(attrs=attrs), **kwargs)
        self.most = most

    def clean(self, value: Any) -> int:
        typed = super().clean(value)
        if typed.lstrip()[:1] in ("-", "\N{MINUS SIGN}", "+"):
            raise ValidationError(_("Write the amount without plus or minus."), code="sign")
        cents = cents_of(typed)
        if cents is None:
            raise ValidationError(_("Write the amount as in 12.50, with two digits for the cents."), code="shape")
        if cents == 0:
            raise ValidationError(_("The amount must be more than 0."), code="nothing")
        if cents > self.most:
            limit = amount(self.most, "").strip()
            raise ValidationError(_("At most %(most)s."), code="too_much", params={"most": limit})
        return cents
