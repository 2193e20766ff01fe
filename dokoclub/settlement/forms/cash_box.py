"""Book a deposit or a withdrawal, and close a year."""

from __future__ import annotations

from datetime import date
from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from dokoclub.clubs.models import Club, Player
from dokoclub.look.fields import AmountField, KeyedForm, LineField, cents_of, typed_amount
from dokoclub.settlement.forms.days import MoneyDayField
from dokoclub.settlement.models import CashKind
from dokoclub.settlement.models.cash_entry import LONGEST_PURPOSE, MOST_CENTS
from dokoclub.settlement.services.cash_box import refuse_before_opening

IN, OUT, OPENING = "in", "out", "opening"


class CashForm(KeyedForm):
    way = forms.ChoiceField(
        label=_("What happens?"),
        choices=[
            (IN, _("Deposit: money goes into the cash box")),
            (OUT, _("Withdrawal: money is taken out")),
            (OPENING, _("Opening balance: what lay in the box before anything was booked")),
        ],
        widget=forms.RadioSelect,
        initial=IN,
    )
    amount = AmountField(label=_("Amount"), most=MOST_CENTS)
    purpose = LineField(
        label=_("Purpose"), max_length=LONGEST_PURPOSE, help_text=_("For example: entry fees, new cards, dinner.")
    )
    day = MoneyDayField()
    player = forms.ModelChoiceField(
        label=_("Member"),
        queryset=Player.objects.none(),
        required=False,
        empty_label=_("nobody"),
        help_text=_(
            "The person the booking names; may stay empty. What somebody owes is paid on the page of their account."
        ),
    )

    field_order = ("way", "amount", "purpose", "player", "day")

    def __init__(self, club: Club, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.club = club
        cast("forms.ModelChoiceField[Player]", self.fields["player"]).queryset = club.players.present()

    def clean_day(self) -> date:
        """Nothing lies before the opening balance, which holds what was there; a slip of the year would."""
        day: date = self.cleaned_data["day"]
        refuse_before_opening(self.club, day)
        return day

    def facts(self) -> dict[str, Any]:
        """What the service takes."""
        given = self.cleaned_data
        return {
            "cents": -given["amount"] if given["way"] == OUT else given["amount"],
            "kind": CashKind.OPENING if given["way"] == OPENING else CashKind.BOOKED,
            **{name: given[name] for name in ("purpose", "day", "key", "player")},
        }


class CloseForm(KeyedForm):
    """`seen`: the closing balance that the page showed, in cents."""

    counted = forms.CharField(
        label=_("Counted in the box"),
        required=False,
        max_length=20,
        help_text=_("What is really there, including the club’s bank account. Empty: nobody counted."),
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
    )
    books_difference = forms.BooleanField(
        label=_("Book a difference on the last day of the year"), required=False, initial=True
    )
    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=-(2**62), max_value=2**62)

    def clean_counted(self) -> int | None:
        """In cents, 0 too."""
        typed = self.cleaned_data["counted"].strip()
        if not typed:
            return None
        cents = cents_of(typed)
        if cents is None:
            raise ValidationError(_("Enter an amount such as 12.50, with two digits for the cents."), code="shape")
        if cents > MOST_CENTS:
            raise ValidationError(_("At most %(most)s."), code="too_much", params={"most": typed_amount(MOST_CENTS)})
        return cents
