"""Forms for the kitty, accounts, the budget, closing a year, dues and fines."""

from datetime import date, timedelta
from typing import Any, Final, cast

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from dokoclub.clubs.models import Club, Player
from dokoclub.clubs.models.club import EURO
from dokoclub.core.formatting import money
from dokoclub.evenings.forms.evening import DayInput
from dokoclub.evenings.models import Sheet
from dokoclub.settlement.forms.payments import MoneyDayField, StampField
from dokoclub.settlement.models import CashKind, ChargeKind, Every, Fine
from dokoclub.settlement.models.dues import LONGEST_DUE, LONGEST_REASON
from dokoclub.settlement.models.kitty import LONGEST_PURPOSE, MOST_CENTS
from dokoclub.settlement.services.kitty import refuse_before_opening
from dokoclub.ui.forms import AmountField, FreeAmountField, KeyedForm, LineField, find_cents, typed_amount

IN, OUT, OPENING = "in", "out", "opening"
LONGEST_ID: Final = 18  # in digits: no database has longer ids

SPENT, PAYOUT = "spent", "payout"
FARTHEST: Final = timedelta(days=5 * 366)  # back or ahead; anything farther is a mistyped year


class CashForm(KeyedForm):
    way = forms.ChoiceField(
        label=_("Event"),
        choices=[
            (IN, _("Income: into the kitty")),
            (OUT, _("Expense: out of the kitty")),
            (OPENING, _("Opening balance: cash before the first entry")),
        ],
        widget=forms.RadioSelect,
        initial=IN,
    )
    amount = AmountField(label=_("Amount"), most=MOST_CENTS)
    purpose = LineField(
        label=_("Purpose"),
        max_length=LONGEST_PURPOSE,
    )
    day = MoneyDayField()
    player = forms.ModelChoiceField(
        label=_("Member"),
        queryset=Player.objects.none(),
        required=False,
        empty_label=_("nobody"),
        help_text=_("Pay debts on the member's balance page."),
    )

    field_order = ("way", "amount", "purpose", "player", "day")

    def __init__(self, club: Club, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.club = club
        cast("forms.ModelChoiceField[Player]", self.fields["player"]).queryset = club.players.active()

    def clean_day(self) -> date:
        """Refuse a day before the opening balance, which includes it; a mistyped year would be one."""
        day: date = self.cleaned_data["day"]
        refuse_before_opening(self.club, day)
        return day

    @property
    def cents(self) -> int | None:
        """Return the amount, negative if it leaves the kitty; None if it is invalid."""
        amount: int | None = self.cleaned_data.get("amount")
        return -amount if amount and self.cleaned_data.get("way") == OUT else amount

    def facts(self) -> dict[str, Any]:
        """Return the arguments of the service."""
        given = self.cleaned_data
        return {
            "cents": self.cents,
            "kind": CashKind.OPENING if given["way"] == OPENING else CashKind.BOOKED,
            **{name: given[name] for name in ("purpose", "day", "key", "player")},
        }


class CloseForm(KeyedForm):
    """A form to close a year. `seen`: the closing balance that the page showed, in cents."""

    counted = forms.CharField(
        label=_("Cash counted"),
        required=False,
        max_length=20,
        help_text=_("Actual cash, including the bank account. Empty: not counted."),
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
    )
    books_difference = forms.BooleanField(
        label=_("Book a difference on the last day of the year"), required=False, initial=True
    )
    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=-(2**62), max_value=2**62)

    def clean_counted(self) -> int | None:
        """Return the cents, 0 too; None if nobody counted."""
        typed = self.cleaned_data["counted"].strip()
        if not typed:
            return None
        cents = find_cents(typed)
        if cents is None:
            raise ValidationError(_("Enter an amount such as 12.50."), code="shape")
        if cents > MOST_CENTS:
            raise ValidationError(_("At most %(most)s."), code="too_much", params={"most": typed_amount(MOST_CENTS)})
        return cents


class AccountForm(KeyedForm):
    """A charge, or money that changes the member's credit."""

    what = forms.ChoiceField(
        label=_("Event"),
        choices=[
            (ChargeKind.FEE, _("Owes a fee: a share of a trip, an entry fee")),
            (ChargeKind.FINE, _("Owes a fine")),
            (ChargeKind.ADVANCE, _("Advance from the kitty")),
            (SPENT, _("Paid for the club out of pocket")),
            (PAYOUT, _("Pay out credit")),
        ],
        widget=forms.RadioSelect,
        initial=ChargeKind.FEE,
    )
    amount = AmountField(label=_("Amount"), most=MOST_CENTS)
    purpose = LineField(
        label=_("Purpose"),
        max_length=LONGEST_PURPOSE,
    )
    reason = LineField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        required=False,
    )
    day = MoneyDayField()

    field_order = ("what", "amount", "purpose", "reason", "day")

    @property
    def cents(self) -> int | None:
        """Return what the member owes by it, negative for credit; None if it is invalid."""
        amount: int | None = self.cleaned_data.get("amount")
        return -amount if amount and self.cleaned_data.get("what") == SPENT else amount


class TapForm(KeyedForm):
    """The button after a name. `stamp`: the version token of the open charges on the page."""

    stamp = StampField()


class ChargesField(forms.TypedMultipleChoiceField):
    """Ids of charges. The service checks which are open: a form sent twice has none left."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(coerce=int, **kwargs)

    def valid_value(self, value: str) -> bool:
        return value.isascii() and value.isdecimal() and len(value) <= LONGEST_ID


class PayForm(TapForm):
    """A payment for these charges; without charges it becomes credit."""

    charges = ChargesField(required=False)
    amount = AmountField(label=_("Amount"), most=MOST_CENTS)
    day = MoneyDayField()

    field_order = ("amount", "day")


class BudgetForm(forms.Form):
    purpose = LineField(
        label=_("Purpose"),
        max_length=LONGEST_PURPOSE,
    )
    way = forms.ChoiceField(
        label=_("Income or expense?"),
        choices=[(IN, _("Income")), (OUT, _("Expenses"))],
        widget=forms.RadioSelect,
        initial=OUT,
    )
    amount = FreeAmountField(label=_("Amount"), most=MOST_CENTS, help_text=_("Empty: removes the line."))

    def facts(self) -> dict[str, Any]:
        """Return the arguments of the service."""
        given = self.cleaned_data
        return {"purpose": given["purpose"], "cents": -given["amount"] if given["way"] == OUT else given["amount"]}


def near_day(day: date | None) -> date | None:
    """Return the day. Raises ValidationError for one that is more than five years away."""
    if day is not None and abs(day - timezone.localdate()) > FARTHEST:
        raise ValidationError(_("Is the year right?"), code="far")
    return day


class SpanForm(forms.Form):
    """A span from one day to another; both may be left open."""

    first = forms.DateField(label=_("From"), widget=DayInput, required=False)
    last = forms.DateField(label=_("Until"), widget=DayInput, required=False)

    def clean_first(self) -> date | None:
        return near_day(self.cleaned_data["first"])

    def clean_last(self) -> date | None:
        return near_day(self.cleaned_data["last"])

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        if given.get("first") and given.get("last") and given["last"] < given["first"]:
            self.add_error("last", _("Choose an end after the start."))
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
        """Return the arguments of the service."""
        given = self.cleaned_data
        return {"cents": given["amount"], **{key: given[key] for key in ("name", "every", "first", "last", "key")}}


class ChangedDueForm(forms.Form):
    """Changes of a due for periods that are not charged yet."""

    name = LineField(label=_("Name"), max_length=LONGEST_DUE)
    amount = AmountField(label=_("Amount"), most=MOST_CENTS)
    last = forms.DateField(label=_("Until"), widget=DayInput, required=False)

    def __init__(self, first: date, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.first = first

    def clean_last(self) -> date | None:
        last = near_day(self.cleaned_data["last"])
        if last is not None and last < self.first:
            raise ValidationError(_("Choose an end after the start."), code="turned")
        return last

    def facts(self) -> dict[str, Any]:
        given = self.cleaned_data
        return {"name": given["name"], "cents": given["amount"], "last": given["last"]}


class ExceptionForm(SpanForm):
    player = forms.ModelChoiceField(label=_("Member"), queryset=Player.objects.none(), empty_label=_("please choose"))
    amount = FreeAmountField(label=_("Amount"), most=MOST_CENTS)

    field_order = ("player", "amount", "first", "last")

    def __init__(self, club: Club, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        members = club.players.active().filter(guest=False)
        cast("forms.ModelChoiceField[Player]", self.fields["player"]).queryset = members

    def facts(self) -> dict[str, Any]:
        given = self.cleaned_data
        return {"player": given["player"], "cents": given["amount"], "first": given["first"], "last": given["last"]}


class RaiseForm(forms.Form):
    """A form to charge dues. `seen`: the sum of the dues on the page, in cents."""

    seen = forms.IntegerField(min_value=0, max_value=2**62, widget=forms.HiddenInput)


class FineForm(KeyedForm):
    """A fine. `is_off` is a field only for an existing one."""

    name = LineField(label=_("Purpose"), max_length=LONGEST_DUE)
    amount = AmountField(label=_("Amount"), most=MOST_CENTS)
    is_off = forms.BooleanField(label=_("Expired"), required=False)

    def __init__(self, *args: Any, is_new: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["key" if not is_new else "is_off"]

    def facts(self) -> dict[str, Any]:
        given = dict(self.cleaned_data)
        return {"cents": given.pop("amount"), **given}


class FineField(forms.ModelChoiceField):  # type: ignore[type-arg]
    """A choice from the list of fines, with the amounts."""

    currency = EURO

    def label_from_instance(self, obj: Fine) -> str:
        return f"{obj.name}: {money(obj.cents, self.currency)}"


class SheetFineForm(KeyedForm):
    """A player, a fine and a reason; the players at the table come first."""

    player = forms.TypedChoiceField(label=_("Who?"), coerce=int)
    fine = FineField(label=_("Purpose"), queryset=Fine.objects.none(), widget=forms.RadioSelect, empty_label=None)
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
