"""What is booked on the account of a member, and what he pays."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from dokoclub.look.fields import AmountField, KeyedForm, LineField
from dokoclub.settlement.forms.days import MoneyDayField
from dokoclub.settlement.forms.stamps import StampField
from dokoclub.settlement.models import ChargeKind
from dokoclub.settlement.models.cash_entry import LONGEST_PURPOSE, MOST_CENTS
from dokoclub.settlement.models.charge import LONGEST_REASON

LONGEST_ID: Final = 18  # digits: no database counts further

SPENT, PAYOUT = "spent", "payout"


class AccountForm(KeyedForm):
    """A charge, or money that moves his credit."""

    what = forms.ChoiceField(
        label=_("What happens?"),
        choices=[
            (ChargeKind.FEE, _("Owes a fee: a share of a trip, an entry fee")),
            (ChargeKind.FINE, _("Owes a fine")),
            (ChargeKind.ADVANCE, _("Advance: the cash box pays it out, and it is owed back")),
            (SPENT, _("Paid something for the club out of their own pocket")),
            (PAYOUT, _("Credit is paid out of the cash box")),
        ],
        widget=forms.RadioSelect,
        initial=ChargeKind.FEE,
    )
    amount = AmountField(label=_("Amount"), most=MOST_CENTS)
    purpose = LineField(
        label=_("Purpose"),
        max_length=LONGEST_PURPOSE,
        help_text=_("In bold on the statement, for example: trip to Trier."),
    )
    reason = LineField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        required=False,
        help_text=_("Small below it, for example: paid for by Anna."),
    )
    day = MoneyDayField()

    field_order = ("what", "amount", "purpose", "reason", "day")


class TapForm(KeyedForm):
    """The button behind a name. `stamp`: what was open when the page was made."""

    stamp = StampField()


class ChargesField(forms.TypedMultipleChoiceField):
    """Ids of charges. The service says which of them are open: none is any more when the form is sent again."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(coerce=int, **kwargs)

    def valid_value(self, value: str) -> bool:
        return value.isascii() and value.isdecimal() and len(value) <= LONGEST_ID


class PayForm(TapForm):
    """So much for these charges; without any it is credit."""

    charges = ChargesField(required=False)
    amount = AmountField(label=_("Amount"), most=MOST_CENTS)
    day = MoneyDayField()

    field_order = ("amount", "day")
