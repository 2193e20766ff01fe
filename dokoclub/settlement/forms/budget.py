"""A line of the budget."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from dokoclub.look.fields import FreeAmountField, LineField
from dokoclub.settlement.forms.cash_box import IN, OUT
from dokoclub.settlement.models.cash_entry import LONGEST_PURPOSE, MOST_CENTS


class BudgetForm(forms.Form):
    purpose = LineField(
        label=_("Purpose"), max_length=LONGEST_PURPOSE, help_text=_("As the rows of the cash box are called.")
    )
    way = forms.ChoiceField(
        label=_("Which way?"),
        choices=[(IN, _("Comes in")), (OUT, _("Goes out"))],
        widget=forms.RadioSelect,
        initial=OUT,
    )
    amount = FreeAmountField(label=_("Amount"), most=MOST_CENTS, help_text=_("Empty: the line is removed."))

    def facts(self) -> dict[str, Any]:
        """What the service takes."""
        given = self.cleaned_data
        return {"purpose": given["purpose"], "cents": -given["amount"] if given["way"] == OUT else given["amount"]}
