"""Forms to start, edit and delete evenings, open tables, add guests, correct sheets, merge players, set the style."""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, Final, cast
from uuid import uuid4

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from dokoclub.clubs.models import Player
from dokoclub.clubs.texts.rules import preset_choices
from dokoclub.core.formatting import refuse_future, refuse_other_years
from dokoclub.evenings.domain.opening import NewSheet
from dokoclub.evenings.forms.seats import Seating
from dokoclub.evenings.models import Evening, Length, PlayerMerge, SheetStyle
from dokoclub.evenings.models.evening import HIGHEST_STAKE, LONGEST_PLACE, Large, Ranking
from dokoclub.ui.forms import INCOMPLETE, KeyedForm, KeyField, LineField, NameField, RateField, replace_value
from scoring.rules.presets import PRESETS
from scoring.rules.rules import Rules
from scoring.terms import Problem
from scoring.text import LONGEST_NAME

ISO_DAY: Final = "%Y-%m-%d"
OWN: Final = ""  # the first choice of rules: the default for the table
IN_FORM: Final = ("length", "length_kind")  # problems that concern every table alike
_SEEN: Final = re.compile(r"(\d{1,10}):(\d{1,10})")


class DayInput(forms.DateInput):
    """The phone's own date picker; it needs the day as 2026-11-20."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format=ISO_DAY)


class DayField(forms.DateField):
    widget = DayInput

    def validate(self, value: date | None) -> None:
        super().validate(value)
        if value is not None:
            refuse_other_years(value)


class PastDayField(DayField):
    """A day that is not in the future."""

    def validate(self, value: date | None) -> None:
        super().validate(value)
        if value is not None:
            refuse_future(value)


class AboutEvening(forms.Form):
    """Place, stake and kind of an evening."""

    place = LineField(label=pgettext_lazy("where", "Place"), required=False, max_length=LONGEST_PLACE)
    stake = RateField(
        label=_("Stake in cents per point"),
        required=False,
        most=HIGHEST_STAKE,
        may_be_nothing=True,
    )
    club_evening = forms.BooleanField(
        label=_("Club evening"),
        required=False,
    )


class EveningForm(AboutEvening):
    day = PastDayField(label=_("Date"))

    field_order = ("day", "place", "stake", "club_evening")


def initial_of_evening(evening: Evening) -> dict[str, Any]:
    return {
        "day": evening.date,
        "place": evening.place,
        "stake": evening.stake,
        "club_evening": evening.club_evening,
    }


class DeleteEveningForm(forms.Form):
    """A form in which the date is typed, so that no tap deletes an evening."""

    typed = forms.DateField(
        label=_("The date of the evening"),
        input_formats=["%d.%m.%Y", "%d.%m.%y", ISO_DAY, "%d/%m/%Y", "%d-%m-%Y"],
        widget=forms.DateInput(attrs={"autocomplete": "off", "inputmode": "numeric"}, format="%d.%m.%Y"),
    )


class TablesForm(forms.Form):
    """The form to open tables. `tables` represents the players, which `seating` has read from the same data."""

    tables = forms.Field(label=_("Who plays?"), required=False)
    rules = forms.ChoiceField(label=_("Rules"), required=False)
    length_kind = forms.ChoiceField(label=_("Length"), choices=Length.choices, widget=forms.RadioSelect)
    length = forms.IntegerField(
        label=_("Number of games or rounds"),
        required=False,
        min_value=1,
        help_text=_("For a table of four; a quarter more for five."),
    )

    def __init__(self, *args: Any, seating: Seating, own_rules: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seating = seating
        field = cast(forms.ChoiceField, self.fields["rules"])
        field.choices = [(OWN, own_rules), *preset_choices()]

    def clean_tables(self) -> None:
        if self.seating.lost:
            raise ValidationError(gettext("Someone at the table has left the club: choose others."))

    def clean(self) -> dict[str, Any]:
        """Clear the length for an open end."""
        found = self.cleaned_data
        if found.get("length_kind") == Length.OPEN:
            found["length"] = None
            self.errors.pop("length", None)
        return found

    def new_sheets(self, own: Rules) -> list[NewSheet]:
        """Return the sheets to open. `own`: the rules if none were chosen."""
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
        """Add the service's problems at `tables[0].players` and so on to the field where they can be corrected."""
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
    """A new evening; submitted twice, it opens one."""

    day = PastDayField(
        label=_("Date"),
        required=False,
        help_text=_("Empty: today."),
    )

    @property
    def folded(self) -> str:
        """Summarize the folded fields: House round (yours), 5 cents per point, Linde."""
        choices = cast(Iterable[tuple[str, str]], cast(forms.ChoiceField, self.fields["rules"]).choices)
        rules = dict(choices).get(self["rules"].value() or OWN, "")
        stake = self["stake"].value()
        cents = gettext("%(number)s cents per point") % {"number": stake} if stake not in ("", "0", None) else ""
        return ", ".join(filter(None, [str(rules), cents, self["place"].value()]))

    @property
    def about_evening(self) -> dict[str, Any]:
        """Return the arguments for `open_evening` apart from the tables."""
        return {name: self.cleaned_data[name] for name in ("key", "day", "place", "stake", "club_evening")}


class FurtherTablesForm(TablesForm):
    """More tables on a running evening; `round` is the one that the page has shown."""

    round = forms.IntegerField(widget=forms.HiddenInput, min_value=0)


class NextRoundForm(FurtherTablesForm):
    close = forms.BooleanField(
        label=_("The sheets of this round are finished"),
        required=False,
        initial=True,
    )


class CorrectionForm(KeyedForm):
    """A correction with a preview. `seen`: the versions of the sheets when the difference was shown, as 28:17 29:4."""

    seen = forms.CharField(widget=forms.HiddenInput, required=False, max_length=2_000)
    confirmed = forms.BooleanField(widget=forms.HiddenInput, required=False)

    def __init__(self, data: Mapping[str, Any] | None = None, **kwargs: Any) -> None:
        super().__init__(data, auto_id=f"{type(self).__name__}-%s", **kwargs)

    @property
    def confirmation(self) -> dict[str, Any]:
        """Return the key and the confirmation, as arguments for the service."""
        seen = {int(pk): int(version) for pk, version in _SEEN.findall(self.cleaned_data["seen"])}
        return {"key": self.cleaned_data["key"], "seen": seen, "confirmed": self.cleaned_data["confirmed"]}

    def ask(self, seen: Mapping[int, int]) -> None:
        """Make the next submission confirm the difference shown at these versions."""
        told = " ".join(f"{pk}:{version}" for pk, version in seen.items())
        self.data = replace_value(replace_value(self.data, "seen", told), "confirmed", "on")


class CorrectRulesForm(CorrectionForm):
    rules = forms.ChoiceField(label=_("Rules"))

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, choices: Sequence[tuple[str, str]], **kwargs: Any
    ) -> None:
        super().__init__(data, **kwargs)
        cast("forms.ChoiceField", self.fields["rules"]).choices = [*choices]


class CorrectPlayerForm(CorrectionForm):
    was = forms.ChoiceField(label=_("Name on the sheet"))
    really = forms.ChoiceField(label=_("Really played"))
    first = forms.TypedChoiceField(label=_("From game"), coerce=int)
    last = forms.TypedChoiceField(label=_("To game"), coerce=int)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        here: Sequence[tuple[str, str]],
        everybody: Sequence[tuple[str, str]],
        games: Sequence[int],
        **kwargs: Any,
    ) -> None:
        super().__init__(data, **kwargs)
        numbers = [(str(number), str(number)) for number in games]
        for name, choices in (("was", here), ("really", everybody), ("first", numbers), ("last", numbers)):
            cast("forms.ChoiceField", self.fields[name]).choices = [*choices]


class MergeForm(forms.Form):
    merged = forms.ModelChoiceField(queryset=Player.objects.none(), empty_label=_("please choose"))

    def __init__(self, *args: Any, kept: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        aliases = PlayerMerge.objects.active().filter(merged=OuterRef("pk"))
        others = kept.club.players.filter(~Exists(aliases), erased_number=None).exclude(pk=kept.pk)
        field = cast("forms.ModelChoiceField[Player]", self.fields["merged"])
        field.queryset = others
        field.label = gettext("Same person as %(name)s?") % {"name": kept.name}
        self.has_others = others.exists()


class StyleForm(forms.Form):
    large = forms.ChoiceField(label=_("Large on the sheet"), choices=Large.choices, widget=forms.RadioSelect)
    ranked_by = forms.ChoiceField(
        label=_("Evening ranked by"),
        choices=Ranking.choices,
        widget=forms.RadioSelect,
    )
    full_names = forms.BooleanField(
        label=_("Full names behind secret links"),
        required=False,
    )
    stories = forms.BooleanField(label=_("Closed evenings in words"), required=False)


def initial_of_style(style: SheetStyle) -> dict[str, Any]:
    return {name: getattr(style, name) for name in StyleForm.base_fields}


class GuestForm(forms.Form):
    """A guest to add inside another form. Submitted twice, it adds one."""

    use_required_attribute = False  # it is inside another form, which may be submitted without a guest

    guest_name = NameField(label=_("Name of the guest"), max_length=LONGEST_NAME)
    guest_belongs = forms.BooleanField(
        label=_("club member (not a guest)"),
        required=False,
    )
    guest_key = KeyField()

    def __init__(self, *args: Any, may_enter: bool = False, **kwargs: Any) -> None:
        """Build the form. `may_enter`: members can be added, too, which only owners may do."""
        super().__init__(*args, **kwargs)
        if not may_enter:
            del self.fields["guest_belongs"]

    @property
    def is_guest(self) -> bool:
        return not self.cleaned_data.get("guest_belongs")

    def full_clean(self) -> None:
        """Ask to submit again, with a fresh key, where no valid key was sent.

        Without one, a second press cannot be told apart from a first.
        """
        super().full_clean()
        if self.errors.pop("guest_key", None):
            self.data = replace_value(self.data, "guest_key", str(uuid4()))
            self.add_error("guest_name", INCOMPLETE)
