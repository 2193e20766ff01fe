"""Forms for dates, answers and subscriptions to reminders."""

from collections.abc import Sequence
from datetime import date, time
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.forms import BoundField
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from dokoclub.core.formatting import clock, to_local
from dokoclub.dates.models import Answer, Date, DateKind, News, Reply
from dokoclub.dates.models.date import (
    LAST,
    LONGEST_NOTE,
    LONGEST_REMARK,
    MOST_GUESTS,
    MOST_PLACES,
    end_at,
    every_weeks,
    get_last_day,
    in_each_month,
)
from dokoclub.dates.services.answering import Details
from dokoclub.dates.services.planning import Wanted
from dokoclub.dates.services.reminders import Browser
from dokoclub.evenings.forms.evening import DayField
from dokoclub.evenings.models.evening import LONGEST_PLACE, date_of_play
from dokoclub.ui.forms import KeyedForm, LineField, NameField
from dokoclub.ui.rules_form import Menu, number_options
from dokoclub.webpush import LONGEST, Receiver, check_receiver, pack_bytes, read_place, unpack_text
from scoring.text import LONGEST_NAME, fold_name

GUESTS: Final = tuple(f"guest_{number}" for number in range(1, MOST_GUESTS + 1))
ONCE: Final = "once"
IN_MONTH: Final = "month"
RHYTHMS: Final = (
    (ONCE, gettext_lazy("once")),
    ("1", gettext_lazy("every week")),
    ("2", gettext_lazy("every 2 weeks")),
    ("3", gettext_lazy("every 3 weeks")),
    ("4", gettext_lazy("every 4 weeks")),
    (IN_MONTH, gettext_lazy("on certain weekdays of a month")),
)
PLACES_IN_MONTH: Final = (
    ("1", pgettext_lazy("weekday of a month", "1st")),
    ("2", pgettext_lazy("weekday of a month", "2nd")),
    ("3", pgettext_lazy("weekday of a month", "3rd")),
    ("4", pgettext_lazy("weekday of a month", "4th")),
    (str(LAST), pgettext_lazy("weekday of a month", "last")),
)
ANSWER_DAYS: Final = (
    ("", gettext_lazy("until it begins")),
    ("1", gettext_lazy("until the day before")),
    ("2", gettext_lazy("until two days before")),
    ("3", gettext_lazy("until three days before")),
    ("7", gettext_lazy("until a week before")),
)


SELDOM: Final = ("ends", "kind", "answer_days", "places", "note")  # folded: copied from last time, or rarely changed


class TapForm(forms.Form):
    """One of the three buttons."""

    answer = forms.ChoiceField(choices=Answer.choices)

    @property
    def chosen(self) -> Answer:
        return Answer(self.cleaned_data["answer"])


class TimeInput(forms.TimeInput):
    """A time input that uses the phone's own clock."""

    input_type = "time"

    def __init__(self) -> None:
        super().__init__(format="%H:%M")


class AnswerForm(forms.Form):
    """The details of an answer."""

    comes_at = forms.TimeField(label=gettext_lazy("Coming later, at"), required=False, widget=TimeInput)
    remark = LineField(label=gettext_lazy("Note"), required=False, max_length=LONGEST_REMARK)

    def __init__(self, *args: Any, date: Date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.date = date
        for number, name in enumerate(GUESTS, start=1):
            label = _("Guest %(number)s") % {"number": number}
            self.fields[name] = NameField(label=label, required=False, max_length=LONGEST_NAME)
        self.order_fields([*GUESTS, "comes_at", "remark"])

    def clean_comes_at(self) -> time | None:
        """Return a later time of arrival, None if it is the start; a time past midnight is later, too."""
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
            raise ValidationError(_("Give the two guests different names."))
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


class DateForm(forms.Form):
    day = DayField(label=gettext_lazy("Day"))
    begins = forms.TimeField(label=gettext_lazy("Starts at"), widget=TimeInput)
    ends = forms.TimeField(
        label=gettext_lazy("Ends at"),
        required=False,
        widget=TimeInput,
        help_text=gettext_lazy("Empty: four hours later."),
    )
    place = LineField(label=pgettext_lazy("where", "Place"), required=False, max_length=LONGEST_PLACE)
    kind = forms.ChoiceField(label=pgettext_lazy("date", "Kind"), choices=DateKind.choices)
    answer_days = forms.TypedChoiceField(
        label=gettext_lazy("Reply by"),
        required=False,
        choices=ANSWER_DAYS,
        coerce=int,
        empty_value=None,
    )
    places = forms.IntegerField(
        label=pgettext_lazy("how many", "Places"),
        required=False,
        min_value=1,
        max_value=MOST_PLACES,
        help_text=gettext_lazy("Empty: no limit."),
    )
    note = LineField(label=gettext_lazy("Note"), required=False, max_length=LONGEST_NOTE)

    @property
    def asked(self) -> list[BoundField]:
        return [field for field in self.visible_fields() if field.name not in SELDOM]

    @property
    def folded(self) -> list[BoundField]:
        return [field for field in self.visible_fields() if field.name in SELDOM]

    def wanted(self) -> Wanted:
        """Return the data of a valid form."""
        names = ("day", "begins", "ends", "place", "kind", "answer_days", "places", "note")
        return Wanted(**{name: self.cleaned_data[name] for name in names})


class NewDatesForm(DateForm, KeyedForm):
    """One new date, or a rhythm up to twelve months ahead."""

    rhythm = forms.ChoiceField(label=gettext_lazy("How often"), choices=RHYTHMS, initial=ONCE, widget=Menu)
    in_month = forms.MultipleChoiceField(
        label=gettext_lazy("Week of the month"),
        required=False,
        choices=PLACES_IN_MONTH,
        widget=forms.CheckboxSelectMultiple,
    )
    until = DayField(
        label=gettext_lazy("Until"),
        required=False,
        help_text=gettext_lazy("Empty: for a year."),
    )

    field_order = ("day", "begins", "ends", "rhythm", "in_month", "until", "place", "kind", "answer_days")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Hide what the chosen rhythm does not ask."""
        super().__init__(*args, **kwargs)
        weekly = [("rhythm", word, ["in_month"]) for word, _title in RHYTHMS if word not in (ONCE, IN_MONTH)]
        number_options(self.fields, [("rhythm", ONCE, ["in_month", "until"]), *weekly])

    def clean(self) -> dict[str, Any]:
        found = self.cleaned_data
        day, until = found.get("day"), found.get("until")
        if found.get("rhythm") == IN_MONTH and not found.get("in_month"):
            self.add_error("in_month", _("Choose at least one."))
        if day and until and found.get("rhythm") != ONCE and until < day:
            self.add_error("until", _("Choose a day after the first."))
        if until and until > get_last_day(date_of_play()):
            self.add_error("until", ValidationError(_("Choose days within the next twelve months.")))
        if not self.errors and not self.days():
            self.add_error("until", _("Choose a later end."))
        return found

    def days(self) -> Sequence[date]:
        """Return all days of a valid form; without the first day if the rhythm leaves it out."""
        found = self.cleaned_data
        first, rhythm = found["day"], found["rhythm"]
        if rhythm == ONCE:
            return [first]
        last = found["until"] or get_last_day(date_of_play())
        if rhythm == IN_MONTH:
            return list(in_each_month(first, last, [int(place) for place in found["in_month"]]))
        return list(every_weeks(first, last, int(rhythm)))


def initial_of_date(date: Date) -> dict[str, Any]:
    start, end = timezone.localtime(date.start), timezone.localtime(date.end)
    until = timezone.localtime(date.answer_until) if date.answer_until else None
    return {
        "day": start.date(),
        "begins": start.time(),
        "ends": end.time(),
        "place": date.place,
        "kind": date.kind,
        "answer_days": (start.date() - until.date()).days if until else "",
        "places": date.places,
        "note": date.note,
    }


def initial_of_next(last: Date | None) -> dict[str, Any]:
    """Return the initial values of a new date, copied from the last one."""
    if last is None:
        return {}
    found = initial_of_date(last)
    return {name: found[name] for name in ("begins", "ends", "place", "answer_days")}


class SubscriptionForm(forms.Form):
    """A browser's subscription. `endpoint`: of its push service; `p256dh`, `auth`: the keys to encrypt messages."""

    endpoint = forms.CharField(max_length=LONGEST)
    p256dh = forms.CharField(max_length=90)
    auth = forms.CharField(max_length=30)

    def clean(self) -> dict[str, Any]:
        if self.errors:
            return self.cleaned_data
        try:
            read_place(self.cleaned_data["endpoint"])
            check_receiver(self._receiver())
        except ValueError:
            raise ValidationError(_("This browser offers no usable push service: try another browser.")) from None
        return self.cleaned_data

    def _receiver(self) -> Receiver:
        return Receiver(unpack_text(self.cleaned_data["p256dh"]), unpack_text(self.cleaned_data["auth"]))

    def browser(self) -> Browser:
        """Return the browser of a valid form."""
        public, secret = self._receiver()
        return Browser(endpoint=self.cleaned_data["endpoint"], public=pack_bytes(public), secret=pack_bytes(secret))


class WishesForm(forms.Form):
    """What somebody wants to hear of."""

    kinds = forms.MultipleChoiceField(
        label=gettext_lazy("Messages"), choices=News.choices, required=False, widget=forms.CheckboxSelectMultiple
    )
