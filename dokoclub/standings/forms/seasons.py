"""A season: its name, its days, and its rules."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from dokoclub.clubs.models import Season
from dokoclub.clubs.models.season import LONGEST_NAME, MOST_PLANNED
from dokoclub.evenings.forms.evening import DayField
from dokoclub.look.fields import KeyedForm, NameField
from dokoclub.standings.forms.rules import RulesForm
from dokoclub.standings.forms.rules import initial_of_rules as rules_initial
from dokoclub.standings.services.seasons import NewSeason


class SeasonForm(RulesForm):
    name = NameField(label=_("Name of the season"), max_length=LONGEST_NAME)
    first = DayField(label=_("First day"))
    last = DayField(label=_("Last day"))
    planned = forms.IntegerField(
        label=_("Evenings planned"),
        required=False,
        min_value=1,
        max_value=MOST_PLANNED,
        help_text=_(
            "Needed only where a number of evenings counts. Empty: those held so far and the dates still to come."
        ),
    )

    def season(self) -> NewSeason:
        """Of a valid form."""
        given = {field: self.cleaned_data[field] for field in ("name", "first", "last", "planned")}
        return NewSeason(**given, rules=self.rules(), month_rules=self.month_rules())


class NewSeasonForm(SeasonForm, KeyedForm):
    """The same, sent at most once."""


def initial_of_season(season: Season) -> dict[str, Any]:
    frame = {field: getattr(season, field) for field in ("name", "first", "last", "planned")}
    return {**frame, **rules_initial(season.parsed, season.parsed_month)}
