"""How an evening is settled, as a form: from what was typed to MoneyRules, with what is wrong at its field."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _

from dokoclub.look import rules_form
from dokoclub.settlement.words import PARAMETERS as WORDS
from scoring.money.methods import MoneyRules
from scoring.money.methods import Rate as Stake
from scoring.money.rules import ADDED, PARAMETERS, STAKE, from_json
from scoring.rules.stored import Known, plain_parameters
from scoring.rules.values import Rate


class MoneyForm(forms.Form):
    """Of a club. After is_valid(): `rules`. What the chosen method does not need is not asked, nor found wrong."""

    parameters: ClassVar[Known] = PARAMETERS

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules: MoneyRules | None = None
        self.fields |= rules_form.make_fields(self.parameters, WORDS)

    def clean(self) -> dict[str, Any]:
        before = {**initial_of_method(MoneyRules()), **self.initial}
        for name in (name for added in ADDED.values() for name in added):
            if name not in self.data:
                self.errors.pop(name, None)
                self.cleaned_data[name] = before[name]  # the page was opened before an upgrade
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
        """An evening without a stake still has rules, and they have one."""
        return MoneyRules().stake


class EveningMoneyForm(MoneyForm):
    """Of one evening: its stake may be nothing."""

    parameters = {**PARAMETERS, "stake": Rate(STAKE.high, may_be_nothing=True)}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["stake"].help_text = _("0: points cost nothing this evening.")


def initial_of_method(rules: MoneyRules, stake: Decimal | None = None) -> dict[str, Any]:
    """`stake`: that of the evening, where it is not that of the rules."""
    values = plain_parameters(rules) if stake is None else {**plain_parameters(rules), "stake": stake}
    return rules_form.initial_values(PARAMETERS, values)
