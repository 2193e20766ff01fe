"""Form fields for rules, one per parameter that `scoring` knows.

No parameter is listed here. Fields have the names of their parameters, with `prefix` in front where a form holds two
sets of rules.
"""

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any, NamedTuple, TypeAlias, assert_never

from django import forms
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext as _

from dokoclub.ui.forms import AmountField, FreeAmountField, ListOfAmountsField, NotesField, RateField
from scoring.rules.stored import Known
from scoring.rules.values import (
    AnyOf,
    Cents,
    Entries,
    Flag,
    Keys,
    ListOfCents,
    NamesByKey,
    Numbers,
    OneOf,
    PointsByKey,
    Rate,
    Text,
    Values,
    Whole,
    as_rate,
)
from scoring.terms import Problem

Said: TypeAlias = str | Promise


class Words(NamedTuple):
    """The texts of a parameter. `values`: one per possible value; `empty`: the meaning of an empty field."""

    label: Said
    sentence: Said = ""
    values: Mapping[str, Said] = {}
    empty: Said = ""

    @property
    def hint(self) -> Said:
        """Return the help text below the field."""
        if self.sentence and self.empty:
            return format_lazy("{} {}", self.sentence, self.empty)
        return self.sentence or self.empty


class _Numbered(forms.widgets.ChoiceWidget):
    """A choice widget whose options may carry numbers, by which the style sheet recognises the chosen one."""

    numbers: Mapping[str, int] = {}

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option: dict[str, Any] = super().create_option(name, value, *args, **kwargs)
        if value in self.numbers:
            option["attrs"]["data-word"] = self.numbers[value]
        return option


class Radios(_Numbered, forms.RadioSelect):
    """All options side by side."""


class Menu(_Numbered, forms.Select):
    """A drop-down menu of the options."""


def make_fields(
    parameters: Known, words: Mapping[str, Words], prefix: str = "", one_of: type[_Numbered] = Radios
) -> dict[str, forms.Field]:
    """Return the fields by name, in the order of the parameters.

    Parameters with keys or steps are left out: they need a table of their own.
    """
    made = ((key, _field(values, words[key], one_of)) for key, values in parameters.items())
    found = {key: field for key, field in made if field is not None}
    _number_words(parameters, found)
    return {prefix + key: field for key, field in found.items()}


def _field(values: Values, words: Words, one_of: type[_Numbered]) -> forms.Field | None:
    said: dict[str, Any] = {"label": words.label, "help_text": words.hint}
    match values:
        case Flag():
            return forms.BooleanField(required=False, **said)
        case OneOf(words=known):
            return forms.ChoiceField(choices=_choices(known, words), widget=one_of, **said)
        case AnyOf(words=known):
            choices, widget = _choices(known, words), forms.CheckboxSelectMultiple
            return forms.MultipleChoiceField(choices=choices, required=False, widget=widget, **said)
        case Whole() | Rate() | ListOfCents():
            return _number_field(values, said)
        case Text(longest=longest):
            return NotesField(max_length=longest, required=False, widget=forms.Textarea(attrs={"rows": 6}), **said)
        case PointsByKey() | NamesByKey() | Keys() | Numbers() | Entries():
            return None
        case never:
            assert_never(never)


def _number_field(values: Whole | Rate | ListOfCents, said: dict[str, Any]) -> forms.Field:
    match values:
        case Cents(low=low, high=high):
            return AmountField(most=high, **said) if low else FreeAmountField(most=high, **said)
        case Whole(low=low, high=high, word=word, nullable=nullable):
            needed = word is None and not nullable
            return forms.IntegerField(min_value=low, max_value=high, required=needed, **said)
        case Rate(high=high, may_be_nothing=may_be_nothing):
            return RateField(most=high, may_be_nothing=may_be_nothing, **said)
        case ListOfCents(high=high, most=longest):
            return ListOfAmountsField(most=high, longest=longest, **said)
        case never:
            assert_never(never)


def _choices(known: Iterable[str | int], words: Words) -> list[tuple[str, Said]]:
    return [(str(word), words.values[str(word)]) for word in known]


def _number_words(parameters: Known, found: Mapping[str, forms.Field]) -> None:
    choosing = ((key, of) for key, of in parameters.items() if isinstance(of, OneOf) and of.needs)
    number_options(found, [(key, str(word), of.unasked(word)) for key, of in choosing for word in of.words])


def number_options(fields: Mapping[str, forms.Field], unasked: Iterable[tuple[str, str, Iterable[str]]]) -> None:
    """Hide fields by the style sheet: `unasked` lists a field, an option, and the fields that do not count with it.

    The form needs the class `folding`, the field of the option a widget of this module.
    """
    for number, (key, option, names) in enumerate(unasked, start=1):
        widget = fields[key].widget
        if isinstance(widget, _Numbered):
            widget.numbers = {**widget.numbers, option: number}
        for name in names:
            attrs = fields[name].widget.attrs
            attrs["data-unless"] = f"{attrs.get('data-unless', '')} {number}".strip()


def initial_values(parameters: Known, values: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Return the initial values of the fields. A word in place of a number becomes an empty field."""
    return {prefix + key: _initial_value(of, values[key]) for key, of in parameters.items()}


def _initial_value(values: Values, value: Any) -> Any:
    if isinstance(values, Rate):
        return Decimal(value)
    return None if isinstance(values, Whole) and values.word is not None and value == values.word else value


def forget_unasked(form: forms.Form, parameters: Known, before: Mapping[str, Any], prefix: str = "") -> None:
    """Restore the fields that the chosen option hides to `before`, and drop their errors.

    A flag cannot be invalid, and stays as it was sent.
    """
    for key, values in parameters.items():
        if isinstance(values, OneOf) and prefix + key in form.cleaned_data:
            for name in values.unasked(form.cleaned_data[prefix + key]):
                if not isinstance(parameters[name], Flag):
                    form.errors.pop(prefix + name, None)
                    form.cleaned_data[prefix + name] = before[name]


def read_parameters(parameters: Known, cleaned: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Return the values of the parameters, by key, from the cleaned data."""
    return {key: _value(values, cleaned.get(prefix + key)) for key, values in parameters.items()}


def _value(values: Values, given: Any) -> Any:
    match values:
        case Whole(word=str() as word) if given is None:
            return word
        case Rate():
            return as_rate(int((given or 0) * 100))
        case AnyOf(words=words):
            return [word for word in words if str(word) in (given or ())]
        case OneOf(words=words):
            return next((word for word in words if str(word) == given), given)
        case _:
            return given


def refuse_problems(form: forms.Form, problems: Iterable[Problem], prefix: str = "") -> None:
    """Add each problem to its field, or to the whole form where it has no such field."""
    for problem in problems:
        name = prefix + problem.field
        form.add_error(name if name in form.fields else None, _(problem.problem).format(**problem.values))
