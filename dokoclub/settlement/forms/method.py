"""How an evening is settled, as a form: from what was typed to MoneyRules, with what is wrong at its field."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from dokoclub.evenings.models.evening import HIGHEST_STAKE
from dokoclub.look.fields import AmountField, cents_of
from dokoclub.look.numbers import amount
from dokoclub.settlement.words import METHOD_NAMES, SCOPE_NAMES
from scoring.settlement import METHODS, SCOPES, MoneyRules
from scoring.settlement_rules import FLAT_AMOUNT, from_json

BESIDE: Final = ("present", "absent")  # flat amounts, beside every method but `none`


class FlatField(AmountField):
    """An amount that may be nothing."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(most=FLAT_AMOUNT.high, required=False, **kwargs)

    def clean(self, value: Any) -> int:
        if not str(value or "").strip() or cents_of(str(value)) == 0:
            return 0
        return super().clean(value)


def methods() -> list[tuple[str, Promise]]:
    return [(key, METHOD_NAMES[key]) for key in METHODS]


def scopes() -> list[tuple[str, Promise]]:
    return [(key, SCOPE_NAMES[key]) for key in SCOPES]


class MoneyForm(forms.Form):
    """Of a club. After is_valid(): `rules`. What the chosen method does not need is not asked, nor found wrong."""

    lowest_stake = 1

    method = forms.ChoiceField(label=gettext_lazy("Method"), choices=methods, widget=forms.RadioSelect)
    stake = forms.IntegerField(label=gettext_lazy("Stake in cents a point"), max_value=HIGHEST_STAKE)
    scope = forms.ChoiceField(label=gettext_lazy("What is settled together"), choices=scopes, widget=forms.RadioSelect)
    cash_box_share = forms.IntegerField(
        label=gettext_lazy("Share of the cash box in percent"), min_value=0, max_value=100
    )
    present = FlatField(
        label=gettext_lazy("Flat amount of those present"),
        help_text=gettext_lazy("Everybody who has a seat pays it into the cash box, whatever was won or lost."),
    )
    absent = FlatField(
        label=gettext_lazy("Flat amount of those absent"),
        help_text=gettext_lazy("On a club evening: active members who stayed away, no guests, and who is not excused."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules: MoneyRules | None = None
        self.fields["stake"].widget.attrs |= {"min": self.lowest_stake, "inputmode": "numeric"}

    def clean_stake(self) -> int:
        stake: int = self.cleaned_data["stake"]
        if stake < self.lowest_stake:
            raise forms.ValidationError(_("At least %(least)s.") % {"least": self.lowest_stake})
        return stake

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        if "method" in cleaned:
            self._forget_what_is_not_asked(cleaned["method"])
        if not self.errors:
            self._find_rules()
        return cleaned

    def _forget_what_is_not_asked(self, method: str) -> None:
        """As it was before."""
        needs = {*METHODS[method].needs, *(BESIDE if method != "none" else ())}
        before = {**initial(MoneyRules()), **(self.initial or {})}
        for name in {"stake", "scope", "cash_box_share", *BESIDE} - needs:
            self.errors.pop(name, None)
            value = before[name]
            self.cleaned_data[name] = (cents_of(value) or 0) if name in BESIDE else value

    def _find_rules(self) -> None:
        typed = dict(self.cleaned_data)
        rules = from_json({**typed, "stake": typed["stake"] or self._usual_stake()})
        if isinstance(rules, MoneyRules):
            self.rules = rules
            return
        for problem in rules:
            self.add_error(problem.field or None, _(problem.problem).format(**problem.values))

    def _usual_stake(self) -> int:
        """An evening without a stake still has rules, and they have one."""
        return MoneyRules().stake


class EveningMoneyForm(MoneyForm):
    """Of one evening: its stake may be nothing."""

    lowest_stake = 0

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["stake"].help_text = _("0: points cost nothing this evening.")


def initial(rules: MoneyRules, stake: int | None = None) -> dict[str, Any]:
    return {
        "method": rules.method,
        "stake": rules.stake if stake is None else stake,
        "scope": rules.scope,
        "cash_box_share": rules.cash_box_share,
        "present": amount(rules.present, "").strip() if rules.present else "",
        "absent": amount(rules.absent, "").strip() if rules.absent else "",
    }
