"""Fields and own names of the rules form, generated from the registry of parameters."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from typing import Any, Final, NamedTuple

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from dokoclub.clubs.forms.house_rows import payment_fields, whole_field
from dokoclub.clubs.texts.games import STEPS as STEP_NAMES
from dokoclub.clubs.texts.rulebook import BY_EXTRA
from dokoclub.clubs.texts.rules import PARAMETERS as WORDS
from dokoclub.clubs.texts.rules import VALUES
from dokoclub.ui import rules_form
from dokoclub.ui.forms import NameField
from dokoclub.ui.rules_form import Words
from dokoclub.ui.texts import Named, get_name
from scoring.game.extras import EXTRAS
from scoring.rules.combinations import BY_STEP
from scoring.rules.house import REASONS
from scoring.rules.kinds import KINDS, SOLO_WORDS, SOLOS
from scoring.rules.parameters import BOCK_PARAMETERS, CARDS, PARAMETERS, POINTS, STEPS
from scoring.rules.rules import Rules
from scoring.rules.stored import Known
from scoring.rules.values import LONGEST_NAME, AnyOf, Flag

SELDOM: Final = tuple(key for key in BY_STEP if key not in ("call_cards", "call_cards_hochzeit"))  # folded away
# Keys include `bock.…` for the parameters of Bock, and whether it is played. Aliases of solos are not offered.
ASKED: Final[Known] = {
    **{key: parameter.values or Flag() for key, parameter in PARAMETERS.items()},
    "solos": AnyOf(tuple(SOLOS)),
    **{f"bock.{key}": parameter.values or Flag() for key, parameter in BOCK_PARAMETERS.items()},
}
FREE_ROWS: Final = 2  # for own extras, in addition to existing ones
MOST_ROWS: Final = 12
GERMAN: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
NAME: Final = re.compile(r"(own|own_solo|mark|reason|payment)\.(\d+)\.name")


def step_fields() -> Iterator[tuple[str, forms.Field]]:
    """Yield fields such as `call_cards.no90`: cards in hand, by parameter and step."""
    for key in BY_STEP:
        for step in STEPS:
            label = _("%(what)s: %(step)s") % {"what": WORDS[key].label, "step": STEP_NAMES[step]}
            yield f"{key}.{step}", whole_field(label, CARDS.low, CARDS.high)


def mark_fields(row: int) -> Iterator[tuple[str, forms.Field]]:
    """Yield the fields of one mark: key, name and whether it forces an Ansage."""
    number = {"number": row + 1}
    yield f"mark.{row}.key", forms.CharField(required=False, widget=forms.HiddenInput)
    yield f"mark.{row}.name", NameField(label=_("Mark %(number)s") % number, max_length=LONGEST_NAME, required=False)
    label = _("Mark %(number)s forces Re or Kontra") % number
    yield f"mark.{row}.forces", forms.BooleanField(label=label, required=False)


def reason_fields(row: int) -> Iterator[tuple[str, forms.Field]]:
    """Key and name of one reason of the club's own to deal again."""
    label = _("A reason of your own: %(number)s") % {"number": row + 1}
    yield f"reason.{row}.key", forms.CharField(required=False, widget=forms.HiddenInput)
    yield f"reason.{row}.name", NameField(label=label, max_length=LONGEST_NAME, required=False)


def rank_fields() -> Iterator[tuple[str, forms.Field]]:
    """Yield `rank.damen` etc.: the rank of each registered solo among those played."""
    for key, solo in SOLOS.items():
        yield f"rank.{key}", rank_field(get_name(solo))


def rank_field(solo: str) -> forms.Field:
    return whole_field(_("Rank of %(solo)s") % {"solo": solo}, 1, 99)


def read_steps(form: forms.Form, cleaned: Mapping[str, Any]) -> dict[str, list[int] | None]:
    """Return the cards by parameter; if only some steps are filled in, add an error at the first missing one."""
    found: dict[str, list[int] | None] = {}
    for key in BY_STEP:
        numbers = [cleaned.get(f"{key}.{step}") for step in STEPS]
        known = [number for number in numbers if number is not None]
        found[key] = known if len(known) == len(STEPS) else None
        empty = [step for step in STEPS if cleaned.get(f"{key}.{step}", 0) is None]
        if empty and len(empty) < len(STEPS):
            form.add_error(f"{key}.{empty[0]}", _("All five, or none."))
    return found


def rank_solos(ranks: Mapping[str, int | None]) -> list[str]:
    """Sort solos by rank; those without a rank come last, in their former order."""
    return sorted(ranks, key=lambda solo: (ranks[solo] is None, ranks[solo] or 0))


def initial_at_the_table(rules: Rules) -> dict[str, Any]:
    values: dict[str, Any] = {f"rank.{key}": place for place, key in enumerate(rules.solos, start=1)}
    for key in BY_STEP:
        values |= {f"{key}.{step}": number for step, number in zip(STEPS, getattr(rules, key) or (), strict=False)}
    for row, (key, name) in enumerate(rules.marks.items()):
        forces = key in rules.marks_force_ansage
        values |= {f"mark.{row}.key": key, f"mark.{row}.name": name, f"mark.{row}.forces": forces}
    for row, (key, name) in enumerate(rules.redeal_names.items()):
        values |= {f"reason.{row}.key": key, f"reason.{row}.name": name}
    return values


def parameter_fields() -> dict[str, forms.Field]:
    """Return fields for everything but the extras, by key."""
    return rules_form.make_fields(ASKED, {key: _words(key) for key in ASKED})


def _words(key: str) -> Words:
    words = WORDS[key]
    return words._replace(values=VALUES.get(key, words.values))


def extra_fields() -> Iterator[tuple[str, forms.Field]]:
    """Yield fields for the points of each registered extra, in a normal game and in a solo."""
    for key, extra in EXTRAS.items():
        name = get_name(extra)
        yield f"extras.{key}", _points_field(name)
        yield f"extras_solo.{key}", _points_field(_("%(extra)s in a solo") % {"extra": name})


def own_extra_fields(row: int) -> Iterator[tuple[str, forms.Field]]:
    """Yield the fields of one of the club's own extras: key, name and points."""
    number = {"number": row + 1}
    name = _("Own bonus point %(number)s") % number
    yield f"own.{row}.key", forms.CharField(required=False, widget=forms.HiddenInput)
    widget = forms.TextInput(attrs={"placeholder": _("one of your own")})
    yield f"own.{row}.name", NameField(label=name, max_length=LONGEST_NAME, required=False, widget=widget)
    yield f"own.{row}.extras", _points_field(_("Points for own bonus point %(number)s") % number)
    yield f"own.{row}.extras_solo", _points_field(_("Points for own bonus point %(number)s in a solo") % number)


def own_solo_fields(row: int) -> Iterator[tuple[str, forms.Field]]:
    """Yield the fields of one of the club's own solos: key, name and rank."""
    yield f"own_solo.{row}.key", forms.CharField(required=False, widget=forms.HiddenInput)
    name = _("Own solo %(number)s") % {"number": row + 1}
    widget = forms.TextInput(attrs={"placeholder": _("one of your own")})
    yield f"own_solo.{row}.name", NameField(label=name, max_length=LONGEST_NAME, required=False, widget=widget)
    yield f"own_solo.{row}.rank", rank_field(name)


def _points_field(label: str) -> forms.Field:
    return forms.IntegerField(label=label, min_value=POINTS.low, max_value=POINTS.high, required=False)


class Own(NamedTuple):
    """A kind of row for a club's own names, with fields such as `own.0.name` and `own.0.key`."""

    fields: Callable[[int], Iterator[tuple[str, forms.Field]]]
    parts: tuple[str, ...]  # of a row, in page order
    taken: Set[str]  # keys that own rows cannot have
    known: Iterable[Named]  # entries with names that own rows cannot have
    no_room: Promise
    used_twice: Promise


OWN: Final = {
    "own": Own(
        own_extra_fields,
        ("key", "name", *BY_EXTRA),
        EXTRAS.keys(),
        EXTRAS.values(),
        gettext_lazy("Room for %(number)s own bonus points: remove some."),
        gettext_lazy("Another bonus point is already called that."),
    ),
    "own_solo": Own(
        own_solo_fields,
        ("key", "name", "rank"),
        {*SOLO_WORDS, *KINDS},
        SOLOS.values(),
        gettext_lazy("Room for %(number)s own solos: remove some."),
        gettext_lazy("Another solo is already called that."),
    ),
    "mark": Own(
        mark_fields,
        ("key", "name", "forces"),
        frozenset(),
        (),
        gettext_lazy("Room for %(number)s marks: remove some."),
        gettext_lazy("Another mark is already called that."),
    ),
    "reason": Own(
        reason_fields,
        ("key", "name"),
        frozenset(REASONS),
        (),
        gettext_lazy("There is room for %(number)s reasons of your own."),
        gettext_lazy("Another reason is already called that."),
    ),
    "payment": Own(
        payment_fields,
        ("key", "name", "points", "with"),
        EXTRAS.keys(),
        EXTRAS.values(),
        gettext_lazy("There is room for %(number)s payments."),
        gettext_lazy("Another payment or bonus point is already called that."),
    ),
}


def row_of_field(name: str, typed: Any) -> re.Match[str] | None:
    """Return the match of a name field if it is filled in, which identifies its row."""
    return NAME.fullmatch(name) if str(typed).strip() else None


def new_key(name: str, taken: Set[str]) -> str:
    """Return a key for an own name: `Dulle gefangen!` → `dulle_gefangen`, or `dulle_gefangen_2` if that is taken."""
    spelled = name.casefold().translate(GERMAN)
    plain = unicodedata.normalize("NFKD", spelled).encode("ascii", "ignore").decode()
    stem = re.sub(r"[^a-z0-9]+", "_", f"extra_{plain}" if not plain[:1].isalpha() else plain)[:27].strip("_")
    numbered = (stem if number == 1 else f"{stem}_{number}" for number in range(1, len(taken) + 2))
    return next(key for key in numbered if key not in taken)
