"""Dues, who is exempt from them, and fines."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any, Final, cast

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from dokoclub.clubs.models import Club, Player
from dokoclub.clubs.models.club import EURO
from dokoclub.evenings.forms.evening import DayInput
from dokoclub.evenings.models import Sheet
from dokoclub.look.fields import AmountField, FreeAmountField, KeyedForm, LineField
from dokoclub.look.numbers import money
from dokoclub.settlement.models import Every, Fine
from dokoclub.settlement.models.cash_entry import MOST_CENTS
from dokoclub.settlement.models.charge import LONGEST_REASON
from dokoclub.settlement.models.due import LONGEST_DUE

FARTHEST: Final = timedelta(days=5 * 366)  # back or ahead: more is a year that was mistyped


def near_day(day: date | None) -> date | None:
    """Raises ValidationError for one that is more than five years away."""
    if day is not None and abs(day - timezone.localdate()) > FARTHEST:
        raise ValidationError(_("Is the year right?"), code="far")
    return day


class SpanForm(forms.Form):
    """From a day to another, which both may be open."""

    first = forms.DateField(label=_("From"), widget=DayInput, required=False)
    last = forms.DateField(label=_("Until"), widget=DayInput, required=False)

    def clean_first(self) -> date | None:
        return near_day(self.cleaned_data["first"])

    def clean_last(self) -> date | None:
        return near_day(self.cleaned_data["last"])

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        if given.get("first") and given.get("last") and given["last"] < given["first"]:
            self.add_error("last", _("The end is before the beginning."))
        return given


class DueForm(SpanForm, KeyedForm):
    name = LineField(label=_("Name"), max_length=LONGEST_DUE, initial=_("Dues"))
    amount = AmountField(label=_("Amount"), most=MOST_CENTS)
    every = forms.ChoiceField(label=_("How often?"), choices=Every.choices, initial=Every.MONTH)

    field_order = ("name", "amount", "every", "first", "last")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["first"].required = True
        self.fields["first"].initial = timezone.localdate().replace(day=1)

    def facts(self) -> dict[str, Any]:
        """What the service takes."""
        given = self.cleaned_data
        return {"cents": given["amount"], **{key: given[key] for key in ("name", "every", "first", "last", "key")}}


class ChangedDueForm(forms.Form):
    """What holds for periods that are not charged yet."""

    name = LineField(label=_("Name"), max_length=LONGEST_DUE)
    amount = AmountField(label=_("Amount"), most=MOST_CENTS)
    last = forms.DateField(label=_("Until"), widget=DayInput, required=False)

    def __init__(self, first: date, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.first = first

    def clean_last(self) -> date | None:
        last = near_day(self.cleaned_data["last"])
        if last is not None and last < self.first:
            raise ValidationError(_("The end is before the beginning."), code="turned")
        return last

    def facts(self) -> dict[str, Any]:
        given = self.cleaned_data
        return {"name": given["name"], "cents": given["amount"], "last": given["last"]}


class ExceptionForm(SpanForm):
    player = forms.ModelChoiceField(label=_("Member"), queryset=Player.objects.none(), empty_label=_("please choose"))
    amount = FreeAmountField(label=_("Amount"), most=MOST_CENTS, help_text=_("Empty: nothing."))

    field_order = ("player", "amount", "first", "last")

    def __init__(self, club: Club, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        members = club.players.present().filter(guest=False)
        cast("forms.ModelChoiceField[Player]", self.fields["player"]).queryset = members

    def facts(self) -> dict[str, Any]:
        given = self.cleaned_data
        return {"player": given["player"], "cents": given["amount"], "first": given["first"], "last": given["last"]}


class RaiseForm(forms.Form):
    """`seen`: what the page said that the dues come to, in cents."""

    seen = forms.IntegerField(min_value=0, max_value=2**62, widget=forms.HiddenInput)


class FineForm(KeyedForm):
    """`is_off` is asked only of one that is there."""

    name = LineField(label=_("What for?"), max_length=LONGEST_DUE, help_text=_("For example: missed evening, misdeal."))
    amount = AmountField(label=_("Amount"), most=MOST_CENTS)
    is_off = forms.BooleanField(label=_("No longer in force"), required=False)

    def __init__(self, *args: Any, is_new: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["key" if not is_new else "is_off"]

    def facts(self) -> dict[str, Any]:
        given = dict(self.cleaned_data)
        return {"cents": given.pop("amount"), **given}


class FineField(forms.ModelChoiceField):  # type: ignore[type-arg]
    """One of the list, with what it costs."""

    currency = EURO

    def label_from_instance(self, obj: Fine) -> str:
        return f"{obj.name}: {money(obj.cents, self.currency)}"


class SheetFineForm(KeyedForm):
    """Whom, what for, and what happened; those at the table come first."""

    player = forms.TypedChoiceField(label=_("Who?"), coerce=int)
    fine = FineField(label=_("What for?"), queryset=Fine.objects.none(), widget=forms.RadioSelect, empty_label=None)
    reason = LineField(label=_("Reason"), max_length=LONGEST_REASON, required=False)

    field_order = ("player", "fine", "reason")

    def __init__(
        self, sheet: Sheet, people: QuerySet[Player], fines: QuerySet[Fine], *args: Any, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.people = {player.pk: player for player in people}
        at_table = [int(pk) for pk in sheet.players if int(pk) in self.people]
        others = [pk for pk in self.people if pk not in at_table]
        choices = [
            (str(title), [(str(pk), self.people[pk].name) for pk in some])
            for title, some in ((_("At the table"), at_table), (_("In the club"), others))
            if some
        ]
        self.fields["player"].choices = [("", _("please choose")), *choices]  # type: ignore[attr-defined]
        listed = cast("FineField", self.fields["fine"])
        listed.queryset, listed.currency = fines, sheet.evening.club.currency
