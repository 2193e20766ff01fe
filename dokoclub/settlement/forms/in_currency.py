"""In which currency is an amount asked? Its label says so, as the amounts beside it do."""

from __future__ import annotations

from typing import TypeVar

from django.forms import BaseForm
from django.utils.translation import gettext as _

from dokoclub.look.fields import AmountField
from dokoclub.look.numbers import SIGNS

Asked = TypeVar("Asked", bound=BaseForm)


def in_currency(form: Asked, currency: str) -> Asked:
    """`Amount in €`, `Amount in CHF`, for every amount of the form."""
    for field in form.fields.values():
        if isinstance(field, AmountField):
            sign = SIGNS.get(currency, currency)
            field.label = _("%(what)s in %(currency)s") % {"what": field.label, "currency": sign}
    return form
