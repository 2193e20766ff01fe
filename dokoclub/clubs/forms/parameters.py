"""A form field for each parameter that `scoring` knows; none of them is listed here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, assert_never

from django import forms
from django.utils.html import format_html
from django.utils.translation import gettext as _

from dokoclub.clubs.rulebook import source
from dokoclub.clubs.words import games
from dokoclub.clubs.words.rules import PARAMETERS, VALUES
from dokoclub.look.fields import NameField
from scoring.extras import EXTRAS
from scoring.kinds import SOLO_ALIASES
from scoring.parameters import BOCK_PARAMETERS, POINTS
from scoring.parameters import PARAMETERS as SCORING_PARAMETERS
from scoring.values import LONGEST_NAME, AnyOf, Flag, NamesByKey, OneOf, PointsByKey, Values, Whole


def parameter_fields() -> dict[str, forms.Field]:
    """Of everything but the extras, by key; those of Bock as `bock.…`."""
    bock = {f"bock.{key}": parameter.values for key, parameter in BOCK_PARAMETERS.items()}
    values = {**{key: parameter.values for key, parameter in SCORING_PARAMETERS.items()}, **bock}
    fields = ((key, _field(key, of)) for key, of in values.items())
    return {key: field for key, field in fields if field is not None}


def _field(key: str, values: Values | None) -> forms.Field | None:
    match values:
        case Flag() | None:  # None: Bock, played or not
            return forms.BooleanField(required=False, **_labels(key))
        case OneOf(words=words):
            choices = [(word, VALUES[key][word]) for word in words]
            return forms.ChoiceField(choices=choices, widget=forms.RadioSelect, **_labels(key))
        case Whole(low=low, high=high, word=word, nullable=nullable):
            needed = word is None and not nullable
            return forms.IntegerField(min_value=low, max_value=high, required=needed, **_labels(key))
        case AnyOf(words=words):
            named = [(str(word), VALUES[key][str(word)]) for word in words if word not in SOLO_ALIASES]
            widget = forms.CheckboxSelectMultiple
            return forms.MultipleChoiceField(choices=named, required=False, widget=widget, **_labels(key))
        case PointsByKey() | NamesByKey():
            return None
        case never:
            assert_never(never)


def from_field(values: Values | None, typed: Any) -> Any:
    """From what a field gives to what a parameter takes."""
    match values:
        case Whole(word=str() as word) if typed is None:
            return word
        case AnyOf(words=words):
            return [word for word in words if str(word) in typed]
        case _:
            return typed


def extra_fields() -> Iterator[tuple[str, forms.Field]]:
    """Points of each extra of the registry, in a normal game and in a solo."""
    for key in EXTRAS:
        name = games.EXTRAS[key]
        yield f"extras.{key}", _points_field(str(name))
        yield f"extras_solo.{key}", _points_field(_("%(extra)s in a solo") % {"extra": name})


def own_extra_fields(row: int) -> Iterator[tuple[str, forms.Field]]:
    """Key, name and points of one extra of the club's own."""
    number = {"number": row + 1}
    name = _("Own Sonderpunkt %(number)s") % number
    yield f"own.{row}.key", forms.CharField(required=False, widget=forms.HiddenInput)
    widget = forms.TextInput(attrs={"placeholder": _("one of your own")})
    yield f"own.{row}.name", NameField(label=name, max_length=LONGEST_NAME, required=False, widget=widget)
    yield f"own.{row}.extras", _points_field(_("Points of own Sonderpunkt %(number)s") % number)
    yield f"own.{row}.extras_solo", _points_field(_("Points of own Sonderpunkt %(number)s in a solo") % number)


def _points_field(label: str) -> forms.Field:
    return forms.IntegerField(label=label, min_value=POINTS.low, max_value=POINTS.high, required=False)


def _labels(key: str) -> dict[str, Any]:
    explained = format_html('{} <span class="source">{}</span>', PARAMETERS[key].sentence, source(key))
    return {"label": PARAMETERS[key].label, "help_text": explained}
