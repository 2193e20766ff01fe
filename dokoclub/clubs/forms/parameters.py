"""The parameters of a club's rules as a form asks them; none of them is listed here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django import forms
from django.utils.translation import gettext as _

from dokoclub.clubs.forms.at_the_table import rank_field
from dokoclub.clubs.words.rules import PARAMETERS as WORDS
from dokoclub.clubs.words.rules import VALUES
from dokoclub.look import rules_form
from dokoclub.look.fields import NameField
from dokoclub.look.rules_form import Words
from dokoclub.look.words import name_of
from scoring.game.extras import EXTRAS
from scoring.rules.kinds import SOLOS
from scoring.rules.parameters import BOCK_PARAMETERS, PARAMETERS, POINTS
from scoring.rules.stored import Known
from scoring.rules.values import LONGEST_NAME, AnyOf, Flag

# By key; those of Bock as `bock.…`, and whether it is played. The other names of a solo are not asked.
ASKED: Final[Known] = {
    **{key: parameter.values or Flag() for key, parameter in PARAMETERS.items()},
    "solos": AnyOf(tuple(SOLOS)),
    **{f"bock.{key}": parameter.values or Flag() for key, parameter in BOCK_PARAMETERS.items()},
}


def parameter_fields() -> dict[str, forms.Field]:
    """Of everything but the extras, by key."""
    return rules_form.make_fields(ASKED, {key: _words(key) for key in ASKED})


def _words(key: str) -> Words:
    words = WORDS[key]
    return words._replace(values=VALUES.get(key, words.values))


def extra_fields() -> Iterator[tuple[str, forms.Field]]:
    """Points of each extra of the registry, in a normal game and in a solo."""
    for key, extra in EXTRAS.items():
        name = name_of(extra)
        yield f"extras.{key}", _points_field(name)
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


def own_solo_fields(row: int) -> Iterator[tuple[str, forms.Field]]:
    """Key and name of one solo of the club's own."""
    yield f"own_solo.{row}.key", forms.CharField(required=False, widget=forms.HiddenInput)
    name = _("Own solo %(number)s") % {"number": row + 1}
    widget = forms.TextInput(attrs={"placeholder": _("one of your own")})
    yield f"own_solo.{row}.name", NameField(label=name, max_length=LONGEST_NAME, required=False, widget=widget)
    yield f"own_solo.{row}.rank", rank_field(name)


def _points_field(label: str) -> forms.Field:
    return forms.IntegerField(label=label, min_value=POINTS.low, max_value=POINTS.high, required=False)
