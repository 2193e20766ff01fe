"""Change what is said about an evening; delete it."""

from __future__ import annotations

from datetime import date
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from dokoclub.evenings.models import Evening
from dokoclub.evenings.models.evening import HIGHEST_STAKE, LONGEST_PLACE
from dokoclub.look.days import refuse_future, refuse_other_years
from dokoclub.look.fields import LineField, RateField

ISO_DAY: Final = "%Y-%m-%d"


class DayInput(forms.DateInput):
    """The phone's own calendar; it wants to be given a day as in 2026-11-20."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format=ISO_DAY)


class DayField(forms.DateField):
    widget = DayInput

    def validate(self, value: date | None) -> None:
        super().validate(value)
        if value is not None:
            refuse_other_years(value)


class PastDayField(DayField):
    """A day on which something has happened."""

    def validate(self, value: date | None) -> None:
        super().validate(value)
        if value is not None:
            refuse_future(value)


class AboutEvening(forms.Form):
    """Place, money and whom it is for."""

    place = LineField(label=pgettext_lazy("where", "Place"), required=False, max_length=LONGEST_PLACE)
    stake = RateField(
        label=_("Stake in cents per point"),
        required=False,
        most=HIGHEST_STAKE,
        may_be_nothing=True,
        help_text=_("0 or empty: without money."),
    )
    club_evening = forms.BooleanField(
        label=_("Club evening"),
        required=False,
        help_text=_("An evening of the whole club, to which all members are expected."),
    )


class EveningForm(AboutEvening):
    day = PastDayField(label=_("Date"))

    field_order = ("day", "place", "stake", "club_evening")


def initial_of_evening(evening: Evening) -> dict[str, Any]:
    return {
        "day": evening.date,
        "place": evening.place,
        "stake": evening.stake,
        "club_evening": evening.club_evening,
    }


class DeleteEveningForm(forms.Form):
    """Its date is typed, so that no tap deletes an evening."""

    typed = forms.DateField(
        label=_("The date of the evening"),
        input_formats=["%d.%m.%Y", "%d.%m.%y", ISO_DAY, "%d/%m/%Y", "%d-%m-%Y"],
        widget=forms.DateInput(attrs={"autocomplete": "off", "inputmode": "numeric"}, format="%d.%m.%Y"),
    )
