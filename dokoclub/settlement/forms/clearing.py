"""Everything open is cleared."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from dokoclub.look.fields import KeyedForm
from dokoclub.settlement.forms.stamps import StampField

STRAIGHT, THROUGH = "straight", "through"


class ClearingForm(KeyedForm):
    """`stamp`: what was open when the page was made."""

    way = forms.ChoiceField(
        label=_("Who may pay whom?"),
        choices=[
            (STRAIGHT, _("Only those who owe each other something")),
            (THROUGH, _("Anybody: the club has agreed to payments through others")),
        ],
        widget=forms.RadioSelect,
        initial=STRAIGHT,
    )
    stamp = StampField()
