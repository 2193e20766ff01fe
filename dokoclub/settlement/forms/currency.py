"""The club plays for another currency from now on."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from dokoclub.clubs.models import Club
from dokoclub.clubs.models.club import CURRENCIES
from dokoclub.look.fields import KeyedForm

STANDS: Final = _("The club has changed its currency since: what was booked in the old one stays.")
LOWEST, HIGHEST = Decimal("0.0001"), Decimal(1000)
_RATE: Final = re.compile(r"\d{1,4}(?:\.\d{1,6})?", re.ASCII)


class CurrencyForm(KeyedForm):
    """`rate` is asked where something lies in the box. `seen`: what the page said lies there, in cents."""

    currency = forms.ChoiceField(label=_("New currency"))
    rate = forms.CharField(label=_("Rate"), max_length=12, widget=forms.TextInput(attrs={"inputmode": "decimal"}))
    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=-(2**62), max_value=2**62)

    def __init__(self, club: Club, in_box: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        others = [(key, name) for key, name in CURRENCIES.items() if key != club.currency]
        self.fields["currency"].choices = others  # type: ignore[attr-defined]
        self.fields["rate"].help_text = _("What one %(currency)s becomes, for example 0.9412.") % {
            "currency": club.currency
        }
        self.in_box = in_box
        if not in_box:
            del self.fields["rate"]

    def clean_rate(self) -> Decimal:
        typed = self.cleaned_data["rate"].strip().replace(",", ".")
        if not _RATE.fullmatch(typed) or not LOWEST <= Decimal(typed) <= HIGHEST:
            raise ValidationError(_("Enter a rate such as 0.9412 or 1.05."), code="shape")
        return Decimal(typed)

    def facts(self) -> dict[str, Any]:
        """What the service takes."""
        given = self.cleaned_data
        return {name: given.get(name) for name in ("currency", "rate", "seen", "key")}
