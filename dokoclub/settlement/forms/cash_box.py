"""Book a deposit or a withdrawal."""

from __future__ import annotations

from datetime import date
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from dokoclub.evenings.forms.evening import DayInput
from dokoclub.look.fields import AmountField, KeyedForm, LineField
from dokoclub.settlement.models.cash_entry import LONGEST_PURPOSE, MOST_CENTS

FIRST_DAY: Final = date(1970, 1, 1)
IN, OUT = "in", "out"


class CashForm(KeyedForm):
    way = forms.ChoiceField(
        label=_("What happens?"),
        choices=[(IN, _("Deposit: money goes into the cash box")), (OUT, _("Withdrawal: money is taken out"))],
        widget=forms.RadioSelect,
        initial=IN,
    )
    amount = AmountField(label=_("Amount"), most=MOST_CENTS)
    purpose = LineField(
        label=_("Purpose"), max_length=LONGEST_PURPOSE, help_text=_("For example: entry fees, new cards, dinner.")
    )
    day = forms.DateField(label=_("Date"), widget=DayInput, initial=timezone.localdate)

    field_order = ("way", "amount", "purpose", "day")

    def clean_day(self) -> date:
        day: date = self.cleaned_data["day"]
        if day > timezone.localdate():
            raise ValidationError(_("This day is yet to come."), code="future")
        if day < FIRST_DAY:
            raise ValidationError(_("Is the year right?"), code="past")
        return day

    def facts(self) -> dict[str, Any]:
        """What the service takes."""
        given = self.cleaned_data
        sign = 1 if given["way"] == IN else -1
        return {"cents": sign * given["amount"], **{name: given[name] for name in ("purpose", "day", "key")}}
