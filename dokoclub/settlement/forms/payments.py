"""Forms for payments, netting and clearings, and fields for IBANs, days, parties and transfers on the page."""

import re
from datetime import date
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from dokoclub.core.formatting import refuse_future
from dokoclub.evenings.forms.evening import DayInput
from dokoclub.settlement.models.bank import LONGEST_HOLDER, clean_iban
from dokoclub.settlement.selectors.open_transfers import TransferKey, TransferPairKey, parse_seen, parse_seen_pair
from dokoclub.settlement.selectors.personal_data import LENGTH
from dokoclub.ui.forms import INCOMPLETE, KeyedForm, KeyField, NameField

LONGEST_TYPED = 60  # an IBAN with blanks, and "IBAN" before it
HIGHEST = 2**63 - 1
NUMBER: Final = re.compile(r"[1-9][0-9]{0,17}")
FIRST_DAY: Final = date(1970, 1, 1)
BOX = "box"
MOST_AT_ONCE = 200  # the most pairs of one person
STRAIGHT, THROUGH = "straight", "through"


class IbanField(forms.CharField):
    """An IBAN typed with or without blanks, in small letters or capitals; `clean_iban` explains errors."""

    def to_python(self, value: Any) -> str:
        typed = super().to_python(value) or ""
        return clean_iban(typed) if typed else ""


class BankAccountForm(forms.Form):
    holder = NameField(
        label=_("Account holder"),
        max_length=LONGEST_HOLDER,
        help_text=_("Name as at the bank"),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    iban = IbanField(
        label=_("IBAN"),
        max_length=LONGEST_TYPED,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )


def read_seen(data: QueryDict) -> list[TransferKey]:
    """Return the transfers that the page showed when the button was pressed."""
    return [found for text in data.getlist("seen") if (found := parse_seen(text)) is not None]


class ExcuseForm(forms.Form):
    player = forms.IntegerField(min_value=1, max_value=HIGHEST)
    excused = forms.BooleanField(required=False)


def read_payments(data: QueryDict) -> list[int]:
    """Return the primary keys of the payments to take back, none if one of them is no number."""
    sent = data.getlist("payment")
    return [int(one) for one in sent] if all(NUMBER.fullmatch(one) for one in sent) else []


class MoneyDayField(forms.DateField):
    """A day, by default today; no future day, and no mistyped year."""

    widget = DayInput

    def __init__(self) -> None:
        super().__init__(label=_("Date"), initial=timezone.localdate)

    def validate(self, value: date | None) -> None:
        super().validate(value)
        if value is not None:
            refuse_future(value)
        if value is not None and value < FIRST_DAY:
            raise ValidationError(_("Is the year right?"), code="past")


class StampField(forms.CharField):
    def __init__(self, *, required: bool = True) -> None:
        super().__init__(max_length=LENGTH, required=required, widget=forms.HiddenInput)


class PartyField(forms.IntegerField):
    """The number of a player, or None for the kitty."""

    def __init__(self) -> None:
        super().__init__(min_value=1, max_value=HIGHEST, widget=forms.HiddenInput)

    def clean(self, value: Any) -> int | None:
        return None if value == BOX else super().clean(value)


class TransferPairKeysField(forms.Field):
    """The pairs that a button shows, each in the format of `TransferPairKey`."""

    widget = forms.MultipleHiddenInput

    def clean(self, value: Any) -> list[TransferPairKey]:
        pairs = [parse_seen_pair(word) for word in value or ()]
        found = [pair for pair in pairs if pair is not None]
        if not found or len(found) < len(pairs) or len(found) > MOST_AT_ONCE:
            raise forms.ValidationError(INCOMPLETE)
        return found


class SeveralForm(forms.Form):
    """All that one person pays."""

    seen = TransferPairKeysField()
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


class ClearingForm(KeyedForm):
    """A clearing. `stamp`: the version token of the open transfers on the page."""

    way = forms.ChoiceField(
        label=_("Who may pay whom?"),
        choices=[
            (STRAIGHT, _("Direct debts only")),
            (THROUGH, _("Anyone: as few payments as possible")),
        ],
        widget=forms.RadioSelect,
        initial=STRAIGHT,
    )
    stamp = StampField()
