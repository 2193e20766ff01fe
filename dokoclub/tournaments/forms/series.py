"""A series: which tournaments, what ranks, and what of it counts."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from dokoclub.look.days import date_only
from dokoclub.look.fields import KeyedForm, LineField
from dokoclub.tournaments.forms.groups import Groups, NumberField, group_fields
from dokoclub.tournaments.models import Series, Tournament
from dokoclub.tournaments.models.series import LONGEST_NAME
from dokoclub.tournaments.services.series import SeriesFacts
from scoring.tournament.series import MOST_COUNTING, MOST_MONTHS, SCORES, series_rules

RANKED_BY: Final = {
    "sum": gettext_lazy("the sum of the rounds"),
    "mean_round": gettext_lazy("the mean a round"),
}
COUNTING: Final = {
    "all": gettext_lazy("all rounds"),
    "best": gettext_lazy("only the best rounds of each player"),
    "strike": gettext_lazy("all but the worst rounds"),
}


class SeriesForm(forms.Form):
    name = LineField(label=gettext_lazy("Name"), max_length=LONGEST_NAME)
    tournaments = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Tournaments"), required=False, coerce=int, widget=forms.CheckboxSelectMultiple
    )
    score = forms.ChoiceField(label=gettext_lazy("What ranks"), choices=list(RANKED_BY.items()))
    counting = forms.ChoiceField(label=gettext_lazy("Which rounds count"), choices=list(COUNTING.items()))
    counting_rounds = NumberField(
        label=gettext_lazy("How many rounds"),
        required=False,
        min_value=1,
        max_value=MOST_COUNTING,
    )
    months = NumberField(
        label=gettext_lazy("Months that count"),
        required=False,
        min_value=1,
        max_value=MOST_MONTHS,
        help_text=gettext_lazy("Back from today, as 24. Empty: all tournaments."),
    )
    minimum = NumberField(
        label=gettext_lazy("Rounds for a rank"),
        required=False,
        min_value=1,
        max_value=MOST_COUNTING,
        help_text=gettext_lazy("Who has played fewer stands in the list without a rank. Empty: one is enough."),
    )

    GROUPS: ClassVar[Groups] = (
        (gettext_lazy("Name and tournaments"), ("name", "tournaments")),
        (pgettext_lazy("tournament", "Ranking"), ("score", "counting", "counting_rounds", "minimum", "months")),
    )

    def __init__(self, *args: Any, tournaments: list[Tournament], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(one.pk, f"{one.name}, {date_only(one.day)}") for one in tournaments]
        self.fields["tournaments"].choices = choices  # type: ignore[attr-defined]
        if not choices:
            del self.fields["tournaments"]

    @property
    def groups(self) -> list[tuple[Any, list[BoundField]]]:
        """What is asked: heading and fields."""
        groups = [(title, tuple(name for name in names if name in self.fields)) for title, names in self.GROUPS]
        return group_fields(self, tuple(groups))

    @property
    def gathers(self) -> bool:
        """There is a tournament to choose."""
        return "tournaments" in self.fields

    def clean(self) -> dict[str, Any]:
        found = self.cleaned_data
        if found.get("counting", "all") != "all" and not found.get("counting_rounds") and not self.errors:
            self.add_error("counting_rounds", _("Say how many rounds."))
        return found

    @property
    def facts(self) -> SeriesFacts:
        """Of a valid form."""
        found = self.cleaned_data
        rules = series_rules(
            found["score"],
            counting=found["counting"],
            counting_rounds=found["counting_rounds"],
            minimum=found["minimum"],
        )
        return SeriesFacts(found["name"], rules, found["months"], found.get("tournaments", []))


class NewSeriesForm(SeriesForm, KeyedForm):
    """Sent twice, it founds one."""


def initial_of_series(series: Series) -> dict[str, Any]:
    rules = series.parsed
    scores = {stored: name for name, stored in SCORES.items()}
    return {
        "name": series.name,
        "months": series.months,
        "score": scores.get(rules.score, "sum"),
        "counting": rules.counting,
        "counting_rounds": rules.counting_evenings,
        "minimum": rules.minimum,
        "tournaments": list(series.tournaments.values_list("pk", flat=True)),
    }
