"""The day on which money changed hands."""

from __future__ import annotations

from datetime import date
from typing import Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from dokoclub.evenings.forms.evening import DayInput
from dokoclub.look.days import refuse_future

FIRST_DAY: Final = date(1970, 1, 1)


class MoneyDayField(forms.DateField):
    """Today unless another is typed; none to come, and none of a year that was mistyped."""

    widget = DayInput

    def __init__(self) -> None:
        super().__init__(label=_("Date"), initial=timezone.localdate)

    def validate(self, value: date | None) -> None:
        super().validate(value)
        if value is not None:
            refuse_future(value)
        if value is not None and value < FIRST_DAY:
            raise ValidationError(_("Is the year right?"), code="past")
