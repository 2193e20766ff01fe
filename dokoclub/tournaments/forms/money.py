"""Form for fees, prizes, and money for losses."""

import re
from typing import Any, ClassVar, Final

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from dokoclub.settlement.forms.method import in_currency
from dokoclub.tournaments import texts
from dokoclub.tournaments.forms.tournament import NUMBER, Groups, NumberField, group_fields
from dokoclub.tournaments.models import Tournament
from dokoclub.tournaments.models.tournament import MOST_CENTS
from dokoclub.tournaments.selectors.prizes import MOST_PLACES
from dokoclub.ui.forms import FreeAmountField, ListOfAmountsField
from dokoclub.ui.rules_form import Menu, number_options
from scoring.tournament.prizes import DEFAULT_UNIT, WHOLE_SHARES

BY_TABLES: Final = "tables"
BY_PERCENT: Final = "percent"
BY_AMOUNTS: Final = "amounts"
UNITS: Final = (
    ("100", gettext_lazy("rounded to whole amounts")),
    ("50", gettext_lazy("rounded to halves")),
    ("1", gettext_lazy("to the cent")),
)


# Options, and the fields that do not count with them.
UNASKED: Final = (
    ("way", BY_TABLES, ["shares", "fixed"]),
    ("way", BY_PERCENT, ["prize_places", "fixed"]),
    ("way", BY_AMOUNTS, ["prize_places", "shares", "unit"]),
    ("loss_money", "none", ["loss_goes_to", "loss_solo", "loss_further_solo", "loss_point", "loss_cap"]),
    ("loss_money", "per_lost_solo", ["loss_point", "loss_cap"]),
    ("loss_money", "per_minus_point", ["loss_solo", "loss_further_solo"]),
)

_NONE: Final = gettext_lazy("Empty: none.")


def _amount(label: Promise, hint: Promise | str = "") -> FreeAmountField:
    return FreeAmountField(label=label, most=MOST_CENTS, help_text=hint, template_name=NUMBER)


class MoneyForm(forms.Form):
    fee = _amount(gettext_lazy("Entry fee"), _NONE)
    payout = NumberField(
        label=gettext_lazy("Share for prizes in %"),
        min_value=0,
        max_value=100,
        initial=100,
    )
    extra = _amount(gettext_lazy("Added money"), _NONE)
    in_kind = _amount(gettext_lazy("Prizes in kind"), _NONE)
    way = forms.ChoiceField(
        label=gettext_lazy("Prizes"),
        choices=(
            (BY_TABLES, gettext_lazy("decreasing by rank")),
            (BY_PERCENT, gettext_lazy("in percent by hand")),
            (BY_AMOUNTS, gettext_lazy("fixed amounts")),
        ),
        widget=Menu,
    )
    prize_places = NumberField(
        label=gettext_lazy("Number of prizes"),
        required=False,
        min_value=0,
        max_value=MOST_PLACES,
        help_text=gettext_lazy("Empty: one for each table."),
    )
    shares = forms.CharField(
        label=gettext_lazy("Percent by rank"),
        required=False,
        max_length=200,
        widget=forms.TextInput(attrs={"placeholder": "50 30 20"}),
    )
    fixed = ListOfAmountsField(
        label=gettext_lazy("Amounts by rank"), required=False, most=MOST_CENTS, longest=MOST_PLACES
    )
    unit = forms.TypedChoiceField(label=gettext_lazy("Prizes are"), choices=UNITS, coerce=int)
    no_double = forms.BooleanField(
        label=gettext_lazy("One prize for each person"),
        required=False,
        help_text=gettext_lazy("One prize each: overall winners win no other list; the next one moves up."),
    )
    loss_money = forms.ChoiceField(
        label=gettext_lazy("Money for losses"), choices=list(texts.LOSS_MONEY.items()), initial="none", widget=Menu
    )
    loss_goes_to = forms.ChoiceField(label=gettext_lazy("It goes"), choices=list(texts.LOSS_GOES_TO.items()))
    loss_solo = _amount(gettext_lazy("A lost solo"))
    loss_further_solo = _amount(gettext_lazy("From the fourth of a round"))
    loss_point = _amount(gettext_lazy("A point below zero"))
    loss_cap = _amount(gettext_lazy("At most in a round"), gettext_lazy("Empty: no limit."))

    GROUPS: ClassVar[Groups] = (
        (gettext_lazy("Income"), ("fee", "extra", "payout", "in_kind")),
        (
            gettext_lazy("Cost of losing"),
            ("loss_money", "loss_goes_to", "loss_solo", "loss_further_solo", "loss_point", "loss_cap"),
        ),
        (gettext_lazy("Prize split"), ("way", "prize_places", "shares", "fixed", "unit", "no_double")),
    )

    def __init__(self, *args: Any, currency: str, **kwargs: Any) -> None:
        """Set up the amounts. `currency`: three letters."""
        super().__init__(*args, **kwargs)
        in_currency(self, currency)
        data = self.data if self.is_bound else {}
        if data and data.get("way") != BY_AMOUNTS:
            self.fields["fixed"] = forms.CharField(required=False)
        number_options(self.fields, UNASKED)

    @property
    def groups(self) -> list[tuple[Any, list[BoundField]]]:
        """List headings with their fields."""
        return group_fields(self, self.GROUPS)

    def clean_shares(self) -> list[int]:
        typed = re.split(r"[\s;,/%]+", self.cleaned_data["shares"].strip())
        if typed == [""]:
            return []
        if not all(re.fullmatch(r"\d{1,3}", word, re.ASCII) for word in typed if word):
            raise ValidationError(_("Enter whole numbers such as 50 30 20."))
        return [int(word) for word in typed if word]

    def clean(self) -> dict[str, Any]:
        found = self.cleaned_data
        shares = found.get("shares", [])
        is_whole = 1 <= len(shares) <= MOST_PLACES and sum(shares) == WHOLE_SHARES
        if found.get("way") == BY_PERCENT and not self.errors.get("shares") and not is_whole:
            self.add_error("shares", _("The percents must sum to 100, not to %(sum)s.") % {"sum": sum(shares)})
        return found

    @property
    def facts(self) -> dict[str, Any]:
        """Return the values of a valid form by field of the model."""
        found = self.cleaned_data
        names = ("fee", "payout", "extra", "in_kind", "unit", "no_double", "loss_money", "loss_goes_to")
        amounts = ("loss_solo", "loss_further_solo", "loss_point")
        return {
            **{name: found[name] for name in (*names, *amounts)},
            "prize_places": found["prize_places"],
            "shares": found["shares"] if found["way"] == BY_PERCENT else None,
            "fixed": found["fixed"] if found["way"] == BY_AMOUNTS else None,
            "loss_cap": found["loss_cap"] or None,
        }


def initial_of_money(tournament: Tournament) -> dict[str, Any]:
    names = ("fee", "payout", "extra", "in_kind", "prize_places", "no_double", "loss_money", "loss_goes_to")
    amounts = ("loss_solo", "loss_further_solo", "loss_point")
    way = BY_PERCENT if tournament.shares is not None else BY_AMOUNTS if tournament.fixed is not None else BY_TABLES
    return {
        **{name: getattr(tournament, name) for name in (*names, *amounts)},
        "unit": tournament.unit or DEFAULT_UNIT,
        "way": way,
        "shares": " ".join(map(str, tournament.shares or ())),
        "fixed": tournament.fixed or "",
        "loss_cap": tournament.loss_cap or 0,
    }
