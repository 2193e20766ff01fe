"""Forms for the money rules, the currency, entry fees and prizes, with each error at its field."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any, ClassVar, Final, TypeVar

from django import forms
from django.core.exceptions import ValidationError
from django.forms import BaseForm
from django.forms.boundfield import BoundWidget
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from dokoclub.clubs.models import Club, Player
from dokoclub.clubs.models.club import CURRENCIES
from dokoclub.core.formatting import SIGNS
from dokoclub.settlement.forms.payments import MoneyDayField, StampField
from dokoclub.settlement.models.kitty import LONGEST_PURPOSE, MOST_CENTS
from dokoclub.settlement.texts import PARAMETERS as WORDS
from dokoclub.standings.models.periods import Period
from dokoclub.ui import rules_form
from dokoclub.ui.forms import AmountField, KeyedForm, LineField, ListOfAmountsField
from scoring.money.methods import FLAT, METHODS, MoneyRules
from scoring.money.methods import Rate as Stake
from scoring.money.rules import ADDED, PARAMETERS, STAKE, from_json
from scoring.rules.stored import Known, plain_parameters
from scoring.rules.values import Rate

STANDS: Final = gettext_lazy("The currency has changed: earlier entries keep the old one.")
LOWEST, HIGHEST = Decimal("0.0001"), Decimal(1000)
_RATE: Final = re.compile(r"\d{1,4}(?:\.\d{1,6})?", re.ASCII)
Asked = TypeVar("Asked", bound=BaseForm)
MOST_PLACES = 20
BETWEEN_PLAYERS: Final = frozenset({"players", "by_place", "lost_games", "lost_solos", "none"})
OF_KITTY: Final = ("cash_box_share", "rest", *FLAT)  # parameters that mean nothing without a kitty
FIRST_PLACES = 5  # shown without unfolding


class MoneyForm(forms.Form):
    """The money rules of a club. After is_valid(): `rules`. Parameters that the method does not need are ignored.

    `has_kitty`: the club has one; else the form offers nothing that pays into it.
    """

    parameters: ClassVar[Known] = PARAMETERS

    def __init__(self, *args: Any, has_kitty: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules: MoneyRules | None = None
        self.fields |= rules_form.make_fields(self.parameters, WORDS)
        if not has_kitty:
            self._leave_out_kitty()

    def offered(self, rules: MoneyRules) -> MoneyRules:
        """Return the rules without what pays into a kitty, if the club has none."""
        if OF_KITTY[0] in self.fields:
            return rules
        pot = "best" if rules.pot == "box" else rules.pot
        return replace(rules, pot=pot, **{name: getattr(MoneyRules(), name) for name in OF_KITTY})

    def _leave_out_kitty(self) -> None:
        for name in OF_KITTY:
            del self.fields[name]
        _offer(self.fields["method"], lambda word: word in BETWEEN_PLAYERS)
        _offer(self.fields["pot"], lambda word: word != "box")
        if self.initial.get("pot") == "box":
            self.initial["pot"] = "best"
        if self.initial.get("method") not in BETWEEN_PLAYERS:
            self.initial["method"] = "none"

    def clean(self) -> dict[str, Any]:
        before = {**initial_of_method(MoneyRules()), **self.initial}
        before |= {name: getattr(MoneyRules(), name) for name in OF_KITTY if name not in self.fields}
        for name in (name for added in ADDED.values() for name in added):
            if name not in self.data or name not in self.fields:
                self.errors.pop(name, None)
                self.cleaned_data[name] = before[name]  # The page was opened before an upgrade.
        self.cleaned_data |= {name: before[name] for name in OF_KITTY if name not in self.fields}
        rules_form.forget_unasked(self, self.parameters, before)
        if not self.errors:
            self._find_rules()
        return self.cleaned_data

    def _find_rules(self) -> None:
        typed = rules_form.read_parameters(self.parameters, self.cleaned_data)
        rules = from_json({**typed, "stake": typed["stake"] or self._usual_stake()})
        if isinstance(rules, MoneyRules):
            self.rules = rules
        else:
            rules_form.refuse_problems(self, rules)

    def _usual_stake(self) -> Stake:
        """Return the usual stake: an evening without a stake still has rules, which need one."""
        return MoneyRules().stake


def _offer(field: forms.Field, is_offered: Callable[[str], bool]) -> None:
    assert isinstance(field, forms.ChoiceField)  # noqa: S101
    choices: Any = field.choices
    field.choices = [(word, text) for word, text in choices if is_offered(str(word))]


class EveningMoneyForm(MoneyForm):
    """The money rules of one evening: its stake may be 0."""

    parameters = {**PARAMETERS, "stake": Rate(STAKE.high, may_be_nothing=True)}


def pays_into_kitty(rules: MoneyRules) -> bool:
    """Return whether evenings by these rules pay into the kitty: points, ranks or flat amounts."""
    is_pot = "pot" in METHODS[rules.method].needs and rules.pot == "box"
    return rules.method != "none" and (rules.method not in BETWEEN_PLAYERS or is_pot or rules.has_flat)


def initial_of_method(rules: MoneyRules, stake: Decimal | None = None) -> dict[str, Any]:
    """Return the initial values. `stake`: the evening's, if it differs from that of the rules."""
    values = plain_parameters(rules) if stake is None else {**plain_parameters(rules), "stake": stake}
    return rules_form.initial_values(PARAMETERS, values)


class CurrencyForm(KeyedForm):
    """A change of the currency.

    `rate` is asked if there is cash in the box. `seen`: the cash shown on the page, in cents.
    """

    currency = forms.ChoiceField(label=gettext_lazy("New currency"))
    rate = forms.CharField(
        label=gettext_lazy("Rate"), max_length=12, widget=forms.TextInput(attrs={"inputmode": "decimal"})
    )
    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=-(2**62), max_value=2**62)

    def __init__(self, club: Club, in_box: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        others = [(key, name) for key, name in CURRENCIES.items() if key != club.currency]
        self.fields["currency"].choices = others  # type: ignore[attr-defined]
        self.fields["rate"].help_text = gettext_lazy("Value of one %(currency)s, e.g. 0.9412.") % {
            "currency": club.currency
        }
        self.in_box = in_box
        if not in_box:
            del self.fields["rate"]

    def clean_rate(self) -> Decimal:
        typed = self.cleaned_data["rate"].strip().replace(",", ".")
        if not _RATE.fullmatch(typed) or not LOWEST <= Decimal(typed) <= HIGHEST:
            raise ValidationError(gettext_lazy("Enter a rate such as 0.9412 or 1.05."), code="shape")
        return Decimal(typed)

    def facts(self) -> dict[str, Any]:
        """Return the arguments of the service."""
        given = self.cleaned_data
        return {name: given.get(name) for name in ("currency", "rate", "seen", "key")}


def in_currency(form: Asked, currency: str) -> Asked:
    """Label every amount of the form `Amount in €`, `Amount in CHF`."""
    for field in form.fields.values():
        if isinstance(field, AmountField):
            sign = SIGNS.get(currency, currency)
            field.label = _("%(what)s in %(currency)s") % {"what": field.label, "currency": sign}
    return form


class EntryFeeForm(KeyedForm):
    amount = AmountField(label=gettext_lazy("Amount"), most=MOST_CENTS)
    purpose = LineField(label=gettext_lazy("Purpose"), max_length=LONGEST_PURPOSE, initial=gettext_lazy("Entry fee"))
    day = MoneyDayField()
    players = forms.MultipleChoiceField(label=gettext_lazy("Who's in?"), widget=forms.CheckboxSelectMultiple)

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
        """Return the guests' boxes: there are many, seldom needed, so the page folds them."""
        return [box for box in self["players"] if self.people[str(box.data["value"])].guest]

    @property
    def has_guests(self) -> bool:
        """Return whether a guest is ticked."""
        return any(box.data["selected"] for box in self.guests)

    def facts(self) -> dict[str, Any]:
        given = self.cleaned_data
        return {
            "players": [self.people[pk] for pk in given["players"]],
            "cents": given["amount"],
            **{name: given[name] for name in ("purpose", "day", "key")},
        }


class SharesInput(forms.TextInput):
    """A small field for each rank; the preview sends them on as one text, which `ListOfAmountsField` reads."""

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
    """A payout by a table. `stamp`: the version token of the shown payout; empty before the first preview."""

    period = forms.ChoiceField(label=gettext_lazy("Which table?"))
    amount = AmountField(label=gettext_lazy("Amount to pay out"), most=MOST_CENTS)
    shares = ListOfAmountsField(
        label=gettext_lazy("Shares by rank"),
        most=100_000,
        longest=MOST_PLACES,
        initial="60; 40",
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
            raise ValidationError(gettext_lazy("Enter an amount for first place."), code="nothing")
        return shares

    @property
    def wanted(self) -> Period:
        return self.periods[self.cleaned_data["period"]]
