"""Who pays an entry fee, and what the best of a season get."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundWidget
from django.utils.translation import gettext_lazy as _

from dokoclub.clubs.models import Player
from dokoclub.look.fields import AmountField, KeyedForm, LineField, ListOfAmountsField
from dokoclub.settlement.forms.days import MoneyDayField
from dokoclub.settlement.forms.stamps import StampField
from dokoclub.settlement.models.cash_entry import LONGEST_PURPOSE, MOST_CENTS
from dokoclub.standings.models.periods import Period

MOST_PLACES = 20
FIRST_PLACES = 5  # in sight


class EntryFeeForm(KeyedForm):
    amount = AmountField(label=_("Amount"), most=MOST_CENTS)
    purpose = LineField(label=_("Purpose"), max_length=LONGEST_PURPOSE, initial=_("Entry fee"))
    day = MoneyDayField()
    players = forms.MultipleChoiceField(label=_("Who takes part?"), widget=forms.CheckboxSelectMultiple)

    def __init__(self, people: Sequence[Player], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.people = {str(player.pk): player for player in people}
        field = self.fields["players"]
        field.choices = [(pk, player.name) for pk, player in self.people.items()]  # type: ignore[attr-defined]
        field.initial = [pk for pk, player in self.people.items() if not player.guest and player.active]

    @property
    def members(self) -> list[BoundWidget]:
        return [box for box in self["players"] if not self.people[str(box.data["value"])].guest]

    @property
    def guests(self) -> list[BoundWidget]:
        """They are many, and seldom asked: the page folds them."""
        return [box for box in self["players"] if self.people[str(box.data["value"])].guest]

    @property
    def has_guests(self) -> bool:
        """Whether a guest is ticked."""
        return any(box.data["selected"] for box in self.guests)

    def facts(self) -> dict[str, Any]:
        given = self.cleaned_data
        return {
            "players": [self.people[pk] for pk in given["players"]],
            "cents": given["amount"],
            **{name: given[name] for name in ("purpose", "day", "key")},
        }


class SharesInput(forms.TextInput):
    """A small field for each rank; sent on unseen, they are one text, as `ListOfAmountsField` reads it."""

    template_name = "settlement/_shares.html"
    use_fieldset = True

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        context = super().get_context(name, value, attrs)
        typed = [word.strip() for word in str(value or "").split(";")]
        typed += [""] * (MOST_PLACES - len(typed))
        ranks = [(rank, share) for rank, share in enumerate(typed, start=1)]
        return context | {"first": ranks[:FIRST_PLACES], "more": ranks[FIRST_PLACES:]}

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        if name in data:
            return data[name]
        typed = [str(data.get(f"{name}_{rank}", "")).strip() for rank in range(1, MOST_PLACES + 1)]
        while typed and not typed[-1]:
            typed.pop()
        return "; ".join(share or "0" for share in typed)


class PayoutForm(KeyedForm):
    """`stamp`: of what was seen; empty where nothing was seen yet."""

    period = forms.ChoiceField(label=_("Which table?"))
    amount = AmountField(label=_("Amount to pay out"), most=MOST_CENTS)
    shares = ListOfAmountsField(
        label=_("Shares by rank"),
        most=100_000,
        longest=MOST_PLACES,
        initial="60; 40",
        help_text=_("Parts of the amount, such as 60 and 40. Players who share a rank share what it gets."),
    )
    stamp = StampField(required=False)

    def __init__(self, periods: Sequence[Period], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["shares"].widget = SharesInput(attrs={"autocomplete": "off"})
        self.periods = {period.key: period for period in periods}
        self.fields["period"].choices = [  # type: ignore[attr-defined]
            (key, str(period)) for key, period in self.periods.items()
        ]

    def clean_shares(self) -> list[int]:
        shares: list[int] = self.cleaned_data["shares"]
        if not shares[0]:
            raise ValidationError(_("The first rank gets something."), code="nothing")
        return shares

    @property
    def wanted(self) -> Period:
        return self.periods[self.cleaned_data["period"]]
