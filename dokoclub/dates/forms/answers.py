"""An answer: one tap, or with guests, a later hour and a remark."""

from __future__ import annotations

from datetime import time
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from dokoclub.dates.models import Answer, Date, Reply
from dokoclub.dates.models.reply import LONGEST_REMARK, MOST_GUESTS
from dokoclub.dates.models.rhythm import end_at
from dokoclub.dates.services import Details
from dokoclub.look.days import clock, to_local
from dokoclub.look.fields import LineField, NameField
from scoring.text import LONGEST_NAME, fold_name

GUESTS: Final = tuple(f"guest_{number}" for number in range(1, MOST_GUESTS + 1))


class TapForm(forms.Form):
    """One of the three buttons."""

    answer = forms.ChoiceField(choices=Answer.choices)

    @property
    def chosen(self) -> Answer:
        return Answer(self.cleaned_data["answer"])


class TimeInput(forms.TimeInput):
    """The phone's own clock."""

    input_type = "time"

    def __init__(self) -> None:
        super().__init__(format="%H:%M")


class AnswerForm(forms.Form):
    """What is said beside the answer."""

    comes_at = forms.TimeField(label=gettext_lazy("Coming later, at"), required=False, widget=TimeInput)
    remark = LineField(label=gettext_lazy("Remark"), required=False, max_length=LONGEST_REMARK)

    def __init__(self, *args: Any, date: Date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.date = date
        for number, name in enumerate(GUESTS, start=1):
            label = _("Guest %(number)s") % {"number": number}
            self.fields[name] = NameField(label=label, required=False, max_length=LONGEST_NAME)
        self.order_fields([*GUESTS, "comes_at", "remark"])

    def clean_comes_at(self) -> time | None:
        """None from the beginning on; past midnight is later, too."""
        comes_at: time | None = self.cleaned_data["comes_at"]
        start, end = to_local(self.date.start), to_local(self.date.end)
        if comes_at is None or comes_at == start.time():
            return None
        if end_at(start.date(), start.time(), comes_at) >= end:
            raise ValidationError(
                _("The date is from %(begins)s to %(ends)s.") % {"begins": clock(start), "ends": clock(end)}
            )
        return comes_at

    def clean(self) -> dict[str, Any]:
        found = self.cleaned_data
        names = [fold_name(found[name]) for name in GUESTS if found.get(name)]
        if len(names) != len(set(names)):
            raise ValidationError(_("Two guests have the same name."))
        return found

    @property
    def said(self) -> Details:
        found = self.cleaned_data
        guests = tuple(found[name] for name in GUESTS if found[name])
        return Details(guests=guests, comes_at=found["comes_at"], remark=found["remark"])


def initial_of_answer(reply: Reply | None) -> dict[str, Any]:
    if reply is None:
        return {}
    guests = dict(zip(GUESTS, reply.guests, strict=False))
    return {**guests, "comes_at": reply.comes_at, "remark": reply.remark}
