"""Open an evening, or further tables on one: everything beside who sits where."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, cast

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from dokoclub.clubs.words.rules import preset_choices
from dokoclub.evenings.forms.evening import AboutEvening, PastDayField
from dokoclub.evenings.forms.seating import Seating
from dokoclub.evenings.ledger.opening import NewSheet
from dokoclub.evenings.models import Length
from dokoclub.look.fields import KeyedForm
from scoring.rules.presets import PRESETS
from scoring.rules.rules import Rules
from scoring.terms import Problem

OWN: Final = ""  # the first choice of rules: those that the table would get without a choice
IN_FORM: Final = ("length", "length_kind")  # problems of every table alike


class TablesForm(forms.Form):
    """How the tables play. `tables` stands for who sits there, which `seating` has read from the same data."""

    tables = forms.Field(label=_("Who plays?"), required=False)
    rules = forms.ChoiceField(label=_("Rules"), required=False)
    length_kind = forms.ChoiceField(label=_("Length"), choices=Length.choices, widget=forms.RadioSelect)
    length = forms.IntegerField(
        label=_("How many games or rounds"),
        required=False,
        min_value=1,
        help_text=_("Games are those of a table of four; at five it is a quarter more."),
    )

    def __init__(self, *args: Any, seating: Seating, own_rules: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seating = seating
        field = cast(forms.ChoiceField, self.fields["rules"])
        field.choices = [(OWN, own_rules), *preset_choices()]

    def clean_tables(self) -> None:
        if self.seating.lost:
            raise ValidationError(gettext("Somebody at the table does not belong to the club any more."))

    def clean(self) -> dict[str, Any]:
        """With an open end nobody counts."""
        found = self.cleaned_data
        if found.get("length_kind") == Length.OPEN:
            found["length"] = None
            self.errors.pop("length", None)
        return found

    def new_sheets(self, own: Rules) -> list[NewSheet]:
        """`own`: the rules where none were chosen."""
        chosen = self.cleaned_data["rules"]
        return [
            NewSheet(
                players=table.players,
                rules=PRESETS[chosen].rules if chosen else own,
                first_dealer=table.first_dealer,
                table=table.name,
                length_kind=self.cleaned_data["length_kind"],
                length=self.cleaned_data["length"],
            )
            for table in self.seating.tables
        ]

    def refuse(self, problems: Iterable[Problem]) -> None:
        """What the service says about `tables[0].players` and so on, at the field where it can be changed."""
        for problem in problems:
            where, _dot, field = problem.field.partition(".")
            text = gettext(problem.problem).format(**problem.values)
            if field in IN_FORM:
                if text not in self.errors.get(field, []):
                    self.add_error(field, text)
            else:
                self.add_error("tables", self._of_table(where, text))

    def _of_table(self, where: str, text: str) -> str:
        index = where.removeprefix("tables[").removesuffix("]")
        if not self.seating.is_several or not index.isdecimal():
            return text
        return gettext("Table %(table)s: %(problem)s") % {
            "table": self.seating.tables[int(index)].name,
            "problem": text,
        }


class StartForm(TablesForm, AboutEvening, KeyedForm):
    """A new evening; sent twice, it opens one."""

    day = PastDayField(
        label=_("Date"),
        required=False,
        help_text=_("Empty: today. Until six in the morning it is still the evening before."),
    )

    @property
    def about_evening(self) -> dict[str, Any]:
        """What `open_evening` wants to know beside the tables."""
        return {name: self.cleaned_data[name] for name in ("key", "day", "place", "stake", "club_evening")}


class FurtherTablesForm(TablesForm):
    """More tables on an evening that goes on; `round` is the one that the page has shown."""

    round = forms.IntegerField(widget=forms.HiddenInput, min_value=0)


class NextRoundForm(FurtherTablesForm):
    close = forms.BooleanField(
        label=_("The sheets of this round are finished"),
        required=False,
        initial=True,
        help_text=_("Nothing more is written on them."),
    )
