"""The IBAN of an account."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from dokoclub.look.fields import NameField
from dokoclub.settlement.models.bank_account import LONGEST_HOLDER
from dokoclub.settlement.models.iban import clean_iban

LONGEST_TYPED = 60  # an IBAN with blanks, and the word before it


class IbanField(forms.CharField):
    """Typed with or without blanks, in small letters or capitals; `iban` says what is wrong with it."""

    def to_python(self, value: Any) -> str:
        typed = super().to_python(value) or ""
        return clean_iban(typed) if typed else ""


class BankAccountForm(forms.Form):
    holder = NameField(
        label=_("Account holder"),
        max_length=LONGEST_HOLDER,
        help_text=_("As the bank knows the name; whoever pays sees it."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    iban = IbanField(
        label=_("IBAN"),
        max_length=LONGEST_TYPED,
        help_text=_("With or without blanks."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )
