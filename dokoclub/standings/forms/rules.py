"""By what the league is ranked: the form of the club's own rules, and the part of a season's form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from dokoclub.standings.services.rules import MONTH
from dokoclub.standings.words import SCORES, TIES, refusal, title
from scoring.league.columns import COLUMNS
from scoring.league.rules import StandingsRules, from_json
from scoring.rules.stored import plain

COUNTING: Final = (
    ("all", _("all evenings")),
    ("best", _("only the best evenings")),
    ("strike", _("all but the worst evenings")),
)
UNITS: Final = (("evenings", _("evenings")), ("percent", _("percent of the evenings")))
BELOW: Final = (("unranked", _("is not ranked")), ("last", _("is ranked after all others")), ("zero", _("counts 0")))
RANKED_BY: Final = (("scores", _("the points as the sheet writes them")), ("balance", _("plus and minus")))
ONE_FOR_BOTH: Final = ("score", "ranked_by", "guests_ranked", "ties")  # months are ranked as the season is
OF_EACH: Final = (
    "counting",
    "counting_evenings",
    "absence_strikes",
    "minimum",
    "minimum_unit",
    "below_minimum",
)


def _how_many() -> forms.IntegerField:
    return forms.IntegerField(label=_("How many evenings"), required=False, min_value=1)


def _minimum() -> forms.IntegerField:
    return forms.IntegerField(
        label=_("Minimum attendance"),
        required=False,
        min_value=1,
        help_text=_("Empty: none. Attended is an evening with at least one game."),
    )


def _choice(label: Any, choices: Any) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=choices)


class RulesForm(forms.Form):
    """Fields as in `scoring.standings_rules`; those of months and quarters begin with `month_`."""

    score = forms.ChoiceField(label=_("What ranks"), choices=list(SCORES.items()), widget=forms.RadioSelect)
    ranked_by = forms.ChoiceField(
        label=_("Which points"),
        choices=RANKED_BY,
        widget=forms.RadioSelect,
        help_text=_(
            "It makes a difference only where the rules write plus points alone, or minus points alone. "
            "The table shows both."
        ),
    )
    ties = forms.MultipleChoiceField(
        label=_("What breaks a tie"),
        choices=list(TIES.items()),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Asked in this order; who is still equal shares the rank."),
    )
    guests_ranked = forms.BooleanField(label=_("Guests are ranked, too"), required=False)

    counting = _choice(_("Which evenings count"), COUNTING)
    counting_evenings = _how_many()
    absence_strikes = forms.BooleanField(label=_("An evening missed uses up one that is struck"), required=False)
    minimum = _minimum()
    minimum_unit = _choice(_("counted in"), UNITS)
    below_minimum = _choice(_("Who stays below"), BELOW)

    month_counting = _choice(_("Which evenings count"), COUNTING)
    month_counting_evenings = _how_many()
    month_absence_strikes = forms.BooleanField(label=_("An evening missed uses up one that is struck"), required=False)
    month_minimum = _minimum()
    month_minimum_unit = _choice(_("counted in"), UNITS)
    month_below_minimum = _choice(_("Who stays below"), BELOW)

    def rules(self) -> StandingsRules:
        """Of a form whose fields are valid. Raises ValidationError by field."""
        return self._rules("")

    def month_rules(self) -> StandingsRules:
        return self._rules(MONTH)

    def clean(self) -> dict[str, Any]:
        """What is wrong with the rules whatever the season is, once every field could be read."""
        for prefix in ("", MONTH):
            self._forget_what_is_not_asked(prefix)
        if not self.errors:
            for part in (self.rules, self.month_rules):
                self._check(part)
        return self.cleaned_data

    def _forget_what_is_not_asked(self, prefix: str) -> None:
        """Where all evenings count, the page folds their number away: nobody would see what is wrong with it."""
        if self.cleaned_data.get(f"{prefix}counting") == "all":
            self.errors.pop(f"{prefix}counting_evenings", None)
            self.cleaned_data[f"{prefix}counting_evenings"] = None

    def _check(self, part: Callable[[], StandingsRules]) -> None:
        try:
            part()
        except ValidationError as refused:
            self.add_error(None, refused)

    def _rules(self, prefix: str) -> StandingsRules:
        given = {field: self.cleaned_data[field] for field in ONE_FOR_BOTH}
        given |= {field: self.cleaned_data[prefix + field] for field in OF_EACH}
        if given["counting"] == "all":
            given["counting_evenings"] = None
        found = from_json(given)
        if isinstance(found, StandingsRules):
            return found
        raise refusal(found, prefix)

    @property
    def of_both(self) -> list[forms.BoundField]:
        return [self[field] for field in ONE_FOR_BOTH]

    @property
    def of_season(self) -> list[forms.BoundField]:
        return [self[field] for field in OF_EACH]

    @property
    def of_months(self) -> list[forms.BoundField]:
        return [self[MONTH + field] for field in OF_EACH]


def initial(rules: StandingsRules, month_rules: StandingsRules) -> dict[str, Any]:
    months = plain(month_rules)
    return {**plain(rules), **{MONTH + field: months[field] for field in OF_EACH}}


def column_choices() -> list[tuple[str, str]]:
    return [(key, title(key)) for key in COLUMNS]


class ColumnsForm(forms.Form):
    """Which columns the tables have, beside the one that ranks."""

    columns = forms.MultipleChoiceField(
        label=_("Columns"),
        choices=column_choices,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("The column that ranks is always there. On a phone there is room for four."),
    )
